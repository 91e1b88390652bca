"""Looking ahead: which moves end the match at once, or let another role end it with the next one.

For the turns in which no search runs yet, because the rules are still being compiled: a win that is
there is taken, and a loss that can be seen is avoided. It looks at one position after the other, so
it can be stopped at any time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random

from zermelo.game.game import Game, Joint, Move, Role, State

Heed = Callable[[], None]

EVEN = 50.0
"""A goal above is as good as a win, and one below as bad as a loss."""
WON = 100.0
MOST_REPLIES = 256
"""Joint moves that are looked at for one move of ours."""


@dataclass(frozen=True, slots=True)
class NearEnd:
    """The best move so far, what it brings if it ends the match, and how far it was looked."""

    move: Move
    goal: float | None
    depth: int


def near_ends(
    game: Game, state: State, role: Role, chance: Random, heed: Heed
) -> Iterator[NearEnd]:
    """Yield better and better moves of a role; none where nothing can be told apart.

    First by what they bring if they end the match, whatever the others do meanwhile; among those
    that do not end it, then by whether another role can end it badly with its next move. `heed` is
    called before every position that is looked at, and may raise to stop.
    """
    legal = game.legal(state, role)
    if len(legal) < 2:
        return
    ends: dict[Move, float | None] = {}
    most = EVEN
    for move in legal:
        joints = joints_with(game, state, role, move, heed)
        ends[move] = goal = worst_end(game, state, joints, role)
        if goal is not None and goal > most:
            most = goal
            yield NearEnd(move, goal, 1)
            if most >= WON:
                return
    if most > EVEN:
        return
    worth = {move: EVEN if goal is None else goal for move, goal in ends.items()}
    best = [move for move in legal if worth[move] == max(worth.values())]
    chosen = chance.choice(best)
    if len(best) < len(legal):
        yield NearEnd(chosen, ends[chosen], 1)
    quiet = [move for move in best if ends[move] is None]
    for move in chance.sample(quiet, len(quiet)):
        if not invites_loss(game, state, role, move, heed):
            yield NearEnd(move, None, 2)
            return


def joints_with(game: Game, state: State, role: Role, move: Move, heed: Heed) -> Iterator[Joint]:
    """Yield the joint moves in which a role makes a move; of very many, some."""
    choices = [
        [move] if other == role else game.legal(state, Role(other))
        for other in range(len(game.roles))
    ]
    for joint in islice(product(*choices), MOST_REPLIES):
        heed()
        yield joint


def worst_end(game: Game, state: State, joints: Iterator[Joint], role: Role) -> float | None:
    """Return the least that a role gets if the match may end after a joint move, else None.

    Where it only ends after some of them, the others count as even.
    """
    goals: list[float | None] = []
    for joint in joints:
        after = game.next(state, joint)
        goals.append((game.goals(after)[role] or 0.0) if game.terminal(after) else None)
    if all(goal is None for goal in goals):
        return None
    return min(EVEN if goal is None else goal for goal in goals)


def invites_loss(game: Game, state: State, role: Role, move: Move, heed: Heed) -> bool:
    """Tell whether the others can end the match badly for a role right after its move."""
    for joint in joints_with(game, state, role, move, heed):
        after = game.next(state, joint)
        for answer in game.legal(after, role):
            replies = joints_with(game, after, role, answer, heed)
            worst = worst_end(game, after, replies, role)
            if worst is None or worst >= EVEN:
                break  # with this answer nothing is lost
        else:
            return True
    return False
