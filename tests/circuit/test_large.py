"""Circuits built by kernels: number for number those that Python builds."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.circuit.programs import programs
from tests.ground.sheets import sheet_of
from zermelo.circuit.build import build
from zermelo.circuit.kernels import large
from zermelo.circuit.kernels.pool import sort
from zermelo.circuit.order import order
from zermelo.circuit.shrink import shrink
from zermelo.game import compile as compiling
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.ground.program import Program
from zermelo.kernels.background import background

QUARTER = settings(max_examples=settings().max_examples // 4)


def assert_twins(program: Program) -> None:
    """Kernels give the same code, or refuse cycles."""
    built, found = build(program), large.code_of(program)
    if built.loops:
        assert found is None
        return
    circuit = shrink(built)
    assert found is not None
    assert found[0] == len(circuit.gates) - circuit.inputs
    for name, one, other in zip(found[1]._fields, found[1], order(circuit), strict=True):
        fast, plain = np.asarray(one), np.asarray(other)
        assert np.array_equal(fast, plain), name
        assert fast.dtype == plain.dtype


@QUARTER
@given(programs())
def test_random_rules_give_the_same_code(program: Program) -> None:
    assert_twins(replace(program, weighted=()))


@QUARTER
@given(programs(), st.sampled_from([-1, 1]))
def test_rules_without_cycles_give_the_same_code(program: Program, sign: int) -> None:
    """As before, but every literal is of an atom before its head."""
    bodies = [[sign * atom for atom in body if abs(atom) < head] for head, body in program.rules()]
    whole = replace(
        program,
        weighted=(),
        ends=np.cumsum([len(body) for body in bodies]).astype(np.int32),
        body=np.array([atom for body in bodies for atom in body], np.int32),
    )
    assert not build(whole).loops
    assert_twins(whole)


@pytest.mark.parametrize("name", ["connect_four", "breakthrough", "kayles", "pig_race"])
def test_games_give_the_same_code(name: str, game_of: Callable[[str], CompiledGame]) -> None:
    program = game_of(name).program
    assert program is not None
    assert_twins(program)


@pytest.mark.usefixtures("in_process")
def test_only_what_has_one_user_is_joined() -> None:
    """Of two helpers, one is used by one rule, the other by two."""
    rules = """
    (role p) (init a) (init b) (init c) (legal p go)
    (<= twice (true a) (true b)) (<= once (true b) (true c))
    (<= (next a) twice (true c) (true d)) (<= (next b) twice (true d) (not (true c)))
    (<= (next c) once (true d) (true a)) (<= (next d) (true a))
    (<= terminal (true d)) (goal p 100)
    """
    program = compiled(sheet_of(rules), keep=False).program
    assert_twins(program)
    count, _ = large.code_of(program) or (0, None)
    assert count == 4


def test_sums_are_left_to_python(game_of: Callable[[str], CompiledGame]) -> None:
    program = game_of("tictactoe").program
    assert program is not None
    assert large.code_of(replace(program, weighted=((1, 1, ((2, 1),)),))) is None


@given(st.lists(st.integers(-(1 << 31), (1 << 31) - 1), max_size=100))
def test_numbers_are_sorted(numbers: list[int]) -> None:
    found = np.array(numbers, np.int32)
    sort(found, found.size)
    assert found.tolist() == sorted(numbers)


@pytest.mark.parametrize("size", [0, 1 << 60])
def test_large_rules_go_to_kernels(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Program] = []
    monkeypatch.setattr(compiling, "LARGE", size)
    monkeypatch.setattr(large, "code_of", asked.append)  # which knows none
    load("nim", keep=False)
    assert len(asked) == (size == 0)


def test_nobody_waits_for_kernels_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Program] = []
    monkeypatch.setattr(compiling, "LARGE", 0)
    monkeypatch.setattr(large, "code_of", asked.append)
    monkeypatch.setattr(large, "is_compiled", lambda _: False)
    monkeypatch.setattr(type(background), "answers", True)
    load("nim", keep=False)
    assert asked == [large.SMALL]
