"""Lexicon: the names of a game, from KIF text to numbers and back; as terms, to look inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import NewType

from zermelo.errors import PlayError
from zermelo.text.ground_term import GroundTerm, ground_terms
from zermelo.text.kif import read_term, spell_term

Role = NewType("Role", int)  # index into the roles of a game
Move = NewType("Move", int)  # index into that role's moves, the same in every state
State = NewType("State", int)  # one bit per fluent: immutable, hashable, equal means equal


@dataclass(frozen=True)
class Lexicon:
    """The names of roles, fluents and moves; a fluent's number is its bit in a state."""

    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]

    @cached_property
    def fluent_terms(self) -> tuple[GroundTerm, ...]:
        """The fluents, taken apart when first asked for."""
        return ground_terms(" ".join(self.fluents))

    @cached_property
    def move_terms(self) -> tuple[tuple[GroundTerm, ...], ...]:
        """The moves of each role, taken apart when first asked for."""
        return tuple(ground_terms(" ".join(moves)) for moves in self.moves)

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """The number of each fluent: its bit in a state."""
        return {fluent: index for index, fluent in enumerate(self.fluents)}

    @cached_property
    def _numbers(self) -> list[dict[str, int]]:
        return [{move: index for index, move in enumerate(moves)} for moves in self.moves]

    def spell(self, role: Role, move: Move) -> str:
        """Return a move in KIF."""
        return self.moves[role][move]

    def read(self, role: Role, text: str) -> Move:
        """Return the move that `text` spells."""
        wanted = spell_term(read_term(text, "move"))
        number = self._numbers[role].get(wanted)
        if number is None:
            near = get_close_matches(wanted, self.moves[role], n=3)
            hint = f"; near to it: {', '.join(near)}" if near else ""
            raise PlayError(f"{self.roles[role]} never has a move {wanted}{hint}")
        return Move(number)

    def describe(self, state: State) -> tuple[str, ...]:
        """Return the fluents of a state."""
        return tuple(fluent for bit, fluent in enumerate(self.fluents) if state >> bit & 1)

    def holding(self, state: State) -> tuple[GroundTerm, ...]:
        """Return the fluents of a state, taken apart."""
        return tuple(term for bit, term in enumerate(self.fluent_terms) if state >> bit & 1)

    def state_of(self, fluents: Sequence[str]) -> State:
        """Return the state in which exactly `fluents` hold."""
        state = 0
        for text in fluents:
            wanted = spell_term(read_term(text, "fluent"))
            bit = self.bits.get(wanted)
            if bit is None:
                near = get_close_matches(wanted, self.fluents, n=3)
                hint = f"; near to it: {', '.join(near)}" if near else ""
                raise PlayError(f"no state of the game has {wanted}{hint}")
            state |= 1 << bit
        return State(state)
