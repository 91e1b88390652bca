"""Tokens in files: how a kernel waits for another thread without taking any time meanwhile.

To look again and again whether a word has changed is quicker where every thread has a core of its
own. On a busy machine, the thread that is waited for would then have to wait for the others. So
who waits looks for some microseconds, and takes the token after that.
"""

import os
import sys
from typing import Any

from llvmlite import ir
from numba.core import types

from zermelo.kernels.operations import operation

WORD = 8
"""Bytes of a word."""
TOKEN = (1).to_bytes(WORD, sys.byteorder)
"""What counts as one where Linux counts them (eventfd), and is just a word in a pipe."""


def declared(module: Any, name: str) -> Any:
    """Return `read` or `write` of the C library."""
    number, byte, size = ir.IntType(32), ir.IntType(8).as_pointer(), ir.IntType(64)
    kind = ir.FunctionType(size, [number, byte, size])
    return module.globals.get(name) or ir.Function(module, kind, name)


def one_word(name: str, builder: Any, file: Any) -> Any:
    """Write the call of `read` or `write` with a word that is 1."""
    word, byte = ir.IntType(64), ir.IntType(8).as_pointer()
    room = builder.alloca(word)
    builder.store(word(1), room)
    number = builder.trunc(file, ir.IntType(32))
    called = declared(builder.module, name)
    return builder.call(called, [number, builder.bitcast(room, byte), word(WORD)])


@operation(lambda array, index: int(array[index]))
def read_shared(_: Any, array: Any, index: Any) -> Any:
    """Return a word of bare memory that another thread may write."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load_atomic(builder.gep(args[0], [args[1]]), "acquire", WORD)

    return types.int64(array, types.int64), generate


def plain_write(array: Any, index: int, value: int) -> None:
    """Write a word."""
    array[index] = value


@operation(plain_write)
def write_shared(_: Any, array: Any, index: Any, value: Any) -> Any:
    """Write a word of bare memory that another thread may read, after all that was written."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store_atomic(args[2], builder.gep(args[0], [args[1]]), "release", WORD)
        return context.get_dummy_value()

    return types.none(array, types.int64, types.int64), generate


@operation(lambda file: len(os.read(int(file), WORD)))
def take_token(_: Any, file: Any) -> Any:
    """Wait for a token, and take it; return 0 if none can come, less if a signal came first."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return one_word("read", builder, args[0])

    return types.int64(types.int64), generate


@operation(lambda file: os.write(int(file), TOKEN))
def put_token(_: Any, file: Any) -> Any:
    """Put a token where another thread waits for it; return less than 0 if that failed."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return one_word("write", builder, args[0])

    return types.int64(types.int64), generate
