"""Games at the edges of what rules can say: the checker must not accept too much there."""

from typing import Any

import pytest

from tests.audit.checking import Json, made, verdict_on
from tests.audit.handmade import ILLEGAL, RACE, SHARED, START, why, wrong
from zermelo.audit.theory import Effort

DICE = """
role(p). role(random). init(start).
legal(p,bet) :- true(start). legal(p,pass) :- true(start). legal(p,noop) :- not true(start).
legal(random,N) :- true(start), N = 1..2. legal(random,noop) :- not true(start).
next(won) :- does(p,bet), does(random,2). next(lost) :- does(p,bet), does(random,1).
next(even) :- does(p,pass).
over :- not true(start). terminal :- over.
goal(p,100) :- true(won). goal(p,0) :- true(lost). goal(p,50) :- true(even).
goal(p,50) :- true(start). goal(random,0).
"""
"""Bet on a die, or take half."""
PENNIES = """
role(x). role(o). init(start). side(h). side(t).
legal(P,S) :- role(P), side(S), true(start).
next(same) :- does(x,S), does(o,S). next(other) :- does(x,S), does(o,T), S != T.
over :- not true(start). terminal :- over.
goal(x,100) :- true(same). goal(x,0) :- not true(same).
goal(o,100) :- not true(same). goal(o,0) :- true(same).
"""
STUCK = """
role(p). role(q). init(start).
legal(p,go). legal(p,stay). legal(q,noop) :- not true(alone).
next(alone) :- does(p,go), true(start). next(won) :- does(p,stay), true(start).
terminal :- true(won). goal(p,100) :- true(won). goal(p,0) :- not true(won). goal(q,0).
"""
"""After `go`, q has no legal move, and the match is not over."""
GOALS = """
role(p). init(start).
legal(p,two) :- true(start). legal(p,none) :- true(start). legal(p,one). legal(p,noop).
next(two) :- does(p,two). next(none) :- does(p,none). next(one) :- does(p,one).
over :- not true(start). terminal :- over.
goal(p,0) :- true(two). goal(p,100) :- true(two). goal(p,100) :- true(one).
"""
"""Ends with two goals, with none, and with one; there are legal moves at every end."""


LINES = """
role(p). role(q). init(start).
legal(p,go). legal(q,go). legal(p,stay).
next(mine) :- does(p,go), true(start). next(yours) :- does(p,stay), true(start).
terminal :- true(mine). terminal :- true(yours).
goal(p,100) :- true(mine). goal(p,0) :- true(yours).
goal(q,0) :- true(mine). goal(q,100) :- true(yours).
"""
"""Either line ends the match; with both, each role would have two goals."""


def refuted(rules: str, kind: str, base: list[str], *claims: Json) -> list[str]:
    """The reasons against a certificate."""
    verdict = verdict_on(made(rules, kind, base, list(claims)))
    return [one["counterexample"]["why"] for one in verdict.wrong]


def guarantee(side: list[str], goals: Json, fluents: list[str], rows: list[Any]) -> Json:
    claim = {"claim": "guarantee", "side": side, "goals": goals, "endless": None}
    return {**claim, "fluents": fluents, "rows": rows}


def test_chance_is_an_opponent() -> None:
    fluents = ["start", "won", "lost", "even"]
    ends = [[[1], None, 0], [[2], None, 0], [[3], None, 0]]
    passing = guarantee(["p"], {"p": [50, 100]}, fluents, [[[0], ["pass"], 1], ends[2]])
    assert refuted(DICE, "solution", ["start"], passing) == []
    betting = guarantee(["p"], {"p": [50, 100]}, fluents, [[[0], ["bet"], 1], ends[0]])
    assert refuted(DICE, "solution", ["start"], betting) == ["it has no row"]
    betting = guarantee(["p"], {"p": [50, 100]}, fluents, [[[0], ["bet"], 1], *ends[:2]])
    assert refuted(DICE, "solution", ["start"], betting) == ["the end is not as claimed"]


