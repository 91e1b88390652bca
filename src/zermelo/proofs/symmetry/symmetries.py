"""The symmetries of a game: permutations of its fluents, moves and roles that keep its rules.

They are symmetries of the rules, whatever the initial state is: nim with piles of 1, 3, 5 and 7 is
as symmetric as with four equal ones. A state and its image have images as legal moves, as goals and
as states to follow, and so the same value.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from zermelo.game.game import Joint, Move, State
from zermelo.ground.program import Program
from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.symmetry.automorphisms import automorphisms
from zermelo.proofs.symmetry.formulas import Formulas, formulas
from zermelo.proofs.symmetry.graph import game_graph
from zermelo.rules.information import RANDOM

STEPS_FOR_SYMMETRIES = 20_000_000
"""Of the search: see `Budget`."""
LITERALS = 1_000_000
"""Of ground rules: with more, it would take too long to read them."""


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

    Those that come first keep the most in its place. If `complete` is false, there may be more;
    `order` is that of the symmetries that were found.
    """

    generators: tuple[Symmetry, ...]
    order: int
    limit: str = ""  # what has cut the search: `steps` or `time`; nothing if these are all

    @property
    def complete(self) -> bool:
        """Whether these are all symmetries that the rules show."""
        return not self.limit


def symmetries(
    program: Program,
    *,
    exchange: bool = False,
    seconds: float | None = None,
    steps: int = STEPS_FOR_SYMMETRIES,
    keeping: Iterable[int] = (),
) -> Symmetries:
    """Return the symmetries of a game's rules, as far as the rules show them.

    Args:
        program: the ground rules.
        exchange: whether roles may be exchanged, with their goals; never the role of chance.
        seconds: an outer limit; without one, the steps alone decide what is found.
        steps: what the search may cost.
        keeping: fluents that are mapped to each other, such as those of the initial state.
    """
    budget = Budget.within(steps, seconds)
    if len(program.body) > LITERALS:
        return Symmetries((), 1, "steps")
    try:
        rules = formulas(program, budget)
    except UnsettledError:
        return Symmetries((), 1, budget.limit)
    colours = [
        "any" if exchange and role.lower() != RANDOM else index
        for index, role in enumerate(program.roles)
    ]
    graph = game_graph(rules, colours, keeping)
    group = automorphisms(graph, budget)
    if not all(graph.keeps(image) for image in group.generators):
        raise AssertionError("two kinds of arcs have the same random words")
    found = tuple(symmetry(rules, image.tolist()) for image in group.generators)
    return Symmetries(found, group.order, "" if group.complete else budget.limit)


def symmetry(rules: Formulas, images: list[int]) -> Symmetry:
    """Return what an automorphism of the graph says of fluents, roles and moves."""
    roles = len(rules.moves)
    firsts = np.cumsum([roles + rules.fluents, *rules.moves]).tolist()
    return Symmetry(
        tuple(image - roles for image in images[roles : roles + rules.fluents]),
        tuple(images[:roles]),
        tuple(
            tuple(image - firsts[images[role]] for image in images[firsts[role] : firsts[role + 1]])
            for role in range(roles)
        ),
    )
