"""clingo, as called inside the sandbox: a program in, its ground rules out as flat arrays."""

import time
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import clingo
import numpy as np


class Recorder(clingo.Observer):
    """Keeps every ground rule, about five times faster than clingo's text output is read."""

    def __init__(self) -> None:
        """Start with no rules."""
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
    """Return the ground rules of `message["program"]` and what its atoms are called."""
    recorder = Recorder()
    notes: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, text: notes.append(text))
    control.register_observer(recorder)
    try:
        control.add("base", [], message["program"])
        control.ground([("base", [])])
    except RuntimeError as error:
        raise RuntimeError("; ".join([*notes, str(error)])) from error
    table: Mapping[str, str] = message["names"]
    spelled: dict[clingo.Symbol, str] = {}
    weights = [number for _, _, body in recorder.weighted for pair in body for number in pair]
    return {
        "heads": np.array(recorder.heads, np.int32),
        "ends": np.array(recorder.ends, np.int32),
        "body": np.array(recorder.body, np.int32),
        "weighted": [(head, bound, len(body)) for head, bound, body in recorder.weighted],
        "weights": np.array(weights, np.int32),
        "shown": [
            (symbol.name, [spell(arg, table, spelled) for arg in symbol.arguments], atom)
            for symbol, atom in recorder.shown
        ],
    }


def spell(symbol: clingo.Symbol, table: Mapping[str, str], known: dict[clingo.Symbol, str]) -> str:
    """Return a term in KIF, with the names of the sheet."""
    if symbol.type == clingo.SymbolType.Number:
        return str(symbol.number)
    text = known.get(symbol)
    if text is None:
        name = table[symbol.name]
        args = [spell(arg, table, known) for arg in symbol.arguments]
        text = known[symbol] = f"({name} {' '.join(args)})" if args else name
    return text


class Instances:
    """Counts how often each rule is instantiated; stops when the time is up."""

    def __init__(self, size: int, seconds: float) -> None:
        """Count for rules 0 to size-1."""
        self.counts = [0] * size
        self.calls = 0
        self.deadline = time.process_time() + seconds

    def instance(self, rule: clingo.Symbol, *_: clingo.Symbol) -> clingo.Symbol:
        """Count one; called by clingo for every instance."""
        self.counts[rule.number] += 1
        self.calls += 1
        if self.calls % 4096 == 0 and time.process_time() > self.deadline:
            raise RuntimeError("the time is up")
        return clingo.Number(0)


def blame(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return how many instances each rule had until the time was up, or all were done."""
    counter = Instances(message["rules"], message["seconds"])
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    control.add("base", [], message["program"])
    try:
        control.ground([("base", [])], context=counter)
    except RuntimeError:
        done = False
    else:
        done = True
    return {"counts": counter.counts, "done": done}
