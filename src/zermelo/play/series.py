"""A series of matches: seeded random openings, each played with the roles exchanged.

Searches that leave nothing to chance play the same match again and again, so each round starts with
some random moves; and because such an opening may favour a role, every search plays it in every
role. The role `random` is nobody's: it always plays at random.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from random import Random
from typing import Any

from zermelo.errors import PlayError, UnsuitedError, UsageError
from zermelo.play.match import MOST, Match, Turn, turns
from zermelo.play.score import Score, score
from zermelo.position.game import Game, Joint, Role, State
from zermelo.rules.information import RANDOM
from zermelo.search.algorithms.random import Random as Chance
from zermelo.search.base import Limits, Search

SEATINGS = 24
"""With more ways to seat the searches than these, they only move round by one seat."""
ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a series: who sat where (numbers of searches by role), and how it went."""

    seats: tuple[int | None, ...]  # None for the role `random`
    opening: int  # how many of its turns were random
    match: Match


@dataclass(frozen=True, slots=True)
class Row:
    """What one search came to."""

    games: int
    wins: int
    draws: int
    losses: int
    score: Score | None


def seatings(searches: int, roles: int) -> list[tuple[int, ...]]:
    """Return all ways to seat searches, by role: each round plays every one of them.

    >>> seatings(2, 2), seatings(2, 1)
    ([(0, 1), (1, 0)], [(0,), (1,)])
    >>> len(seatings(3, 2)), len(seatings(2, 3)), len(seatings(6, 6))
    (6, 6, 6)
    """
    if searches < roles:
        ways = [way for way in product(range(searches), repeat=roles) if len({*way}) == searches]
    else:
        ways = list(permutations(range(searches), roles)) if searches < 6 else []
    if 0 < len(ways) <= SEATINGS:
        return ways
    return [tuple((first + role) % searches for role in range(roles)) for first in range(searches)]


def series(
    game: Game,
    searches: Sequence[Search],
    *,
    games: int,
    limits: Limits | None = None,
    seed: int = 0,
    opening: int = 2,
    most: int = MOST,
) -> Iterator[Played]:
    """Play rounds until there are at least `games` matches; every round is finished.

    Args:
        game: what is played.
        searches: two or more, or one for each role.
        games: how many matches at least.
        limits: of each decision.
        seed: of the openings and of the searches that have a seed; same seed, same series, as long
            as no limit is in seconds.
        opening: how many random moves start a match; fewer if it would end.
        most: turns after which a match is given up.
    """
    if not searches:
        raise UsageError("a match needs at least one search")
    chance = [role.lower() == RANDOM for role in game.roles]
    ways = seatings(len(searches), chance.count(False))
    rounds = -(-games // len(ways))
    for number in range(rounds):
        start = random_opening(game, opening, Random(f"{seed} {number}"))
        for way in ways:
            free = iter(way)
            seats = tuple(None if at_random else next(free) for at_random in chance)
            players = [
                seeded(Chance() if seat is None else searches[seat], f"{seed} {number} {role}")
                for role, seat in enumerate(seats)
            ]
            yield Played(seats, len(start), one_match(game, players, limits, most, start))


def random_opening(game: Game, length: int, generator: Random) -> tuple[Turn, ...]:
    """Return the first turns of a match, chosen at random; the match goes on after them."""
    for attempt in range(ATTEMPTS):
        # A short match may end in so many moves however it is played: then try fewer.
        wanted = length if attempt < ATTEMPTS // 2 else generator.randrange(length + 1)
        state, found = game.initial, list[Turn]()
        while len(found) < wanted and not game.terminal(state):
            joint = random_joint(game, state, generator)
            if joint is None:
                break
            found.append(Turn(state, joint))
            state = game.next(state, joint)
        if not game.terminal(state) and len(found) == wanted:
            return tuple(found)
    return ()


def random_joint(game: Game, state: State, generator: Random) -> Joint | None:
    """Return a legal move for every role; None if a role has none."""
    legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
    return tuple(generator.choice(moves) for moves in legal) if all(legal) else None


def seeded(search: Search, seed: str) -> Search:
    """Return the search with a seed of its own for this match, if it has one at all."""
    own = getattr(search, "seed", None)
    if not isinstance(own, int):
        return search
    options: dict[str, Any] = {"seed": Random(f"{seed} {own}").getrandbits(31)}
    changed: Search = replace(search, **options)  # type: ignore[type-var]  # all are dataclasses
    return changed


def one_match(
    game: Game,
    players: Sequence[Search],
    limits: Limits | None,
    most: int,
    start: tuple[Turn, ...],
) -> Match:
    """Return a match from an opening on; a player that fails ends it, and no goals are given."""
    found = list(start)
    state = game.initial
    if start:
        last, joint = start[-1].state, start[-1].joint
        assert joint is not None
        state = game.next(last, joint)
    nothing = (None,) * len(game.roles)
    try:
        found.extend(turns(game, players, limits, most, state))  # keeps those before an error
    except (PlayError, UnsuitedError) as error:
        return Match(tuple(found), nothing, str(error))
    end = found[-1].state
    if not game.terminal(end):
        return Match(tuple(found), nothing, f"the match was not over after {most} turns")
    return Match(tuple(found), game.goals(end))


def distinct(played: Sequence[Played]) -> int:
    """Return how many different matches there were, whoever played them."""
    return len({tuple(turn.joint for turn in each.match.turns) for each in played})


def table(played: Sequence[Played], searches: int) -> list[Row]:
    """Return what each search came to; only matches that ended with goals for all count.

    A search's score is its mean goal of 100; where it sits in several seats, their mean.
    """
    ended = [each for each in played if None not in each.match.goals and not each.match.error]
    rows = []
    for number in range(searches):
        scores: list[float] = []
        signs: list[int] = []
        own = [each for each in ended if number in each.seats]
        for each in own:
            goals = [goal or 0.0 for goal in each.match.goals]
            mine = [goal for seat, goal in zip(each.seats, goals, strict=True) if seat == number]
            others = [
                goal
                for seat, goal in zip(each.seats, goals, strict=True)
                if seat not in (number, None)
            ]
            scores.append(min(1.0, max(0.0, sum(mine) / len(mine) / 100)))
            best = max(mine)
            signs.append(0 if not others else (best > max(others)) - (best < max(others)))
        rows.append(
            Row(
                len(own),
                signs.count(1),
                signs.count(0),
                signs.count(-1),
                score(scores, distinct(own)),
            )
        )
    return rows
