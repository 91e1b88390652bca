"""Part b, solving: `solve` for every position, perft, what is played out, heuristics of puzzles."""

from collections.abc import Iterator
from fractions import Fraction
from math import inf
from random import Random

from tests.refute import values as oracle
from tests.refute.enumerated import World
from tests.refute.loading import state_of
from tests.refute.model import Model
from tests.refute.sheet import Rules
from tests.refute.sheets import refuted
from tests.refute.tally import Tally
from tests.refute.traits import playable
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.perft import fast_perft, perft
from zermelo.sampling.random_check import faults as faults_in_play
from zermelo.search.base import Clock
from zermelo.search.puzzle.catalogue import heuristics
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.solve.prove import Solved, prove

DEPTH = 6


def refute(seed: int, tally: Tally) -> None:
    """Try to refute what is solved of one random rule game."""
    refuted("solving", solve, seed, tally)


def solve(rules: Rules, world: World, game: CompiledGame, tally: Tally) -> Iterator[str]:
    """Yield everything that is solved wrongly."""
    checks = Solving(world, game, Random(1))
    for check in (checks.solved, checks.counted, checks.played, checks.heuristics):
        try:
            yield from check()
        except ZermeloError:
            tally.counts["refusals"] += 1
    tally.counts["claims"] += checks.claims
    tally.counts["searches"] += checks.runs


class Solving:
    """Answers about one game, against all its states."""

    def __init__(self, world: World, game: CompiledGame, random: Random) -> None:
        """Take a game and its states."""
        self.world, self.game, self.random = world, game, random
        self.claims = self.runs = 0

    def solved(self) -> Iterator[str]:
        """Yield positions that are solved wrongly, with and without symmetries."""
        model = self.world.model
        numbers = [0, *(self.random.randrange(len(model.places)) for _ in range(3))]
        for number in dict.fromkeys(numbers):
            for fold in (True, False):
                for whole in (False, True):
                    self.runs += 1
                    state = state_of(self.game, self.world, number)
                    answer, _ = prove(self.game, state, Clock(), fold=fold, whole=whole)
                    yield from self.wrong_answer(number, answer)

    def wrong_answer(self, number: int, answer: Solved) -> Iterator[str]:
        """Yield what is wrong with the value of a place, its moves and its line."""
        model = self.world.model
        if not answer.proven:
            return
        self.claims += 1
        true = value_of(model, number)
        who = f"solve ({answer.method}) at {number}"
        if not same(answer.values, true):
            yield f"{who}: {answer.values}, not {true}"
            return
        for choice in answer.choices:
            self.claims += 1
            joint = tuple(self.game.spell(Role(r), m) for r, m in enumerate(choice.joint))
            below = value_of(model, model.children(number)[joint], number)
            if not same(choice.worth.values, below):
                yield f"{who}: {' '.join(joint)} is worth {choice.worth.values}, not {below}"
                return
        place = number
        for moves in answer.line:
            joint = tuple(self.game.spell(Role(r), m) for r, m in enumerate(moves))
            if joint not in model.children(place):
                yield f"{who}: the line is not legal"
                return
            place = model.children(place)[joint]
        goals = model.places[place].goals
        if answer.distance is not None:
            if goals is None or len(answer.line) != answer.distance:
                yield f"{who}: a line of {len(answer.line)} for a distance of {answer.distance}"
            elif not same(answer.values, tuple(goal or Fraction(0) for goal in goals)):
                yield f"{who}: the line ends with {goals}, not {answer.values}"
        if answer.shortest and answer.values is not None:
            fewest = oracle.shortest(model, number, 0, Fraction(answer.values[0]))
            if fewest != answer.distance:
                yield f"{who}: shortest {answer.distance}, but {fewest} moves do"

    def counted(self) -> Iterator[str]:
        """Yield numbers of paths that are wrong."""
        model = self.world.model
        both = zip(fast_perft(self.game, DEPTH), perft(self.game, DEPTH), strict=True)
        levels = zip(both, model.counted(DEPTH), strict=True)
        for depth, ((fast, slow), level) in enumerate(levels):
            self.claims += 2
            ended = sum(count for place, count in level.items() if model.places[place].over)
            paths = sum(level.values())
            for found in (fast, slow):
                if (found.paths, found.terminals, found.states) != (paths, ended, len(level)):
                    yield f"perft {depth}: {found}, not {paths}, {ended}, {len(level)}"
                    return

    def played(self) -> Iterator[str]:
        """Yield faults of play that cannot happen."""
        model, world = self.world.model, self.world
        stuck = {
            model.roles[role]
            for place in model.places
            if not place.over
            for role, moves in enumerate(place.legal)
            if not moves
        }
        for fault in faults_in_play(self.game, 0.1):
            self.claims += 1
            role = fault.message.split()[0]
            ends = [at for at, place in enumerate(model.places) if place.over]
            unnamed = fault.message.startswith("a role ")  # only random matches were looked at
            if fault.code == "no-move" and (not stuck if unnamed else role not in stuck):
                yield f"check: {fault.message}, but it always has one"
            if fault.code in ("no-goal", "two-goals"):
                numbers = [len(world.goals[at][model.roles.index(role)]) for at in ends]
                there = any(n == 0 if fault.code == "no-goal" else n > 1 for n in numbers)
                if not there:
                    yield f"check: {fault.message}, but that is not so"
            if fault.code == "endless" and model.upwards() is not None and playable(model):
                yield f"check: {fault.message}, but every match ends"

    def heuristics(self) -> Iterator[str]:
        """Yield heuristics called admissible that say more moves than there are."""
        if len(self.game.roles) > 1:
            return
        model = self.world.model
        puzzle = Puzzle(self.game)
        target = puzzle.worths[0]
        left = distances(model, Fraction(target))
        states = [state_of(self.game, self.world, at) for at in range(len(model.places))]
        for name, made in heuristics().items():
            try:
                heuristic = made(puzzle, target, self.game.initial)
            except ZermeloError:
                continue
            self.runs += 1
            if not heuristic.admissible:
                continue
            for number, state in enumerate(states):
                self.claims += 1
                said = heuristic.estimate(State(state))
                if said > left.get(number, inf):
                    yield f"heuristic {name} says {said} at {number}, but {left[number]} moves do"
                    break


