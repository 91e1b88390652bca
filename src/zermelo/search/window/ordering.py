"""What a search with windows remembers of its nodes, and which moves it tries first."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ordering:
    """Options that change how much a search looks at, but never the value that it finds."""

    table: bool = True  # remember states that were searched before
    leaves: bool = False  # remember leaves too, and keep to one order: no table move first
    killers: bool = False  # try moves first that cut at the same ply
    history: bool = False  # try moves first that cut often
    refutation: bool = False  # try moves first that the lines of the last pass had
    peek: bool = False  # ask the table about all children of a node before searching one
    fold: bool = False  # keep one entry for symmetric states, where the search goes to the end
    shallow: int = 0  # order moves by a search to this depth, where more is left

    @property
    def table_first(self) -> bool:
        """Whether to try the move of the table before all others."""
        return self.table and not self.leaves
