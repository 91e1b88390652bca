"""Certificates made by hand to deceive the checker, and those that it must not trip over."""

import json
from typing import Any

import pytest

from tests.audit.checking import Json, made, verdict_on
from zermelo.audit.theory import Effort
from zermelo.errors import LimitError, ReadError, RuleError, UnsuitedError

TOGGLE = """
role(p). init(a). init(low).
legal(p,go). legal(p,stay).
next(b) :- true(a), does(p,go). next(a) :- true(b), does(p,go).
next(a) :- true(a), does(p,stay). next(b) :- true(b), does(p,stay).
next(low) :- true(low). next(high) :- true(high). next(high) :- true(a), true(b).
next(c) :- true(b), true(high), does(p,go).
terminal :- true(c). goal(p,100) :- true(c). goal(p,0) :- not true(c).
"""
"""A match that can go on for ever; `c` would end it, but `high` never comes."""
RACE = """
role(x). role(o). init(control(x)). init(heap(3)).
legal(P,take(N)) :- true(control(P)), true(heap(H)), N = 1..2, N <= H.
legal(P,noop) :- role(P), not true(control(P)).
next(heap(H-N)) :- true(heap(H)), does(P,take(N)), N <= H.
next(control(o)) :- true(control(x)). next(control(x)) :- true(control(o)).
terminal :- true(heap(0)).
goal(P,0) :- true(heap(0)), true(control(P)).
goal(P,100) :- true(heap(0)), role(P), not true(control(P)).
"""
"""Three sticks, one or two at a time: whoever takes the last wins, so o does."""
START = ["(control x)", "(heap 3)"]


def wrong(certificate: Json) -> list[Json]:
    """What the checker says against a certificate."""
    return verdict_on(certificate).wrong


def why(certificate: Json) -> str:
    """The first reason against a certificate."""
    return str(wrong(certificate)[0]["counterexample"]["why"])


def invariant(*fluents: str, least: int = 0, most: int = 1) -> Json:
    return {"claim": "invariant", "fluents": list(fluents), "least": least, "most": most}


def lemma(can: str, role: str, true: list[str], moves: Json, goal: int = 100) -> Json:
    held = {"true": true, "false": []}
    return {"claim": "lemma", "can": can, "role": role, "goal": goal, **held, "moves": moves}


ONE_HEAP = invariant("(heap 0)", "(heap 1)", "(heap 2)", "(heap 3)", least=1)
ONE_CONTROL = invariant("(control o)", "(control x)", least=1)
LOST = lemma("force", "o", ["(heap 0)", "(control x)"], {})
WON = [
    lemma("force", "o", ["(heap 1)", "(control o)"], {"o": "(take 1)"}),
    lemma("force", "o", ["(heap 2)", "(control o)"], {"o": "(take 2)"}),
]
THREE = lemma("force", "o", ["(heap 3)", "(control x)"], {"o": "noop"})
SHARED = [ONE_HEAP, ONE_CONTROL]


def strategy(*claims: Json) -> Json:
    return made(RACE, "strategy", START, [*SHARED, *claims])


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


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_rows_can_be_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr("zermelo.audit.solution.ROWS", rows)
    monkeypatch.setattr("zermelo.audit.solution.MODELS", 1)
    assert wrong(solution(guarantee())) == []
    assert (
        why(solution(guarantee(replaced(3, [[4, 0], ["noop"], 0])))) == "the end is not as claimed"
    )
    assert why(solution(guarantee(ROWS[:3]))) == "it has no row"


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


GOAL: Json = {"can": "force", "role": "o", "goal": 100}


def symmetry(fluents: Json, roles: Json | None = None, moves: Json | None = None) -> Json:
    images = {"fluent_images": fluents, "role_images": roles or {}, "move_images": moves or {}}
    return {"claim": "symmetry", **images}


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


def test_a_name_in_a_list_counts_once() -> None:
    twice = invariant("(heap 0)", *HEAPS, least=1)
    assert wrong(made(RACE, "analysis", [*START, *START], [twice, ONE_CONTROL])) == []


ROWS: list[Any] = [
    [[0, 3], ["noop"], 2],
    [[1, 5], ["(take 1)"], 1],
    [[2, 5], ["(take 2)"], 1],
    [[4, 0], None, 0],
]
FLUENTS = ["(control x)", "(heap 1)", "(heap 2)", "(heap 3)", "(heap 0)", "(control o)"]


ILLEGAL = "a role has no legal move, or is to make one that is not legal"


def guarantee(rows: list[Any] = ROWS, **changed: Any) -> Json:
    goals = {"o": [100, 100], "x": [0, 0]}
    claim = {"claim": "guarantee", "side": ["o"], "goals": goals, "endless": None}
    return {**claim, "fluents": FLUENTS, "rows": rows, **changed}


def solution(*claims: Json, rules: str = RACE, base: list[str] = START) -> Json:
    return made(rules, "solution", base, list(claims))


def test_a_guarantee_is_accepted() -> None:
    assert wrong(solution(guarantee())) == []


