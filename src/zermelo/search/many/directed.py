"""A search by a model, deeper and deeper; and whom to be against, by how the others stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import inf

from zermelo.game.game import Evidence, Game, Role, State
from zermelo.game.proof import by_search
from zermelo.game.tree_game import TreeGame
from zermelo.search.base import Clock, Result
from zermelo.search.endless import endless_values
from zermelo.search.events import Watch
from zermelo.search.findings import ending
from zermelo.search.many.exact import Number, decimals, goal_number
from zermelo.search.many.opponent_model import OpponentModel
from zermelo.search.many.vector_game import VectorGame
from zermelo.search.many.vectors import VectorMemory, Vectors
from zermelo.search.many.watching import Telling
from zermelo.search.parts.root import deep_calls, deepest, first_move, unsearched


@dataclass(frozen=True, slots=True)
class Desk:
    """What a search of vectors keeps for a match."""

    vector_game: VectorGame
    role: Role
    memory: VectorMemory | None
    watch: Watch | None = None

    @property
    def game(self) -> Game:
        """What is played."""
        return self.vector_game.game

    def first(self, state: State) -> Result:
        """Return any legal move at once: time may be up before anything better is known."""
        return unsearched(self.game, self.role, state, decimals(self.vector_game.guessed(state)))

    def deepened(
        self, model: OpponentModel, own: int | None, state: State, clock: Clock, note: str = ""
    ) -> Iterator[Result]:
        """Yield the best move of every depth, until it is proven or the limit is reached."""
        least, most = lowest(self.game, model.target), highest(self.game, model.root)
        limit = deepest(self.game, state, own, clock)
        for depth in count(1) if limit is None else range(1, limit + 1):
            trail = Telling(clock, self.watch, role=self.role)
            search = Vectors(self.vector_game, model, trail, self.memory, least, most)
            with deep_calls(self.game, depth):
                values, line, proven = search.value(state, depth)
            move = line[0][self.role] if line else first_move(self.game, self.role, state)
            proof = by_search() if proven else None
            yield Result(move, decimals(values), line, depth, proof, note=note)
            if proven:
                return


def lowest(game: Game, role: Role | None) -> Number:
    """Return the least that a role can get, by the goals that the rules have for it."""
    return -inf if role is None else min(possible(game, role), default=-inf)


def highest(game: Game, role: Role) -> Number:
    """Return the most that a role can get, by the goals that the rules have for it."""
    return max(possible(game, role), default=inf)


def possible(game: Game, role: Role) -> list[Number]:
    """Return all goals of a role, and what a match without an end may count if there are such."""
    goals = [written_goals(game, Role(one)) for one in range(len(game.roles))]
    if ending(game).evidence is Evidence.PROVED:
        return goals[role]
    exactly = [[Fraction(goal) for goal in own] for own in goals]
    return [*goals[role], *endless_values(exactly)]


def written_goals(game: Game, role: Role) -> list[Number]:
    """Return all goals that the rules have for a role, or the nodes of a drawn tree."""
    if isinstance(game, TreeGame):
        return [goal_number(node.values[role]) for node in game.nodes if node.values is not None]
    if (compiled := game.compiled) is not None:
        own = compiled.dimensions.goal_values[compiled.dimensions.goal_roles == role]
        return [int(goal) for goal in own]
    return []


def leader(standing: Sequence[Number], root: Role) -> Role | None:
    """Return who of the others stands best, of equals the first to move after the root; or None.

    >>> leader((50.0, 20.0, 20.0), Role(0)), leader((50.0, 20.0, 20.0), Role(1))
    (1, 0)
    >>> leader((50.0,), Role(0))
    """
    others = [Role((root + step) % len(standing)) for step in range(1, len(standing))]
    return max(others, key=lambda role: standing[role], default=None)
