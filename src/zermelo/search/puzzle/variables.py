"""Variables of a puzzle: fluents of which exactly one holds, such as the places of one tile.

Guessed from how fluents look and from a random walk, then proved by induction: exactly one of them
holds in the start, and if all variables have one value each, they have one value each after every
move. The proof goes through all values of a variable, and through those of a second one where the
first alone does not say what follows: for each move some other variable that does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from weakref import WeakKeyDictionary

from zermelo.engine.rails import Cases
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.patterns import Patterns
from zermelo.search.puzzle.puzzle import PLAYER

WALK = 300
"""Random moves that guesses have to stand."""
MOST_CASES = 1 << 20
"""Cases of one variable and one move that are looked at; with more, there is no proof."""
PASS = 1 << 17
"""What a pass costs beside its cases, in cases."""
MOST_WORK = 1 << 39
"""Cases times gates in all, a few seconds: more would take longer than most searches."""

KEPT: WeakKeyDictionary[CompiledGame, "Variables"] = WeakKeyDictionary()
"""What is proved of games from their initial states."""

Variable = tuple[int, ...]
"""Fluents, in ascending order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move makes of a variable, by its value and by that of a second one.

    `after[own][other]` is the number of the value after the move; None where that cannot come up.
    Without a second variable there is one column.
    """

    second: Variable
    after: tuple[tuple[int | None, ...], ...]


Outcomes = dict[int, Outcome]
"""By the number of the move."""


@dataclass(eq=False)
class Variables:
    """What is proved of the states that can be reached from `start`."""

    game: CompiledGame
    start: State
    proved: list[Variable] = field(init=False)
    outcomes: dict[Variable, Outcomes] = field(init=False)

    def __post_init__(self) -> None:
        """Guess and prove, until what is left proves itself."""
        self.rails = self.game.engine.rails
        self.moves = self.game.dimensions.moves
        self.work = 0
        self.proved = list(guesses(self.game, self.start))
        while True:
            found = {variable: self.followed(variable, self.proved) for variable in self.proved}
            kept = {variable: changes for variable, changes in found.items() if changes is not None}
            if len(kept) == len(found):
                break
            self.proved = list(kept)
        self.outcomes = kept

    def changes(self, variable: Variable) -> set[tuple[int, int]]:
        """Return which value may follow which, as fluents."""
        return {
            (variable[own], variable[after])
            for outcome in self.outcomes[variable].values()
            for own, row in enumerate(outcome.after)
            for after in row
            if after is not None
        }

    def closed(self, cases: Cases, fluent: int, where: int) -> None:
        """Have a fluent hold in some cases, and with it nothing else of its variables."""
        cases.set(fluent, True, where)
        for variable in self.proved:
            if fluent in variable:
                for other in variable:
                    if other != fluent:
                        cases.set(other, False, where)

    def followed(self, variable: Variable, seconds: Sequence[Variable]) -> Outcomes | None:
        """Return what each move makes of a variable; None if that is not always one value.

        For each move the first of `seconds` is taken that tells, or none if it is not needed.
        """
        found: Outcomes = {}
        for second in [(), *(other for other in seconds if other != variable)]:
            todo = [move for move in range(self.moves) if move not in found]
            if not todo:
                break
            size = len(variable) * max(1, len(second)) * len(todo)
            if size > MOST_CASES or not self.affords(size):
                return None
            found |= self.tried(variable, second, todo)
        return found if len(found) == self.moves else None

    def affords(self, cases: int) -> bool:
        """Whether there is time for a pass with some cases; it is counted as spent."""
        self.work += (PASS + cases) * (self.game.dimensions.work // 4)
        return self.work <= MOST_WORK

    def tried(self, variable: Variable, second: Variable, moves: Sequence[int]) -> Outcomes:
        """Return what moves make of a variable, as far as the second one tells."""
        others = second or (None,)
        block = len(variable) * len(others)
        size = block * len(moves)
        cases = Cases.unknown(self.game.dimensions.fluents, size)
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
        found: Outcomes = {}
        for number, move in enumerate(moves):
            allowed = going & made[move] & seen.legal[move]
            if not allowed & ~exactly:
                after = [(may[fluent] & allowed) >> number * block for fluent in variable]
                found[move] = Outcome(second, table_of(after, len(variable), len(others)))
        return found


def table_of(after: list[int], rows: int, columns: int) -> tuple[tuple[int | None, ...], ...]:
    """Return for each case, own value by other value, the number that has its bit; None if none."""
    flat: list[int | None] = [None] * (rows * columns)
    for number, bits in enumerate(after):
        while bits:
            low = bits & -bits
            flat[low.bit_length() - 1] = number
            bits ^= low
    return tuple(tuple(flat[row * columns : (row + 1) * columns]) for row in range(rows))


def variables_of(game: CompiledGame, start: State) -> Variables:
    """Return the variables of a puzzle; those of the initial state where they hold in `start`.

    What is proved for one state holds for every state in which each variable has one value: so
    most searches of a game share one proof.
    """
    if game not in KEPT:
        KEPT[game] = Variables(game, game.initial)
    first = KEPT[game]
    masks = [sum(1 << fluent for fluent in variable) for variable in first.proved]
    if all((start & mask).bit_count() == 1 for mask in masks):
        return first
    return Variables(game, start)


def certain(variable: Variable, may: list[int], may_not: list[int], ones: int) -> int:
    """Return the cases in which exactly one fluent of a variable is sure to hold, the rest not."""
    once, twice, some = 0, 0, 0
    for fluent in variable:
        twice |= once & may[fluent]
        once |= may[fluent]
        some |= ones & ~may_not[fluent]
    return some & ~twice


def repeated(distance: int, times: int) -> int:
    """Return a number with ones at regular distances."""
    return ((1 << distance * times) - 1) // ((1 << distance) - 1) if times else 0


def guesses(game: CompiledGame, start: State) -> Iterator[Variable]:
    """Yield patterns of fluents of which exactly one held all along a random walk."""
    patterns = Patterns(game.lexicon.fluent_terms)
    groups = {tuple(sorted(group)) for group in patterns.members.values()}
    masks = {group: sum(1 << fluent for fluent in group) for group in sorted(groups)}
    state, generator = start, Random(0)
    for _ in range(WALK):
        masks = {group: mask for group, mask in masks.items() if (state & mask).bit_count() == 1}
        moves = [] if game.terminal(state) else game.legal(state, PLAYER)
        state = game.next(state, (generator.choice(moves),)) if moves else start
    yield from masks
