"""Why a state is worth what it is: a worth, and below it what it is made of."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from zermelo.game.game import Game, State


@dataclass(frozen=True, slots=True)
class Term:
    """What is counted in words or KIF, its value, and what it is made of."""

    text: str
    value: float
    parts: tuple["Term", ...] = ()


@runtime_checkable
class Explaining(Protocol):
    """An evaluator that says why."""

    def terms(self, game: Game, state: State) -> tuple[Term, ...]:
        """Return the worth of a state for each role, with what it is made of."""
