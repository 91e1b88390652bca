"""Vectors of 16 words, 1024 lanes: one LLVM value each, so that a gate is a few instructions.

numba does not reliably vectorise short inner loops over words; LLVM always splits `<16 x i64>` into
the registers that the machine has. With `NUMBA_DISABLE_JIT=1` the same names are plain NumPy.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model

WORDS = 16
LANES = 64 * WORDS
LLVM = ir.VectorType(ir.IntType(64), WORDS)


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
        super().__init__(manager, of_type, LLVM)


def constant(value: int) -> ir.Constant:
    """Return a vector with the same word everywhere."""
    return ir.Constant(LLVM, [value] * WORDS)


def place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Return the address of word `args[1]` of the array `args[0]`."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.bitcast(builder.gep(array.data, [args[1]]), LLVM.as_pointer())


@intrinsic
def load(_: Any, wires: Any, index: Any) -> Any:
    """Return the vector that starts at word `index`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(place(context, builder, signature, args), align=8)

    return VECTOR(wires, index), generate


@intrinsic
def store(_: Any, wires: Any, index: Any, value: Any) -> Any:
    """Write a vector to the words from `index` on."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], place(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.none(wires, index, value), generate


@intrinsic
def fill(_: Any, value: Any) -> Any:
    """Return a vector with the same word everywhere."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        single = builder.insert_element(ir.Constant(LLVM, None), args[0], ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), None)
        return builder.shuffle_vector(single, ir.Constant(LLVM, None), zeros)

    return VECTOR(types.uint64), generate


@intrinsic
def both(_: Any, one: Any, other: Any) -> Any:
    """Return `one & other`."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.and_(args[0], args[1])


@intrinsic
def either(_: Any, one: Any, other: Any) -> Any:
    """Return `one | other`."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.or_(args[0], args[1])


@intrinsic
def differ(_: Any, one: Any, other: Any) -> Any:
    """Return `one ^ other`."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.xor(args[0], args[1])


@intrinsic
def without(_: Any, one: Any, other: Any) -> Any:
    """Return `one & ~other`."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.xor(args[1], constant(-1)))

    return VECTOR(one, other), generate


@intrinsic
def plus(_: Any, one: Any, other: Any) -> Any:
    """Return the sums of the words, modulo 2**64."""
    return VECTOR(one, other), lambda _c, builder, _s, args: builder.add(args[0], args[1])


@intrinsic(prefer_literal=True)
def shifted(_: Any, one: Any, left: Any) -> Any:
    """Return every word shifted left by a constant, or right if it is negative."""
    amount = left.literal_value

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        if amount >= 0:
            return builder.shl(args[0], constant(amount))
        return builder.lshr(args[0], constant(-amount))

    return VECTOR(one, left), generate


@intrinsic
def population(_: Any, one: Any) -> Any:
    """Return how many bits are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        total = ir.Constant(ir.IntType(64), 0)
        for index in range(WORDS):
            word = builder.extract_element(args[0], ir.IntType(32)(index))
            total = builder.add(total, builder.ctpop(word))
        return total

    return types.int64(one), generate


@intrinsic
def is_zero(_: Any, one: Any) -> Any:
    """Return whether no bit is set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        flat = builder.bitcast(args[0], ir.IntType(64 * WORDS))
        return builder.icmp_unsigned("==", flat, ir.Constant(flat.type, 0))

    return types.boolean(one), generate
