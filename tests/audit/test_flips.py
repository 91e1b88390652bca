"""One change in a certificate makes it wrong, and the checker says so."""

import pytest

from tests.audit.checking import verdict_on
from tests.audit.flip import KINDS, tally

CASES = [(kind, name) for kind, (_, names) in KINDS.items() for name in names]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_what_is_changed_was_right_before(kind: str, name: str) -> None:
    original = KINDS[kind][0](name)
    assert original.right(original.certificate["claims"])
    assert verdict_on(original.certificate).wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_change_that_makes_a_certificate_wrong_is_noticed(kind: str) -> None:
    counts = tally(kind, 12, seed=1)
    assert (counts["refuted"], counts["missed"]) == (12, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_of_two_hundred_changes_are_noticed(kind: str) -> None:
    counts = tally(kind, 200)
    assert (counts["refuted"], counts["missed"]) == (200, 0)
