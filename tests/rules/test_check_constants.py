"""Constants without a value are reported where they stand, by `check` as by everything else."""

import pytest
from tests.rules.problems import ASP_GAME, found, of_asp, only

from zermelo.errors import RuleError
from zermelo.rules.parameters import instantiate, settle
from zermelo.text import asp
from zermelo.text.source import Source
from zermelo.text.tree import Arithmetic, Name


@pytest.mark.parametrize(
    ("text", "name", "column"),
    [
        ("#const n=n.", "n", 10),
        ("#const n=n+1.", "n", 10),
        ("#const n=m. #const m=n.", "n", 10),
        ("#const n=1/0.", "n", 10),
        ("#const n=10**30.", "n", 10),
        ("#const n=a+1.", "n", 10),
        ("#const n=f(1).", "n", 10),
    ],
)
def test_a_constant_without_a_value_is_a_problem(text: str, name: str, column: int) -> None:
    problems = of_asp(f"{text} goal(x,n).")
    first = next(each for each in problems if each.code == "constant-value")
    assert (first.line, first.column, first.severity) == (2, column, "error")
    assert first.message == f"the constant {name} has no value"
    assert "it may not depend on itself" in first.hint
    assert {code for code, _, _ in found(problems)} == {"constant-value"}
    sheet = asp.read(Source("test.lp", f"{ASP_GAME}{text} goal(x,n)."))
    with pytest.raises(RuleError, match="has no value"):
        instantiate(sheet, {})


def test_constants_that_depend_on_each_other_have_values() -> None:
    problems = of_asp("#const n=m+1. #const m=k*2. #const k=20. #const a=b. #const b=c. goal(x,n).")
    assert found(problems) == []
    assert only(of_asp("#const n=m. #const m=101. goal(x,n)."), "goal-value").column == 34


def test_a_constant_is_looked_at_once_however_often_it_is_used() -> None:
    """Each is the sum of two of the next: by looking them up again, 2 ** 5000 steps."""
    size = 5000
    double = {f"c{n}": Arithmetic("-", (Name(f"c{n + 1}"), Name(f"c{n + 1}"))) for n in range(size)}
    values = settle({**double, f"c{size}": Name("7")})
    assert values["c0"] == "0"
    assert settle({**double, f"c{size}": Name("c0")}) == dict.fromkeys(values)