def replaced(number: int, row: list[Any]) -> list[Any]:
    return [row if n == number else old for n, old in enumerate(ROWS)]


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (guarantee(ROWS[1:]), "the base has no row"),
        (guarantee(ROWS[:3]), "it has no row"),
        (guarantee([*ROWS[:1], *ROWS[2:]]), "it has no row"),
        (guarantee([*ROWS, ROWS[0]]), "it has two rows"),
        (guarantee(replaced(0, [[0, 3], ["noop"], 1])), "the rank does not fall"),
        (guarantee(replaced(0, [[0, 3], ["noop"], None])), "the rank is wrong"),
        (guarantee(replaced(1, [[1, 5], ["(take 2)"], 1])), ILLEGAL),
        (guarantee(replaced(1, [[1, 5], None, 1])), "a move is missing"),
        (guarantee(replaced(3, [[4, 0], ["noop"], 0])), "the end is not as claimed"),
        (guarantee(goals={"o": [99, 99]}), "the end is not as claimed"),
        (guarantee(side=["x"]), ILLEGAL),
        (guarantee(endless={"o": 100, "x": 0}), "the rank is wrong"),
        (guarantee(endless={"o": 50, "x": 0}), "what an endless match counts is not in the range"),
    ],
)
def test_a_guarantee_with_one_wrong_row_is_refuted(claim: Json, reason: str) -> None:
    assert why(solution(claim)) == reason


def test_a_value_needs_both_sides() -> None:
    value = {"claim": "value", "values": {"o": 100, "x": 0}, "endless": None}
    assert "not shown from both sides" in why(solution(guarantee(), value))
    assert "not the values of all roles" in why(solution(value | {"values": {"o": 100}}))


def text(**changed: Any) -> str:
    """A certificate as text, with other parts."""
    return json.dumps(strategy(LOST) | changed)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "no certificate"),
        ("garbage", "no certificate"),
        ("[" * 100_000, "no certificate"),
        ("{}", "should have exactly the keys"),
        ("[]", "should have exactly the keys"),
        (text(format="Zermelo certificate, version 2"), "format"),
        (text(kind="poem"), "kind"),
        (text(extra=1), "exactly the keys"),
        (text().replace('"kind"', '"game": "x", "kind"', 1), "key twice"),
        (text(claims=[{"claim": "poem"}]), "claims 'poem'"),
        (text(claims=[{}]), "claims 'None'"),
        (text(claims=[{**LOST, "more": 1}]), "exactly the keys"),
        (text(claims=[{**LOST, "goal": "100"}]), "exactly the keys"),
        (text(claims=[{**LOST, "goal": True}]), "exactly the keys"),
        (text(claims=[{**LOST, "goal": 99.5}]), "99.5"),
        (text(claims=[{**LOST, "goal": 1e3}]), "1000.0"),
        (text(claims=[{**LOST, "goal": 10**9}]), "too many digits"),
        (text(claims=[{**LOST, "goal": 10**4000}]), "too many digits"),
        (text(claims=[{**LOST, "goal": float("nan")}]), "NaN"),
        (text(claims=[{**LOST, "role": "o\n"}]), "exactly the keys"),
        (text(claims=[{**LOST, "role": "\0"}]), "exactly the keys"),
        (text(claims=[{**LOST, "role": "\ud800"}]), "exactly the keys"),
        (text(claims=[7]), "claims 'nothing'"),
        (text(rules={"syntax": "asp", "text": "\ud800", "sha256": ""}), "exactly the keys"),
        (text(base=["(heap 9)"]), "no fluent (heap 9)"),
        (text(rules=made(TOGGLE, "analysis", [], [])["rules"] | {"sha256": "0"}), "hash"),
        (text(rules=made("", "analysis", [], [], "basic")["rules"]), "no syntax 'basic'"),
    ],
)
def test_what_cannot_be_read_is_said(content: str, reason: str) -> None:
    with pytest.raises(ReadError) as error:
        verdict_on(content)
    assert reason in str(error.value)


def test_rules_with_errors_are_no_rules_to_certify() -> None:
    with pytest.raises(RuleError):
        verdict_on(made("role(p). next(X) :- not true(X).", "analysis", [], []))


def test_rules_of_another_game_do_not_have_the_names() -> None:
    other = made(TOGGLE, "strategy", ["a"], [])["rules"]
    with pytest.raises(ReadError, match="no fluent"):
        verdict_on(strategy(LOST) | {"rules": other})


def test_positions_name_fluents_that_there_are() -> None:
    with pytest.raises(ReadError, match="index"):
        verdict_on(solution(guarantee([[[9], None, 0]])))


PIGEON_RULES = """
role(p). legal(p,go). hole(1..9). pigeon(1..10). init(start).
next(in(P,H)) :- pigeon(P), hole(H), true(put(P,H)). next(put(P,H)) :- true(in(P,H)).
next(in(P,H)) :- true(start), pigeon(P), hole(H), does(p,go).
housed(P) :- true(in(P,H)). clash :- true(in(P,H)), true(in(Q,H)), P != Q.
full :- not clash, not homeless. homeless :- pigeon(P), not housed(P).
next(won) :- full. terminal :- true(won). goal(p,100) :- true(won). goal(p,0) :- not true(won).
"""
"""Nine holes are not enough for ten pigeons, but a solver takes long to see it."""
PIGEONS = made(PIGEON_RULES, "analysis", ["start"], [invariant("won", most=0)])


def test_a_claim_that_takes_too_long_is_left_open() -> None:
    with pytest.raises(LimitError, match="open after 100 conflicts"):
        verdict_on(PIGEONS, Effort(conflicts=100))


def test_roles_that_do_not_see_everything_cannot_play_by_positions() -> None:
    hidden = RACE + "sees(P,nothing) :- role(P), true(heap(1))."
    with pytest.raises(UnsuitedError, match="hidden information"):
        verdict_on(solution(guarantee(), rules=hidden))