def test_nobody_chooses_for_chance() -> None:
    rows: list[Any] = [[[0], ["bet", "2"], 1], [[1], None, 0]]
    both = guarantee(["p", "random"], {"p": [100, 100]}, ["start", "won"], rows)
    assert refuted(DICE, "solution", ["start"], both) == ["nobody chooses the moves of chance"]
    lemma = {"claim": "lemma", "can": "hold", "role": "p", "goal": 100, "false": []}
    end = {**lemma, "true": ["lost"], "false": ["start", "won"], "moves": {}}
    helped = {**lemma, "true": ["start"], "moves": {"random": "1"}}
    reasons = refuted(DICE, "strategy", ["start"], end, helped)
    assert reasons == ["these are not the moves of the roles that act"]
    swap = {"random": "p", "p": "random"}
    claim = {"claim": "symmetry", "fluent_images": {}, "role_images": swap, "move_images": {}}
    assert refuted(DICE, "analysis", ["start"], claim) == ["chance changes its place"]


def test_a_simultaneous_move_must_be_good_against_every_reply() -> None:
    rows: list[Any] = [[[0], ["h"], 1], [[1], None, 0]]
    claim = guarantee(["x"], {"x": [100, 100]}, ["start", "same", "other"], rows)
    assert refuted(PENNIES, "solution", ["start"], claim) == ["it has no row"]
    zero = {"claim": "lemma", "can": "force", "role": "x", "goal": 100, "false": ["start"]}
    end = {**zero, "true": ["same"], "moves": {}}
    start = {**zero, "true": ["start"], "false": [], "moves": {"x": "h"}}
    assert refuted(PENNIES, "strategy", ["start"], end, start) == ["this is possible"]
    assert refuted(PENNIES, "analysis", ["start"], {"claim": "turn_taking"}) != []
    assert refuted(PENNIES, "analysis", ["start"], {"claim": "alternating"}) != []
    total = {"claim": "constant_sum", "roles": ["x", "o"], "total": 100}
    assert refuted(PENNIES, "analysis", ["start"], total) == []
    assert refuted(PENNIES, "analysis", ["start"], total | {"total": 99}) != []
    assert refuted(PENNIES, "analysis", ["start"], total | {"roles": ["x"]}) != []


def test_nothing_is_forced_where_a_role_has_no_move() -> None:
    rows: list[Any] = [[[0], ["go"], 1], [[1], ["go"], 0]]
    claim = guarantee(["p"], {"p": [100, 100]}, ["start", "alone", "won"], rows)
    assert refuted(STUCK, "solution", ["start"], claim) == [ILLEGAL]
    lemma = {"claim": "lemma", "can": "force", "role": "p", "goal": 100, "false": ["won"]}
    alone = {**lemma, "true": ["alone"], "moves": {"p": "go"}}
    assert refuted(STUCK, "strategy", ["start"], alone) == ["this is possible"]
    assert refuted(STUCK, "analysis", ["start"], {"claim": "playable"}) != []
    groups = [{"fluents": ["start"], "ranks": [1, 0]}]
    ends = {"claim": "terminating", "groups": groups, "most": 1}
    assert refuted(STUCK, "analysis", ["start"], ends) != []
    assert (
        refuted(STUCK.replace("not true(alone)", "true(start)"), "analysis", ["start"], ends) != []
    )


def test_an_end_with_two_goals_or_none_guarantees_nothing() -> None:
    fluents = ["start", "two", "none", "one"]
    for move, index, reasons in (
        ("two", 1, ["the end is not as claimed"]),
        ("none", 2, ["the end is not as claimed"]),
        ("one", 3, []),
    ):
        rows: list[Any] = [[[0], [move], 1], [[index], None, 0]]
        claim = guarantee(["p"], {"p": [0, 100]}, fluents, rows)
        assert refuted(GOALS, "solution", ["start"], claim) == reasons
    lemma = {"claim": "lemma", "role": "p", "goal": 100, "moves": {}}
    others = ["start", "two", "none", "one"]

    def end(can: str, fluent: str) -> Json:
        return {**lemma, "can": can, "true": [fluent], "false": [f for f in others if f != fluent]}

    force = [refuted(GOALS, "strategy", ["start"], end("force", f)) == [] for f in others[1:]]
    hold = [refuted(GOALS, "strategy", ["start"], end("hold", f)) == [] for f in others[1:]]
    assert (force, hold) == ([False, False, True], [False, True, False])
    total = {"claim": "constant_sum", "roles": ["p"], "total": 100}
    assert refuted(GOALS, "analysis", ["start"], total) != []


def test_moves_that_are_legal_at_an_end_are_not_made() -> None:
    last = {"claim": "last", "fluent": "start", "holds": False}
    assert refuted(GOALS, "analysis", ["start"], last) == []
    assert refuted(GOALS, "analysis", ["start"], last | {"holds": True}) != []


