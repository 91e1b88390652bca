"""Vectors of 16 words, 1024 lanes: one LLVM value each, so that a gate is a few instructions.

numba does not reliably vectorise short inner loops over words; LLVM always splits `<16 x i64>` into
the registers that the machine has. With `NUMBA_DISABLE_JIT=1` the same names are plain NumPy.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.extending import register_model

from zermelo.kernels.operations import operation

WORDS = 16
LANES = 64 * WORDS
LLVM = ir.VectorType(ir.IntType(64), WORDS)
Vector = Any
"""Inside kernels a vector; with the JIT off an array of words."""


class VectorType(types.Type):
    """The type of a vector inside kernels."""

    def __init__(self) -> None:
        """Give the type its one name."""
        super().__init__(name=f"vector{WORDS}")


VECTOR = VectorType()


@register_model(VectorType)
class VectorModel(models.PrimitiveModel):
    """A vector is a bare LLVM value."""

    def __init__(self, manager: Any, of_type: Any) -> None:
        """Say which LLVM value."""
        super().__init__(manager, of_type, LLVM)  # type: ignore[no-untyped-call]  # numba's own


def constant(value: int) -> ir.Constant:
    """Return a vector with the same word everywhere."""
    return ir.Constant(LLVM, [value] * WORDS)


def place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Return the address of word `args[1]` of `args[0]`: an array, or bare memory."""
    data = args[0]
    if not isinstance(signature.args[0], types.CPointer):
        data = context.make_array(signature.args[0])(context, builder, data).data
    return builder.bitcast(builder.gep(data, [args[1]]), LLVM.as_pointer())


def plain_store(wires: Any, index: int, value: Any) -> None:
    """Write the words of a vector."""
    wires[index : index + WORDS] = value


def plain_shift(one: Any, left: int) -> Any:
    """Shift every word left, or right if `left` is negative."""
    return one << np.uint64(left) if left >= 0 else one >> np.uint64(-left)


@operation(lambda wires, index: wires[index : index + WORDS].copy())
def load(_: Any, wires: Any, index: Any) -> Any:
    """Return the vector that starts at word `index`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(place(context, builder, signature, args), align=8)

    return VECTOR(wires, index), generate


@operation(plain_store)
def store(_: Any, wires: Any, index: Any, value: Any) -> Any:
    """Write a vector to the words from `index` on."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], place(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.none(wires, index, value), generate


def splat(builder: Any, value: Any) -> Any:
    """Return a vector with the same word everywhere, which is known only when the code runs."""
    single = builder.insert_element(ir.Constant(LLVM, None), value, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), None)
    return builder.shuffle_vector(single, ir.Constant(LLVM, None), zeros)


@operation(lambda value: np.full(WORDS, value, np.uint64))
def fill(_: Any, value: Any) -> Any:
    """Return a vector with the same word everywhere."""

    return VECTOR(types.uint64), lambda _c, builder, _s, args: splat(builder, args[0])


@operation(lambda one, other: one & other)
def both(_: Any, one: Any, other: Any) -> Any:
    """Return `one & other`."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.and_(args[0], args[1])


@operation(lambda one, other: one | other)
def either(_: Any, one: Any, other: Any) -> Any:
    """Return `one | other`."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.or_(args[0], args[1])


@operation(lambda one, other: one ^ other)
def differ(_: Any, one: Any, other: Any) -> Any:
    """Return `one ^ other`."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.xor(args[0], args[1])


@operation(lambda one, other: one & ~other)
def without(_: Any, one: Any, other: Any) -> Any:
    """Return `one & ~other`."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.xor(args[1], constant(-1)))

    return VECTOR(one, other), generate


@operation(lambda one, other: one + other)
def plus(_: Any, one: Any, other: Any) -> Any:
    """Return the sums of the words, modulo 2**64."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.add(args[0], args[1])


@operation(plain_shift)
def shifted(_: Any, one: Any, left: Any) -> Any:
    """Return every word shifted left by a constant, or right if it is negative."""
    amount = left.literal_value

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        if amount >= 0:
            return builder.shl(args[0], constant(amount))
        return builder.lshr(args[0], constant(-amount))

    return VECTOR(one, left), generate


@operation(lambda one, bits: one << np.uint64(bits))
def raised(_: Any, one: Any, bits: Any) -> Any:
    """Return every word shifted left by so many bits, fewer than 64."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.shl(args[0], splat(builder, args[1]))

    return VECTOR(one, types.int64), generate


@operation(lambda one, bits: one >> np.uint64(bits))
def lowered(_: Any, one: Any, bits: Any) -> Any:
    """Return every word shifted right by so many bits, fewer than 64."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.lshr(args[0], splat(builder, args[1]))

    return VECTOR(one, types.int64), generate


@operation(lambda one: int(np.bitwise_count(one).sum()))
def population(_: Any, one: Any) -> Any:
    """Return how many bits are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        total = ir.Constant(ir.IntType(64), 0)
        for index in range(WORDS):
            word = builder.extract_element(args[0], ir.IntType(32)(index))
            total = builder.add(total, builder.ctpop(word))
        return total

    return types.int64(one), generate


@operation(lambda one: not one.any())
def is_zero(_: Any, one: Any) -> Any:
    """Return whether no bit is set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        flat = builder.bitcast(args[0], ir.IntType(64 * WORDS))
        return builder.icmp_unsigned("==", flat, ir.Constant(flat.type, 0))

    return types.boolean(one), generate
