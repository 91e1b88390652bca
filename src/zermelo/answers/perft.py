"""What `zermelo perft` answers: how many paths there are, depth by depth."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.answers.answer import CommandAnswer
from zermelo.game.perft import Level


@dataclass(frozen=True, slots=True)
class PerftAnswer(CommandAnswer):
    """Joint-move paths by depth, how many end there, and the states that they lead to."""

    game: str
    paths: Sequence[int]
    terminals: Sequence[int]
    states: Sequence[int]
    seconds: float


def perft_answer(game: str, levels: Sequence[Level], seconds: float) -> PerftAnswer:
    """Return the counts of all levels."""
    return PerftAnswer(
        game=game,
        paths=[level.paths for level in levels],
        terminals=[level.terminals for level in levels],
        states=[level.states for level in levels],
        seconds=seconds,
    )
