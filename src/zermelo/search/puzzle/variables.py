"""Variables of a puzzle: fluents of which exactly one holds, such as the places of one tile.

Guessed from how fluents look and from a random walk, then proved by induction: exactly one of them
holds in the start, and if all variables have one value each, they have one value each after every
move. The proof goes through all values of a variable, and through those of a second one where the
first alone does not say what follows: for each move some other variable that does.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from zermelo.logic.patterns import Patterns
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import State
from zermelo.search.puzzle.puzzle import PLAYER
from zermelo.search.puzzle.rails import Cases, Rails

WALK = 300
"""Random moves that guesses have to stand."""
MOST_CASES = 1 << 20
"""Cases of one variable and one move that are looked at; with more, there is no proof."""
MOST_WORK = 1 << 34
"""Cases times gates in all; more would take longer than most searches."""

Variable = tuple[int, ...]
"""Fluents, in ascending order."""


@dataclass(frozen=True, slots=True)
class Change:
    """A value of a variable that may follow another when a move is made."""

    move: int
    before: int  # a fluent
    after: int


@dataclass
class Variables:
    """What is proved of the states that can be reached from `start`."""

    game: CircuitGame
    start: State
    proved: list[Variable] = field(init=False)
    changes: dict[Variable, frozenset[Change]] = field(init=False)

    def __post_init__(self) -> None:
        """Guess and prove, until what is left proves itself."""
        self.rails = Rails.of(self.game.gates)
        self.moves = int(self.game.gates.roles[-1])
        self.work = 0
        self.proved = list(guesses(self.game, self.start))
        while True:
            found = {variable: self.followed(variable) for variable in self.proved}
            kept = {variable: changes for variable, changes in found.items() if changes is not None}
            if len(kept) == len(found):
                break
            self.proved = list(kept)
        self.changes = kept

    def closed(self, cases: Cases, fluent: int, where: int) -> None:
        """Have a fluent hold in some cases, and with it nothing else of its variables."""
        cases.set(fluent, True, where)
        for variable in self.proved:
            if fluent in variable:
                for other in variable:
                    if other != fluent:
                        cases.set(other, False, where)

    def followed(self, variable: Variable) -> frozenset[Change] | None:
        """Return which values follow which; None if that is not always exactly one."""
        found: set[Change] = set()
        todo = list(range(self.moves))
        for second in [(), *(other for other in self.proved if other != variable)]:
            if not todo:
                return frozenset(found)
            size = len(variable) * max(1, len(second)) * len(todo)
            self.work += size * len(self.game.gates.code)
            if size > MOST_CASES or self.work > MOST_WORK:
                return None
            left = []
            for move, changes in self.tried(variable, second, todo):
                if changes is None:
                    left.append(move)
                else:
                    found |= changes
            todo = left
        return None if todo else frozenset(found)

    def tried(
        self, variable: Variable, second: Variable, moves: list[int]
    ) -> Iterator[tuple[int, set[Change] | None]]:
        """Yield each move with what it may change, None if that is not known to be one value."""
        others = second or (None,)
        block = len(variable) * len(others)
        size = block * len(moves)
        cases = Cases.unknown(self.game.gates.fluents, size)
        every = repeated(block, len(moves))
        for number, fluent in enumerate(variable):
            own = ((1 << len(others)) - 1) << number * len(others)
            self.closed(cases, fluent, own * every)
        for number, other in enumerate(others):
            if other is not None:
                own = repeated(len(others), len(variable)) << number
                self.closed(cases, other, own * every)
        made = [0] * self.moves
        for number, move in enumerate(moves):
            made[move] = ((1 << block) - 1) << number * block
        seen, may, may_not = self.rails.step(cases, made)
        going = cases.possible() & seen.terminal[1]
        exactly = certain(variable, may, may_not, (1 << size) - 1)
        for move in moves:
            allowed = going & made[move] & seen.legal[move]
            if allowed & ~exactly:
                yield move, None
                continue
            changes = set()
            for number, fluent in enumerate(variable):
                own = ((1 << len(others)) - 1) << number * len(others)
                here = allowed & (own * every)
                if here:
                    after = [other for other in variable if may[other] & here]
                    changes |= {Change(move, fluent, other) for other in after}
            yield move, changes


def certain(variable: Variable, may: list[int], may_not: list[int], ones: int) -> int:
    """Return the cases in which exactly one fluent of a variable is sure to hold, the rest not."""
    once, twice, some = 0, 0, 0
    for fluent in variable:
        twice |= once & may[fluent]
        once |= may[fluent]
        some |= ones & ~may_not[fluent]
    return some & ~twice


def repeated(distance: int, times: int) -> int:
    """Return ones at so many places, each at a distance from the one before."""
    return ((1 << distance * times) - 1) // ((1 << distance) - 1) if times else 0


def guesses(game: CircuitGame, start: State) -> Iterator[Variable]:
    """Yield patterns of fluents of which exactly one held all along a random walk."""
    fluents = game.lexicon.fluents
    groups = {tuple(sorted(group)) for group in Patterns(fluents).members.values()}
    masks = {group: sum(1 << fluent for fluent in group) for group in sorted(groups)}
    state, generator = start, Random(0)
    for _ in range(WALK):
        masks = {group: mask for group, mask in masks.items() if (state & mask).bit_count() == 1}
        if game.terminal(state):
            state = start
            continue
        state = game.next(state, (generator.choice(game.legal(state, PLAYER)),))
    yield from masks
