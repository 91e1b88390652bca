"""The symmetries of a game: permutations of its fluents, moves and roles that keep its rules.

They are symmetries of the rules, whatever the initial state is: nim with piles of 1, 3, 5 and 7 is
as symmetric as with four equal ones. A state and its image have images as legal moves, as goals and
as states to follow, and so the same value.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from zermelo.ground.program import Program
from zermelo.logic.symmetry.automorphisms import automorphisms
from zermelo.logic.symmetry.formulas import Formulas, formulas
from zermelo.logic.symmetry.graph import game_graph
from zermelo.position.game import Joint, Move, State
from zermelo.rules.information import RANDOM

SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where each fluent, role and move goes; a move of a role becomes one of the role's image."""

    fluents: tuple[int, ...]
    roles: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]  # [role][move]

    def state(self, state: State) -> State:
        """Return the image of a state."""
        return State(sum(1 << to for bit, to in enumerate(self.fluents) if state >> bit & 1))

    def joint(self, joint: Joint) -> Joint:
        """Return the image of a joint move."""
        image = list(joint)
        for role, move in enumerate(joint):
            image[self.roles[role]] = Move(self.moves[role][move])
        return tuple(image)


@dataclass(frozen=True, slots=True)
class Symmetries:
    """Symmetries of which all others are made, and how many there are, the identity included.

    Those that come first keep the most in its place. If `complete` is false, time was up and there
    may be more; `order` is that of the symmetries that were found.
    """

    generators: tuple[Symmetry, ...]
    order: int
    complete: bool


def symmetries(
    program: Program,
    *,
    exchange: bool = False,
    seconds: float = SECONDS,
    keeping: Iterable[int] = (),
) -> Symmetries:
    """Return the symmetries of a game's rules, as far as the rules show them.

    Args:
        program: the ground rules.
        exchange: whether roles may be exchanged, with their goals; never the role of chance.
        seconds: how long to look for them.
        keeping: fluents that are mapped to each other, such as those of the initial state.
    """
    rules = formulas(program)
    colours = [
        "any" if exchange and role.lower() != RANDOM else index
        for index, role in enumerate(program.roles)
    ]
    graph, literals = game_graph(rules, colours, keeping)
    group = automorphisms(graph, seconds)
    found: list[Symmetry] = []
    for permutation in group.generators:
        images = dict(zip(literals, np.array(literals)[permutation].tolist(), strict=True))
        one = symmetry(rules, permutation[: len(program.roles)].tolist(), images)
        if not keeps(rules, one, images):
            raise AssertionError("two labels of arcs have the same random word")
        found.append(one)
    return Symmetries(tuple(found), group.order, group.complete)


def symmetry(rules: Formulas, roles: list[int], images: Mapping[int, int]) -> Symmetry:
    """Return what the images of literals say of fluents and moves."""
    firsts = np.cumsum([1 + rules.fluents, *rules.moves]).tolist()
    return Symmetry(
        tuple((images[2 * (1 + fluent)] >> 1) - 1 for fluent in range(rules.fluents)),
        tuple(roles),
        tuple(
            tuple(
                (images[2 * (firsts[role] + move)] >> 1) - firsts[roles[role]]
                for move in range(size)
            )
            for role, size in enumerate(rules.moves)
        ),
    )


def keeps(rules: Formulas, one: Symmetry, images: Mapping[int, int]) -> bool:
    """Tell whether the image of every rule is a rule: exactly, formula by formula.

    Args:
        rules: the formulas.
        one: the symmetry.
        images: of the literals of every node, not negated.
    """

    def image(literal: int) -> int:
        return images[literal & ~1] ^ literal & 1

    def body(node: int) -> object:
        if node in rules.sums:
            bound, pairs = rules.sums[node]
            return bound, sorted((image(literal), weight) for literal, weight in pairs)
        kind = "loop" if node in rules.loops else "all"
        return kind, sorted(map(image, rules.parts(node)))

    return (
        all(body(node) == rules.definition(images[2 * node]) for node in rules.alive())
        and image(rules.terminal) == rules.terminal
        and all(
            image(literal) == rules.next[to]
            for literal, to in zip(rules.next, one.fluents, strict=True)
        )
        and all(
            image(literal) == rules.legal[one.roles[role]][one.moves[role][move]]
            for role, legal in enumerate(rules.legal)
            for move, literal in enumerate(legal)
        )
        and all(
            sorted((value, image(literal)) for value, literal in goals)
            == sorted(rules.goals[one.roles[role]])
            for role, goals in enumerate(rules.goals)
        )
    )
