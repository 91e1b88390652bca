"""Records the ground rules that clingo finds, by machine code: it calls no Python for a rule.

clingo reports each rule and each name to callbacks. In Python they take longer than grounding
itself, so these are written in LLVM's assembly language: they append numbers and text to blocks of
memory. `zermelo.ground.recorder.RuleRecorder` is what they must agree with.
"""

from array import array
from ctypes import string_at
from typing import Any

import clingo
import llvmlite.binding as llvm
from clingo import _internal

from zermelo.ground.recorder import SumRecorder

internal: Any = _internal
ffi, lib = internal._ffi, internal._lib
"""clingo's functions in C, as its own package calls them: their types are not known."""


def address_of(function: str) -> int:
    """Return where one of clingo's functions begins."""
    return int(ffi.cast("uintptr_t", ffi.addressof(lib, function)))


HEADS, ENDS, BODY, NAMES, ATOMS = range(5)
"""The blocks, each of three words."""
MOST, FULL, WORDS = 15, 16, 17
"""The words behind them: the bound on rules, and why recording ended."""
NO_MEMORY, TOO_MANY_RULES = 1, 2
TEXT = """
%block = type { ptr, i64, i64 } ; where it lies, its bytes, and how many it has room for
declare ptr @realloc(ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define ptr @extended(ptr %blocks, i64 %number, i64 %bytes) {
  %block = getelementptr %block, ptr %blocks, i64 %number
  %size_at = getelementptr %block, ptr %block, i64 0, i32 1
  %room_at = getelementptr %block, ptr %block, i64 0, i32 2
  %old = load ptr, ptr %block
  %size = load i64, ptr %size_at
  %room = load i64, ptr %room_at
  %end = add i64 %size, %bytes
  %fits = icmp ult i64 %end, %room
  br i1 %fits, label %there, label %grow
grow:
  %half = lshr i64 %end, 1
  %more = add i64 %end, %half
  %larger = add i64 %more, 4096
  %new = call ptr @realloc(ptr %old, i64 %larger)
  %none = icmp eq ptr %new, null
  br i1 %none, label %failed, label %grown
grown:
  store ptr %new, ptr %block
  store i64 %larger, ptr %room_at
  br label %there
there:
  %base = phi ptr [ %old, %0 ], [ %new, %grown ]
  store i64 %end, ptr %size_at
  %at = getelementptr i8, ptr %base, i64 %size
  ret ptr %at
failed:
  %why = getelementptr i64, ptr %blocks, i64 FULL
  store i64 NO_MEMORY, ptr %why
  ret ptr null
}

define zeroext i1 @rule(
    i1 zeroext %choice, ptr %head, i64 %heads, ptr %body, i64 %size, ptr %data) {
  %nothing = icmp eq i64 %heads, 0
  %skipped = or i1 %choice, %nothing
  br i1 %skipped, label %done, label %each
each:
  %index = phi i64 [ 0, %0 ], [ %next, %kept ]
  %bytes = shl i64 %size, 2
  %head_at = call ptr @extended(ptr %data, i64 HEADS, i64 4)
  %end_at = call ptr @extended(ptr %data, i64 ENDS, i64 4)
  %body_at = call ptr @extended(ptr %data, i64 BODY, i64 %bytes)
  %no_head = icmp eq ptr %head_at, null
  %no_end = icmp eq ptr %end_at, null
  %no_body = icmp eq ptr %body_at, null
  %one_fails = or i1 %no_head, %no_end
  %fails = or i1 %one_fails, %no_body
  br i1 %fails, label %failed, label %kept
kept:
  %atom_at = getelementptr i32, ptr %head, i64 %index
  %atom = load i32, ptr %atom_at
  store i32 %atom, ptr %head_at
  call void @llvm.memcpy.p0.p0.i64(ptr %body_at, ptr %body, i64 %bytes, i1 0)
  %body_block = getelementptr %block, ptr %data, i64 BODY, i32 1
  %filled = load i64, ptr %body_block
  %numbers = lshr i64 %filled, 2
  %end = trunc i64 %numbers to i32
  store i32 %end, ptr %end_at
  %next = add i64 %index, 1
  %more = icmp ult i64 %next, %heads
  br i1 %more, label %each, label %count
count:
  %head_block = getelementptr %block, ptr %data, i64 HEADS, i32 1
  %head_bytes = load i64, ptr %head_block
  %rules = lshr i64 %head_bytes, 2
  %most_at = getelementptr i64, ptr %data, i64 MOST
  %most = load i64, ptr %most_at
  %too_many = icmp ugt i64 %rules, %most
  br i1 %too_many, label %full, label %done
full:
  %why = getelementptr i64, ptr %data, i64 FULL
  store i64 TOO_MANY_RULES, ptr %why
  br label %failed
done:
  ret i1 1
failed:
  ret i1 0
}

define zeroext i1 @output_atom(i64 %symbol, i32 %atom, ptr %data) {
  %size_at = alloca i64
  %sized = call zeroext i1 inttoptr (i64 SIZE_OF to ptr)(i64 %symbol, ptr %size_at)
  br i1 %sized, label %place, label %failed
place:
  %size = load i64, ptr %size_at
  %atom_at = call ptr @extended(ptr %data, i64 ATOMS, i64 4)
  %text_at = call ptr @extended(ptr %data, i64 NAMES, i64 %size)
  %no_atom = icmp eq ptr %atom_at, null
  %no_text = icmp eq ptr %text_at, null
  %fails = or i1 %no_atom, %no_text
  br i1 %fails, label %failed, label %kept
kept:
  store i32 %atom, ptr %atom_at
  %spelled = call zeroext i1 inttoptr (i64 SPELL to ptr)(i64 %symbol, ptr %text_at, i64 %size)
  %last = sub i64 %size, 1
  %last_at = getelementptr i8, ptr %text_at, i64 %last
  store i8 10, ptr %last_at ; a new line where a text ends with 0
  ret i1 %spelled
failed:
  ret i1 0
}
"""

