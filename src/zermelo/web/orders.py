"""What workers are asked to do: the keys of every kind of order, which is sent to them as JSON."""

from typing import Any, NotRequired, TypedDict

from zermelo.play.record import Record


class GameSource(TypedDict):
    """What a process needs to have a game: a name of the library, or the text of a rule file."""

    game: str
    text: str | None
    syntax: str


class GameOrder(TypedDict):
    """An order about a game; `do` is the name of the task."""

    do: str
    source: GameSource
    match: NotRequired[str]  # searches that are started for it continue with its next order


class PositionOrder(GameOrder):
    """An order about the position after some moves."""

    moves: str


class SearchOrder(GameOrder):
    """Think for a role in a state, or get the search ready."""

    role: str
    fluents: list[str]
    spec: str
    seconds: float


class WarmOrder(GameOrder):
    """Load the kernels of a search."""

    spec: str


class ReplayOrder(GameOrder):
    """Make the moves of a match again."""

    record: Record


class WhyOrder(PositionOrder):
    """Explain a move of a role; without a move, the best one."""

    role: str
    move: str
    seconds: float
    strategy: str  # the text of the one that the role plays by, or nothing


class LearnOrder(PositionOrder):
    """Learn a strategy."""

    method: str
    role: str
    every: bool  # keep all rules, not just those that are needed
    seconds: float


class StrategyFileOrder(PositionOrder):
    """Read a strategy."""

    text: str


class StrategyOrder(StrategyFileOrder):
    """Do something with a strategy that the server keeps."""

    method: str


class RuleOrder(StrategyOrder):
    """Find positions in which a rule applies."""

    rule: int


class VerifyOrder(StrategyOrder):
    """Check every claim of a strategy."""

    seconds: float


class AnalyseOrder(PositionOrder):
    """Find out what can be proved and measured of a game."""

    seconds: float
    matches: int


class LatchOrder(PositionOrder):
    """Find out whether a fluent is a latch."""

    fluent: str


class PractiseOrder(PositionOrder):
    """Make an exercise of a position."""

    ask: str
    seed: int
    depth: int
    branching: int


class TraceOrder(TypedDict):
    """Search, and show the way: in a game, or on a drawn tree."""

    do: str
    source: Any  # a GameSource, or {"tree": its text}
    match: str
    moves: str
    spec: str
    depth: int | None
    nodes: int
    most: int
    step: int
    below: int | None
    open: list[int] | None
    boards: bool
    digest: str
    seconds: float
