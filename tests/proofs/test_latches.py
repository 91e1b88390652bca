"""Latches: what is proved, what matches refute, and what stays open."""

import clingo
import pytest

from tests.proofs.knowing import Known, find_out, known, sheet
from zermelo.game.game import Role
from zermelo.game.load import ground_game, read_rules
from zermelo.proofs.latch_text import latch_program
from zermelo.proofs.latches import Latch, LatchKind, LatchVerdict

SMALL = """
buttons_and_lights tictactoe monty_hall kuhn_poker hex:size=2 number_scrabble hackenbush_stalks
wolf_goat_cabbage goofspiel missionaries_and_cannibals nim
""".split()


def proved(found: Known, *, positive: bool, invariants: bool = True) -> list[str]:
    return [latch.text for latch in found.latches.proved(positive=positive, invariants=invariants)]


def assert_refutes(found: Known, latch: Latch) -> None:
    """An example is a step of the game that changes the fluent the wrong way."""
    game, example = ground_game("test", found.compiled), latch.example
    assert example is not None
    legal = [game.legal(example.before, Role(role)) for role in range(len(game.roles))]
    assert not game.terminal(example.before)
    assert all(move in moves for move, moves in zip(example.joint, legal, strict=True))
    assert game.next(example.before, example.joint) == example.after
    held = [bool(state >> latch.fluent & 1) for state in (example.before, example.after)]
    assert held == [latch.positive, not latch.positive]


def test_the_first_step_of_buttons_and_lights_never_comes_again() -> None:
    found = known("buttons_and_lights")
    assert found.latch("(step 1)", positive=False).verdict is LatchVerdict.PROVED
    assert found.latch("(step 1)", positive=False).kind is LatchKind.PROPER
    assert proved(found, positive=False) == ["(step 1)"]


@pytest.mark.parametrize("light", ["p", "q", "r"])
@pytest.mark.parametrize("positive", [True, False])
def test_no_light_is_a_latch(light: str, positive: bool) -> None:
    found = known("buttons_and_lights")
    latch = found.latch(light, positive=positive)
    assert latch.verdict is LatchVerdict.REFUTED
    assert_refutes(found, latch)
    assert latch.example is not None
    assert latch.example.reachable


def test_a_fluent_that_ends_the_match_is_told_apart() -> None:
    found = known("buttons_and_lights")
    assert proved(found, positive=True) == ["(step 7)"]
    assert found.latch("(step 7)", positive=True).kind is LatchKind.LAST


def test_marks_stay_and_blanks_do_not_come_back() -> None:
    found = known("tictactoe")
    marks = [f for f in found.game.lexicon.fluents if f.startswith("(cell") and f[-2] in "xo"]
    assert proved(found, positive=True) == marks
    assert len(proved(found, positive=False)) == 9


@pytest.mark.parametrize("name", [*SMALL, "breakthrough:width=3,height=4"])
def test_every_counter_example_is_a_step_and_its_line_leads_there(name: str) -> None:
    found = known(name)
    game = found.game
    for latch in found.latches.claims:
        assert (latch.example is None) == latch.proved
        if latch.example is None:
            continue
        assert_refutes(found, latch)
        assert latch.example.reachable == (latch.verdict is LatchVerdict.REFUTED)
        if latch.example.line is not None:
            state = game.initial
            for joint in latch.example.line:
                assert not game.terminal(state)
                state = game.next(state, joint)
            assert state == latch.example.before


def plain_clingo(found: Known, name: str, fluent: str, *, positive: bool) -> bool:
    """Whether clingo finds no counter-example in the text of the chapter."""
    fluents = found.compiled.program.fluents
    text = latch_program(read_rules(name), fluents, fluent, positive=positive)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    return bool(control.solve().unsatisfiable)


@pytest.mark.parametrize("name", SMALL)
def test_the_text_of_the_chapter_has_the_same_latches(name: str) -> None:
    found = known(name)
    assert found.latches.complete
    for positive in (True, False):
        fluents = found.compiled.program.fluents
        expected = [f for f in fluents if plain_clingo(found, name, f, positive=positive)]
        assert proved(found, positive=positive, invariants=False) == expected


GATE = """
(role a) (legal a open) (legal a wait) (goal a 0) (init (at 0)) (init idol)
(<= terminal (true (at 3))) (<= (next idol) (true idol))
(<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1))) (<= (next (at 3)) (true (at 2)))
(<= (next open) (does a open)) (<= (next open) (true open) (not both))
(<= both (true (at 0)) (true (at 2)))
(<= (next spare) (true ghost) (true both_ways)) (<= (next ghost) (true spare))
(<= (next both_ways) (true ghost))
"""


def test_an_invariant_makes_a_latch_of_what_was_none() -> None:
    found = find_out("gate", sheet(GATE), positions=2000)
    latch = found.latch("open", positive=True)
    assert latch.verdict is LatchVerdict.WITH_INVARIANTS
    assert "open" in proved(found, positive=True)
    assert "open" not in proved(found, positive=True, invariants=False)


def test_what_never_changes_is_said_to() -> None:
    found = find_out("gate", sheet(GATE), positions=2000)
    assert found.latches.constants == ("idol",)
    assert found.latch("idol", positive=True).kind is LatchKind.CONSTANT


RARE = """
(role a) (legal a on) (legal a off) (goal a 0) (init (run 0)) (<= terminal (true never))
(<= (next (run ?n)) (does a on) (true (run ?m)) (succ ?m ?n)) (<= (next (run 0)) (does a off))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
(succ 9 10) (succ 10 11) (succ 11 12) (succ 12 13) (succ 13 14) (succ 14 15) (succ 15 16)
(succ 16 17) (succ 17 18) (succ 18 19) (succ 19 20) (succ 20 21) (succ 21 22) (succ 22 23)
(<= (next (run 23)) (true (run 23)) (does a on))
"""


def test_a_counter_example_that_no_match_showed_refutes_nothing() -> None:
    found = find_out("rare", sheet(RARE), positions=1000)
    latch = found.latch("(run 23)", positive=True)
    assert latch.verdict is LatchVerdict.OPEN
    assert_refutes(found, latch)
    assert latch.example is not None
    assert not latch.example.reachable
