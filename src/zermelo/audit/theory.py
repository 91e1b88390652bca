"""Ground rules -> an ASP program with an open position, and an open joint move in it.

`t(F)` says that fluent F holds now, `d(R,M)` that role R makes move M, `n(F)` that F holds next. A
joint move is made if `m` is true. Positions keep the invariants if `inv` is true.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.audit.subject import Refuted, Subject
from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.session import Session


@dataclass(frozen=True, slots=True)
class Effort:
    """The most that the solver may spend on a claim."""

    conflicts: int = 1_000_000
    seconds: float = 600.0
    megabytes: int = 6144


class Frame:
    """The rules over some inputs: the texts of `true` and `does`, and how other atoms begin."""

    def __init__(self, program: Program, prefix: str, inputs: Mapping[int, str]) -> None:
        """Name the atoms."""
        self.program, self.prefix, self.inputs = program, prefix, inputs
        self.terminal = self.literal(program.terminal)
        self.legal = [[self.literal(atom) for atom in own.tolist()] for own in program.legal]
        self.goals = [{v: self.literal(atom) for v, atom in own} for own in program.goals]
        self.next = [self.literal(atom) for atom in program.next.tolist()]

    def literal(self, atom: int) -> str:
        """Return the text of an atom, negated if its number is negative; 0 never holds."""
        if atom < 0:
            return f"not {self.literal(-atom)}"
        return self.inputs.get(atom, f"{self.prefix}{atom}") if atom else "#false"

    def rules(self) -> list[str]:
        """Return all rules."""
        lines = [
            f"{self.literal(head)} :- {', '.join(map(self.literal, body)) or '#true'}."
            for head, body in self.program.rules()
        ]
        for head, bound, pairs in self.program.weighted:
            terms = [f"{w},{n} : {self.literal(atom)}" for n, (atom, w) in enumerate(pairs)]
            lines.append(f"{self.literal(head)} :- {bound} <= #sum {{ {'; '.join(terms)} }}.")
        return lines


def now(program: Program) -> Frame:
    """Return the rules of a position, and of the joint move in it."""
    inputs = {atom: f"t({fluent})" for fluent, atom in enumerate(program.true.tolist())}
    for role, atoms in enumerate(program.does):
        inputs |= {atom: f"d({role},{move})" for move, atom in enumerate(atoms.tolist())}
    return Frame(program, "a", inputs)


def later(program: Program) -> Frame:
    """Return the rules of the next position, in which nothing is done."""
    inputs = {atom: f"n({fluent})" for fluent, atom in enumerate(program.true.tolist())}
    inputs |= {atom: "#false" for atoms in program.does for atom in atoms.tolist()}
    return Frame(program, "b", inputs)


def count(atoms: Iterable[str]) -> str:
    """Return the number of atoms that are true."""
    return f"#count {{ {'; '.join(f'{number} : {atom}' for number, atom in enumerate(atoms))} }}"


class Theory:
    """A solver that knows one step of some rules, and what more it is told."""

    def __init__(self, subject: Subject, effort: Effort) -> None:
        """Start the solver, and tell it the rules of a step."""
        self.subject, self.effort, frame = subject, effort, now(subject.program)
        self.session = Session(
            "zermelo.audit.solver:solver",
            {"conflicts": effort.conflicts},
            megabytes=effort.megabytes,
            seconds=effort.seconds,
        )
        self.told = [*frame.rules(), "{ m; inv }.", "#show t/1. #show d/2. #show n/1."]
        self.told += [f"{{ t(0..{len(frame.next) - 1}) }}.", f":- m, {frame.terminal}."]
        self.told += [f"n({fluent}) :- {atom}." for fluent, atom in enumerate(frame.next)]
        for role, legal in enumerate(frame.legal):
            self.told.append(f"1 {{ d({role},0..{len(legal) - 1}) }} 1 :- m.")
            self.told += [f":- d({role},{move}), not {atom}." for move, atom in enumerate(legal)]

    def __enter__(self) -> "Theory":
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def tell(self, *rules: str) -> None:
        """Add rules, whose heads must be new."""
        self.told += rules

    def ask(self, *assumed: tuple[str, bool], why: str = "this is possible") -> None:
        """Raise Refuted, with a counterexample, if all that is assumed can be so.

        Raises:
            LimitError: the solver cannot decide that with the effort that is allowed.
        """
        text, self.told = "\n".join(self.told), []
        answer = self.session.ask({"add": text, "ask": assumed}, self.effort.seconds)
        if answer.get("open"):
            raise LimitError(f"a claim is not decided after {self.effort.conflicts:,} conflicts")
        if answer["model"] is not None:
            raise Refuted({"why": why, **self.counterexample(answer["model"])})

    def counterexample(self, model: Iterable[str]) -> dict[str, Any]:
        """Return what a model says: a position, a joint move if one is made, the next position."""
        found: dict[str, list[list[int]]] = {"t": [], "d": [], "n": []}
        for text in model:
            found[text[0]].append([int(number) for number in text[2:-1].split(",")])
        program = self.subject.program
        position, following = (
            self.subject.spelled(fluent for (fluent,) in found[at]) for at in "tn"
        )
        moves = {program.roles[role]: program.moves[role][move] for role, move in found["d"]}
        return {"position": position, **({"moves": moves, "next": following} if moves else {})}
