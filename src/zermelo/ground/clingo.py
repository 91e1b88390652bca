"""clingo, as called inside the sandbox: a program in, its ground rules out as flat arrays."""

import gc
import math
import re
import time
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import clingo
import numpy as np


class RuleRecorder(clingo.Observer):
    """Keeps every ground rule, about five times faster than clingo's text output is read."""

    def __init__(self, most: float = math.inf) -> None:
        """Start with no rules; a rule beyond `most` ends grounding."""
        self.most = most
        self.heads = array("i")
        self.ends = array("i")
        self.body = array("i")
        self.weighted: list[tuple[int, int, list[tuple[int, int]]]] = []
        self.shown: list[tuple[clingo.Symbol, int]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Keep a rule; choices only say what is possible, and that is seen from what is shown."""
        if not choice:
            for atom in head:
                self.heads.append(atom)
                self.body.extend(body)
                self.ends.append(len(self.body))
            if len(self.heads) > self.most:
                raise RuntimeError("too many rules")

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Keep a rule whose body is a sum that must reach a bound."""
        if not choice:
            self.weighted.extend((atom, lower_bound, list(body)) for atom in head)

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Keep the name of an atom; 0 stands for a fact."""
        self.shown.append((symbol, atom))


def ground(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ground rules of `message["program"]` and what its atoms are called.

    Given `message["most_rules"]`, return only the CPU time that was spent if there are more.
    """
    # This process does one thing and ends: nothing is worth collecting.
    gc.disable()
    recorder = RuleRecorder(message.get("most_rules", math.inf))
    notes: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, text: notes.append(text))
    control.register_observer(recorder)
    try:
        control.add("base", [], message["program"])
        control.ground([("base", [])])
    except RuntimeError as error:
        if len(recorder.heads) > recorder.most:
            return {"spent": time.process_time()}
        raise RuntimeError("; ".join([*notes, str(error)])) from error
    weights = [number for _, _, body in recorder.weighted for pair in body for number in pair]
    return {
        "heads": np.array(recorder.heads, np.int32),
        "ends": np.array(recorder.ends, np.int32),
        "body": np.array(recorder.body, np.int32),
        "weighted": [(head, bound, len(body)) for head, bound, body in recorder.weighted],
        "weights": np.array(weights, np.int32),
        "shown": spell([symbol for symbol, _ in recorder.shown], message["names"]),
        "shown_atoms": np.array([atom for _, atom in recorder.shown], np.int32),
    }


def spell(symbols: Sequence[clingo.Symbol], table: Mapping[str, str]) -> str:
    """Return atoms one a line, `relation(` and its arguments in KIF, with the names of the sheet.

    All of them in one substitution: asking each symbol for its parts is ten times slower.
    """

    def translate(word: re.Match[str]) -> str:
        text = word.group()
        if text == ",":
            return " "
        return f"({table[text[:-1]]} " if text.endswith("(") else table[text]

    lines = "\n".join(map(str, symbols))
    return re.sub(r"\bf[0-9]+\(|\b[cf][0-9]+\b|,", translate, lines)


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
