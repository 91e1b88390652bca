"""Operations that numba does not have: bare memory, bits, products modulo 2**64, prefetch, calls.

A kernel that is called a million times a second takes the bare memory of its arrays once: numba
counts references to arrays at every turn. With `NUMBA_DISABLE_JIT=1` every operation is its plain
form.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.lib.stride_tricks import as_strided

from zermelo.kernels.kernel import settings


def operation(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator for the compiled form of an operation whose plain form is given."""

    def chosen(define: Callable[..., Any]) -> Callable[..., Any]:
        if settings.DISABLE_JIT:
            return plain
        compiled: Any = intrinsic(prefer_literal=True)(define)
        compiled.plain_form = plain  # where nothing is compiled yet
        answer: Callable[..., Any] = compiled
        return answer

    return chosen


def plain_bare(array: Any) -> Any:
    """Return an array, or all memory from its first item on if there are steps between items."""
    if array.flags.c_contiguous:
        return array
    begin = array.ctypes.data - array.base.ctypes.data
    size = (array.base.nbytes - begin) // array.itemsize
    return as_strided(array, (size,), (array.itemsize,))


@operation(plain_bare)
def bare(_: Any, array: Any) -> Any:
    """Return the memory of an array: it can be read and written by index, and that is all.

    Steps between items are the caller's business: indices count items of memory.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    pointer = types.CPointer(array.dtype)  # type: ignore[no-untyped-call]  # numba's own
    return pointer(array), generate


@operation(lambda word: (int(word) & -int(word)).bit_length() - 1)
def lowest(_: Any, word: Any) -> Any:
    """Return the number of the lowest bit that is set; there must be one."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@operation(lambda word: int(word).bit_count())
def bits(_: Any, word: Any) -> Any:
    """Return how many bits of a word are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@operation(lambda one, other: np.uint64(int(one) * int(other) & 0xFFFFFFFFFFFFFFFF))
def times(_: Any, one: Any, other: Any) -> Any:
    """Return the product of two words, modulo 2**64."""
    kinds = types.uint64, types.uint64
    return types.uint64(*kinds), lambda _c, builder, _s, args: builder.mul(args[0], args[1])


@operation(lambda array, index: None)
def prefetch(_: Any, array: Any, index: Any) -> Any:
    """Begin to fetch the place `index` of a flat array, or the row `index` of one with rows.

    It may also be bare memory, which is flat.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, memory, index = signature.args[0], args[0], args[1]
        if not isinstance(kind, types.CPointer):
            whole = context.make_array(kind)(context, builder, memory)
            memory = whole.data
            if kind.ndim == 2:
                index = builder.mul(index, builder.extract_value(whole.shape, 1))
        place = builder.gep(memory, [index])
        byte = ir.IntType(8).as_pointer()
        word = ir.IntType(32)
        declared = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        name = "llvm.prefetch.p0i8"
        fetch = builder.module.globals.get(name) or ir.Function(builder.module, declared, name)
        builder.call(fetch, [builder.bitcast(place, byte), word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.none(array, types.int64), generate


def plain_lane_mask(array: Any, at: Any, lanes: Any) -> np.uint64:
    """Return a word whose bit k says whether any of some lanes is set in the word `at + k`."""
    words = np.asarray(array[int(at) : int(at) + 64], np.uint64)
    bits = (words & np.uint64(lanes)) != np.uint64(0)
    return np.uint64(int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little"))


@operation(plain_lane_mask)
def lane_mask(_: Any, array: Any, at: Any, lanes: Any) -> Any:
    """Return a word whose bit k says whether any of some lanes is set in the word `at + k`.

    64 words are read, by a few instructions where registers are long.
    """

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        memory, index, chosen = args
        words = ir.VectorType(ir.IntType(64), 64)
        place = builder.bitcast(builder.gep(memory, [index]), words.as_pointer())
        read = builder.load(place)
        read.align = 8
        bits = builder.icmp_unsigned(
            "!=", builder.and_(read, splat(builder, chosen, 64)), words(None)
        )
        return builder.bitcast(bits, ir.IntType(64))

    return types.uint64(array, types.int64, types.uint64), generate


def splat(builder: Any, value: Any, size: int) -> Any:
    """Return a vector of `size` copies of a value."""
    kind = ir.VectorType(value.type, size)
    first = builder.insert_element(kind(ir.Undefined), value, ir.IntType(32)(0))
    places = ir.VectorType(ir.IntType(32), size)(None)
    return builder.shuffle_vector(first, kind(ir.Undefined), places)


def plain_turn_eight(array: Any, at: Any, lane: Any, out: Any, to: Any, stride: Any) -> None:
    """Write the word of each of eight lanes, from `lane` on: bit k is of the word `at + k`."""
    for number in range(8):
        lanes = np.uint64(1) << np.uint64(int(lane) + number)
        out[int(to) + number * int(stride)] = plain_lane_mask(array, at, lanes)


@operation(plain_turn_eight)
def turn_eight(_: Any, array: Any, at: Any, lane: Any, out: Any, to: Any, stride: Any) -> Any:
    """Write the word of each of eight lanes, from `lane` on: bit k is of the word `at + k`.

    The eight words are written `stride` words apart, from `to` on.
    """

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        memory, index, lane, written, to, stride = args
        long, byte = ir.IntType(64), ir.IntType(8)
        words, octets = ir.VectorType(long, 64), ir.VectorType(byte, 64)
        place = builder.bitcast(builder.gep(memory, [index]), words.as_pointer())
        read = builder.load(place)
        read.align = 8
        few = builder.trunc(builder.lshr(read, splat(builder, lane, 64)), octets)
        for number in range(8):
            one = octets([byte(1 << number)] * 64)
            bits = builder.icmp_unsigned("!=", builder.and_(few, one), octets(None))
            where = builder.add(to, builder.mul(stride, long(number)))
            builder.store(builder.bitcast(bits, long), builder.gep(written, [where]))
        return _context.get_dummy_value()

    index = types.int64
    return types.none(array, index, index, out, index, index), generate


def plain_call(address: int, *places: Any) -> None:
    """Call a function at an address with the places of arrays: pairs of an array and an index."""
    pairs = zip(places[::2], places[1::2], strict=True)
    pointers = [array.ctypes.data + array.itemsize * int(index) for array, index in pairs]
    kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(pointers))
    kind(int(address))(*pointers)


def calling(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Write the call of a function at an address with places of bare memory."""
    byte = ir.IntType(8).as_pointer()
    pointers = [
        builder.bitcast(builder.gep(memory, [index]), byte)
        for memory, index in zip(args[1::2], args[2::2], strict=True)
    ]
    kind = ir.FunctionType(ir.VoidType(), [byte] * len(pointers))
    builder.call(builder.inttoptr(args[0], kind.as_pointer()), pointers)
    return context.get_dummy_value()


@operation(plain_call)
def call_with_one(_: Any, address: Any, a: Any, i: Any) -> Any:
    """Call the machine code at an address with one place of bare memory."""
    return types.none(types.int64, a, types.int64), calling


@operation(plain_call)
def call_with_two(_: Any, address: Any, a: Any, i: Any, b: Any, j: Any) -> Any:
    """Call the machine code at an address with two places of bare memory."""
    index = types.int64
    return types.none(types.int64, a, index, b, index), calling


@operation(plain_call)
def call_with_four(
    _: Any, address: Any, a: Any, i: Any, b: Any, j: Any, c: Any, k: Any, d: Any, m: Any
) -> Any:
    """Call the machine code at an address with four places of bare memory."""
    index = types.int64
    return types.none(types.int64, a, index, b, index, c, index, d, index), calling
