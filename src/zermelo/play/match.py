"""A match: every role thinks, all moves are made at once, until the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zermelo.errors import PlayError
from zermelo.position.game import Game, Goals, Joint, Move, Role, State
from zermelo.search.base import Clock, Limits, Search, last

MOST = 1000
"""Turns after which a match is given up."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A state of a match, and the joint move that was made in it; None at the end."""

    state: State
    joint: Joint | None


@dataclass(frozen=True, slots=True)
class Match:
    """A whole match, or as much of it as could be played: then `error` says why it stopped."""

    turns: tuple[Turn, ...]
    goals: Goals
    error: str = ""


def turns(
    game: Game,
    players: Sequence[Search],
    limits: Limits | None = None,
    most: int = MOST,
    start: State | None = None,
) -> Iterator[Turn]:
    """Play a match, one turn at a time; `limits` hold for each decision.

    A role that has one legal move makes it without thinking.
    """
    if len(players) != len(game.roles):
        raise PlayError(f"{game.name} has {len(game.roles)} roles, not {len(players)}")
    thinkers = [
        player.start(game, Role(role), Clock(limits)) for role, player in enumerate(players)
    ]
    state = game.initial if start is None else start
    for _ in range(most):
        if game.terminal(state):
            break
        chosen: list[Move] = []
        for role, thinker in enumerate(thinkers):
            legal = game.legal(state, Role(role))
            if not legal:
                raise PlayError(f"{game.roles[role]} has no legal move before the end")
            if len(legal) == 1:
                chosen.append(legal[0])
                continue
            result = last(thinker(state, Clock(limits)))
            if result is None or result.move is None:
                raise PlayError(f"{game.roles[role]} found no move in time")
            chosen.append(result.move)
        joint = tuple(chosen)
        yield Turn(state, joint)
        state = game.next(state, joint)
    yield Turn(state, None)


def play(
    game: Game,
    players: Sequence[Search],
    limits: Limits | None = None,
    most: int = MOST,
    start: State | None = None,
) -> Match:
    """Return a whole match."""
    played = tuple(turns(game, players, limits, most, start))
    return Match(played, game.goals(played[-1].state))
