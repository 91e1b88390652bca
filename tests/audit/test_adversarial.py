"""Claims made by hand to deceive the checker, and those that it must not trip over."""

from typing import Any

import pytest

from tests.audit.checking import Json, made, verdict_on
from tests.audit.handmade import (
    GOAL,
    LOST,
    ONE_CONTROL,
    PIGEONS,
    RACE,
    SHARED,
    START,
    THREE,
    TOGGLE,
    WON,
    guarantee,
    invariant,
    lemma,
    solution,
    strategy,
    symmetry,
    why,
    wrong,
)
from zermelo.audit.theory import Effort
from zermelo.errors import LimitError, ReadError, UnsuitedError


def test_a_strategy_in_order_is_accepted() -> None:
    forces = {"claim": "forces", "can": "force", "role": "o", "goal": 100}
    verdict = verdict_on(strategy(LOST, *WON, THREE, forces))
    assert (verdict.wrong, verdict.checked, verdict.claims) == ([], 7, 7)


def test_a_lemma_before_those_that_it_needs_is_refuted() -> None:
    found = wrong(strategy(LOST, THREE, *WON))
    assert [one["claim"]["true"] for one in found] == [["(heap 3)", "(control x)"]]


def test_lemmas_that_support_each_other_in_a_circle_are_refuted() -> None:
    here = lemma("force", "p", ["a"], {"p": "go"})
    there = lemma("force", "p", ["b"], {"p": "go"})
    claims = [invariant("a", "b", least=1), here, there, here]
    assert len(wrong(made(TOGGLE, "strategy", ["a", "low"], claims))) == 3


def test_a_lemma_that_only_rests_on_itself_is_refuted() -> None:
    stays = lemma("force", "p", ["a"], {"p": "stay"})
    assert len(wrong(made(TOGGLE, "strategy", ["a", "low"], [stays, stays]))) == 2


def test_a_lemma_of_another_goal_is_no_support() -> None:
    lower = lemma("force", "o", ["(heap 0)", "(control x)"], {}, goal=50)
    assert len(wrong(strategy(lower, *WON))) == 2


@pytest.mark.parametrize(
    "claim",
    [
        lemma("force", "x", ["(heap 1)", "(control o)"], {"x": "noop"}),
        lemma("force", "o", ["(heap 1)"], {"o": "(take 1)"}),
        lemma("force", "o", ["(heap 2)", "(control o)"], {"o": "(take 1)"}),
        lemma("force", "o", ["(heap 1)", "(control o)"], {}),
        lemma("hold", "o", ["(heap 0)", "(control x)"], {}),
        lemma("force", "o", ["(heap 1)", "(control o)"], {"x": "noop"}),
        {"claim": "forces", "can": "force", "role": "x", "goal": 100},
        {"claim": "forces", "can": "force", "role": "o", "goal": 99},
    ],
)
def test_a_wrong_lemma_is_refuted(claim: Json) -> None:
    assert [one["claim"] for one in wrong(strategy(LOST, claim))] == [claim]


def test_the_counterexample_is_a_step_in_kif() -> None:
    (found,) = wrong(strategy(LOST, THREE))
    step = found["counterexample"]
    assert step["position"] == ["(control x)", "(heap 3)"]
    assert step["moves"]["o"] == "noop"
    assert step["next"] in (["(control o)", "(heap 1)"], ["(control o)", "(heap 2)"])


def test_an_invariant_that_is_not_inductive_is_refuted() -> None:
    # It is true of all that can be reached, but nothing says that `high` never holds.
    assert len(wrong(made(TOGGLE, "analysis", ["a", "low"], [invariant("c", most=0)]))) == 1
    enough = [invariant("c", most=0), invariant("high", most=0), invariant("a", "b")]
    assert wrong(made(TOGGLE, "analysis", ["a", "low"], enough)) == []
    for missing in range(3):
        fewer = enough[:missing] + enough[missing + 1 :]
        assert (missing == 0) == (wrong(made(TOGGLE, "analysis", ["a", "low"], fewer)) == [])


