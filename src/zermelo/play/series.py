"""A series of matches: openings, each played with the roles exchanged.

Searches that leave nothing to chance play the same match again and again, so each round starts with
some random moves, or an opening that was chosen; and because an opening may favour a role, every
search plays it in every role. The role `random` is nobody's: it always plays at random.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, permutations, product
from math import comb, perm
from random import Random
from typing import Any, Protocol

from zermelo.errors import UsageError
from zermelo.game.game import Game
from zermelo.play.match import MOST_TURNS, Match, Turn, as_player, play
from zermelo.play.openings import Opening, random_opening
from zermelo.play.player import Clocks, Player
from zermelo.play.standings import Row as Row
from zermelo.play.standings import (
    SeriesMatch as SeriesMatch,  # with what a series came to, from here
)
from zermelo.play.standings import distinct as distinct
from zermelo.play.standings import table as table
from zermelo.rules.information import RANDOM
from zermelo.search.algorithms.random import Random as Chance
from zermelo.search.base import Limits, Search

CHANCE = Player(Chance())
"""Who plays the role `random`."""
SEATINGS = 24
"""With more ways to seat the searches than these, a round does not play all of them."""
MOST_WAYS = 1_000_000
"""With more than these, all rounds play the same ones."""


@dataclass(frozen=True, slots=True)
class Terms:
    """All that a series depends on, but for how long it is."""

    players: tuple[Player, ...]
    limits: Limits
    clocks: Clocks
    seed: int
    opening: int  # random moves, where there are no `openings`
    openings: tuple[Opening, ...]
    most: int  # turns


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match to be played: who sits where, each with a seed of its own, and from which opening."""

    number: int
    seats: tuple[int | None, ...]  # numbers of players by role; None for the role `random`
    players: tuple[Player, ...]
    opening: Opening
    seed: str  # of moves that are made for a player


class SeriesLog(Protocol):
    """Where a series is written down as it happens."""

    def name(self, number: int) -> str:
        """Return what a match of this series is called."""

    def finished(self, number: int) -> Match | None:
        """Return a match of this series that was played to its end before; None if it was not."""

    def begin(self, pairing: Pairing) -> None:
        """Write down that a match begins."""

    def add(self, number: int, turn: Turn) -> None:
        """Write down a turn."""

    def end(self, number: int, match: Match) -> Match:
        """Write down a whole match for good, and return it; another's, if that was first."""


class Keeper(Protocol):
    """What keeps diaries."""

    def series_log(self, game: Game, terms: Terms) -> SeriesLog:
        """Return where the series of these terms is written down."""


