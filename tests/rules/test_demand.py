"""Grounding on demand: the same game, with fewer instances."""

import pytest
from tests.ground.sheets import LIGHT, STUCK, sheet_of

from zermelo.errors import LimitError
from zermelo.game.game import Role
from zermelo.game.ground_game import GroundGame
from zermelo.ground import ground as grounding
from zermelo.ground.ground import ground, lean
from zermelo.process.child import MemoryOutError, TimeOutError
from zermelo.process.limits import Allowance
from zermelo.rules import demand
from zermelo.rules.calls import DEMAND
from zermelo.rules.constant import settled
from zermelo.rules.rewrite import Clause, clauses, relevant
from zermelo.rules.sizes import largest, sizes
from zermelo.text.tree import Atom

NUMBERS = " ".join(f"(succ {n} {n + 1})" for n in range(12))
WALK = f"""
(role walker) (init (at 1 1)) (init (goal-at 3 2)) (init (wall 2 1)) {NUMBERS}
(<= (next (wall ?x ?y)) (true (wall ?x ?y)))
(<= (next (goal-at ?x ?y)) (true (goal-at ?x ?y)))
(<= (legal walker (go ?d)) (true (at ?x ?y)) (step ?x ?y ?d ?u ?v) (not (blocked ?u ?v)))
(<= (legal walker stay) (true (at ?x ?y)) (true (goal-at ?u ?v)) (toward ?x ?y ?u ?v here))
(legal walker wait)
(<= (blocked ?x ?y) (true (wall ?x ?y)))
(<= (step ?x ?y east ?u ?y) (succ ?x ?u) (succ ?y ?z))
(<= (step ?x ?y north ?x ?v) (succ ?y ?v) (succ ?x ?z))
(<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?y) (succ ?x ?z) (less ?z ?y))
(<= (number ?x) (succ ?x ?y))
(<= (toward ?x ?y ?u ?v east) (less ?x ?u) (number ?y) (number ?v))
(<= (toward ?x ?y ?u ?v north) (number ?x) (number ?u) (not (less ?x ?u)) (less ?y ?v))
(<= (toward ?x ?y ?u ?v here) (number ?x) (number ?y) (number ?u) (number ?v)
    (not (toward ?x ?y ?u ?v east)) (not (toward ?x ?y ?u ?v north)))
(<= (next (at ?u ?v)) (does walker (go ?d)) (true (at ?x ?y)) (step ?x ?y ?d ?u ?v) (small ?u ?v))
(<= (next (at ?x ?y)) (does walker (go ?d)) (true (at ?x ?y)) (step ?x ?y ?d ?u ?v)
    (not (small ?u ?v)))
(<= (next (at ?x ?y)) (does walker wait) (true (at ?x ?y)))
(<= (next (at 1 1)) (does walker stay))
(<= (small ?x ?y) (less ?x 4) (less ?y 4))
(<= terminal (true (at ?x ?y)) (true (goal-at ?u ?v)) (toward ?x ?y ?u ?v here) (not (less 3 ?y)))
(<= (goal walker 100) (true (at ?x ?y)) (true (goal-at ?u ?v)) (not (toward ?x ?y ?u ?v east)))
(<= (goal walker 0) (true (at ?x ?y)) (true (goal-at ?u ?v)) (toward ?x ?y ?u ?v east))
"""
CELLS = """
(kind a) (kind b) (kind c)
(<= (different ?x ?y ?u ?v) (distinct ?x ?u) (kind ?x) (kind ?y) (kind ?u) (kind ?v))
(<= (different ?x ?y ?u ?v) (distinct ?y ?v) (kind ?x) (kind ?y) (kind ?u) (kind ?v))
(<= (seen ?x ?y) (different ?x ?y a ?z) (kind ?z))
"""


