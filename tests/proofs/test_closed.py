"""Invariants that are used with symmetries: only what is proved without those that were dropped."""

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.errors import LimitError
from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.proofs.closed import closed_invariants, invariants_from, kept_by
from zermelo.proofs.counts import Count
from zermelo.proofs.symmetry.symmetries import Symmetry

RULES = """
(role a) (legal a go) (legal a paint) (goal a 0) (init calm) (init right) (init over)
(<= terminal (true over)) (<= (next calm) (true calm)) (<= (next left) (does a paint))
(<= (next right) (true right)) (<= (next echo) (true right)) (<= (next echo) (true echo))
(<= (next over) (true over))
"""


@pytest.fixture
def program(in_process: None, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)
    return sheet(RULES).program


def never(program: Program, name: str) -> Count:
    return Count((program.fluents.index(name),), 0, 0)


def exchanging(program: Program, one: str, other: str) -> Symmetry:
    """What maps two fluents to each other, whether the rules allow that or not."""
    images = {one: other, other: one}
    fluents = tuple(program.fluents.index(images.get(name, name)) for name in program.fluents)
    return Symmetry(fluents, (0,), (tuple(range(len(program.moves[0]))),))


def test_what_is_mapped_to_something_dropped_is_dropped_as_well() -> None:
    round_ = Symmetry((1, 2, 3, 0), (0,), ((0,),))
    singles = [Count((fluent,), 0, 0) for fluent in range(4)]
    assert kept_by([round_], singles) == singles
    assert kept_by([round_], singles[:3]) == []


def test_an_invariant_must_be_kept_by_every_symmetry() -> None:
    same, swap = Symmetry((0, 1), (0,), ((0,),)), Symmetry((1, 0), (0,), ((0,),))
    one, both = Count((0,), 0, 0), Count((0, 1), 0, 1)
    assert kept_by([same, swap], [one, both]) == [both]
    assert kept_by([same], [one, both]) == [one, both]


def test_the_image_of_a_count_has_the_same_bounds() -> None:
    swap = Symmetry((1, 0), (0,), ((0,),))
    assert kept_by([swap], [Count((0,), 0, 0), Count((1,), 1, 1)]) == []


def test_what_rested_on_a_dropped_invariant_is_proved_again_or_dropped(program: Program) -> None:
    swap = exchanging(program, "left", "right")
    known = [never(program, name) for name in ("left", "right", "echo", "over")]
    assert closed_invariants(program, known, [swap]) == [never(program, "over")]
    assert closed_invariants(program, known, []) == known[1:], "without left, which comes"


def test_from_a_position_that_breaks_one_only_what_needs_it_not_is_left(program: Program) -> None:
    known = tuple(never(program, name) for name in ("right", "echo", "over"))
    right, echo = (State(1 << program.fluents.index(name)) for name in ("right", "echo"))
    assert invariants_from(program, State(0), known) == known
    assert invariants_from(program, right, known) == known[2:]
    assert invariants_from(program, echo, known) == (known[0], known[2])


def test_without_an_answer_no_invariant_is_kept(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise LimitError("no memory")

    monkeypatch.setattr("zermelo.proofs.tables.call", full)
    assert closed_invariants(program, [never(program, "over")], []) == []
