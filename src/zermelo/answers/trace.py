"""What `zermelo trace` answers: a match by a fixed policy."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ByRole, CommandAnswer, SpelledLine
from zermelo.game.game import Game
from zermelo.game.trace import PolicyMatch


@dataclass(frozen=True, slots=True)
class TraceAnswer(CommandAnswer):
    """The moves of a match, and at each step the legal moves per role and the fluents that hold."""

    game: str
    policy: str
    moves: SpelledLine
    legal_counts: Sequence[Sequence[int]]
    state_sizes: Sequence[int]
    terminal: bool
    goals: ByRole
    stuck: Sequence[str]


def trace_answer(name: str, game: Game, policy: str, match: PolicyMatch) -> TraceAnswer:
    """Return a match that a policy has played."""
    return TraceAnswer(
        game=name,
        policy=policy,
        moves=match.moves,
        legal_counts=match.legal_counts,
        state_sizes=match.state_sizes,
        terminal=match.terminal,
        goals=dict(zip(game.roles, match.goals, strict=True)),
        stuck=match.stuck,
    )