def test_a_base_that_is_an_end_is_looked_at() -> None:
    rows: list[Any] = [[[0], None, 0]]
    claim = guarantee(["p"], {"p": [100, 100]}, ["one"], rows)
    assert refuted(GOALS, "solution", ["one"], claim) == []
    assert refuted(GOALS, "solution", ["two"], claim | {"fluents": ["two"]}) != []
    bounds = {"claim": "goal_bounds", "role": "p", "low": 100, "high": 100}
    only_one = {"claim": "invariant", "fluents": ["two", "none", "start"], "least": 0, "most": 0}
    assert refuted(GOALS, "analysis", ["one"], only_one, bounds) == []
    both = {**only_one, "fluents": ["none", "start"]}
    # No move is made after it, so that only the base itself has the goal 0.
    assert refuted(GOALS, "analysis", ["two"], both, bounds) == ["this is possible"]
    assert refuted(GOALS, "analysis", ["two"], both, {"claim": "goal_sum", "most": 99}) != []
    assert refuted(GOALS, "analysis", ["two"], both, {"claim": "goal_sum", "most": 100}) == []


@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_match_that_never_ends_is_not_terminating(most: int) -> None:
    loop = "role(p). init(a). legal(p,go). next(b) :- true(a). next(a) :- true(b). goal(p,0)."
    loop += " next(c) :- true(c). next(c) :- true(a), true(b). terminal :- true(c)."
    for ranks in ([0, 1, 0], [1, 0, 0], [most, 0, 0]):
        groups = [{"fluents": ["a", "b"], "ranks": ranks}]
        claim = {"claim": "terminating", "groups": groups, "most": max(ranks)}
        assert refuted(loop, "analysis", ["a"], claim) != []
    cycle: Json = {"claim": "chain", "fluents": ["a", "b"], "then": 0}
    assert refuted(loop, "analysis", ["a"], cycle) == []
    assert refuted(loop, "analysis", ["b"], cycle) == ["its first fluent does not hold in the base"]
    for then in (1, 2, -1, "over", "stuck", "hold"):
        assert refuted(loop, "analysis", ["a"], cycle | {"then": then}) != []


def test_an_endless_match_counts_what_the_claim_says() -> None:
    loop = "role(p). init(a). legal(p,go). legal(p,stop). next(a) :- does(p,go)."
    loop += " next(b) :- does(p,stop). terminal :- true(b). goal(p,0) :- true(b)."
    loop += " goal(p,50) :- not true(b)."
    rows: list[Any] = [[[0], ["go"], None]]
    claim = guarantee(["p"], {"p": [40, 100]}, ["a"], rows) | {"endless": {"p": 50}}
    value = {"claim": "value", "values": {"p": 40}, "endless": {"p": 50}}
    assert refuted(loop, "solution", ["a"], claim) == []
    assert refuted(loop, "solution", ["a"], claim | {"endless": {"p": 30}}) != []
    assert refuted(loop, "solution", ["a"], claim | {"endless": {}}) != []
    # Nothing shows that no match brings more than 40; and another endless match is another claim.
    assert refuted(loop, "solution", ["a"], claim, value) != []
    fifty = claim | {"goals": {"p": [50, 100]}}
    shown = value | {"values": {"p": 50}}
    assert refuted(loop, "solution", ["a"], fifty, shown) == []
    assert refuted(loop, "solution", ["a"], fifty, shown | {"endless": None}) != []


