"""What `zermelo playouts` answers: how random matches end, and how fast they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import NOT_IN_JSON, ByRole, CommandAnswer
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
    step_limit: int = field(metadata=NOT_IN_JSON)
    threads: int = field(metadata=NOT_IN_JSON)


def playouts_answer(
    game: str, roles: Sequence[str], result: Playouts, step_limit: int, threads: int
) -> PlayoutsAnswer:
    """Return what random matches came to that were cut after so many steps."""
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
        step_limit=step_limit,
        threads=threads,
    )
