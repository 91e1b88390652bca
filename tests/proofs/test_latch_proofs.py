"""Latches that are asked about one by one: the same as all together, or it is said what is cut."""

import pytest

from tests.proofs.knowing import find_out, here, sheet
from tests.proofs.test_latches import GATE
from zermelo.proofs import latch_proofs
from zermelo.proofs.latches import LatchKind, LatchVerdict, latches

LOOP = """
(role a) (legal a open) (legal a wait) (goal a 0) (init (at 0)) (<= terminal (true (at 9)))
(<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1))) (<= (next (at 0)) (true (at 2)))
(<= (next open) (does a open)) (<= (next open) (true open) (not both))
(<= (next door) (does a open)) (<= (next door) (true door))
(<= both (true (at 0)) (true (at 2)))
"""


@pytest.fixture(autouse=True)
def _in_this_process(in_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


def test_latches_asked_about_one_by_one_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    together = find_out("gate", sheet(GATE), positions=500).latches
    monkeypatch.setattr(latch_proofs, "TOGETHER", 0)
    alone = find_out("gate", sheet(GATE), positions=500).latches
    assert alone.complete
    assert [(one.text, one.positive, one.verdict, one.kind) for one in alone.claims] == [
        (one.text, one.positive, one.verdict, one.kind) for one in together.claims
    ]
    assert {one.verdict for one in alone.claims} > {
        LatchVerdict.PROVED,
        LatchVerdict.WITH_INVARIANTS,
    }


def test_claims_that_get_no_steps_alone_stay_open_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(latch_proofs, "TOGETHER", 0)
    monkeypatch.setattr(latch_proofs, "ALONE", 0)
    found = find_out("gate", sheet(GATE), positions=500).latches
    assert (found.limit, found.complete) == ("steps", False)
    assert {one.verdict for one in found.claims} <= {LatchVerdict.OPEN, LatchVerdict.REFUTED}


def test_a_claim_that_is_asked_about_alone_and_fails_has_an_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(latch_proofs, "TOGETHER", 0)
    found = find_out("gate", sheet(GATE), positions=1).latches
    assert any(one.verdict is LatchVerdict.OPEN for one in found.claims)
    assert all((one.example is None) == one.proved for one in found.claims)


def test_with_fewer_steps_fewer_latches_are_proved_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for share in ("TOGETHER", "WITH_INVARIANTS"):
        monkeypatch.setattr(latch_proofs, share, 1)
    whole = find_out("gate", sheet(GATE), positions=500)
    strong = {one.text for one in whole.latches.proved(positive=True)}
    assert strong == {"(at 3)", "idol", "open"}
    assert whole.latch("(at 3)", positive=True).kind is LatchKind.LAST
    cut = set[int]()
    for steps in range(0, 15_000, 500):
        result, counts = whole.compiled.program, whole.invariants
        some = latches(whole.game, result, counts, steps=steps, seen=whole.seen)
        assert {one.text for one in some.proved(positive=True)} <= strong
        plain = {one.text for one in some.proved(positive=True, invariants=False)}
        assert plain <= {"(at 3)", "idol"}
        assert some.limit == "steps" or some.claims == whole.latches.claims
        cut.add(len(some.proved(positive=True)))
    assert {0, 3} <= cut


def test_that_a_proof_without_invariants_was_cut_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for share in ("TOGETHER", "WITH_INVARIANTS"):
        monkeypatch.setattr(latch_proofs, share, 1)
    whole = find_out("loop", sheet(LOOP), positions=500)
    assert whole.latch("open", positive=True).verdict is LatchVerdict.WITH_INVARIANTS
    assert whole.latch("door", positive=True).verdict is LatchVerdict.PROVED
    for steps in range(0, 10_000, 500):
        program, counts = whole.compiled.program, whole.invariants
        some = latches(whole.game, program, counts, steps=steps, seen=whole.seen)
        assert some.limit == "steps" or some.claims == whole.latches.claims
