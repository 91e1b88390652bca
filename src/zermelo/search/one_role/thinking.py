"""What the searches of puzzles have in common: results, and following a way that was found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from zermelo.errors import UsageError
from zermelo.game.game import Joint, State, Trait
from zermelo.game.proof import by_search
from zermelo.search.base import Bound, Clock, OutOfTimeError, Result
from zermelo.search.events import Watch
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.parts.root import ended, first_move, unsearched
from zermelo.search.puzzle.puzzle import ENDLESS, PLAYER, Puzzle

PUZZLE = Trait.ONE_ROLE | Trait.DETERMINISTIC | Trait.PERFECT
"""What these searches need."""


@dataclass(frozen=True, slots=True)
class FoundPath:
    """How a search ended, and what may be claimed of its way.

    `shortest`: no way to an end of that worth has fewer moves. `note` says what else there is.
    """

    verdict: SearchVerdict
    shortest: bool
    note: str = ""


Method = Callable[[GoalSearch], FoundPath]


@dataclass(slots=True)
class PathFollower:
    """A search of a match; what it found once is followed as long as the match goes that way."""

    puzzle: Puzzle
    method: Method
    depth: int | None = None
    watch: Watch | None = None
    known: dict[State, Result] = field(default_factory=dict)

    def __call__(self, state: State, clock: Clock) -> Iterator[Result]:
        """Yield any legal move, then the best way that was found."""
        game = self.puzzle.game
        over = ended(game, state)
        if over is not None:
            yield over
            return
        if state in self.known:
            yield self.known[state]
            return
        first = unsearched(game, PLAYER, state, (self.puzzle.least,))
        yield replace(first, bound=Bound.AT_LEAST)
        goal_search = GoalSearch(self.puzzle, state, clock, self.watch, smaller(self.depth, clock))
        try:
            finding = self.method(goal_search)
        except OutOfTimeError:
            if goal_search.best is not None:
                yield result(goal_search, Bound.AT_LEAST, "time was up")
            raise
        told = concluded(goal_search, finding)
        self.remember(state, told)
        yield told

    def remember(self, state: State, told: Result) -> None:
        """Keep what is left of a way at each of its states."""
        if told.bound is not Bound.EXACT:
            return
        self.known = {}
        for number, joint in enumerate(told.line):
            rest = told.line[number:]
            self.known[state] = replace(told, move=joint[PLAYER], line=rest, depth=len(rest))
            state = self.puzzle.game.next(state, joint)


def smaller(own: int | None, clock: Clock) -> int | None:
    """Return the smaller of a search's own depth and the clock's; None is none."""
    limits = [limit for limit in (own, clock.limits.depth) if limit is not None]
    if limits and min(limits) < 0:
        raise UsageError(f"a depth of {min(limits)} makes no sense; 0 looks at nothing ahead")
    return min(limits, default=None)


def concluded(goal_search: GoalSearch, finding: FoundPath) -> Result:
    """Return what a search that was not interrupted has to say."""
    highest = goal_search.puzzle.worths[0]
    notes = [finding.note] if finding.note else []
    if finding.verdict is SearchVerdict.CUTOFF:
        within = f"within {goal_search.depth} moves" if goal_search.depth is not None else "so far"
        notes.insert(0, f"cutoff: no end worth {highest:g} was found {within}")
        return result(goal_search, Bound.AT_LEAST, "; ".join(notes))
    if goal_search.best is None:
        notes.insert(0, "unsolvable: no end can be reached")
        return replace(result(goal_search, Bound.EXACT, "; ".join(notes)), unsolvable=True)
    if goal_search.best.worth < highest:
        best = f"the best end is worth {goal_search.best.worth:g}"
        notes.insert(0, f"no end worth {highest:g} can be reached: {best}")
    if not finding.shortest:
        notes.append("not proved shortest")
    return result(goal_search, Bound.EXACT, "; ".join(notes), finding.shortest)


def result(goal_search: GoalSearch, bound: Bound, note: str, shortest: bool = False) -> Result:
    """Return the best way so far as a result.

    It is proven if everything was looked at, or if it has the best that the rules know of.
    """
    line: tuple[Joint, ...] = () if goal_search.best is None else goal_search.best.line
    worth = ENDLESS if bound is Bound.EXACT else goal_search.puzzle.least
    if goal_search.best is not None:
        worth = goal_search.best.worth
    if line:
        move = line[0][PLAYER]
    else:
        move = first_move(goal_search.puzzle.game, PLAYER, goal_search.start)
    if goal_search.solved:
        bound = Bound.EXACT
    proof = by_search() if bound is Bound.EXACT else None
    return Result(move, (worth,), line, len(line), proof, bound, note, shortest if line else None)
