"""Heuristics by their names."""

from collections.abc import Callable, Mapping
from typing import Literal

from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import State
from zermelo.search.puzzle.heuristics.base import Heuristic
from zermelo.search.puzzle.heuristics.fuzzy import fuzzy
from zermelo.search.puzzle.heuristics.goals import goals
from zermelo.search.puzzle.heuristics.manhattan import manhattan
from zermelo.search.puzzle.heuristics.none import none
from zermelo.search.puzzle.heuristics.pattern import pattern
from zermelo.search.puzzle.heuristics.relaxed import relaxed
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
        name = "pattern" if isinstance(puzzle.game, CircuitGame) else "none"
    return HEURISTICS[name](puzzle, target, start)
