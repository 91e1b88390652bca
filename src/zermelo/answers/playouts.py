"""What `zermelo playouts` answers: how random matches end, and how fast they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ByRole, CommandAnswer
from zermelo.sampling.playouts import Playouts


@dataclass(frozen=True, slots=True)
class PlayoutsAnswer(CommandAnswer):
    """Random matches; means are None if none of them ended."""

    game: str
    playouts: int
    steps: int
    seconds: float
    playouts_per_second: float
    steps_per_second: float
    mean_goals: ByRole
    mean_length: float | None
    goals: Mapping[str, Mapping[str, int]]
    cut: int
    stuck: int
    going_on: int


def playouts_answer(game: str, roles: Sequence[str], result: Playouts) -> PlayoutsAnswer:
    """Return what random matches came to."""
    ended = result.playouts > 0
    means = result.mean_goals if ended else [None] * len(roles)
    return PlayoutsAnswer(
        game=game,
        playouts=result.playouts,
        steps=result.steps,
        seconds=result.seconds,
        playouts_per_second=result.playouts / result.seconds,
        steps_per_second=result.steps / result.seconds,
        mean_goals=dict(zip(roles, means, strict=True)),
        mean_length=result.mean_length if ended or result.cut else None,
        goals={
            role: {str(value): count for value, count in sorted(counts.items()) if count}
            for role, counts in zip(roles, result.goal_counts, strict=True)
        },
        cut=result.cut,
        stuck=result.stuck,
        going_on=result.going_on,
    )
