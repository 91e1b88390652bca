"""clingo, as called inside the sandbox: a program in, its ground rules out as flat arrays."""

import gc
import re
import time
from collections.abc import Mapping
from typing import Any

import clingo

from zermelo.ground.recorder import Recorder, RuleRecorder

FEW_RULES = 20_000
"""Rules up to which Python records them sooner than machine code is made for that."""
MOST_RULES = 1 << 62
"""More rules than any memory holds."""
CODE = re.compile(r"[cf][0-9]+\(?")
"""What the encoder calls a constant, or a function; no relation that is shown has such a name."""


def ground(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ground rules of `message["program"]` and what its atoms are called.

    Given `message["most_rules"]`, return only the CPU time that was spent if there are more.
    """
    # This process does one thing and ends: nothing is worth collecting.
    gc.disable()
    most = message.get("most_rules", MOST_RULES)
    recorder: Recorder = RuleRecorder(min(most, FEW_RULES))
    if not recorded(message["program"], recorder):
        recorder = recorder_of_many(most)
        if most <= FEW_RULES or not recorded(message["program"], recorder):
            return {"spent": time.process_time()}
    return recorder.rules() | {"shown": spell(recorder.names, message["names"])}


def recorder_of_many(most: int) -> Recorder:
    """Return the recorder in machine code, or that in Python if clingo's package has changed."""
    try:
        from zermelo.ground.native.recorder import MachineRecorder

        return MachineRecorder(most)
    except (ImportError, AttributeError):
        return RuleRecorder(most)


def recorded(program: str, recorder: Recorder) -> bool:
    """Ground a program, and record its rules; return False if there were too many."""
    notes: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, text: notes.append(text))
    recorder.listen(control)
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError as error:
        if recorder.has_too_many:
            return False
        recorder.require_memory()
        raise RuntimeError("; ".join([*notes, str(error)])) from error
    return True


def spell(names: str, table: Mapping[str, str]) -> str:
    """Return atoms one a line, `relation(` and its arguments in KIF, with the names of the sheet.

    All of them in one substitution: asking each symbol for its parts is ten times slower.
    """
    words = {**table} | {f"{code}(": f"({name} " for code, name in table.items()}
    return CODE.sub(lambda code: words[code.group()], names.replace(",", " "))


class InstanceCounter:
    """Counts how often each rule is instantiated; stops when the time is up.

    By the clock, as whoever waits for it does: on a busy machine a process may get a tenth of it.
    """

    def __init__(self, size: int, seconds: float) -> None:
        """Count for rules 0 to size-1."""
        self.counts = [0] * size
        self.calls = 0
        self.deadline = time.monotonic() + seconds

    def instance(self, rule: clingo.Symbol, *_: clingo.Symbol) -> clingo.Symbol:
        """Count one; called by clingo for every instance."""
        self.counts[rule.number] += 1
        self.calls += 1
        if self.calls % 4096 == 0 and time.monotonic() > self.deadline:
            raise RuntimeError("the time is up")
        return clingo.Number(0)


def blame(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return how many instances each rule had until the time was up, or all were done."""
    counter = InstanceCounter(message["rules"], message["seconds"])
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    control.add("base", [], message["program"])
    try:
        control.ground([("base", [])], context=counter)
    except RuntimeError:
        done = False
    else:
        done = True
    return {"counts": counter.counts, "done": done}