def test_counts_and_recursion_are_evaluated() -> None:
    rules = """
role(p). init(on(1)). init(on(3)). spot(1..4). next_to(1,2). next_to(2,3). next_to(3,4).
legal(p,set(S)) :- spot(S), not true(on(S)).
next(on(S)) :- true(on(S)). next(on(S)) :- does(p,set(S)).
joined(1) :- true(on(1)). joined(S) :- joined(R), next_to(R,S), true(on(S)).
terminal :- joined(4). terminal :- 4 <= #count { S : true(on(S)) }.
goal(p,100) :- joined(4). goal(p,0) :- not joined(4).
"""
    fluents = ["(on 1)", "(on 2)", "(on 3)", "(on 4)"]
    rows: list[Any] = [
        [[0, 2], ["(set 2)"], 2],
        [[0, 1, 2], ["(set 4)"], 1],
        [[0, 1, 2, 3], None, 0],
    ]
    claim = guarantee(["p"], {"p": [100, 100]}, fluents, rows)
    value = {"claim": "value", "values": {"p": 100}, "endless": None}
    bounds: list[Any] = [[[0, 2], 2], [[0, 1, 2], 1], [[0, 2, 3], 1]]
    short = {"claim": "shortest", "role": "p", "goal": 100, "length": 2, "fluents": fluents}
    base = ["(on 1)", "(on 3)"]
    assert refuted(rules, "solution", base, claim, value, short | {"bounds": bounds}) == []
    assert refuted(rules, "solution", base, short | {"bounds": bounds, "length": 3}) != []
    assert refuted(rules, "solution", base, short | {"bounds": bounds[:2]}) != []
    high: list[Any] = [[[0, 2], 3], [[0, 1, 2], 2], [[0, 2, 3], 2], [[0, 1, 2, 3], 1]]
    reasons = refuted(rules, "solution", base, short | {"bounds": high, "length": 3})
    assert reasons == ["this end is nearer"]


SINGLE: Json = {"claim": "single_goals"}


@pytest.mark.parametrize("base", [["start"], ["two"], ["none"]])
def test_ends_without_a_single_goal_are_found(base: list[str]) -> None:
    assert refuted(GOALS, "strategy", base, SINGLE) != []


def test_a_lemma_is_not_about_ends_that_cannot_come() -> None:
    keys = {"can": "force", "role": "p", "goal": 100, "false": [], "moves": {}}
    lemma = {"claim": "lemma", **keys, "true": ["mine"]}
    assert refuted(LINES, "strategy", ["start"], SINGLE, lemma) == []
    assert refuted(LINES, "strategy", ["start"], lemma) != []


def test_a_value_is_not_shown_where_the_rules_have_no_goal() -> None:
    rules = "role(a). init(p(1)). legal(a,go). next(p(2)) :- does(a,go). terminal :- true(p(2)). "
    rules += "goal(a,50) :- true(p(3))."
    claim = {"claim": "value", "values": {"a": 50}, "endless": None}
    assert why(made(rules, "solution", ["(p 1)"], [claim])) == (
        "the value of a is not shown from both sides"
    )


@pytest.mark.parametrize(("roles", "right"), [(["x", "o"], True), (["x", "x"], False)])
def test_a_list_names_nothing_twice(roles: list[str], right: bool) -> None:
    claim = {"claim": "constant_sum", "roles": roles, "total": 100}
    shared = [*SHARED, claim]
    assert (wrong(made(RACE, "analysis", START, shared)) == []) == right


VOTES = """
role(a). role(b). init(open). side(1..12).
legal(R,vote(N)) :- role(R), side(N), true(open).
next(voted(R,N)) :- does(R,vote(N)).
terminal :- not true(open).
ahead(K) :- K = -1..2, #sum { 1,N : true(voted(a,N)); -1,N : true(voted(b,N)) } >= K.
goal(a,100) :- ahead(1). goal(b,0) :- ahead(1).
goal(a,50) :- ahead(0), not ahead(1). goal(b,50) :- ahead(0), not ahead(1).
goal(a,0) :- not ahead(0). goal(b,100) :- not ahead(0).
"""
"""Who has more votes: whether bounds of one sum go together is hard to find out by trial."""


@pytest.mark.parametrize(("total", "right"), [(100, True), (99, False)])
def test_bounds_of_one_sum_are_told_apart(total: int, right: bool) -> None:
    claim = {"claim": "constant_sum", "roles": ["a", "b"], "total": total}
    few = Effort(conflicts=1000)
    assert (verdict_on(made(VOTES, "analysis", ["open"], [claim]), few).wrong == []) == right


@pytest.mark.parametrize("exchanged", [True, False])
def test_an_exchange_of_roles_turns_a_sum_round(exchanged: bool) -> None:
    sides = range(1, 13)
    fluents = {f"(voted {r} {n})": f"(voted {s} {n})" for r, s in ("ab", "ba") for n in sides}
    if not exchanged:
        fluents = {"(voted a 1)": "(voted b 1)", "(voted b 1)": "(voted a 1)"}
    images = {"fluent_images": fluents, "role_images": {"a": "b", "b": "a"}, "move_images": {}}
    certificate = made(VOTES, "analysis", ["open"], [{"claim": "symmetry", **images}])
    assert (verdict_on(certificate, Effort(conflicts=1000)).wrong == []) == exchanged