def seatings(searches: int, roles: int, turn: int = 0) -> list[tuple[int, ...]]:
    """Return how searches sit in a round, by role.

    If there are few ways, every round plays all of them. Of more, a round plays one way and what
    comes of it by moving all searches on by one, so that each sits everywhere equally often; the
    next round takes the next way, until all have been played.

    >>> seatings(2, 2), seatings(2, 1)
    ([(0, 1), (1, 0)], [(0,), (1,)])
    >>> len(seatings(3, 2)), len(seatings(2, 3)), len(seatings(6, 6))
    (6, 6, 6)
    >>> seatings(4, 4)[1], seatings(5, 4)[1], seatings(5, 4, turn=1)[1]
    ((0, 1, 3, 2), (1, 2, 3, 4), (1, 2, 3, 0))
    """
    ways = perm(searches, roles) if searches >= roles else onto(searches, roles)
    if ways <= SEATINGS:
        return list(all_ways(searches, roles))
    way = tuple(role % searches for role in range(roles))
    if ways <= MOST_WAYS:
        # Of all that come of each other by moving on, the first has the first search in front.
        way = next(islice(all_ways(searches, roles), turn % (ways // searches), None))
    return [tuple((seat + step) % searches for seat in way) for step in range(searches)]


def all_ways(searches: int, roles: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to seat searches: nobody twice, or nobody left out if there are too few."""
    if searches >= roles:
        yield from permutations(range(searches), roles)
    else:
        every = product(range(searches), repeat=roles)
        yield from (way for way in every if len({*way}) == searches)


def onto(searches: int, roles: int) -> int:
    """Return in how many ways fewer searches than roles can sit so that all of them play.

    >>> onto(2, 3), onto(3, 4), onto(1, 5)
    (6, 36, 1)
    """
    return sum(
        (-1) ** out * comb(searches, out) * (searches - out) ** roles for out in range(searches)
    )


def series(
    game: Game,
    searches: Sequence[Search | Player],
    *,
    games: int,
    limits: Limits | None = None,
    seed: int = 0,
    opening: int = 2,
    most: int = MOST_TURNS,
    clocks: Clocks | None = None,
    openings: Sequence[Opening] = (),
    store: Keeper | None = None,
) -> Iterator[SeriesMatch]:
    """Play rounds until there are at least `games` matches; every round is finished.

    Args:
        game: what is played.
        searches: two or more, or one for each role; players may have limits of their own.
        games: how many matches at least.
        limits: of each decision.
        seed: of the openings and of the searches that have a seed; same seed, same series, as long
            as no limit is in seconds.
        opening: how many random moves start a match; fewer if it would end.
        most: turns after which a match is given up.
        clocks: to get ready, and for each move; who takes longer is late.
        openings: to start from, a round each and then from the first again, instead of random ones.
        store: where every turn is written down; what was finished there is not played again.
    """
    players = tuple(map(as_player, searches))
    terms = Terms(
        players, limits or Limits(), clocks or Clocks(), seed, opening, tuple(openings), most
    )
    series_log = None if store is None else store.series_log(game, terms)
    for pairing in islice(pairings(game, terms), round_up(game, len(players), games)):
        number = pairing.number
        known = None if series_log is None else series_log.finished(number)
        match = known or played(game, terms, pairing, series_log)
        name = "" if series_log is None else series_log.name(number)
        yield SeriesMatch(
            pairing.seats, len(pairing.opening), match, number, name, known is not None
        )


def round_up(game: Game, searches: int, games: int) -> int:
    """Return how many matches there are in all, if every round is finished.

    Raises:
        UsageError: there is nobody to play.
    """
    if not searches:
        raise UsageError("a match needs at least one search")
    ways = len(seatings(searches, free_roles(game).count(True)))
    return -(-games // ways) * ways


def free_roles(game: Game) -> list[bool]:
    """Return for each role whether somebody plays it: the role `random` is nobody's."""
    return [role.lower() != RANDOM for role in game.roles]


def pairings(game: Game, terms: Terms) -> Iterator[Pairing]:
    """Yield the matches of a series, one round after the other, without end."""
    free = free_roles(game)
    number = 0
    for turn in count():
        if terms.openings:
            start = terms.openings[turn % len(terms.openings)]
        else:
            start = random_opening(game, terms.opening, Random(f"{terms.seed} {turn}"))
        for way in seatings(len(terms.players), free.count(True), turn):
            rest = iter(way)
            seats = tuple(next(rest) if is_free else None for is_free in free)
            players = tuple(
                seeded(CHANCE if seat is None else terms.players[seat], f"{terms.seed} {turn} {at}")
                for at, seat in enumerate(seats)
            )
            yield Pairing(number, seats, players, start, f"{terms.seed} {number}")
            number += 1


def seeded(player: Player, seed: str) -> Player:
    """Return the player with a seed of its own for this match, if its search has one at all."""
    own = getattr(player.search, "seed", None)
    if not isinstance(own, int):
        return player
    options: dict[str, Any] = {"seed": Random(f"{seed} {own}").getrandbits(31)}
    changed: Search = replace(player.search, **options)  # type: ignore[type-var]  # all are dataclasses
    return replace(player, search=changed)


def played(game: Game, terms: Terms, pairing: Pairing, series_log: SeriesLog | None) -> Match:
    """Play a match, and write it down as it happens."""
    number = pairing.number
    if series_log is not None:
        series_log.begin(pairing)
    match = play(
        game,
        pairing.players,
        terms.limits,
        terms.most,
        clocks=terms.clocks,
        seed=pairing.seed,
        opening=pairing.opening,
        watch=None if series_log is None else lambda turn: series_log.add(number, turn),
    )
    return match if series_log is None else series_log.end(number, match)
