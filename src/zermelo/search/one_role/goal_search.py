"""One search of a puzzle, from one state, for an end that is worth enough."""

from dataclasses import dataclass, field
from enum import Enum

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock
from zermelo.search.events import EventKind, Trail, Watch
from zermelo.search.one_role.node import PathNode
from zermelo.search.puzzle.puzzle import Puzzle


class SearchVerdict(Enum):
    """How a search ended."""

    SOLVED = "solved"  # an end was reached that is worth enough
    CUTOFF = "cutoff"  # there is none within the depth, but there may be one beyond
    FAILURE = "failure"  # there is none at all


@dataclass(frozen=True, slots=True)
class FoundWay:
    """Moves to an end, and what it is worth."""

    line: tuple[Joint, ...]
    worth: float


@dataclass(slots=True)
class GoalSearch:
    """What a search is after, what it may spend, and the best end that it has come to so far.

    `depth` is how many moves a line may have; None is any number.
    """

    puzzle: Puzzle
    start: State
    clock: Clock
    watch: Watch | None = None
    depth: int | None = None
    target: float = field(init=False)  # what an end must be worth
    best: FoundWay | None = None
    trail: Trail = field(init=False)

    def __post_init__(self) -> None:
        """Aim at the best that the rules know of."""
        self.target = self.puzzle.worths[0]
        self.trail = Trail(self.clock, self.watch)

    @property
    def solved(self) -> bool:
        """Whether an end was reached that is worth enough."""
        return self.best is not None and self.best.worth >= self.target

    def beyond(self, depth: int) -> bool:
        """Whether no further move may be made at a depth."""
        return self.depth is not None and depth >= self.depth

    def enter(self, node: PathNode) -> None:
        """Count a node, and tell of it; the clock may run out here."""
        if self.watch is None:
            self.clock.tick()
            return
        self.go_to(node.parent)
        self.trail.enter(node.state, node.joint)
        node.frame = self.trail.path[-1]

    def value(self, node: PathNode, moves: float) -> None:
        """Tell how many moves a way through a node has, as far as the search knows."""
        if self.watch is not None:
            self.go_to(node)
            self.trail.leave(moves)
            node.value = moves

    def go_to(self, node: PathNode | None) -> None:
        """Set the trail to a node: these searches jump from one to another."""
        nodes = [] if node is None else node.path()
        self.trail.path = [each.frame for each in nodes if each.frame is not None]

    def ended(self, node: PathNode) -> bool:
        """Whether a node is an end; then it is kept if it is worth more, or as much but sooner."""
        worth = self.puzzle.worth(node.state)
        if worth is None:
            return False
        if self.watch is not None:
            self.go_to(node)
        self.trail.leaf(worth)
        if self.watch is not None:
            self.trail.leave(worth)
            node.value = worth
        best = self.best
        if best is None or (worth, -node.depth) > (best.worth, -len(best.line)):
            self.best = FoundWay(node.line(), worth)
            self.tell_best(node)
        return True

    def tell_best(self, node: PathNode) -> None:
        """Tell that the way to a node is the best so far."""
        if self.watch is None:
            return
        while node.parent is not None:
            self.go_to(node)
            value = float(node.depth) if node.value is None else node.value
            self.trail.tell(EventKind.LEAVE, value)
            node = node.parent
            self.go_to(node)
            self.trail.tell(EventKind.BEST, value)
