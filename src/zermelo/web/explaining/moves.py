"""What every move is worth beside the one in question, and how the next best would be punished.

By exact values where the rest of the game is small; else by a search of this position, and of the
one after the next best move.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, Role, State
from zermelo.play.known import exact_worths
from zermelo.play.seats import PREFERRED
from zermelo.search.base import Clock, Result, last
from zermelo.search.solve.position_report import Lookup, MoveValue, best_line, best_of, choices
from zermelo.search.spec import parse
from zermelo.search.suitability import suiting
from zermelo.strategies.wording import wording

Answer = dict[str, Any]
Worths = Mapping[Move, float | None]
Said = Callable[[float | None], str]
LINE = 12
"""Joint moves of a line that are shown."""
SAME = 1.0
"""Points of 100 that make no difference where values are estimates."""
CHILDREN = 60
"""Moves that are looked at one by one where a search tells of one alone."""


@dataclass(frozen=True)
class Question:
    """A move of a role in a state, and who may think about it."""

    game: CompiledGame
    state: State
    role: Role
    move: Move | None  # None for the best
    seconds: float  # for a search, where there are no exact values
    clock: Callable[[float], Clock]  # that allows this number of seconds
    stop: Callable[[], bool]  # nobody waits any more

    @cached_property
    def search(self) -> str:
        """The search that is asked."""
        return next(one for one in PREFERRED if one in suiting(self.game))

    def alone(self, state: State) -> Role | None:
        """Return the only role that has a choice in a state; None if there is none."""
        roles = map(Role, range(len(self.game.roles)))
        free = [role for role in roles if len(self.game.legal(state, role)) > 1]
        return free[0] if len(free) == 1 and not self.game.terminal(state) else None

    def think(self, state: State, role: Role, seconds: float) -> Result | None:
        """Return what a search finds in a state; one that is over has values all the same."""
        clock = self.clock(seconds)
        return last(parse(self.search).start(self.game, role, clock)(state, clock))

    def after(self, move: Move) -> State:
        """Return the state after a move of the role, where the others have no choice."""
        joint = [self.game.legal(self.state, Role(each))[0] for each in range(len(self.game.roles))]
        joint[self.role] = move
        return self.game.next(self.state, tuple(joint))

    def spelled(self, move: Move | None) -> str | None:
        """Return a move in KIF."""
        return None if move is None else self.game.spell(self.role, move)

    def line(self, joints: tuple[Joint, ...]) -> list[list[str]]:
        """Return a line as JSON has it."""
        return [
            [self.game.spell(Role(role), move) for role, move in enumerate(joint)]
            for joint in joints[:LINE]
        ]


def compared(question: Question) -> Answer:
    """Return what all moves of a role are worth, and what the next best would lose."""
    game, state = question.game, question.state
    if question.alone(state) == question.role:
        lookup = exact_worths(game, state, stop=question.stop)
        if lookup is not None:
            return exactly(question, lookup)
    return searched(question)


def exactly(question: Question, lookup: Lookup) -> Answer:
    """Return the comparison by exact values."""
    game, state, role = question.game, question.state, question.role
    found = choices(game, lookup, state)
    best = best_of(game, state, found)[0].joint[role]
    chosen = best if question.move is None else question.move
    by_move: dict[Move, MoveValue] = {choice.joint[role]: choice for choice in found}
    worths = {
        move: None if one.worth.values is None else float(one.worth.values[role])
        for move, one in by_move.items()
    }
    words = wording(game)

    def said(worth: float | None) -> str:
        return "no end" if worth is None else words.worth(role, worth)

    mine = by_move[chosen]
    answer = moves_object(question, chosen, worths, said) | {
        "how": "exact",
        "best": question.spelled(best),
        "line": question.line((mine.joint, *best_line(game, lookup, mine.state))),
    }
    second = next_best(worths, chosen, 0.0)
    if second is not None:
        answer["second"] = loss(question, chosen, second, worths, said) | {
            "line": question.line(best_line(game, lookup, by_move[second].state))
        }
    return answer


def searched(question: Question) -> Answer:
    """Return the comparison by a search."""
    state, role = question.state, question.role
    alone = question.alone(state) == role
    result = question.think(state, role, question.seconds)
    chosen = question.move if question.move is not None or result is None else result.move
    worths: dict[Move, float | None] = dict.fromkeys(question.game.legal(state, role))
    if result is not None and result.move is not None:
        worths[result.move] = result.reported[role]
        worths |= {one.move: one.worth for one in result.prospects if one.visits}
    unknown = [move for move, worth in worths.items() if worth is None]
    if alone and len(unknown) >= len(worths) - 1 and len(worths) <= CHILDREN:
        for move in unknown:
            found = question.think(question.after(move), role, question.seconds / len(worths))
            worths[move] = None if found is None else found.reported[role]

    def said(worth: float | None) -> str:
        return "unknown" if worth is None else f"about {worth:.0f} of 100"

    expected = result is not None and result.move == chosen
    answer = moves_object(question, chosen, worths, said) | {
        "how": "searched",
        "search": question.search,
        "best": None if result is None else question.spelled(result.move),
        "line": question.line(result.line) if expected and result is not None else [],
    }
    second = next_best(worths, chosen, SAME)
    if second is not None:
        answer["second"] = loss(question, chosen, second, worths, said)
        if alone:
            answer["second"]["line"] = punished(question, question.after(second))
    return answer


def punished(question: Question, state: State) -> list[list[str]]:
    """Return what a search expects after a move."""
    replying = question.alone(state)
    if replying is None:
        return []
    reply = question.think(state, replying, question.seconds / 2)
    return [] if reply is None else question.line(reply.line)


def next_best(worths: Worths, chosen: Move | None, same: float) -> Move | None:
    """Return the best of the other moves that are not as good; None if their worth is not known.

    Where all the others are as good, or better, it is the best of them.
    """
    others = {move: worth for move, worth in worths.items() if move != chosen and worth is not None}
    mine = None if chosen is None else worths.get(chosen)
    if mine is not None:
        worse = {move: worth for move, worth in others.items() if worth < mine - same}
        others = worse or others
    return max(others, key=lambda move: others[move], default=None)


def moves_object(question: Question, chosen: Move | None, worths: Worths, said: Said) -> Answer:
    """Return all moves with what they are worth, the best first."""
    mine = None if chosen is None else worths.get(chosen)
    known = {move: -1.0 if worth is None else worth for move, worth in worths.items()}
    return {
        "move": question.spelled(chosen),
        "worth": mine,
        "said": said(mine),
        "moves": [
            {"move": question.spelled(move), "worth": worths[move], "said": said(worths[move])}
            for move in sorted(known, key=lambda move: -known[move])
        ],
    }


def loss(
    question: Question, chosen: Move | None, other: Move, worths: Worths, said: Said
) -> Answer:
    """Return what another move would lose against the one in question."""
    mine = None if chosen is None else worths.get(chosen)
    worth = worths[other]
    return {
        "move": question.spelled(other),
        "worth": worth,
        "said": said(worth),
        "loses": None if mine is None or worth is None else round(mine - worth, 1),
        "line": [],
    }