def test_an_invariant_that_the_base_breaks_is_refuted() -> None:
    certificate = made(TOGGLE, "analysis", ["low"], [invariant("a", "b", least=1)])
    assert why(certificate) == "it does not hold in the base"


def test_nothing_is_accepted_on_the_strength_of_a_wrong_invariant() -> None:
    claims = [invariant("a", most=0), {"claim": "latch", "fluent": "b", "holds": True}]
    verdict = verdict_on(made(TOGGLE, "analysis", ["a", "low"], claims))
    assert verdict.wrong
    assert verdict.checked == 1


@pytest.mark.parametrize("name", ["latch", "last", "inhibitor", "dead_goal"])
@pytest.mark.parametrize(("fluent", "holds"), [("low", None), (None, True), (None, None)])
def test_a_latch_has_a_fluent_and_a_direction(name: str, fluent: Any, holds: Any) -> None:
    more: Json = {"inhibitor": {"fluents": ["c"]}, "dead_goal": {"role": "p", "goal": 100}}
    claim = {"claim": name, "fluent": fluent, "holds": holds, **more.get(name, {})}
    certificate = made(TOGGLE, "analysis", ["a", "low"], [claim])
    if name != "dead_goal":
        with pytest.raises(ReadError, match="the right types"):
            verdict_on(certificate)
    elif (fluent, holds) == (None, None):
        # That no match ever ends with 100 is a claim without a latch; but it needs invariants.
        assert why(certificate) == "this is possible"
    else:
        assert why(certificate) == "it names no latch"


LATCHES: list[tuple[Json, bool]] = [
    ({"claim": "latch", "fluent": "low", "holds": True}, True),
    ({"claim": "latch", "fluent": "low", "holds": False}, True),
    ({"claim": "latch", "fluent": "high", "holds": False}, True),
    ({"claim": "latch", "fluent": "a", "holds": True}, False),
    ({"claim": "latch", "fluent": "a", "holds": False}, False),
    ({"claim": "last", "fluent": "c", "holds": True}, True),
    ({"claim": "last", "fluent": "a", "holds": True}, False),
    ({"claim": "inhibitor", "fluent": "low", "holds": True, "fluents": ["high", "c"]}, True),
    ({"claim": "inhibitor", "fluent": "low", "holds": True, "fluents": ["a"]}, False),
    ({"claim": "inhibitor", "fluent": "a", "holds": True, "fluents": ["high"]}, False),
    ({"claim": "dead_goal", "role": "p", "goal": 100, "fluent": None, "holds": None}, True),
    ({"claim": "dead_goal", "role": "p", "goal": 100, "fluent": "low", "holds": True}, True),
    ({"claim": "dead_goal", "role": "p", "goal": 100, "fluent": "a", "holds": True}, False),
    ({"claim": "dead_goal", "role": "p", "goal": 99, "fluent": None, "holds": None}, False),
    ({"claim": "playable"}, True),
    ({"claim": "turn_taking"}, True),
    ({"claim": "alternating"}, False),
    ({"claim": "goal_sum", "most": 0}, True),
]


@pytest.mark.parametrize(("claim", "right"), LATCHES)
def test_claims_about_steps_are_told_from_wrong_ones(claim: Json, right: bool) -> None:
    known = [invariant("high", most=0), invariant("a", "b", least=1), invariant("c", most=0)]
    assert (wrong(made(TOGGLE, "analysis", ["a", "low"], [*known, claim])) == []) is right


HEAPS = ["(heap 0)", "(heap 1)", "(heap 2)", "(heap 3)"]


