"""The rules and claims of a certificate as an ASP program, and questions about them.

`claims.lp` says what the claims mean. Here they become facts, and the ground rules become a part of
the program, `rules(p)`, that can be laid over several places: now, next, and the image of now.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.audit.certificate import Certificate
from zermelo.audit.verdict import Refuted, require
from zermelo.errors import LimitError
from zermelo.ground.program import INPUTS, Program
from zermelo.process.session import Session


@dataclass(frozen=True, slots=True)
class Effort:
    """The most that the solver may spend on a claim."""

    conflicts: int = 1_000_000
    seconds: float = 600.0
    megabytes: int = 6144


def spelled(name: str, *args: object, place: str | None = None) -> str:
    """Return an atom; texts are quoted as clingo reads them, but for the place at the end.

    >>> spelled("goal_at", "red queen", 50, place="now")
    'goal_at("red queen",50,now)'
    """
    inside = [json.dumps(one, ensure_ascii=False) for one in args]
    return f"{name}({','.join(inside if place is None else [*inside, place])})"


def leaves(value: Any) -> Iterator[list[Any]]:
    """Yield what leads to each value in lists and objects, and the value."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ([key, *leaf] for leaf in leaves(part))
    else:
        yield [value]


def facts(certificate: Certificate) -> Iterator[str]:
    """Yield the names of the game and the claims, as `claims.lp` has them."""
    program = certificate.program
    yield from (spelled("is_role", role) for role in program.roles)
    yield from (spelled("chance", role) for role in certificate.chance)
    yield from (spelled("base", fluent) for fluent in certificate.base)
    yield from (spelled(f"is_{kind}", *args) for (kind, *args), _ in program.ports() if args)
    for number, claim in enumerate(certificate.claims):
        yield from (spelled(key, number, *leaf) for key, *leaf in leaves(claim))


def rules(program: Program) -> Iterator[str]:
    """Yield the ground rules, over the inputs and with the outputs that `claims.lp` has."""

    def atom(number: int) -> str:
        return f"not a{-number}(p)" if number < 0 else f"a{number}(p)" if number else "#false"

    yield "#program rules(p)."
    for head, body in program.rules():
        yield f"{atom(head)} :- {', '.join(map(atom, body)) or '#true'}."
    lower: dict[Any, str] = {}  # the last bound of each sum
    ascending = sorted(enumerate(program.weighted), key=lambda one: one[1][1])
    for number, (head, bound, pairs) in ascending:
        reached, rest = f"sum{number}(p)", f"rest{number}(p)"
        more = sum(weight for _, weight in pairs) - bound + 1
        for name, sign, least in (reached, 1, bound), (rest, -1, more):
            terms = "; ".join(f"{w},{n} : {atom(sign * one)}" for n, (one, w) in enumerate(pairs))
            yield f"{name} :- {least} <= #sum {{ {terms} }}."
        # True of all sums, but clingo would have to try: either the true atoms reach the bound or
        # the false ones the rest; and whoever reaches a bound reaches a lower one.
        yield f"{atom(head)} :- {reached}. :- {reached}, {rest}. :- not {reached}, not {rest}."
        yield f":- {reached}, not {lower.setdefault(pairs, reached)}."
        lower[pairs] = reached
    for (kind, *args), number in program.ports():
        port = spelled(f"{kind}_at", *args, place="p")
        yield f"{atom(number)} :- {port}." if kind in INPUTS else f"{port} :- {atom(number)}."


class AuditTheory(Session):
    """A solver that knows the claims of a certificate, a step, and further parts of `claims.lp`."""

    def __init__(
        self, certificate: Certificate, effort: Effort, *parts: tuple[str, ...], start: str = "open"
    ) -> None:
        """Start the solver, and see what can be seen of claims without any position."""
        self.effort, self.parts = effort, 0
        limits: Any = {"megabytes": effort.megabytes, "seconds": effort.seconds}
        super().__init__("zermelo.audit.solver:solver", {"conflicts": effort.conflicts}, **limits)
        meaning = Path(__file__).with_name("claims.lp").read_text(encoding="utf-8")
        self.told = [*map("{}.".format, facts(certificate)), meaning, *rules(certificate.program)]
        step = [("base",), ("claims",), (start,), ("moves",), ("rules", "now"), ("step",)]
        self.ground = [*step, *parts]
        first = next(self.models(), None)
        assert first is not None or start == "rows", "there is no position to refute anything by"
        nonsense = sorted((one[1:] for one in first or () if one[0] == "nonsense"), reverse=True)
        self.nonsense = dict(nonsense)  # the first reason in the alphabet, if there are several

    def tell(self, *rules: str) -> None:
        """Add rules, whose heads must be new."""
        if not self.told:
            self.parts += 1
            self.told.append(f"#program part{self.parts}.")
            self.ground.append((f"part{self.parts}",))
        self.told += rules

    def models(self, *assumed: str, most: int = 1) -> Iterator[list[list[Any]]]:
        """Yield all models in which some atoms are true, or false after `not `.

        Raises:
            LimitError: the solver cannot decide that with the effort that is allowed.
        """
        ask = [(atom.removeprefix("not "), not atom.startswith("not ")) for atom in assumed]
        message = {"add": "\n".join(self.told), "ground": self.ground, "ask": ask, "most": most}
        self.told, self.ground, complete = [], [], False
        while not complete:
            answer = self.ask(message, self.effort.seconds)
            yield from answer["models"]
            complete, message = answer["complete"], {"most": most}
            if not complete and len(answer["models"]) < most:
                raise LimitError(f"a claim is open after {self.effort.conflicts:,} conflicts")

    def require_sense(self, number: int | None) -> None:
        """Raise Refuted if the claim with a number is nonsense."""
        require(number not in self.nonsense, self.nonsense.get(number, ""))

    def refute(self, number: int | None, *assumed: str, why: str = "this is possible") -> None:
        """Raise Refuted if there is a model, or if the claim with a number is nonsense."""
        self.require_sense(number)
        for model in self.models(*assumed):
            raise Refuted({"why": why, **counterexample(model)})


def counterexample(model: list[list[Any]]) -> dict[str, Any]:
    """Return the position in a model and, if a move is made, the joint move and what is next."""
    at = {p: sorted(a[1] for a in model if a[::2] == ["true_at", p]) for p in ("now", "next")}
    moves = {atom[1]: atom[2] for atom in model if atom[0] == "does_at" and atom[3] == "now"}
    return {"position": at["now"], **({"moves": moves, "next": at["next"]} if moves else {})}
