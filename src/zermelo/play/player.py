"""A player: a search, its evaluator among its options, and what it thinks by; and how it decides.

`alphabeta:depth=4@nodes=500` is a player with limits of its own; without them it thinks by those of
the match. What goes wrong in a decision is no error of the program: as a game manager does, it is
recorded, and another move is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from zermelo.errors import UsageError
from zermelo.game.game import Game, Goals, Move, Role, State
from zermelo.search.base import Clock, Limits, Result, Search, Thinker, last
from zermelo.search.spec import parse, spell

TOLERANCE = 0.05
"""Seconds that a decision may take beyond the play clock: a busy machine is no player's fault."""
RESERVE = 0.1
"""A player gets this part of its clock less, at most that many seconds: so it stops in time."""
LATE, ILLEGAL, FAILED = "TO", "IL", "CE"
"""What managers write for a move that came too late, was not legal, or did not come at all."""


@dataclass(frozen=True, slots=True)
class Player:
    """A search, and its own limits of a decision; None: those of the match."""

    search: Search
    limits: Limits | None = None

    def __str__(self) -> str:
        """Spell it as `player` reads it."""
        if self.limits is None:
            return spell(self.search)
        own = (self.limits.depth, self.limits.nodes, self.limits.seconds)
        said = zip(KINDS, own, strict=True)
        limits = ",".join(f"{name}={value}" for name, value in said if value is not None)
        return f"{spell(self.search)}@{limits}"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds that a player has to get ready, and for each move; None is no clock."""

    start: float | None = None
    play: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player found when it had a choice, what that took, and what went wrong.

    `margin` is what was left of the play clock, or else of its limit in seconds.
    """

    move: str | None  # the one that it wanted; with an error, another one was made
    values: Goals = ()
    line: tuple[tuple[str, ...], ...] = ()
    depth: int = 0
    proven: bool = False
    nodes: int = 0
    error: str = ""  # TO, IL with the move, or CE
    problem: str = field(default="", compare=False)  # what went wrong, for people
    seconds: float = field(default=0.0, compare=False)
    margin: float | None = field(default=None, compare=False)


KINDS = {"depth": int, "nodes": int, "seconds": float}
"""The limits that a player may have, and what they are numbers of."""


def player(text: str) -> Player:
    """Return the player that a text names: a search, and limits after an `@` if it has some.

    >>> str(player("alphabeta:depth=4@nodes=500")), player("random").limits
    ('alphabeta:depth=4@nodes=500', None)

    Raises:
        UsageError: no such search, option or limit.
    """
    spec, at, rest = text.rpartition("@")
    if not at or "=" not in rest:
        return Player(parse(text))
    return Player(parse(spec), limits_of(rest))


def limits_of(text: str) -> Limits:
    """Return the limits that `nodes=500,depth=4` names."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        kind = KINDS.get(name.strip())
        if kind is None:
            raise UsageError(f"{part!r} is no limit of a player; there are {', '.join(KINDS)}")
        try:
            number = kind(value)
        except ValueError:
            number = -1
        if not isfinite(number) or number < (kind is int):
            whole = "a whole number of at least 1" if kind is int else "a number of at least 0"
            raise UsageError(f"the limit {name.strip()} is {whole}, not {value!r}")
        found[name.strip()] = number
    depth, nodes = (None if name not in found else int(found[name]) for name in ("depth", "nodes"))
    return Limits(depth, nodes, found.get("seconds"))


class Seat:
    """A player in a role of one match; what it remembers from move to move lives here."""

    def __init__(
        self, game: Game, role: Role, player: Player, limits: Limits, clocks: Clocks
    ) -> None:
        """Let the player get ready.

        What it takes longer than the start clock is counted to its first decision: a manager asks
        for the first move when that clock has run down, whether the player is ready or not.
        """
        self.game, self.role, self.clocks = game, role, clocks
        own = limits if player.limits is None else replace(player.limits, memory=limits.memory)
        self.limits = own
        self.thinker: Thinker | None = None
        self.problem = ""
        clock = Clock(own if clocks.start is None else replace(own, seconds=clocks.start))
        try:
            self.thinker = player.search.start(game, role, clock)
        except Exception as error:  # noqa: BLE001  # searches may come from other packages
            self.problem = said(error)
        self.debt = 0.0 if clocks.start is None else max(0.0, clock.seconds - clocks.start)

    def decide(self, state: State, legal: Sequence[Move]) -> tuple[Move | None, Decision]:
        """Return a legal move and how the player came to it; None if there is an error."""
        debt, self.debt = self.debt, 0.0
        limits = told(self.limits, self.clocks, debt)
        clock = Clock(limits)
        move, found = self.thought(state, legal, clock)
        seconds = clock.seconds + debt
        most = limits.seconds if self.clocks.play is None else self.clocks.play
        if self.clocks.play is not None and seconds > self.clocks.play + TOLERANCE:
            problem = f"took {seconds:.2f} s of {self.clocks.play:g} s"
            move, found = None, replace(found, error=LATE, problem=found.problem or problem)
        margin = None if most is None else most - seconds
        return move, replace(found, nodes=clock.count.nodes, seconds=seconds, margin=margin)

    def thought(
        self, state: State, legal: Sequence[Move], clock: Clock
    ) -> tuple[Move | None, Decision]:
        """Return what the player comes to, however long that takes."""
        if self.thinker is None:
            return None, Decision(None, error=FAILED, problem=self.problem)
        try:
            return judged(self.game, self.role, legal, last(self.thinker(state, clock)))
        except Exception as error:  # noqa: BLE001  # as above
            return None, Decision(None, error=FAILED, problem=said(error))


def told(limits: Limits, clocks: Clocks, debt: float = 0.0) -> Limits:
    """Return the limits that a player gets: it stops in time for the play clock.

    >>> told(Limits(seconds=5), Clocks(play=2)).seconds, told(Limits(), Clocks(play=0.5)).seconds
    (1.9, 0.45)
    """
    if clocks.play is None:
        return limits
    allowed = max(0.0, clocks.play - min(RESERVE, RESERVE * clocks.play) - debt)
    own = allowed if limits.seconds is None else limits.seconds
    return replace(limits, seconds=min(own, allowed))


def judged(
    game: Game, role: Role, legal: Sequence[Move], result: Result | None
) -> tuple[Move | None, Decision]:
    """Return the move of a result, and the decision as it is recorded."""
    if result is None or result.move is None:
        return None, Decision(None, error=LATE, problem="found no move in time")
    line = tuple(
        tuple(game.spell(Role(each), move) for each, move in enumerate(joint))
        for joint in result.line
    )
    values = tuple(
        value if value is not None and isfinite(value) else None for value in result.reported
    )
    found = Decision(None, values, line, result.depth, result.proven)
    if result.move in legal:
        return result.move, replace(found, move=game.spell(role, result.move))
    try:
        wanted = game.spell(role, result.move)
    except IndexError:
        wanted = f"move {result.move}"
    problem = f"{wanted} is not legal"
    return None, replace(found, move=wanted, error=f"{ILLEGAL} {wanted}", problem=problem)


def said(error: Exception) -> str:
    """Return what an error says; of a mistake in a program also what kind it is."""
    text = str(error).strip().partition("\n")[0]
    named = type(error).__module__ == "zermelo.errors"
    return text if named and text else f"{type(error).__name__}: {text}".removesuffix(": ")
