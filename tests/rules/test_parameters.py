import pytest

from zermelo.errors import RuleError, UsageError
from zermelo.rules.parameters import instantiate
from zermelo.text.asp import read
from zermelo.text.source import Source
from zermelo.text.spell import spell

SHEET = read(
    Source(
        "grid.lp",
        "#const n = 3. #const m = n+1. #const first = x."
        "size(1..n,-n). n(f(n),n+1) :- n, n != m, 1 < #sum { n : q(n) }. init(control(first)).",
    )
)


def test_constants_take_their_own_values() -> None:
    assert spell(instantiate(SHEET, {}), "asp") == (
        "size(1..3,-3).\n\nn(f(3),3+1) :- n, 3 != 4, 1 < #sum { 3 : q(3) }.\n\ninit(control(x)).\n"
    )


def test_given_values_win_and_others_follow() -> None:
    assert "n(f(5),5+1) :- n, 5 != 6" in spell(instantiate(SHEET, {"n": 5}), "asp")


def test_the_greatest_number_can_be_a_constant() -> None:
    sheet = read(Source("a.lp", "#const n = 2147483646. #const m = n+1. #const k = -m. a(m,k)."))
    assert spell(instantiate(sheet, {}), "asp") == "a(2147483647,-2147483647).\n"
    with pytest.raises(RuleError, match="m"):
        instantiate(sheet, {"n": 2147483647})


def test_a_sheet_without_constants_stays() -> None:
    sheet = read(Source("a.lp", "a."))
    assert instantiate(sheet, {}) is sheet


def test_unknown_parameters_are_refused_with_a_list() -> None:
    with pytest.raises(UsageError, match=r"grid.lp has no parameter 'k'; its parameters are n, m"):
        instantiate(SHEET, {"k": 5})
    with pytest.raises(UsageError, match=r"a.lp has no parameter 'k'; it has none"):
        instantiate(read(Source("a.lp", "a.")), {"k": 5})


@pytest.mark.parametrize(
    "text",
    ["#const n = n.", "#const n = 1/0.", "#const n = 2**31.", "#const n = m. #const m = n+1."],
)
def test_constants_without_a_value_are_refused(text: str) -> None:
    with pytest.raises(RuleError, match="the constant n has no value"):
        instantiate(read(Source("a.lp", text)), {})