def distances(model: Model, target: Fraction) -> dict[int, int]:
    """Return how many moves each place is from an end that is worth `target`."""
    found = {
        at: 0
        for at, place in enumerate(model.places)
        if place.goals is not None and place.goals[0] is not None and place.goals[0] >= target
    }
    while True:
        more = {
            at: 1 + min(found[child] for child in model.children(at).values() if child in found)
            for at in range(len(model.places))
            if at not in found and any(child in found for child in model.children(at).values())
        }
        if not more:
            return found
        # Level by level: whatever is found now is one further than what was found last.
        found |= more


def value_of(model: Model, number: int, above: int | None = None) -> tuple[Fraction, ...] | None:
    """Return the value of a place; an endless match counts as even, or nothing for one role.

    What is shared is what the ends share that can be reached from here, or from a place above.
    """
    if len(model.roles) == 1:
        best = oracle.best_reachable(model, number, 0)
        return None if best is None else (best,)
    sums = model.sums(number if above is None else above)
    if not sums:
        return None  # no end, so nobody knows what is shared
    (total,) = sums
    assert total is not None
    own = oracle.fixpoint(model, number, 0, total / 2)[number]
    return own, total - own


def same(values: tuple[float, ...] | None, true: tuple[Fraction, ...] | None) -> bool:
    """Whether values are the true ones."""
    if values is None or true is None:
        return values is None and true is None
    return all(abs(value - float(one)) < 1e-9 for value, one in zip(values, true, strict=True))
