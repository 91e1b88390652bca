"""Formulas of sums mean what the sums mean, and equal meanings of one sum look the same."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.proofs.knowing import sheet
from zermelo.circuit.builder import GateBuilder
from zermelo.proofs.budget import Budget
from zermelo.proofs.symmetry import formulas as module
from zermelo.proofs.symmetry.formulas import FormulaWriter, formulas, written

FLUENTS = 4
LITERALS = st.integers(0, 2 * FLUENTS + 1)
"""The constants false and true, and each fluent, plain or negated."""
BOTH = """
(role r) (init p) (init q) (legal r go) (legal r wait) (goal r 100)
(<= (next p) (true q) (does r go)) (<= (next q) (true p)) (<= (next s) (true p) (does r wait))
(<= pair (true p) (true q)) (<= three pair (true s)) (<= terminal three)
"""
"""A conjunction within another."""


def holds(writer: FormulaWriter, literal: int, fluents: tuple[bool, ...]) -> bool:
    """Whether a literal is true."""
    node = literal >> 1
    if 1 <= node <= FLUENTS:
        value = fluents[node - 1]
    elif node in writer.sums:
        bound, pairs = writer.sums[node]
        total = sum(weight for part, weight in pairs if holds(writer, part, fluents))
        value = total >= bound
    else:
        parts = writer.builder.gates[node]
        value = bool(parts) and all(holds(writer, part, fluents) for part in parts)
    return value != bool(literal & 1)


@given(
    bound=st.integers(-6, 14),
    pairs=st.lists(st.tuples(LITERALS, st.integers(1, 4)), max_size=6),
    opened=st.sampled_from([1, 2, 16]),
)
def test_a_sum_holds_where_its_weights_reach_the_bound(
    bound: int, pairs: list[tuple[int, int]], opened: int
) -> None:
    writer = FormulaWriter(GateBuilder(FLUENTS, ()), opened)
    literal = writer.at_least(bound, pairs)
    for fluents in product((False, True), repeat=FLUENTS):
        total = sum(weight for part, weight in pairs if holds(writer, part, fluents))
        assert holds(writer, literal, fluents) == (total >= bound)
    assert writer.at_least(bound, list(reversed(pairs))) == literal
    total = sum(weight for _, weight in pairs)
    fewer = [(part ^ 1, weight) for part, weight in pairs]
    assert writer.at_least(total - bound + 1, fewer) == literal ^ 1, "the opposite"


@given(
    parts=st.lists(st.lists(LITERALS, max_size=3), max_size=3),
    opened=st.sampled_from([1, 2, 16]),
)
def test_a_conjunction_of_conjunctions_is_opened(parts: list[list[int]], opened: int) -> None:
    writer = FormulaWriter(GateBuilder(FLUENTS, ()), opened)
    inner = [writer.all_of(each) for each in parts]
    outer, either = writer.all_of(inner), writer.any_of(inner)
    for fluents in product((False, True), repeat=FLUENTS):
        values = [all(holds(writer, one, fluents) for one in each) for each in parts]
        assert holds(writer, outer, fluents) == all(values)
        assert holds(writer, either, fluents) == any(values)
    if opened > 2:
        assert outer == writer.all_of([one for each in parts for one in each])


@pytest.mark.usefixtures("in_process")
def test_formulas_that_get_large_are_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    program = sheet(BOTH).program
    budget = Budget(10**9)
    opened, closed = (written(program, parts, budget) for parts in (module.OPENED[0], 1))
    assert opened != closed
    assert formulas(program, budget) == opened
    monkeypatch.setattr(module, "MOST_PARTS", 0)
    assert written(program, module.OPENED[0], budget) is None
    assert formulas(program, budget) == closed
