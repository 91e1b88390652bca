"""Game: the six questions of GDL, asked of states that are plain integers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, auto
from itertools import product
from typing import TYPE_CHECKING, Protocol

from zermelo.ground.lexicon import Move as Move
from zermelo.ground.lexicon import Role as Role
from zermelo.ground.lexicon import State as State

if TYPE_CHECKING:
    from zermelo.game.compiled_game import CompiledGame

Joint = tuple[Move, ...]  # one move per role, in the order of game.roles
Values = tuple[float, ...]  # worth per role, on GDL's goal scale 0..100
Goals = tuple[float | None, ...]  # per role; None where the rules define no value, or two


class Trait(Flag):
    """What searches may need to know of a game."""

    ONE_ROLE = auto()
    TWO_ROLES = auto()
    TURNS = auto()  # in every state at most one role has a choice
    CONSTANT_SUM = auto()  # all terminal states share out the same total
    DETERMINISTIC = auto()  # no role `random`
    PERFECT = auto()  # no `sees`: every role knows the state
    CIRCUIT = auto()  # compiled: kernels can run it
    ALTERNATES = auto()  # no role has a choice in two states running
    ENDS = auto()  # every match comes to an end
    PLAYABLE = auto()  # before the end, every role always has a move


class Evidence(Enum):
    """How a trait is known."""

    PROVED = "proved"
    UNREFUTED = "unrefuted"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of one trait: the evidence, and the number of playouts behind it.

    A trait that playouts refuted also says `because` of what, and `example` has the joint moves
    that lead there.
    """

    evidence: Evidence
    playouts: int = 0
    because: str = ""
    example: tuple[tuple[str, ...], ...] = ()


class Game(Protocol):
    """Pure questions about a game; nothing that is asked changes it."""

    @property
    def name(self) -> str:
        """What the game is called."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles, in the order of the rules."""

    @property
    def compiled(self) -> "CompiledGame | None":
        """The game as an engine runs it; None for explicit trees, and for rules not compiled."""

    @property
    def initial(self) -> State:
        """The state that every match starts in."""

    def terminal(self, state: State) -> bool:
        """Whether the match is over."""

    def goals(self, state: State) -> Goals:
        """What each role gets in `state`, in 0..100; means something at the end only."""

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        """The moves that `role` may choose from, in ascending order."""

    def next(self, state: State, joint: Joint) -> State:
        """The state after every role has made its move."""

    def spell(self, role: Role, move: Move) -> str:
        """A move in KIF."""

    def read(self, role: Role, text: str) -> Move:
        """The move that `text` spells in KIF; PlayError if the role has none such."""

    def describe(self, state: State) -> tuple[str, ...]:
        """The fluents that hold in `state`, in KIF, sorted."""

    def state_of(self, fluents: Sequence[str]) -> State:
        """The state in which exactly `fluents` hold; PlayError for a fluent that cannot be."""


def joints(game: Game, state: State) -> Iterator[Joint]:
    """Every combination of legal moves; none if the state is terminal or a role is stuck."""
    if not game.terminal(state):
        yield from product(*(game.legal(state, Role(role)) for role in range(len(game.roles))))


def mover(game: Game, state: State) -> Role | None:
    """Return the only role with a choice; None if no role has one, as when the match is over.

    Raises:
        ValueError: several roles have a choice.
    """
    if game.terminal(state):
        return None  # moves may still be legal there, but nobody makes them
    choosing = [
        Role(role) for role in range(len(game.roles)) if len(game.legal(state, Role(role))) > 1
    ]
    if len(choosing) > 1:
        raise ValueError(f"{len(choosing)} roles have a choice at once")
    return choosing[0] if choosing else None
