"""Heuristics by their names."""

from collections.abc import Callable, Mapping
from typing import Literal

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.search.heuristics.fuzzy import fuzzy
from zermelo.search.heuristics.goals import goals
from zermelo.search.heuristics.manhattan import manhattan
from zermelo.search.heuristics.none import none
from zermelo.search.heuristics.pattern import pattern
from zermelo.search.heuristics.relaxed import relaxed
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle

Name = Literal["auto", "none", "goals", "fuzzy", "relaxed", "pattern", "manhattan"]
Made = Callable[[Puzzle, float, State], Heuristic]
"""For a puzzle, what its end must be worth, and where the search starts."""
HEURISTICS: Mapping[str, Made] = {
    "none": none,
    "goals": goals,
    "fuzzy": fuzzy,
    "relaxed": relaxed,
    "pattern": pattern,
    "manhattan": manhattan,
}
ABOUT = "what says how many moves are left; auto: pattern, or none where there are no rules"


def chosen(name: str, puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the heuristic that is called `name`; UsageError if it cannot be had."""
    if name == "auto":
        name = "pattern" if isinstance(puzzle.game, CompiledGame) else "none"
    return HEURISTICS[name](puzzle, target, start)
