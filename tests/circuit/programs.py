"""Random ground programs, small enough to ask every question of every state."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from hypothesis import strategies as st

from zermelo.game.game import Joint, Move, State
from zermelo.ground.program import Program

Rule = tuple[int, list[int]]
Weighted = tuple[int, int, tuple[tuple[int, int], ...]]


@dataclass(slots=True)
class Atoms:
    """Numbers for the atoms of a program, in strata: what is negated comes from an earlier one."""

    fluents: list[int]
    moves: list[list[int]]
    view: list[list[int]]  # strata that depend on the state only
    step: list[list[int]]  # strata that depend on the moves too
    last: int


def number_atoms(fluents: int, moves: list[int], view: list[int], step: list[int]) -> Atoms:
    """Return atoms so that there are as many of each kind as asked for."""
    sizes = [fluents, *moves, *view, *step]
    ends = np.cumsum([1, *sizes]).tolist()
    groups = [list(range(ends[index], ends[index + 1])) for index in range(len(sizes))]
    roles = 1 + len(moves)
    return Atoms(
        groups[0],
        groups[1:roles],
        groups[roles : roles + len(view)],
        groups[-len(step) :],
        ends[-1],
    )


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Ground rules with negation (stratified), positive cycles, sums, and atoms without rules."""
    small = st.integers(1, 4)
    strata = st.lists(small, min_size=1, max_size=3)
    atoms = number_atoms(
        draw(st.integers(0, 5)),
        draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)),
        draw(strata),
        draw(strata),
    )
    always = atoms.last
    below = [*atoms.fluents, always]
    rules: list[Rule] = [(always, [])]
    weighted: list[Weighted] = []
    for strata_of, inputs in (
        (atoms.view, []),
        (atoms.step, [move for of_role in atoms.moves for move in of_role]),
    ):
        below += inputs
        for stratum in strata_of:
            negatives = [-atom for atom in below]
            literals = st.sampled_from([*below, *stratum, *negatives])
            heads = st.sampled_from(stratum)
            bodies = st.lists(literals, min_size=1, max_size=5)
            rules += draw(st.lists(st.tuples(heads, bodies), min_size=2, max_size=8))
            sums = st.lists(st.tuples(literals, st.integers(0, 4)), max_size=5).map(tuple)
            weighted += draw(st.lists(st.tuples(heads, st.integers(-1, 8), sums), max_size=2))
            below += stratum
    derived = [atom for stratum in atoms.view for atom in stratum]
    outputs = st.sampled_from(derived) | st.sampled_from([*atoms.fluents, always])
    later = [atom for stratum in atoms.step for atom in stratum]
    everything = st.sampled_from(later) | st.sampled_from([0, *below])
    goals = st.lists(st.tuples(st.integers(0, 3), outputs), max_size=3)
    return Program(
        roles=tuple(f"role{index}" for index in range(len(atoms.moves))),
        fluents=tuple(f"fluent{index}" for index in range(len(atoms.fluents))),
        moves=tuple(
            tuple(f"move{index}" for index in range(len(of_role))) for of_role in atoms.moves
        ),
        initial=tuple(index for index in range(len(atoms.fluents)) if draw(st.booleans())),
        atoms=atoms.last,
        heads=np.array([head for head, _ in rules], np.int32),
        ends=np.cumsum([len(body) for _, body in rules]).astype(np.int32),
        body=np.array([atom for _, body in rules for atom in body], np.int32),
        weighted=tuple(weighted),
        true=np.array(atoms.fluents, np.int32),
        next=np.array([draw(everything) for _ in atoms.fluents], np.int32),
        does=tuple(np.array(of_role, np.int32) for of_role in atoms.moves),
        legal=tuple(
            np.array([draw(outputs) for _ in of_role], np.int32) for of_role in atoms.moves
        ),
        goals=tuple(tuple(sorted(set(draw(goals)))) for _ in atoms.moves),
        terminal=draw(st.just(0) | outputs),
    )


def states(program: Program) -> list[State]:
    """Every state that the fluents can make up."""
    return [State(bits) for bits in range(1 << len(program.fluents))]


def joints(program: Program) -> list[Joint]:
    """Every joint move, legal or not."""
    return list(product(*(map(Move, range(len(moves))) for moves in program.moves)))
