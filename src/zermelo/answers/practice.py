"""What `zermelo practice` answers: an exercise in alpha-beta with its solution."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import NOT_IN_JSON, CommandAnswer
from zermelo.exercises.exercise import Exercise
from zermelo.pictures.trees.records import finite
from zermelo.pictures.trees.text import draw_tree


@dataclass(frozen=True, slots=True)
class SearchWindow:
    """The window that alpha-beta came to a node with, and the value that it left with.

    An infinite bound is None.
    """

    node: str
    low: float | None
    high: float | None
    value: float


@dataclass(frozen=True, slots=True)
class PracticeAnswer(CommandAnswer):
    """A tree as a nested list, and the right answers."""

    seed: int
    tree: object
    value: float
    move: str
    pruned: Sequence[float]
    windows: Sequence[SearchWindow]
    drawing: str = field(metadata=NOT_IN_JSON)


def practice_answer(task: Exercise, seed: int) -> PracticeAnswer:
    """Return an exercise and its solution."""
    return PracticeAnswer(
        seed=seed,
        tree=task.tree,
        value=task.value,
        move=task.move,
        pruned=task.pruned,
        windows=[
            SearchWindow(name, finite(one.low), finite(one.high), one.value)
            for name, one in task.windows.items()
        ],
        drawing=draw_tree(task.game),
    )
