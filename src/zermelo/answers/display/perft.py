"""How numbers of paths are shown: depth by depth."""

from collections.abc import Iterator

from zermelo.answers.perft import PerftAnswer
from zermelo.game.perft import Level

HEADING = f"{'depth':>5} {'paths':>20} {'of them ended':>20} {'states':>14} {'seconds':>8}"


def parts(answer: PerftAnswer) -> Iterator[str]:
    """Yield a line for each depth."""
    yield HEADING
    counts = zip(answer.paths, answer.terminals, answer.states, strict=True)
    for depth, (level, seconds) in enumerate(zip(counts, answer.elapsed, strict=True)):
        yield line(depth, Level(*level), seconds)


def line(depth: int, level: Level, seconds: float) -> str:
    """Return what is known of a depth, and the seconds until then."""
    counts = f"{level.paths:>20,} {level.terminals:>20,} {level.states:>14,}"
    return f"{depth:>5} {counts} {seconds:>8.2f}"
