"""Records the ground rules that clingo finds, in Python: for few rules, and as a definition."""

from array import array
from collections.abc import Sequence
from typing import Any, Protocol

import clingo


class Recorder(Protocol):
    """Listens to what clingo finds while it grounds a program."""

    def listen(self, control: clingo.Control) -> None:
        """Have a control report to this recorder, and to no solver, which would take as long."""

    @property
    def has_too_many(self) -> bool:
        """Whether grounding ended because there were too many rules."""

    def require_memory(self) -> None:
        """Raise MemoryError if grounding ended because what was found had no room."""

    def rules(self) -> dict[str, Any]:
        """Return the rules, and the atoms that are shown, as arrays."""

    @property
    def names(self) -> str:
        """The names of the atoms that are shown, one a line, as clingo spells them."""


class SumRecorder(clingo.Observer):
    """Keeps rules whose body is a sum that must reach a bound: there are few."""

    def __init__(self) -> None:
        """Start with no rules."""
        self.weighted: list[tuple[int, int, list[tuple[int, int]]]] = []

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Keep such a rule; choices only say what is possible, and that is seen from names."""
        if not choice:
            self.weighted.extend((atom, lower_bound, list(body)) for atom in head)

    def sums(self) -> dict[str, Any]:
        """Return these rules as arrays."""
        weights = [number for _, _, body in self.weighted for pair in body for number in pair]
        return {
            "weighted": [(head, bound, len(body)) for head, bound, body in self.weighted],
            "weights": array("i", weights),
        }


class RuleRecorder(SumRecorder):
    """Keeps every ground rule, about five times faster than clingo's text output is read."""

    def __init__(self, most: float) -> None:
        """Start with no rules; a rule beyond `most` ends grounding."""
        super().__init__()
        self.most = most
        self.heads = array("i")
        self.ends = array("i")
        self.body = array("i")
        self.shown: list[tuple[clingo.Symbol, int]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Keep a rule that is no choice."""
        if not choice:
            for atom in head:
                self.heads.append(atom)
                self.body.extend(body)
                self.ends.append(len(self.body))
            if self.has_too_many:
                raise RuntimeError("too many rules")

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Keep the name of an atom; 0 stands for a fact."""
        self.shown.append((symbol, atom))

    def listen(self, control: clingo.Control) -> None:
        """Have a control report to this recorder alone."""
        control.register_observer(self, replace=True)

    @property
    def has_too_many(self) -> bool:
        """Whether there are more rules than were asked for."""
        return len(self.heads) > self.most

    def require_memory(self) -> None:
        """Raise nothing: Python does so by itself."""

    def rules(self) -> dict[str, Any]:
        """Return what was recorded."""
        return self.sums() | {
            "heads": self.heads,
            "ends": self.ends,
            "body": self.body,
            "shown_atoms": array("i", [atom for _, atom in self.shown]),
        }

    @property
    def names(self) -> str:
        """The names of the atoms that are shown."""
        return "\n".join(str(symbol) for symbol, _ in self.shown)
