"""The rules and claims of a certificate as an ASP program, and questions about them.

`claims.lp` says what the claims mean. Here they become facts, and the ground rules become a part of
the program, `rules(p)`, that can be laid over several places: now, next, and the image of now.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.audit.certificate import Certificate
from zermelo.audit.evaluator import Fact, facts_in, facts_out
from zermelo.audit.verdict import Refuted, require
from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.session import Session

PLACES = "now", "next"
SHOWN = "#show true_at/2. #show does_at/3. #show nonsense/2."


@dataclass(frozen=True, slots=True)
class Effort:
    """The most that the solver may spend on a claim."""

    conflicts: int = 1_000_000
    seconds: float = 600.0
    megabytes: int = 6144


def spelled(name: str, args: Iterable[object]) -> str:
    """Return an atom; texts are quoted as clingo reads them.

    >>> spelled("holds", [3, "a b", None])
    'holds(3,"a b",null)'
    """
    return f"{name}({','.join(json.dumps(one, ensure_ascii=False) for one in args)})"


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
    yield spelled("kind", [certificate.kind])
    yield from (spelled("is_role", [role]) for role in program.roles)
    yield from (spelled("chance", [role]) for role in certificate.chance)
    yield from (spelled("base", [fluent]) for fluent in certificate.base)
    known = [*facts_in(program), *facts_out(program)]
    yield from (spelled(f"is_{name}", args) for name, *args in known if args)
    for number, claim in enumerate(certificate.claims):
        for key, *leaf in leaves(claim):
            yield spelled(key, [number, *leaf])


def rules(program: Program) -> Iterator[str]:
    """Yield the ground rules, over the inputs and with the outputs that `claims.lp` has."""

    def literal(atom: int) -> str:
        return f"not a{-atom}(p)" if atom < 0 else f"a{atom}(p)" if atom else "#false"

    def placed(fact: Fact) -> str:
        return spelled(f"{fact[0]}_at", fact[1:])[:-1] + (",p)" if fact[1:] else "p)")

    yield "#program rules(p)."
    for head, body in program.rules():
        yield f"{literal(head)} :- {', '.join(map(literal, body)) or '#true'}."
    for head, bound, pairs in program.weighted:
        terms = "; ".join(f"{w},{n} : {literal(atom)}" for n, (atom, w) in enumerate(pairs))
        yield f"{literal(head)} :- {bound} <= #sum {{ {terms} }}."
    yield from (f"{literal(atom)} :- {placed(fact)}." for fact, atom in facts_in(program).items())
    yield from (f"{placed(fact)} :- {literal(atom)}." for fact, atom in facts_out(program).items())


class Theory:
    """A solver that knows the claims of a certificate, a step, and further parts of `claims.lp`."""

    def __init__(self, certificate: Certificate, effort: Effort, *parts: tuple[str, ...]) -> None:
        """Start the solver, and see what can be seen of claims without any position."""
        self.effort, self.parts = effort, 0
        self.session = Session(
            "zermelo.audit.solver:solver",
            {"conflicts": effort.conflicts},
            megabytes=effort.megabytes,
            seconds=effort.seconds,
        )
        meaning = Path(__file__).with_name("claims.lp").read_text(encoding="utf-8")
        known = [f"{fact}." for fact in facts(certificate)]
        self.told = [*known, SHOWN, meaning, *rules(certificate.program)]
        step = [("base",), ("claims",), ("open",), ("rules", "now"), ("step",)]
        self.ground = [*step, ("invariants", "now"), ("invariants", "next"), *parts]
        found = self.model() or []
        nonsense = sorted((atom[1:] for atom in found if atom[0] == "nonsense"), reverse=True)
        self.nonsense = dict(nonsense)  # the first reason in the alphabet, if there are several

    def __enter__(self) -> "Theory":
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def tell(self, *rules: str) -> None:
        """Add rules, whose heads must be new."""
        if not self.told:
            self.parts += 1
            self.told.append(f"#program part{self.parts}.")
            self.ground.append((f"part{self.parts}",))
        self.told += rules

    def model(self, *assumed: str) -> list[list[Any]] | None:
        """Return atoms of a model in which atoms are true, or false after `not `; None without one.

        Raises:
            LimitError: the solver cannot decide that with the effort that is allowed.
        """
        ask = [(atom.removeprefix("not "), not atom.startswith("not ")) for atom in assumed]
        message = {"add": "\n".join(self.told), "ground": self.ground, "ask": ask}
        self.told, self.ground = [], []
        answer = self.session.ask(message, self.effort.seconds)
        if answer["open"]:
            raise LimitError(f"a claim is not decided after {self.effort.conflicts:,} conflicts")
        found: list[list[Any]] | None = answer["model"]
        return found

    def refute(self, number: int | None, *assumed: str, why: str = "this is possible") -> None:
        """Raise Refuted, with a counterexample, if all that is assumed can be so.

        So does what can be seen of the claim with a number.
        """
        require(number not in self.nonsense, self.nonsense.get(number, ""))
        if (found := self.model(*assumed)) is not None:
            true = {
                place: sorted(a[1] for a in found if a[::2] == ["true_at", place])
                for place in PLACES
            }
            moves = {
                atom[1]: atom[2] for atom in found if atom[0] == "does_at" and atom[3] == "now"
            }
            step = {"moves": moves, "next": true["next"]} if moves else {}
            raise Refuted({"why": why, "position": true["now"], **step})
