"""The two-step theory of a game, inside the sandbox: any state, one joint move, the next state.

After Genesereth and Thielscher, General Game Playing, section 16.1, from the ground rules instead
of a text: every fluent may hold or not at time 1, every role makes one legal move, `next` is the
state at time 2. A question is a set of assumptions; what no model answers with is proved. One
theory answers any number of questions, and nothing is grounded again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import clingo
import numpy as np
from clingo.backend import HeuristicType
from numpy.typing import NDArray

from zermelo.proofs.budget import Budget, OutOfStepsError, TimeUpError
from zermelo.proofs.clingo_calls import truths, work_of

Ints = NDArray[np.int32]
ALL = ("next", "legal", "terminal", "goals")

QUESTION, CHOICE, CONFLICT = 1000, 10, 20
"""Steps that a question costs, and each choice and conflict of the solver, apart from rules."""
MOST_CONFLICTS = 1 << 30
"""More the solver cannot be allowed, other than by no limit."""
CHOICE_RULES, CONFLICT_RULES = 10_000, 100
"""At each question every rule costs a step, at a conflict every 100th, at a choice hardly any."""


@dataclass(frozen=True, slots=True)
class SampledStep:
    """A state, a joint move and the next state, as a model has them; fluents by their numbers."""

    before: tuple[int, ...]
    joint: tuple[int, ...]  # empty if nobody moves
    after: tuple[int, ...]  # what would be next, even if nobody moves


@dataclass(frozen=True, slots=True)
class TimeFrame:
    """The atoms of the solver that say what holds at one time."""

    true: tuple[int, ...]  # [fluents]
    next: tuple[int, ...]  # [fluents]
    does: tuple[tuple[int, ...], ...]  # [role][move]
    legal: tuple[tuple[int, ...], ...]  # [role][move]
    goals: tuple[tuple[tuple[int, int], ...], ...]  # [role] value and atom
    terminal: int


class StepTheory:
    """A solver that knows the rules at time 1, and what is added to them.

    Atoms are positive numbers; a literal is an atom or its negative. Whatever is added after a
    question may only define atoms that are new.
    """

    def __init__(self, tables: Mapping[str, Any], outputs: Sequence[str] = ALL[:3]) -> None:
        """Lay the rules that `outputs` need; `tables` are those of `zermelo.proofs.tables`."""
        self.tables = tables
        # Moves are decided first, for once they are known most of the rules are (three times as
        # fast on chess); the state at random, so that a model refutes many claims at once.
        options = ["--warn=none", "--heuristic=Domain", "--sign-def=rnd"]
        options.append(f"--seed={tables.get('seed', 0) % 2**32}")  # clasp knows no others
        self.control = clingo.Control(options, logger=lambda *_: None)
        solving = self.control.configuration.solve
        assert isinstance(solving, clingo.Configuration)
        self.solving = solving
        self.open = ExitStack()
        self.backend: clingo.Backend | None = None
        self.core: frozenset[int] = frozenset()
        self.rules = 0  # that were told, which is what a question costs
        self.never = self.atom()
        true = tuple(self.choice() for _ in range(tables["true"].size))
        does = tuple(tuple(self.choice() for _ in atoms.tolist()) for atoms in tables["does"])
        self.moving = self.choice()
        self.now = self.lay(true, does, outputs)
        self.move()

    def atom(self) -> int:
        """Return a new atom, which is false unless rules make it true."""
        return self.writer().add_atom()

    def choice(self) -> int:
        """Return a new atom that may be true or false: an input, or a claim to be assumed."""
        atom = self.atom()
        self.writer().add_rule([atom], [], True)
        return atom

    def rule(self, head: int, body: Sequence[int]) -> None:
        """Make `head` true where all literals of the body are."""
        self.rules += 1
        self.writer().add_rule([head], body)

    def at_least(self, head: int, bound: int, literals: Iterable[int]) -> None:
        """Make `head` true where at least `bound` of the literals are."""
        self.weigh(head, bound, [(literal, 1) for literal in literals])

    def weigh(self, head: int, bound: int, weighted: Sequence[tuple[int, int]]) -> None:
        """Make `head` true where the weights of the literals that are true reach the bound."""
        self.rules += 1
        self.writer().add_weight_rule([head], bound, weighted)

    def forbid(self, body: Sequence[int]) -> None:
        """Allow no model in which all literals of the body are true."""
        self.rules += 1
        self.writer().add_rule([], body)

    def outside(self, literals: Sequence[int], least: int, most: int) -> int:
        """Return a new atom: true where the number of true literals is not in least..most."""
        head = self.atom()
        if most < len(literals):
            self.at_least(head, most + 1, literals)
        if least > 0:
            enough = self.atom()
            self.at_least(enough, least, literals)
            self.rule(head, [-enough])
        return head

    def any_of(self, literals: Iterable[int]) -> int:
        """Return a new atom: true where at least one of the literals is."""
        head = self.atom()
        for literal in literals:
            self.rule(head, [literal])
        return head

    @cached_property
    def following(self) -> TimeFrame:
        """What is legal, terminal and goal at time 2, after the move; laid once."""
        return self.lay(self.now.next, None, ("legal", "terminal", "goals"))

    def lay(
        self,
        true: Sequence[int],
        does: Sequence[Sequence[int]] | None = None,
        outputs: Sequence[str] = ALL,
    ) -> TimeFrame:
        """Return the rules laid once more, over other inputs.

        `lay(theory.now.next)` says what is legal, terminal and goal at time 2; without `does`
        nothing is done there, so nothing is next.
        """
        tables = self.tables
        if does is None:
            outputs = [output for output in outputs if output != "next"]
            does = [[self.never] * atoms.size for atoms in tables["does"]]
        wanted = {
            "next": tables["next"].tolist(),
            "legal": [atom for atoms in tables["legal"] for atom in atoms.tolist()],
            "terminal": [tables["terminal"]],
            "goals": [atom for goals in tables["goals"] for _, atom in goals],
        }
        needed = cone(tables, [atom for output in outputs for atom in wanted[output]])
        number: dict[int, int] = {0: self.never}
        number.update(zip(tables["true"].tolist(), true, strict=True))
        for atoms, inputs in zip(tables["does"], does, strict=True):
            number.update(zip(atoms.tolist(), inputs, strict=True))
        self.lay_rules(needed, number)
        return TimeFrame(
            true=tuple(true),
            next=tuple(number.get(atom, self.never) for atom in wanted["next"]),
            does=tuple(tuple(inputs) for inputs in does),
            legal=tuple(
                tuple(number.get(atom, self.never) for atom in atoms.tolist())
                for atoms in tables["legal"]
            ),
            goals=tuple(
                tuple((value, number.get(atom, self.never)) for value, atom in goals)
                for goals in tables["goals"]
            ),
            terminal=number.get(tables["terminal"], self.never),
        )

    def lay_rules(self, needed: NDArray[np.bool_], number: dict[int, int]) -> None:
        """Add every rule with a needed head; new atoms are noted in `number`."""
        writer, tables = self.writer(), self.tables

        def literal(ours: int) -> int:
            atom = number.get(abs(ours))
            if atom is None:
                atom = number[abs(ours)] = writer.add_atom()
            return atom if ours > 0 else -atom

        heads, ends, body = (tables[name].tolist() for name in ("heads", "ends", "body"))
        start = 0
        for head, end in zip(heads, ends, strict=True):
            if needed[head]:
                self.rules += 1
                writer.add_rule([literal(head)], [literal(each) for each in body[start:end]])
            start = end
        weights, start = tables["weights"].reshape(-1, 2).tolist(), 0
        for head, bound, size in tables["weighted"]:
            if needed[head]:
                self.rules += 1
                pairs = [(literal(each), weight) for each, weight in weights[start : start + size]]
                writer.add_weight_rule([literal(head)], bound, pairs)
            start += size

    def move(self) -> None:
        """Where somebody moves, the match is not over and every role makes one legal move."""
        now, moving = self.now, self.moving
        self.forbid([moving, now.terminal])
        for does, legal in zip(now.does, now.legal, strict=True):
            self.forbid([moving, self.outside(does, 1, 1)])
            for done, allowed in zip(does, legal, strict=True):
                self.writer().add_heuristic(done, HeuristicType.True_, 1, 1, [])
                self.forbid([done, -moving])
                self.forbid([done, -allowed])

    def ask(
        self, literals: Iterable[int], budget: Budget, *, moving: bool | None = True
    ) -> SampledStep | None:
        """Return a model in which all literals are true, or None: it is proved that there is none.

        Which of the literals that took is then in `core`; it may not be the least that would do.

        Args:
            literals: what is assumed, for this question only.
            budget: what the answer may cost; it is charged.
            moving: whether a legal move is made; otherwise the question is about any state, or,
                with None, about either.

        Raises:
            UnsettledError: the budget was spent first.
        """
        self.close()
        budget.check()
        assumed = list(literals)
        if moving is not None:
            assumed.append(self.moving if moving else -self.moving)
        conflict = CONFLICT + self.rules // CONFLICT_RULES
        budget.spend(QUESTION + self.rules)
        # A limit of 0 would stop the solver before it has looked at the rules at all.
        most = min(MOST_CONFLICTS, 1 + max(0, budget.steps) // conflict)
        self.solving.solve_limit = str(most)
        with self.control.solve(assumptions=assumed, async_=True, yield_=True) as handle:
            seconds = budget.seconds
            if seconds is not None and not handle.wait(seconds):
                handle.cancel()
                raise TimeUpError
            model = handle.model()
            step = None if model is None else self.step(truths(model))
            # No model is a proof only if the solver has not stopped at its limit.
            refuted = model is None and handle.get().unsatisfiable
            self.core = frozenset(handle.core()) if refuted else frozenset()
        choices, conflicts = work_of(self.control)
        budget.spend((CHOICE + self.rules // CHOICE_RULES) * choices + conflict * conflicts)
        if step is None and not refuted:
            raise OutOfStepsError
        return step

    def excluded(self, literals: Sequence[int]) -> bool:
        """Whether no model, moving or not, has all literals; `core` says which of them that took.

        It cannot be stopped, and takes a third of the time of `ask`: for many small questions.
        """
        self.close()
        self.solving.solve_limit = "umax"
        found: list[Sequence[int]] = []
        if self.control.solve(assumptions=literals, on_core=found.append).satisfiable:
            return False
        self.core = frozenset(found[0] if found else ())
        return True

    def step(self, holds: Callable[[int], bool]) -> SampledStep:
        """Return what a model says of states and moves."""

        def held(atoms: Sequence[int]) -> tuple[int, ...]:
            return tuple(index for index, atom in enumerate(atoms) if holds(atom))

        joint = [move for does in self.now.does for move in held(does)]
        return SampledStep(held(self.now.true), tuple(joint), held(self.now.next))

    def close(self) -> None:
        """End what is being told, so that a question can be asked."""
        self.open.close()
        self.backend = None

    def writer(self) -> clingo.Backend:
        """Return the open backend: it is closed by the next question."""
        if self.backend is None:
            self.backend = self.open.enter_context(self.control.backend())
        return self.backend


def cone(tables: Mapping[str, Any], wanted: Sequence[int]) -> NDArray[np.bool_]:
    """Return which atoms the wanted ones depend on, themselves included: [atoms + 1]."""
    needed = np.zeros(tables["atoms"] + 1, np.bool_)
    needed[list(wanted)] = True
    needed[0] = False
    weights = tables["weights"].reshape(-1, 2)
    sizes = [size for _, _, size in tables["weighted"]]
    heads = [
        np.repeat(tables["heads"], np.diff(tables["ends"], prepend=0)),
        np.repeat(np.array([head for head, _, _ in tables["weighted"]], np.int64), sizes),
    ]
    head = np.concatenate(heads).astype(np.int64)
    used = np.abs(np.concatenate([tables["body"], weights[:, 0]]).astype(np.int64))
    count = 0
    while count != (count := int(needed.sum())):
        needed[used[needed[head]]] = True
    return needed
