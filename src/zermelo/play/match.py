"""A match: every role thinks, all moves are made at once, until the end.

A player that is late, answers what is not legal, fails, or finds nothing does not end its match: as
a game manager does, it gets a random legal move, and the error is recorded.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from zermelo.errors import PlayError
from zermelo.game.game import Game, Goals, Joint, Move, Role, State
from zermelo.play.player import Clocks, Decision, Player, Seat
from zermelo.search.base import Limits, Search

MOST_TURNS = 1000
"""Turns after which a match is given up."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A state of a match, and the joint move that was made in it; None at the end.

    `decisions` has None for a role that had no choice; there are none at all in an opening.
    """

    state: State
    joint: Joint | None
    decisions: tuple[Decision | None, ...] = ()
    time: int = field(default=0, compare=False)  # when it came to be, in ms since 1970


@dataclass(frozen=True, slots=True)
class Match:
    """A whole match, or as much of it as could be played: then `error` says why it stopped."""

    turns: tuple[Turn, ...]
    goals: Goals
    error: str = ""


def turns(
    game: Game,
    players: Sequence[Search | Player],
    limits: Limits | None = None,
    most: int = MOST_TURNS,
    start: State | None = None,
    *,
    clocks: Clocks | None = None,
    seed: int | str = 0,
) -> Iterator[Turn]:
    """Play a match, one turn at a time; every player is started once.

    A role that has one legal move makes it without thinking.

    Args:
        game: what is played.
        players: one for each role; a search alone thinks by `limits`.
        limits: of each decision.
        most: how many turns at most.
        start: where to start, if not at the beginning.
        clocks: to get ready, and for each move; who takes longer is late.
        seed: of the moves that are made for players that gave none.

    Raises:
        PlayError: there are too few or too many players, or a role has no legal move.
    """
    refuse_wrong_number(game, players)
    seats = [
        Seat(game, Role(role), as_player(each), limits or Limits(), clocks or Clocks())
        for role, each in enumerate(players)
    ]
    state = game.initial if start is None else start
    for number in range(most):
        if game.terminal(state):
            break
        begin = now()
        chosen: list[Move] = []
        decisions: list[Decision | None] = []
        for seat in seats:
            legal = game.legal(state, seat.role)
            if not legal:
                raise PlayError(f"{game.roles[seat.role]} has no legal move before the end")
            move, decision = (legal[0], None) if len(legal) == 1 else seat.decide(state, legal)
            if move is None:
                move = Random(f"{seed} {number} {seat.role}").choice(legal)
            chosen.append(move)
            decisions.append(decision)
        joint = tuple(chosen)
        yield Turn(state, joint, tuple(decisions), begin)
        state = game.next(state, joint)
    yield Turn(state, None, time=now())


def play(
    game: Game,
    players: Sequence[Search | Player],
    limits: Limits | None = None,
    most: int = MOST_TURNS,
    start: State | None = None,
    *,
    clocks: Clocks | None = None,
    seed: int | str = 0,
    opening: Sequence[Turn] = (),
    watch: Callable[[Turn], None] | None = None,
) -> Match:
    """Return a whole match; what cannot be played to its end has an error, and no goals.

    The arguments are those of `turns`; an `opening` is part of the match, and `watch` is called
    with every turn as soon as it is played.
    """
    refuse_wrong_number(game, players)
    found: list[Turn] = []

    def add(turn: Turn) -> None:
        found.append(turn)
        if watch is not None:
            watch(turn)

    for turn in opening:
        add(Turn(turn.state, turn.joint, time=now()))
        assert turn.joint is not None
        start = game.next(turn.state, turn.joint)
    nothing = (None,) * len(game.roles)
    try:
        for turn in turns(game, players, limits, most, start, clocks=clocks, seed=seed):
            add(turn)
    except PlayError as error:
        state = game.initial if start is None else start
        if found and found[-1].joint is not None:
            state = game.next(found[-1].state, found[-1].joint)
        add(Turn(state, None, time=now()))
        return Match(tuple(found), nothing, str(error))
    end = found[-1].state
    if not game.terminal(end):
        return Match(tuple(found), nothing, f"the match was not over after {most} turns")
    return Match(tuple(found), game.goals(end))


def refuse_wrong_number(game: Game, players: Sequence[Search | Player]) -> None:
    """Raise PlayError unless there is one player for each role."""
    if len(players) != len(game.roles):
        raise PlayError(f"{game.name} has {len(game.roles)} roles, not {len(players)}")


def as_player(given: Search | Player) -> Player:
    """Return a player; a search thinks by the limits of the match."""
    return given if isinstance(given, Player) else Player(given)


def errors_of(match: Match) -> Iterator[tuple[int, Role, Decision]]:
    """Yield every decision that went wrong, with the number of its turn and the role."""
    for number, turn in enumerate(match.turns):
        for role, decision in enumerate(turn.decisions):
            if decision is not None and decision.error:
                yield number, Role(role), decision


def now() -> int:
    """Return the time as records have it: milliseconds since 1970."""
    return time.time_ns() // 1_000_000
