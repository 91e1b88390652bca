"""Operations that numba does not have: bare memory, single bits, products modulo 2**64, prefetch.

A kernel that is called a million times a second takes the bare memory of its arrays once: numba
counts references to arrays at every turn. With `NUMBA_DISABLE_JIT=1` every operation is its plain
form.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zermelo.kernels.kernel import settings


def operation(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator for the compiled form of an operation whose plain form is given."""

    def chosen(define: Callable[..., Any]) -> Callable[..., Any]:
        if settings.DISABLE_JIT:
            return plain
        compiled: Callable[..., Any] = intrinsic(prefer_literal=True)(define)
        return compiled

    return chosen


@operation(lambda array: array)
def bare(_: Any, array: Any) -> Any:
    """Return the memory of an array: it can be read and written by index, and that is all."""

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