def clauses_of(text: str) -> list[Clause]:
    return list(clauses(sheet_of(text).rules))


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything counts as large, so that small games are grounded on demand."""
    monkeypatch.setattr(demand, "MANY_INSTANCES", 1)
    monkeypatch.setattr("zermelo.rules.calls.FEW_VALUES", 1)


def both_ways(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[GroundGame, GroundGame]:
    sheet = sheet_of(text)
    plain = GroundGame("plain", ground(sheet))
    monkeypatch.setattr(grounding, "answered", lambda flat, _, a: grounding.asked(lean(flat), a))
    return plain, GroundGame("lean", ground(sheet))


def picture(game: GroundGame, depth: int) -> object:
    """All that can be asked of a game, down to some depth."""

    def below(state: object, left: int) -> object:
        here = game.state_of(state)  # type: ignore[arg-type]
        moves = [
            [game.spell(Role(role), move) for move in game.legal(here, Role(role))]
            for role in range(len(game.roles))
        ]
        facts = (sorted(game.describe(here)), moves, game.terminal(here), game.goals(here))
        if left == 0 or game.terminal(here) or len(game.roles) > 1:
            return facts
        after = [game.next(here, (move,)) for move in game.legal(here, Role(0))]
        return facts, [below(game.describe(one), left - 1) for one in after]

    return game.roles, below(game.describe(game.initial), depth)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("text", [LIGHT, STUCK, WALK])
def test_a_game_on_demand_is_the_same_game(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, lean_game = both_ways(text, monkeypatch)
    assert picture(plain, 4) == picture(lean_game, 4)


@pytest.mark.usefixtures("eager")
def test_what_is_no_role_makes_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    shouts = """
    (thing walker) (thing stone) (<= (legal ?who (shout ?who)) (thing ?who))
    (<= (next (noise ?who)) (does ?who (shout ?who)) (small 1 1))
    """
    plain, lean_game = both_ways(WALK + shouts, monkeypatch)
    assert "(noise walker)" in lean_game.program.fluents
    assert lean_game.program.fluents == plain.program.fluents


@pytest.mark.usefixtures("eager")
def test_a_helper_is_guarded_by_its_demand() -> None:
    guards = [
        clause.body[0].atom
        for clause in lean(list(clauses(relevant(sheet_of(WALK).rules))))
        if clause.head.name == "toward"
    ]
    assert guards
    assert all(isinstance(atom, Atom) and DEMAND in atom.name for atom in guards)


@pytest.mark.usefixtures("eager")
def test_moves_that_are_no_more_than_a_variable_are_not_told_apart() -> None:
    rules = relevant(sheet_of(f"{WALK} (<= (legal walker ?d) (way ?d)) (way east)").rules)
    heads = {clause.head.name for clause in lean(list(clauses(rules)))}
    assert f"{demand.RELAXED}legal" in heads
    assert not any(head.startswith(f"{demand.RELAXED}legal ") for head in heads)


def test_small_relations_are_left_alone() -> None:
    given = clauses_of(WALK)
    assert demand.on_demand(given) == given


def test_the_second_way_is_taken_when_the_trial_finds_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[float, int | None]] = []

    def fail_once(
        short: list[Clause], allowance: Allowance, most_rules: int | None = None
    ) -> dict[str, object]:
        asked.append((allowance.seconds, most_rules))
        if len(asked) == 1:
            raise MemoryOutError("too large")
        return answer(short, allowance, most_rules)

    answer = grounding.asked
    monkeypatch.setattr(grounding, "asked", fail_once)
    monkeypatch.setattr(grounding, "HUGE", 1)
    program = ground(sheet_of(WALK), Allowance(seconds=30))
    assert program.roles == ("walker",)
    assert asked == [(30, grounding.TRIAL_RULES), (15, None)]


def test_all_the_time_is_named_when_the_second_way_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(
        _: list[Clause], allowance: Allowance, most_rules: int | None = None
    ) -> dict[str, object]:
        if most_rules is not None:
            return {"spent": 10.0}
        raise TimeOutError(f"{allowance.seconds:g} s of time were not enough")

    monkeypatch.setattr(grounding, "asked", fail)
    monkeypatch.setattr(grounding, "HUGE", 1)
    with pytest.raises(LimitError, match="grounding: 30 s of time were not enough"):
        ground(sheet_of(WALK), Allowance(seconds=30))


def test_fluents_that_never_change_are_asked_of_the_start() -> None:
    changed = {str(clause.head.name) for clause in settled(clauses_of(WALK)) if asks_init(clause)}
    assert changed == {"blocked", "legal", "terminal", "goal"}


def asks_init(clause: Clause) -> bool:
    return any(getattr(literal.atom, "name", "") == "init" for literal in clause.body)


def test_a_fluent_with_another_rule_may_change() -> None:
    text = WALK + "(<= (next (wall 3 3)) (does walker wait)) (<= (next (goal-at 1 1)) (true off))"
    assert settled(clauses_of(text)) == clauses_of(text)


def test_sizes_are_never_too_small() -> None:
    found = sizes(clauses_of(WALK))
    assert found["succ", 2] == 12
    assert found["less", 2] >= 78
    assert 3 * 12**4 >= found["toward", 5] >= 12**4
    assert largest(clauses_of(WALK)) == found["toward", 5]