@pytest.mark.parametrize(
    ("fluents", "ranks", "most", "right"),
    [
        (HEAPS, [0, 1, 2, 3, 0], 3, True),
        (HEAPS, [0, 1, 2, 9, 0], 9, True),
        (HEAPS, [0, 1, 2, 3, 0], 2, False),
        (HEAPS, [0, 1, 2, 3, 0], 4, False),
        (HEAPS, [0, 1, 2, 2, 0], 2, False),
        (HEAPS, [0, 2, 1, 3, 0], 3, False),
        (HEAPS, [0, 1, 2, 3], 3, False),
        (HEAPS, [0, 1, 2, 3, 0, 0], 3, False),
        (HEAPS, [-1, 0, 1, 2, 0], 2, False),
        (HEAPS[:3], [0, 1, 2, 3], 3, True),
        (HEAPS[:3], [1, 2, 3, 0], 3, False),
        (HEAPS[1:3], [1, 2, 3], 3, False),
        (["(control x)"], [1, 0], 1, False),
        ([], [0], 0, False),
    ],
)
def test_ranks_must_fall_with_every_step(
    fluents: list[str], ranks: list[int], most: int, right: bool
) -> None:
    groups = [{"fluents": fluents, "ranks": ranks}]
    claim = {"claim": "terminating", "groups": groups, "most": most}
    assert (wrong(made(RACE, "analysis", START, [*SHARED, claim])) == []) is right


def test_ranks_need_a_group_of_which_one_holds_at_most() -> None:
    groups = [{"fluents": HEAPS, "ranks": [0, 1, 2, 3, 0]}]
    claim = {"claim": "terminating", "groups": groups, "most": 3}
    assert wrong(made(RACE, "analysis", START, [ONE_CONTROL, claim]))


def test_a_lemma_with_too_many_images_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.audit.strategy.MOST_IMAGES", 1)
    exchanged = {"(control x)": "(control o)", "(control o)": "(control x)"}
    exchange = symmetry(exchanged, {"x": "o", "o": "x"})
    with pytest.raises(LimitError, match="more than 1 images"):
        verdict_on(strategy(exchange, LOST))


def test_images_of_lemmas_are_known() -> None:
    exchanged = {"(control x)": "(control o)", "(control o)": "(control x)"}
    exchange = symmetry(exchanged, {"x": "o", "o": "x"})
    takes = lemma("force", "x", ["(heap 2)", "(control x)"], {"x": "(take 2)"})
    assert wrong(strategy(exchange, LOST, takes)) == []
    assert wrong(strategy(LOST, takes))


def test_symmetries_are_told_from_other_permutations() -> None:
    swapped = symmetry({"a": "b", "b": "a"})
    no_c = TOGGLE.replace("next(c) :- true(b), true(high), does(p,go).", "")
    assert wrong(made(no_c, "analysis", ["a"], [swapped])) == []
    (found,) = wrong(made(TOGGLE, "analysis", ["a"], [swapped]))
    assert "the image of this" in found["counterexample"]["why"]
    assert {"position", "moves", "next"} <= found["counterexample"].keys()


@pytest.mark.parametrize(
    "claim",
    [symmetry({"a": "b"}), symmetry({}, {}, {"p": {"go": "stay"}}), symmetry({"a": "c", "b": "c"})],
)
def test_what_is_no_permutation_is_no_symmetry(claim: Json) -> None:
    assert why(made(TOGGLE, "analysis", ["a"], [claim])) == "it is no permutation"


UNKNOWN = "it names what the rules do not have"


@pytest.mark.parametrize(
    "claim",
    [
        invariant("nothing"),
        {"claim": "latch", "fluent": "nothing", "holds": True},
        {"claim": "inhibitor", "fluent": "low", "holds": True, "fluents": ["nothing"]},
        {"claim": "dead_goal", "role": "nobody", "goal": 100, "fluent": None, "holds": None},
        {"claim": "constant_sum", "roles": ["nobody"], "total": 0},
        {"claim": "goal_bounds", "role": "go", "low": 0, "high": 100},
        {"claim": "chain", "fluents": ["a", "p"], "then": 0},
        {"claim": "terminating", "groups": [{"fluents": ["x"], "ranks": [0, 0]}], "most": 0},
        symmetry({}, {}, {"nobody": {"go": "stay"}}),
        symmetry({"nothing": "a"}),
        symmetry({}, {"nobody": "p"}),
        symmetry({}, {}, {"p": {"nothing": "go"}}),
    ],
)
def test_a_claim_names_what_there_is(claim: Json) -> None:
    assert why(made(TOGGLE, "analysis", ["a"], [claim])) == UNKNOWN


