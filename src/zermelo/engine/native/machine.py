"""Text in LLVM's assembly language -> functions in memory that can be called."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding as llvm

Binding = Any
"""llvmlite has no types."""


@cache
def ready() -> None:
    """Have LLVM know this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()


def target_machine(level: int) -> Binding:
    """Return what writes code for this processor, optimised to a level."""
    ready()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


def object_code(text: str, level: int) -> bytes:
    """Return the object file of a text."""
    machine = target_machine(level)
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    found: bytes = machine.emit_object(module)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Functions in memory, as long as this object lives."""

    engine: Binding

    def address(self, name: str) -> int:
        """Return where a function begins."""
        return int(self.engine.get_function_address(name))


def linked(code: bytes) -> Library:
    """Return the functions of an object file, loaded."""
    machine = target_machine(0)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Library(engine)
