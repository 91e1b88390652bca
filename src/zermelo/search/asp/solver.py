"""Questions about whole matches, put to a solver that has the explicit-time program.

Roles work together in a match of the solver: the best goal of a role over all matches from a state
is a bound on what it can get there, and no more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from zermelo.errors import LimitError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, Role, State
from zermelo.process.child import TimeOutError
from zermelo.process.session import Session
from zermelo.proofs.tables import MEGABYTES, tables
from zermelo.search.base import Clock, OutOfTimeError

MOST_MOVES = 200
"""Moves of a match that are laid at most."""
PATIENCE = 20_000
"""Conflicts to prove that no match is longer; without that proof every answer has to look itself.
Seconds would make the rules that are learnt depend on how busy the machine is."""
LONGEST_SOLVING = 86_400.0

Match = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class BestGoal:
    """The best goal of a role over some matches, and one of them; no goal if there is none."""

    goal: float | None
    match: Match = ()


@dataclass(slots=True)
class Solver:
    """A child with the explicit-time program of a game; its horizon grows as it has to."""

    game: CompiledGame
    clock: Clock
    given: int | None = None  # a horizon that may not be passed
    horizon: int = 1
    calls: int = 0  # questions that were asked
    sure: bool = False  # whether no match from the root is longer than the horizon
    session: Session | None = field(default=None, repr=False)

    def open(self) -> None:
        """Start the child."""
        if self.game.program is None:
            raise UnsuitedError(f"{self.game.name} has no rules that a solver could read")
        factory = "zermelo.proofs.asp.matches:matches"
        self.session = Session(factory, tables(self.game.program), megabytes=MEGABYTES)

    def close(self) -> None:
        """End the child."""
        if self.session is not None:
            self.session.close()
            self.session = None
            self.horizon = 1

    def find_horizon(self, state: State) -> None:
        """Lay as many steps as the longest match from a state has.

        Raises:
            UsageError: it is longer than the horizon that was given.
            UnsuitedError: it never ends.
            LimitError: it is longer than any that is laid.
        """
        if self.given is not None:
            self.lay(self.given - self.horizon)
        while True:
            found = self.ask({"state": held(state), "conflicts": PATIENCE})
            if "moves" not in found:
                self.sure = found["known"]
                return
            self.grow(state, self.match(found["moves"]))

    def best(
        self,
        state: State,
        role: Role,
        excluded: Sequence[Joint],
        goals: Sequence[int],
        value: float = -inf,
    ) -> BestGoal:
        """Return the first of `goals` that a role gets at least in some match from a state.

        Its first move is none of those excluded. If the goal is above the value, no match with it
        is shorter: the sooner it ends, the less there is to settle.
        """
        question = {
            "state": held(state),
            "role": role,
            "excluded": [joint[role] for joint in excluded],
            "goals": list(goals),
            "sure": self.sure,
            "shortest": sum(goal > value for goal in goals),
        }
        while True:
            found = self.ask(question)
            if found["goal"] is None:
                return BestGoal(None)
            match = self.match(found["moves"])
            if found["over"]:
                return BestGoal(goals[found["goal"]], match)
            self.grow(state, match)

    def add_rules(self, rules: Iterable[tuple[State, Role, Move]]) -> None:
        """Let matches go as rules say, from their second move on."""
        self.ask({"rules": [(held(state), role, move) for state, role, move in rules]})

    def match(self, moves: Sequence[int]) -> Match:
        """Return the joint moves of a flat list."""
        size = len(self.game.roles)
        return tuple(tuple(map(Move, moves[at : at + size])) for at in range(0, len(moves), size))

    def grow(self, state: State, match: Match) -> None:
        """Lay more steps, for there is a match that has not ended at the last."""
        seen = {state: 0}
        for number, joint in enumerate(match, 1):
            state = self.game.next(state, joint)
            if state in seen:
                where = " ".join(self.game.describe(state))
                raise UnsuitedError(
                    f"{self.game.name} need not end, so no horizon is long enough: "
                    f"{number - seen[state]} moves lead from {where} back to it"
                )
            seen[state] = number
        if self.given is not None:
            raise UsageError(
                f"a horizon of {self.given} is too short: {self.game.name} has a match that is "
                "not over then; give a longer one, or none to have it found"
            )
        if self.horizon >= MOST_MOVES:
            raise LimitError(
                f"{self.game.name} has a match of more than {MOST_MOVES} moves: "
                "too long for a solver"
            )
        self.lay(max(1, self.horizon // 8))

    def lay(self, steps: int) -> None:
        """Lay more steps."""
        if steps > 0:
            self.ask({"steps": steps})
            self.horizon += steps

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return an answer; OutOfTimeError when the clock has run down before."""
        if self.session is None:
            self.open()
        assert self.session is not None
        self.calls += 1
        limit = self.clock.limits.seconds
        left = None if limit is None else limit - self.clock.seconds
        if left is not None and left <= 0:
            raise OutOfTimeError
        try:
            return self.session.ask(message, LONGEST_SOLVING, deadline=left)
        except TimeOutError:
            self.session = None
            raise OutOfTimeError from None


def held(state: State) -> list[int]:
    """Return the numbers of the fluents that hold in a state."""
    return [bit for bit in range(state.bit_length()) if state >> bit & 1]
