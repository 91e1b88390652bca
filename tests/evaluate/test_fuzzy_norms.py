"""What t-norms promise, with and without thresholds."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from zermelo.evaluate.fuzzy.norms import Form, Kind, Norm, length

KINDS: tuple[Kind, ...] = ("product", "minimum", "yager", "lukasiewicz")
FORMS: tuple[Form, ...] = ("fold", "floor")
degrees = st.floats(0, 1)
powers = st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.0, 10.0, 200.0, float("inf")])
plain_norms = st.builds(Norm, st.sampled_from(KINDS), powers)
thetas = st.floats(0.51, 0.9)
norms = st.builds(Norm, st.sampled_from(KINDS), powers, st.none() | thetas, st.sampled_from(FORMS))
TAU = 0.9
atoms = st.sampled_from([TAU, 1 - TAU, 0.0, 1.0])


@given(norms, st.lists(degrees, max_size=6))
def test_degrees_stay_between_0_and_1(norm: Norm, values: list[float]) -> None:
    assert 0 <= norm.all_of(values) <= 1
    assert 0 <= norm.some_of(values) <= 1


@given(plain_norms, degrees, degrees)
def test_t_norms_are_commutative_with_1_as_their_unit(norm: Norm, x: float, y: float) -> None:
    assert norm.plain((x, y)) == pytest.approx(norm.plain((y, x)), abs=1e-12)
    assert norm.plain((x, 1.0)) == pytest.approx(x, abs=1e-12)
    assert norm.plain((x, 0.0)) == pytest.approx(0, abs=1e-12)


@given(plain_norms, degrees, degrees, degrees)
def test_t_norms_are_associative(norm: Norm, x: float, y: float, z: float) -> None:
    left = norm.plain((norm.plain((x, y)), z))
    right = norm.plain((x, norm.plain((y, z))))
    tolerance = 1e-9 if norm.q >= 0.5 else 1e-6  # a tenth root of a small rest is steep
    assert left == pytest.approx(right, abs=tolerance)
    assert left == pytest.approx(norm.plain((x, y, z)), abs=tolerance)


@given(plain_norms, st.lists(degrees, min_size=1, max_size=5), degrees)
def test_what_is_truer_makes_nothing_less_true(
    norm: Norm, values: list[float], higher: float
) -> None:
    assume(higher >= values[0])
    more = [higher, *values[1:]]
    assert norm.all_of(more) >= norm.all_of(values) - 1e-12
    assert norm.some_of(more) >= norm.some_of(values) - 1e-12


@given(norms, st.lists(degrees, max_size=6))
def test_de_morgan_holds_with_the_dual(norm: Norm, values: list[float]) -> None:
    assume(norm.theta is None or norm.form == "floor")
    others = [1 - value for value in values]
    assert 1 - norm.all_of(values) == pytest.approx(norm.some_of(others), abs=1e-12)


@given(st.permutations([0.9, 0.9, 0.9, 0.9, 0.1, 0.1]), st.sampled_from(KINDS))
def test_a_floor_does_not_depend_on_the_order(values: list[float], kind: Kind) -> None:
    norm = Norm(kind, theta=0.6, form="floor")
    assert norm.all_of(values) == pytest.approx(norm.all_of(sorted(values)), abs=1e-12)


@given(
    st.sampled_from(KINDS),
    thetas,
    st.recursive(
        atoms,
        lambda inner: st.tuples(st.sampled_from("&|~"), st.lists(inner, min_size=1, max_size=7)),
        max_leaves=25,
    ),
)
def test_under_a_floor_exactly_what_is_true_has_a_degree_of_theta(
    kind: Kind, theta: float, formula: object
) -> None:
    norm = Norm(kind, theta=theta, form="floor")

    def both(formula: object) -> tuple[float, bool]:
        if isinstance(formula, float):
            return formula, formula > 0.5
        assert isinstance(formula, tuple)
        parts = [both(part) for part in formula[1]]
        values, holds = [value for value, _ in parts], [each for _, each in parts]
        match formula[0]:
            case "&":
                return norm.all_of(values), all(holds)
            case "|":
                return norm.some_of(values), any(holds)
        return 1 - values[0], not holds[0]

    value, holds = both(formula)
    assert value >= theta - 1e-9 if holds else value <= 1 - theta + 1e-9


def test_the_books_rule_takes_a_true_negation_for_false() -> None:
    falsehoods = [1 - TAU] * 7
    assert 1 - Norm().some_of(falsehoods) == pytest.approx(0.478, abs=5e-4)
    assert 1 - Norm(theta=0.6).some_of(falsehoods) == pytest.approx(0.478, abs=5e-4)
    assert 1 - Norm(theta=0.6, form="floor").some_of(falsehoods) == pytest.approx(0.6)


@given(st.lists(st.booleans(), min_size=1, max_size=15), st.floats(0.51, 0.99))
def test_a_conjunct_that_becomes_false_divides_by_the_odds(holds: list[bool], tau: float) -> None:
    before = [tau if each else 1 - tau for each in [True, *holds]]
    after = [1 - tau, *before[1:]]
    factor = (1 - tau) / tau
    assert Norm().all_of(after) == pytest.approx(Norm().all_of(before) * factor, rel=1e-9)


def test_the_fold_of_exercise_5() -> None:
    found = [Norm(theta=0.6).all_of([0.9] * count) for count in range(1, 8)]
    assert found == pytest.approx([0.9, 0.81, 0.729, 0.6561, 0.6, 0.6, 0.6])


def test_yagers_family_has_its_known_members() -> None:
    for x, y in [(0.1, 0.1), (0.3, 0.9), (0.8, 0.75), (1.0, 0.4)]:
        assert Norm("yager", 1).plain((x, y)) == pytest.approx(max(0, x + y - 1))
        assert Norm("lukasiewicz").plain((x, y)) == pytest.approx(max(0, x + y - 1))
        assert Norm("yager", float("inf")).plain((x, y)) == pytest.approx(min(x, y))
        assert Norm("yager", 1e300).plain((x, y)) == pytest.approx(min(x, y))
    # Without a bound, q=1 would give -0.8 and q=2 would give 1.27.
    assert Norm("yager", 1).plain((0.1, 0.1)) == 0
    assert Norm("yager", 2).some_of((0.9, 0.9)) == 1
    assert Norm("yager", 1e-300).plain((0.9, 0.9)) == 0


def test_nothing_at_all_is_true_together_and_false_as_a_choice() -> None:
    for kind in KINDS:
        for theta in (None, 0.6):
            for form in FORMS:
                norm = Norm(kind, 2.0, theta, form)
                assert norm.all_of([]) == 1
                assert norm.some_of([]) == 0
    assert length([], 2) == 0
