"""Have memory fetched before it is needed: a table of millions of states is in no cache."""

from typing import Any

from llvmlite import ir
from numba.core import types

from zermelo.circuit.kernels.vector import operation


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