@pytest.mark.parametrize(
    "changed",
    [
        {"role": "y"},
        {"true": ["(heap 9)"]},
        {"false": ["x"]},
        {"moves": {"o": "(take 9)"}},
        {"moves": {"y": "(take 1)"}},
    ],
)
def test_a_lemma_names_what_there_is(changed: Json) -> None:
    assert why(strategy({**LOST, **changed})) == UNKNOWN


def test_a_role_can_force_or_hold() -> None:
    assert why(strategy({**LOST, "can": "wish"})) == "a role can force or hold a goal, nothing else"
    forces = {"claim": "forces", **GOAL}
    assert wrong(strategy(LOST, *WON, THREE, forces)) == []
    assert why(strategy(LOST, *WON, THREE, forces | {"can": "wish"})) == "no lemma covers the base"


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ("", True),
        ("legal(p,extra) :- true(a).", False),
        ("goal(p,50) :- true(a).", False),
        ("terminal :- true(a).", False),
        ("next(a) :- true(a).", False),
    ],
)
def test_a_symmetry_keeps_moves_goals_and_ends(more: str, right: bool) -> None:
    rules = "role(p). init(a). init(b). legal(p,go). goal(p,0) :- role(p). terminal :- true(c)."
    rules += " next(c) :- true(a), true(b)."
    swapped = symmetry({"a": "b", "b": "a"})
    assert (wrong(made(f"{rules} {more}", "analysis", ["a"], [swapped])) == []) is right


def test_roles_are_exchanged_with_their_moves() -> None:
    roles = {"x": "o", "o": "x"}
    exchange = symmetry({"(control x)": "(control o)", "(control o)": "(control x)"}, roles)
    assert wrong(made(RACE, "analysis", START, [exchange])) == []
    assert wrong(made(RACE, "analysis", START, [symmetry({}, roles)]))


def test_a_symmetry_of_a_strategy_must_keep_its_invariants() -> None:
    no_c = TOGGLE.replace("next(c) :- true(b), true(high), does(p,go).", "")
    held = [invariant("high", most=0), invariant("a", "b")]
    swap = symmetry({"a": "b", "b": "a"})
    # The image of the third invariant is none of the file, but it follows from the first.
    assert wrong(made(no_c, "strategy", ["a"], [*held, invariant("a", "high"), swap])) == []
    low = invariant("low", most=1, least=1)
    turned = symmetry({"a": "b", "b": "a", "low": "high", "high": "low"})
    alike = no_c.replace("next(high) :- true(a), true(b).", "init(high).")
    assert wrong(made(alike, "analysis", ["a", "low"], [low, turned])) == []
    certificate = made(alike, "strategy", ["a", "low"], [low, turned])
    assert "say something else of the image" in why(certificate)


def test_a_name_in_a_list_of_a_claim_stands_there_once() -> None:
    twice = invariant("(heap 0)", *HEAPS, least=1)
    assert why(made(RACE, "analysis", START, [twice, ONE_CONTROL])) == "it names something twice"


def test_a_fluent_may_stand_in_the_base_twice() -> None:
    heap = invariant(*HEAPS, least=1)
    assert wrong(made(RACE, "analysis", [*START, *START], [heap, ONE_CONTROL])) == []


def test_a_claim_that_takes_too_long_is_left_open() -> None:
    with pytest.raises(LimitError, match="open after 100 conflicts"):
        verdict_on(PIGEONS, Effort(conflicts=100))


def test_roles_that_do_not_see_everything_cannot_play_by_positions() -> None:
    hidden = RACE + "sees(P,nothing) :- role(P), true(heap(1))."
    with pytest.raises(UnsuitedError, match="hidden information"):
        verdict_on(solution(guarantee(), rules=hidden))
