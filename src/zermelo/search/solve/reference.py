"""The worth of every position by the book, in plain Python: what the fast solver is held to.

A match that is broken off after n moves, and then counts as even, has an obvious value: minimax to
depth n. As n grows, the value of each position changes until it is that of the game itself. How
long it takes is shown by play in which no role ever gives away value: the role that gets more than
half hurries, the other delays, and both take the shortest way where they get half.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from zermelo.errors import UnsuitedError
from zermelo.game.game import Game, Role, State, joints
from zermelo.game.proof import exact
from zermelo.search.solve.solution import Worth
from zermelo.search.solve.suited import require_duel, simultaneous, stuck, uneven


@dataclass(slots=True)
class PlainSolver:
    """All positions, what follows each, who decides there, and what its end is worth."""

    children: dict[State, list[State]] = field(default_factory=dict)
    movers: dict[State, int] = field(default_factory=dict)
    goals: dict[State, float] = field(default_factory=dict)  # of the first role
    total: float | None = None


def solved_plainly(game: Game, start: State | None = None) -> dict[State, Worth]:
    """Return the worth of every position that can be reached from `start`."""
    require_duel(game)
    plain = explored(game, game.initial if start is None else start)
    even = -inf if plain.total is None else plain.total / 2
    value = values_of(plain, even)
    distance = distances_of(plain, even, value)

    def worth(state: State) -> Worth:
        mine = value[state]
        if mine == -inf:
            return Worth(None, None)
        values: tuple[float, ...] = (mine,)
        if plain.total is not None:
            values = (mine, float(exact(plain.total) - exact(mine)))
        return Worth(values, distance.get(state))

    return {state: worth(state) for state in plain.children}


def explored(game: Game, start: State) -> PlainSolver:
    """Return all that can be reached; UnsuitedError if it is no duel."""
    plain = PlainSolver()
    todo = [start]
    plain.children[start] = []
    while todo:
        state = todo.pop()
        if game.terminal(state):
            plain.goals[state], plain.total = goal_of(game, state, plain.total)
            continue
        sizes = [len(game.legal(state, Role(role))) for role in range(len(game.roles))]
        choosing = [role for role, size in enumerate(sizes) if size > 1]
        if not all(sizes):
            raise stuck(game)
        if len(choosing) > 1:
            raise simultaneous(game)
        plain.movers[state] = choosing[0] if choosing else 0
        for joint in joints(game, state):
            child = game.next(state, joint)
            plain.children[state].append(child)
            if child not in plain.children:
                plain.children[child] = []
                todo.append(child)
    return plain


def goal_of(game: Game, state: State, total: float | None) -> tuple[float, float | None]:
    """Return what the first role gets at an end, and what both get, the same at every end."""
    goals = [goal for goal in game.goals(state) if goal is not None]
    if len(goals) < len(game.roles):
        raise UnsuitedError(f"{game.name} cannot be solved: a role has no goal, or two, at an end")
    if len(goals) == 1:
        return float(goals[0]), None
    if total is not None and sum(map(exact, goals)) != exact(total):
        raise uneven(game, total, sum(goals))
    return float(goals[0]), float(sum(map(exact, goals))) if total is None else total


def values_of(plain: PlainSolver, even: float) -> dict[State, float]:
    """Return minimax values to a depth at which they do not change any more."""
    value = {state: plain.goals.get(state, even) for state in plain.children}
    while True:
        deeper = dict(value)
        for state, mover in plain.movers.items():
            best = max if mover == 0 else min
            deeper[state] = best(value[child] for child in plain.children[state])
        if deeper == value:
            return value
        value = deeper


def distances_of(plain: PlainSolver, even: float, value: dict[State, float]) -> dict[State, int]:
    """Return how many moves are left; a state of an endless match is missing."""
    distance = dict.fromkeys(plain.goals, 0)
    while True:
        found: dict[State, int] = {}
        for state, mover in plain.movers.items():
            if state not in distance and value[state] > -inf:
                equal = [child for child in plain.children[state] if value[child] == value[state]]
                known = [distance[child] for child in equal if child in distance]
                hurries = value[state] == even or (mover == 0) == (value[state] > even)
                if known and (hurries or len(known) == len(equal)):
                    longest: Callable[[list[int]], int] = min if hurries else max
                    found[state] = 1 + longest(known)
        if not found:
            return distance
        distance |= found
