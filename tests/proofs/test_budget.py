"""What a proof may spend: shares are taken from the whole, and both come to an end."""

import time

import pytest

from zermelo.proofs.budget import Budget, OutOfStepsError, TimeUpError


def test_steps_of_a_share_are_missing_from_the_whole() -> None:
    whole = Budget(100)
    part = whole.share(0.25)
    part.spend(10)
    assert (part.steps, whole.steps) == (15, 90)
    part.spend(20)
    assert (part.steps, whole.steps) == (-5, 70), "what is overspent, too"


@pytest.mark.parametrize(("steps", "spent"), [(1, False), (0, True), (-3, True)])
def test_without_steps_no_question_can_be_asked(steps: int, spent: bool) -> None:
    budget = Budget(steps)
    assert budget.spent is spent
    assert budget.limit == "steps"
    if spent:
        with pytest.raises(OutOfStepsError):
            budget.check()
    else:
        budget.check()


def test_after_the_deadline_no_question_can_be_asked() -> None:
    budget = Budget(100, deadline=time.monotonic() - 1)
    assert budget.spent
    assert (budget.limit, budget.seconds) == ("time", 0.0)
    with pytest.raises(TimeUpError):
        budget.check()


def test_without_a_deadline_time_does_not_matter() -> None:
    assert Budget.within(5, None).seconds is None
    left = Budget.within(5, 1000.0).seconds
    assert left is not None
    assert 900 < left <= 1000
