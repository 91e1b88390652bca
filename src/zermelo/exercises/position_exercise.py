"""Exercises on positions of real games: the tree below a position, as far as a page can show it.

Leaves are worth what the rules say at an end, and else what an evaluator guesses, as whole numbers:
the first of a few that tells them apart. Where a position has more moves than a node may have
branches, the seed chooses.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from zermelo.errors import PlayError, UnsuitedError, UsageError, ZermeloError
from zermelo.evaluate.base import Guess
from zermelo.evaluate.evaluators.even import Even
from zermelo.exercises.answer_key import Key, key_of
from zermelo.exercises.exercise import letters
from zermelo.game.game import Game, Joint, Role, State
from zermelo.game.tree_file import read_tree
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock
from zermelo.search.parts.duel import Duel
from zermelo.search.spec import parse_evaluator
from zermelo.search.suitability import require
from zermelo.text.source import Source

MOST_LEAVES = 64
ATTEMPTS = 8
"""Positions that are looked at until alpha-beta has something to prune."""
DIFFERENT = 3
"""Worths of leaves that make a tree worth looking at."""
EVALUATORS = ("fuzzy", "fuzzy:unroll=true", "material", "mobility")
"""In this order: goals that are nearly true say most, but not all rules allow that."""
LONGEST_MATCH = 400
"""Moves of a random match in which a position is looked for."""


@dataclass(frozen=True, slots=True)
class ExercisePlace:
    """A node of the tree as a position of the game."""

    state: State
    joint: Joint | None  # that leads here
    more: int = 0  # moves that the tree leaves away


@dataclass(frozen=True, slots=True)
class PositionExercise:
    """A position of a game, the tree below it as JSON, and the key."""

    line: tuple[Joint, ...]  # from the start of the match to the position
    role: Role  # who is max
    evaluator: str
    text: str
    key: Key
    places: tuple[ExercisePlace, ...]  # of every node, by its number

    @property
    def rank(self) -> tuple[bool, bool]:
        """How much there is to learn from it."""
        leaves = (node.values for node in self.key.game.nodes if not node.children)
        return len(set(leaves)) >= DIFFERENT, bool(self.key.cuts)


def position_exercise(
    game: Game,
    seed: int,
    depth: int,
    branching: int,
    *,
    line: tuple[Joint, ...] = (),
    clock: Clock | None = None,
) -> PositionExercise:
    """Return an exercise on a position of a game; the same seed gives the same.

    Without a `line` that leads to one, the position comes from random matches. The clock ticks with
    every position that is looked at.

    Raises:
        UnsuitedError: alpha-beta does not suit the game.
        UsageError: the tree would be too large, or there is nothing to choose in the position.
    """
    if depth < 1 or branching < 2 or branching**depth > MOST_LEAVES:
        raise UsageError(
            f"depth {depth} and branching {branching} make {branching**depth} leaves; "
            f"take a depth from 1 and a branching from 2, with at most {MOST_LEAVES} leaves"
        )
    if len(game.roles) != 2:
        raise UnsuitedError(
            f"alpha-beta is practised with two roles; {game.name} has {len(game.roles)}"
        )
    require(Alphabeta(), game)
    guesses = dict(guessing(game))
    generator = Random(f"{seed} {depth} {branching}")
    best: PositionExercise | None = None
    for way in islice(ways(game, generator, line), ATTEMPTS):
        shape = grown(game, way, depth, branching, generator)
        if shape is None:
            continue
        for name, guess in guesses.items():
            if clock is not None:
                clock.tick()
            task = valued(shape, name, guess)
            if best is None or task.rank > best.rank:
                best = task
            if all(best.rank):
                return best
    if best is None:
        raise UsageError("there is nothing to choose in this position; take one before the end")
    return best


def guessing(game: Game) -> Iterator[tuple[str, Guess]]:
    """Yield the evaluators that a game allows."""
    for name in EVALUATORS:
        try:
            yield name, parse_evaluator(name).start(game)
        except ZermeloError:
            continue  # goals that depend on themselves, or are too many


def ways(game: Game, generator: Random, line: tuple[Joint, ...]) -> Iterator[tuple[Joint, ...]]:
    """Yield ways to positions: the given one, or parts of random matches, for ever."""
    while True:
        if line:
            yield line
            continue
        joints: list[Joint] = []
        state = game.initial
        while not game.terminal(state) and len(joints) < LONGEST_MATCH:
            legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
            if not all(legal):
                break
            joints.append(tuple(generator.choice(moves) for moves in legal))
            state = game.next(state, joints[-1])
        yield tuple(joints[: generator.randrange(len(joints) // 3, max(1, len(joints)))])


@dataclass(frozen=True, slots=True)
class TreeShape:
    """A tree of positions without worths of its leaves."""

    duel: Duel
    line: tuple[Joint, ...]
    places: tuple[ExercisePlace, ...]
    children: tuple[tuple[int, ...], ...]  # of every place, by number


def grown(
    game: Game, line: tuple[Joint, ...], depth: int, branching: int, generator: Random
) -> TreeShape | None:
    """Return the tree of positions after a line; None if nobody has a choice there."""
    state = game.initial
    for joint in line:
        state = game.next(state, joint)
    roles = range(len(game.roles))
    choosing = [role for role in roles if len(game.legal(state, Role(role))) > 1]
    if game.terminal(state) or len(choosing) != 1:
        return None
    duel = Duel(game, Role(choosing[0]), Even().start(game))
    places: list[ExercisePlace] = []
    below: list[tuple[int, ...]] = []

    def add(place: ExercisePlace, left: int) -> int:
        """Put a position and all below it into the tree, parents before children."""
        number = len(places)
        places.append(place)
        below.append(())
        if left and not game.terminal(place.state):
            children = duel.children(place.state)
            kept = sorted(generator.sample(range(len(children)), min(branching, len(children))))
            places[number] = replace(place, more=len(children) - len(kept))
            below[number] = tuple(add(ExercisePlace(*children[n][::-1]), left - 1) for n in kept)
        return number

    add(ExercisePlace(state, None), depth)
    return TreeShape(duel, line, tuple(places), tuple(below))


def valued(shape: TreeShape, name: str, guess: Guess) -> PositionExercise:
    """Return the exercise on a tree of positions whose leaves an evaluator guesses."""
    duel, game = shape.duel, shape.duel.game

    def node(number: int) -> dict[str, Any]:
        """Return a node as JSON has it, with all below."""
        state = shape.places[number].state
        if game.terminal(state):
            return {"value": worth_of(game, state, duel.role)}
        if not shape.children[number]:
            return {"value": float(round(guess(state)[duel.role]))}
        mover = "max" if duel.maximising(state) else "min"
        return {"mover": mover, "children": [node(child) for child in shape.children[number]]}

    tree = node(0)
    name_nodes(tree)
    text = json.dumps({"tree": tree})
    key = key_of(read_tree(Source(game.name, text), json=True))
    return PositionExercise(shape.line, duel.role, name, text, key, shape.places)


def worth_of(game: Game, state: State, role: Role) -> float:
    """Return what an end is worth; PlayError if the rules do not say."""
    worth = game.goals(state)[role]
    if worth is None:
        raise PlayError(f"the rules give {game.roles[role]} no goal at an end of {game.name}")
    return float(worth)


def name_nodes(tree: dict[str, Any]) -> None:
    """Name the inner nodes A, B, C ... level by level."""
    level, count = [tree], 0
    while level:
        for item in level:
            if "children" in item:
                item["name"] = letters(count)
                count += 1
        level = [child for item in level for child in item.get("children", ())]
