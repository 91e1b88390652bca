"""Matches without chance: every role plays by a fixed policy, and what happens is noted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from zermelo.errors import UsageError
from zermelo.game.game import Game, Goals, Move, Role, State

STEPS_BY_DEFAULT = 500
"""Where a match is cut if nobody says otherwise."""


def smallest(step: int, role: int, size: int) -> int:
    """Return the index of the smallest move by KIF text: moves are numbered in that order."""
    return 0


def scattered(step: int, role: int, size: int) -> int:
    """Return an index that differs from step to step and from role to role."""
    return (7 * step + 3 * role + 1) % size


POLICIES: Mapping[str, Callable[[int, int, int], int]] = {"min": smallest, "mod": scattered}
"""From step, role and the number of legal moves to the index of the one that is played."""


@dataclass(frozen=True, slots=True)
class PolicyMatch:
    """A match: its moves in KIF, and what was counted on the way."""

    moves: tuple[tuple[str, ...], ...]  # [step][role]
    legal_counts: tuple[tuple[int, ...], ...]  # [step][role]
    state_sizes: tuple[int, ...]  # [step] how many fluents hold, in the last state too
    terminal: bool
    goals: Goals
    stuck: tuple[str, ...]  # the roles without a move in a last state that is not terminal


def trace(
    game: Game, policy: str, steps: int = STEPS_BY_DEFAULT, start: State | None = None
) -> PolicyMatch:
    """Return the match that the policy plays from `start`, of at most `steps` steps."""
    if policy not in POLICIES:
        raise UsageError(f"no policy is called {policy!r}; there are {', '.join(POLICIES)}")
    choose = POLICIES[policy]
    state = game.initial if start is None else start
    roles = [Role(role) for role in range(len(game.roles))]
    moves: list[tuple[str, ...]] = []
    counts: list[tuple[int, ...]] = []
    sizes = [state.bit_count()]
    stuck: tuple[str, ...] = ()
    while len(moves) < steps and not game.terminal(state):
        legal = [game.legal(state, role) for role in roles]
        stuck = tuple(game.roles[role] for role in roles if not legal[role])
        if stuck:
            break
        joint: tuple[Move, ...] = tuple(
            legal[role][choose(len(moves), role, len(legal[role]))] for role in roles
        )
        moves.append(tuple(game.spell(role, joint[role]) for role in roles))
        counts.append(tuple(map(len, legal)))
        state = game.next(state, joint)
        sizes.append(state.bit_count())
    goals = game.goals(state)
    return PolicyMatch(
        tuple(moves), tuple(counts), tuple(sizes), game.terminal(state), goals, stuck
    )
