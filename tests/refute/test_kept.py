"""Every game that once refuted the program, asked again."""

import pytest

from tests.refute.kept import Case, asked_again, cases
from tests.refute.loading import in_process

CASES = cases()


def marked(case: Case) -> object:
    """A known fault must still fail: whoever mends it takes `known` out of its note."""
    marks = [pytest.mark.xfail(reason=case.known)] if case.known else []
    return pytest.param(case, id=case.name, marks=marks)


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_it_is_right_now(case: Case) -> None:
    with in_process():
        assert asked_again(case) == ""