NUMBERS = {
    "HEADS": HEADS,
    "ENDS": ENDS,
    "BODY": BODY,
    "NAMES": NAMES,
    "ATOMS": ATOMS,
    "MOST": MOST,
    "FULL": FULL,
    "NO_MEMORY": NO_MEMORY,
    "TOO_MANY_RULES": TOO_MANY_RULES,
    "SIZE_OF": address_of("clingo_symbol_to_string_size"),
    "SPELL": address_of("clingo_symbol_to_string"),
}
"""What the words in capitals stand for."""


class MachineRecorder:
    """Keeps every ground rule, and the name of every atom that is shown."""

    def __init__(self, most: int) -> None:
        """Start with no rules; a rule beyond `most` ends grounding.

        Raises:
            AttributeError: clingo's package has no such inside.
        """
        assert clingo.Control()._rep
        self.library = compiled()
        self.blocks = array("q", [0] * WORDS)
        self.blocks[MOST] = most
        self.sums = SumRecorder()

    def listen(self, control: clingo.Control) -> None:
        """Have a control report to this recorder, and to no solver."""
        observer = ffi.new("clingo_ground_program_observer_t*")
        for name in ("rule", "output_atom"):
            kind = ffi.typeof(getattr(observer, name))
            address = self.library.get_function_address(name)
            setattr(observer, name, ffi.cast(kind, address))
        data = ffi.cast("void*", self.blocks.buffer_info()[0])
        if not lib.clingo_control_register_observer(control._rep, observer, True, data):
            raise RuntimeError("clingo takes no observer")
        control.register_observer(self.sums)

    @property
    def has_too_many(self) -> bool:
        """Whether grounding ended as there were too many rules."""
        return self.blocks[FULL] == TOO_MANY_RULES

    def require_memory(self) -> None:
        """Raise MemoryError if there was too little memory for what was to be recorded."""
        if self.blocks[FULL] == NO_MEMORY:
            raise MemoryError

    def content(self, number: int) -> bytes:
        """Return what a block holds."""
        place, size, _ = self.blocks[3 * number : 3 * number + 3]
        return string_at(place, size) if size else b""

    def numbers(self, number: int) -> "array[int]":
        """Return the numbers that a block holds."""
        return array("i", self.content(number))

    def rules(self) -> dict[str, Any]:
        """Return what was recorded."""
        return self.sums.sums() | {
            "heads": self.numbers(HEADS),
            "ends": self.numbers(ENDS),
            "body": self.numbers(BODY),
            "shown_atoms": self.numbers(ATOMS),
        }

    @property
    def names(self) -> str:
        """The names of atoms, one a line, as clingo spells them."""
        return self.content(NAMES).decode().removesuffix("\n")


def compiled() -> Any:
    """Return the callbacks as machine code; they call clingo where symbols are spelled."""
    text = TEXT
    for name, number in NUMBERS.items():
        text = text.replace(f"i64 {name}", f"i64 {number}")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=1, jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    return engine
