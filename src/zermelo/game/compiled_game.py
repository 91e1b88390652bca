"""A Game from rules, run by an engine: one state or thousands at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Dimensions, Engine, Ints, Words
from zermelo.errors import PlayError
from zermelo.game.game import Goals, Joint, Move, Role, State
from zermelo.ground.lexicon import Lexicon
from zermelo.ground.program import Program
from zermelo.text.tree import Sheet

if TYPE_CHECKING:
    from zermelo.game.position import Position

REMEMBERED = 1 << 12


@dataclass(frozen=True, slots=True)
class StateView:
    """All that can be asked of one state."""

    terminal: bool
    goals: Goals
    legal: tuple[tuple[Move, ...], ...]


@dataclass(frozen=True, slots=True)
class Child:
    """A state one joint move away, with all that can be asked of it."""

    joint: Joint
    state: State
    view: StateView


@dataclass(frozen=True, eq=False)
class CompiledGame:
    """Asks its engine; the last few thousand answers are remembered."""

    name: str
    lexicon: Lexicon
    engine: Engine
    board: Mapping[str, object] = field(default_factory=dict)  # how to draw it, where that is known
    sheet: Sheet | None = None  # its rules, where they are known
    program: Program | None = None  # the same, ground
    keep: bool = True  # whether what is found out about it may be kept on disk

    @property
    def compiled(self) -> "CompiledGame":
        """The game itself: an engine runs it."""
        return self

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""
        return self.lexicon.roles

    @cached_property
    def initial(self) -> State:
        """The state that every match starts in."""
        return State(sum(1 << int(bit) for bit in np.flatnonzero(self.engine.initial)))

    @property
    def start(self) -> "Position":
        """The position that every match starts in: the game as people play it."""
        from zermelo.game.position import Position

        return Position(self, self.initial)

    @property
    def dimensions(self) -> Dimensions:
        """How many fluents, moves and goals there are."""
        return self.engine.dimensions

    @property
    def words(self) -> int:
        """How many words a row of fluents has."""
        return self.engine.dimensions.words

    def row(self, state: State) -> Words:
        """Return a state as a row of words."""
        # Of a bytearray, so that it is writable: numba would compile again for a read-only array.
        return np.frombuffer(bytearray(state.to_bytes(8 * self.words, "little")), np.uint64)

    def fluent_bits(self, state: State) -> Ints:
        """Return a state as one number for each fluent: 1 if it holds."""
        row, size = self.row(state).view(np.uint8), self.dimensions.fluents
        return np.unpackbits(row, count=size, bitorder="little").astype(np.int32)

    def state(self, row: Words) -> State:
        """Return the state that a row of words holds."""
        return State(int.from_bytes(row.tobytes(), "little"))

    def views(self, states: Words) -> list[StateView]:
        """Return what can be asked of each of the rows [states, words]."""
        answer = self.engine.view(states)
        size = self.dimensions.moves
        bits = np.unpackbits(answer.legal.view(np.uint8), axis=1, count=size, bitorder="little")
        return [
            StateView(bool(ended), self._goals(goals), self._moves(legal))
            for ended, goals, legal in zip(answer.ended, answer.goals, bits, strict=True)
        ]

    def _goals(self, holds: NDArray[np.bool_]) -> Goals:
        values: list[set[int]] = [set() for _ in self.roles]
        for index in np.flatnonzero(holds):
            values[self.dimensions.goal_roles[index]].add(int(self.dimensions.goal_values[index]))
        return tuple(found.pop() if len(found) == 1 else None for found in values)

    def _moves(self, legal: NDArray[np.uint8]) -> tuple[tuple[Move, ...], ...]:
        bounds = self.dimensions.firsts
        return tuple(
            tuple(map(Move, np.flatnonzero(legal[bounds[role] : bounds[role + 1]]).tolist()))
            for role in range(len(self.roles))
        )

    @cached_property
    def view(self) -> Callable[[State], StateView]:
        """Return all that can be asked of one state."""
        return lru_cache(maxsize=REMEMBERED)(lambda state: self.views(self.row(state)[None])[0])

    def terminal(self, state: State) -> bool:
        """Whether the match is over."""
        return self.view(state).terminal

    def goals(self, state: State) -> Goals:
        """What each role gets."""
        return self.view(state).goals

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        """The moves that `role` may choose from."""
        return self.view(state).legal[role]

    def next(self, state: State, joint: Joint) -> State:
        """The state after every role has made its move."""
        return self._following(state, joint)

    @cached_property
    def _following(self) -> Callable[[State, Joint], State]:
        return lru_cache(maxsize=REMEMBERED)(self._stepped)

    def _stepped(self, state: State, joint: Joint) -> State:
        sizes = [len(moves) for moves in self.lexicon.moves]
        if len(joint) != len(sizes) or any(
            not 0 <= move < size for move, size in zip(joint, sizes, strict=True)
        ):
            # Kernels do not look where they write.
            raise PlayError(f"{joint} is no joint move: its roles have {sizes} moves")
        joints = np.array([joint], np.int32)
        return self.state(self.engine.step(self.row(state)[None], joints)[0])

    def children(self, state: State) -> list[Child]:
        """Every joint move with the state it leads to: two passes for a thousand children."""
        _, joints = self.engine.children(self.engine.view(self.row(state)[None]))
        return self._after(state, joints)

    def after(self, state: State, joints: Sequence[Joint]) -> list[Child]:
        """The states that some joint moves lead to: two passes for all."""
        shape = len(joints), len(self.roles)
        return self._after(state, np.array(joints, np.int32).reshape(shape))

    def _after(self, state: State, joints: Ints) -> list[Child]:
        following = self.engine.step(np.repeat(self.row(state)[None], len(joints), axis=0), joints)
        return [
            Child(tuple(map(Move, joint)), self.state(row), view)
            for joint, row, view in zip(
                joints.tolist(), following, self.views(following), strict=True
            )
        ]

    def spell(self, role: Role, move: Move) -> str:
        """A move in KIF."""
        return self.lexicon.spell(role, move)

    def read(self, role: Role, text: str) -> Move:
        """The move that `text` spells in KIF."""
        return self.lexicon.read(role, text)

    def describe(self, state: State) -> tuple[str, ...]:
        """The fluents that hold in `state`."""
        return self.lexicon.describe(state)

    def state_of(self, fluents: Sequence[str]) -> State:
        """The state in which exactly `fluents` hold."""
        return self.lexicon.state_of(fluents)
