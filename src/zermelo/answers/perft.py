"""What `zermelo perft` answers: how many paths there are, depth by depth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import NOT_IN_JSON, CommandAnswer
from zermelo.game.perft import Level


@dataclass(frozen=True, slots=True)
class PerftAnswer(CommandAnswer):
    """Joint-move paths by depth, how many end there, and the states that they lead to."""

    game: str
    paths: Sequence[int]
    terminals: Sequence[int]
    states: Sequence[int]
    seconds: float
    elapsed: Sequence[float] = field(metadata=NOT_IN_JSON)  # seconds until each depth was done


def perft_answer(
    game: str, levels: Sequence[Level], elapsed: Sequence[float], seconds: float
) -> PerftAnswer:
    """Return the counts of all levels, and the seconds until each was done."""
    return PerftAnswer(
        game=game,
        paths=[level.paths for level in levels],
        terminals=[level.terminals for level in levels],
        states=[level.states for level in levels],
        seconds=seconds,
        elapsed=elapsed,
    )
