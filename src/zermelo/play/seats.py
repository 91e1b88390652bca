"""Who plays which role: persons, searches with their memory of the match, and chance."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from zermelo.errors import PlayError, UsageError
from zermelo.game.game import Game, Move, Role, State
from zermelo.play.player import Player
from zermelo.play.series import seeded
from zermelo.play.thought import Thought, is_chance
from zermelo.process.interrupts import signals
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Search, Thinker, searches
from zermelo.search.spec import parse
from zermelo.search.suitability import suiting

PREFERRED = ("auto", "iterative", "flat", "random")
"""Who plays if nobody is named: the first of these that there is and that suits the game."""
NOBODY = "none"
"""Said for a role, it lets searches play them all."""


@dataclass(slots=True)
class Seats:
    """The searches of a match; each remembers what it found as long as nobody disturbs it."""

    game: Game
    players: Mapping[Role, Search]  # of the roles that searches play
    adviser: Search  # whom persons ask
    limits: Limits
    seed: int
    thinkers: dict[Role, Thinker] = field(default_factory=dict)

    def think(
        self, role: Role, state: State, begin: Callable[[Clock], None] | None = None
    ) -> Thought:
        """Return what a search finds for a role, be it its own or a person's.

        An interrupt ends its thinking: what it has found by then counts.
        """
        clock = Clock(self.limits)
        if begin is not None:
            begin(clock)
        result, whole = best_so_far(self.thinker(role)(state, clock))
        if not whole:
            del self.thinkers[role]  # it was stopped anywhere: nobody knows what it remembers
        if result is None or result.move is None:
            raise PlayError(f"{self.game.roles[role]} found no move in time")
        return Thought(result, clock.count, clock.seconds)

    def thinker(self, role: Role) -> Thinker:
        """Return what thinks for a role, started if it was not."""
        if role not in self.thinkers:
            player = Player(self.players.get(role, self.adviser))
            search = seeded(player, f"{self.seed} {role}").search
            self.thinkers[role] = search.start(self.game, role, Clock(self.limits))
        return self.thinkers[role]

    def begin(self) -> None:
        """Start all searches, so that one that refuses does so before the match."""
        for role in self.players:
            self.thinker(role)

    def change(self, limits: Limits) -> None:
        """Let all think by other limits from now on."""
        self.limits = limits
        self.thinkers.clear()

    def chance(self, role: Role, moves: Sequence[Move], turn: int) -> Move:
        """Return what chance does in a turn; the same again after a move was taken back."""
        return Random(f"{self.seed} {turn} {role}").choice(moves)


def best_so_far(results: Iterator[Result]) -> tuple[Result | None, bool]:
    """Return the last result, and whether the search was left to end by itself.

    Raises:
        KeyboardInterrupt: it was interrupted before it had any.
    """
    best = None
    try:
        for result in results:
            best = result
    except OutOfTimeError:
        pass
    except KeyboardInterrupt:
        if best is None:
            raise
        signals.taken()
        return best, False
    return best, True


def preferred(game: Game) -> str:
    """Return the search that plays a game if nobody is named."""
    suited = suiting(game)
    return next(name for name in PREFERRED if name in searches() and name in suited)


def people_named(game: Game, state: State, names: Sequence[str]) -> frozenset[Role]:
    """Return the roles that persons play; without names, the first that has a choice.

    Raises:
        UsageError: there is no such role, or chance plays it.
    """
    open_to_all = [role for role in map(Role, range(len(game.roles))) if not is_chance(game, role)]
    if not names:
        free = [role for role in open_to_all if len(game.legal(state, role)) > 1]
        return frozenset((free or open_to_all)[:1])
    if list(names) == [NOBODY] and NOBODY not in game.roles:
        return frozenset()
    known = {game.roles[role]: role for role in open_to_all}
    for name in names:
        if name not in known:
            why = (
                "chance plays that role" if name in game.roles else f"{game.name} has no such role"
            )
            raise UsageError(f"--role {name}: {why}; there are {', '.join([*known, NOBODY])}")
    return frozenset(known[name] for name in names)


def players_named(game: Game, people: frozenset[Role], specs: Sequence[str]) -> dict[Role, Search]:
    """Return the searches of the roles that nobody else plays: one for all, or one for each.

    Raises:
        UsageError: there are more or fewer searches than that.
    """
    left = [
        role
        for role in map(Role, range(len(game.roles)))
        if role not in people and not is_chance(game, role)
    ]
    chosen = [parse(spec) for spec in specs]
    if len(chosen) > 1 and len(chosen) != len(left):
        names = ", ".join(game.roles[role] for role in left) or "no role"
        raise UsageError(
            f"{len(chosen)} searches are given with --against, but searches play {names}; "
            "give one for all, or one for each"
        )
    return dict(zip(left, chosen * len(left) if len(chosen) == 1 else chosen, strict=False))
