"""The formulas behind a goal are those of the rules as written, ground."""

from collections.abc import Callable

import pytest

from zermelo.errors import LimitError, RuleError
from zermelo.evaluate.evaluators.fuzzy import goal_cone
from zermelo.evaluate.fuzzy import build, instances
from zermelo.evaluate.fuzzy.build import built, cone_of
from zermelo.evaluate.fuzzy.cone import Cone, packed, spelled, unpacked
from zermelo.evaluate.fuzzy.truth import Truth, holding
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.sampling.matches import RandomMatchBatch, goal_table
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

pytestmark = pytest.mark.usefixtures("in_process")
T, F = 0.9, 1 - 0.9
FLUENTS = ("(p 1)", "(p 2)", "(p 3)", "q", "r")


def sheet_of(text: str, syntax: Syntax) -> Sheet:
    return read_text(Source("goal.txt", text), syntax)


def cone(text: str, syntax: Syntax = "kif") -> Cone:
    """The cone of a goal of one role over some fluents."""
    role = "(role me)" if syntax == "kif" else "role(me)."
    return built(sheet_of(f"{role}\n{text}", syntax), ("me",), FLUENTS)


def goals(text: str, *held: str, syntax: Syntax = "kif") -> list[float]:
    """How true the goals of the role are when some fluents hold, the highest goal first."""
    state = State(sum(1 << FLUENTS.index(fluent) for fluent in held))
    return Truth().goals(cone(text, syntax), state)[0]


def test_every_binding_is_an_alternative() -> None:
    (found,) = goals("(<= (goal me 100) (true (p ?x)))", "(p 2)")
    assert found == pytest.approx(1 - F * (1 - F) ** 2)


def test_bindings_count_even_where_they_make_the_same_body() -> None:
    text = "(way 1) (way 2) (<= (goal me 100) (way ?x) (true q))"
    assert goals(text, "q") == pytest.approx([1 - F * F])


def test_what_is_static_is_settled() -> None:
    text = """(good 1) (good 3) (<= (goal me 100) (good ?x) (true (p ?x)) (distinct ?x 3))
    (<= (goal me 50) (role me) (not (good 2)) (true r)) (<= (goal me 20) (good 2) (true r))
    (goal me 10)"""
    assert goals(text, "(p 1)") == pytest.approx([T, F, 1.0])


def test_a_fluent_that_no_state_has_is_false() -> None:
    text = "(<= (goal me 100) (true (p 7))) (<= (goal me 50) (not (true (p 7))) (true q))"
    assert goals(text, "q") == pytest.approx([T])


def test_an_or_stays_one_formula() -> None:
    text = "(<= (goal me 100) (true r) (or (true q) (true (p 1))))"
    either = 1 - (1 - T) * (1 - F)
    assert goals(text, "r", "q") == pytest.approx([T * either])


def test_a_variable_of_one_alternative_is_bound_there() -> None:
    text = "(<= (goal me 100) (true r) (or (true (p ?x)) (and (true q) (true (p ?x)))))"
    inside = 1 - (1 - T) * (1 - F) ** 2 * (1 - F * T) * (1 - F * F) ** 2
    assert goals(text, "r", "(p 1)") == pytest.approx([T * inside])


def test_a_variable_outside_binds_all_alternatives() -> None:
    text = """(pair 1 2) (pair 2 3)
    (<= (goal me 100) (pair ?x ?y) (or (true (p ?x)) (true (p ?y))))"""
    first, second = 1 - (1 - T) * (1 - F), 1 - (1 - F) * (1 - F)
    assert goals(text, "(p 1)") == pytest.approx([1 - (1 - first) * (1 - second)])


def test_static_alternatives_are_settled_too() -> None:
    text = "(yes 1) (<= (goal me 100) (true r) (or (yes 2) (true q))) (<= (goal me 50) (true r) "
    text += "(or (yes 1) (true q)))"
    assert goals(text, "r") == pytest.approx([T * F, T])


def test_negations_are_read_at_the_atoms() -> None:
    text = "(<= (goal me 100) (true r) (not (or (true q) (not (true (p 1))))))"
    assert goals(text, "r", "(p 1)") == pytest.approx([T * T * T])
    text = "(<= (goal me 100) (not (and (true q) (true r))))"
    assert goals(text, "q") == pytest.approx([1 - T * F])


def test_a_body_written_twice_counts_twice() -> None:
    rule = "(<= (goal me 100) (true q) (true q))"
    assert goals(rule, "q") == pytest.approx([T * T])
    assert goals(rule + rule, "q") == pytest.approx([1 - (1 - T * T) ** 2])


def test_relations_are_evaluated_before_their_users() -> None:
    text = """(<= (goal me 100) (not lost) won) (<= won (true (p ?x)) (true q))
    (<= lost (true r)) (<= lost (not won))"""
    won = 1 - (1 - T * T) * (1 - F * T) ** 2
    lost = 1 - (1 - F) * won
    assert goals(text, "(p 1)", "q") == pytest.approx([(1 - lost) * won])


def test_arithmetic_and_intervals_of_asp_syntax() -> None:
    text = """goal(me,100) :- X = 1..2, true(p(X+1)). goal(me,50) :- true(p(1..2)).
    some(1..3) :- true(q). goal(me,20) :- some(2). goal(me,X*5) :- true(p(X)), X > 2."""
    found = goals(text, "(p 2)", "q", syntax="asp")
    either = 1 - (1 - T) * (1 - F)
    assert found == pytest.approx([either, either, T, F])


@pytest.mark.parametrize(
    ("aggregate", "truths"),  # with none, p1, p1 p2, p1 p2 p3
    [
        ("#count { X : true(p(X)) } >= 2", "0011"),
        ("2 <= #count { X : true(p(X)) }", "0011"),
        ("#count { X : true(p(X)) } = 1", "0100"),
        ("#count { X : true(p(X)) } != 1", "1011"),
        ("1 < #sum { X : true(p(X)) } < 6", "0010"),
        ("#sum { X : true(p(X)); -3 : true(p(1)) } < 0", "0100"),
        ("#sum+ { X : true(p(X)); -3 : true(p(1)) } > 0", "0111"),
        ("#count { 1 : true(p(X)) } = 1", "0111"),
        ("#max { X : true(p(X)) } >= 2", "0011"),
        ("#max { X : true(p(X)) } < 2", "1100"),
        ("#max { X : true(p(X)) } = 2", "0010"),
        ("#min { X : true(p(X)) } <= 1", "0111"),
        ("#min { X : true(p(X)) } > 0", "1111"),
        ("#min { X : true(p(X)) } != 1", "1000"),
        ("not #count { X : true(p(X)) } >= 2", "1100"),
        ("N = #count { X : true(p(X)) }, N > 1", "0011"),
        ("#count { X : true(p(X)), not true(q), X < 3 } >= 2", "0011"),
        ("#count { X : odd(X) } >= 1", "0111"),
        ("#count { X : static(X) } = 2, true(p(1))", "0111"),
    ],
)
def test_an_aggregate_holds_or_does_not(aggregate: str, truths: str) -> None:
    text = f"""odd(X) :- true(p(X)), X != 2. static(1..2).
    goal(me,100) :- {aggregate}. goal(me,0) :- true(r)."""
    formulas = cone(text, "asp")
    for count, expected in enumerate(truths):
        held = [f"(p {x})" for x in range(1, count + 1)]
        state = State(sum(1 << FLUENTS.index(fluent) for fluent in held))
        assert [holding(formulas, state)[node] for _, node in formulas.goals[0]] == [
            expected == "1"
        ]
        if aggregate.startswith("#count { X : true"):
            (degree,) = Truth().goals(formulas, state)[0]
            assert degree == pytest.approx(T if expected == "1" else F)


def test_an_aggregate_of_names_is_refused() -> None:
    text = "goal(me,100) :- #max { X : name(X), true(q) } = a. name(a). name(b)."
    with pytest.raises(RuleError, match=r"a is no number: a fuzzy value needs numbers in #max"):
        cone(text, "asp")


def test_goals_of_minus_1_stand_for_0() -> None:
    text = "goal(me,1) :- true(q). goal(me,0) :- true(r). goal(me,-1) :- not true(q)."
    assert [value for value, _ in cone(text, "asp").goals[0]] == [100, 50]


def test_a_game_without_an_end_has_a_terminal_that_is_false() -> None:
    found = cone("(<= (goal me 100) (true q))")
    assert holding(found, State(0b11111))[found.terminal] is False


def test_formulas_are_spelled_in_kif() -> None:
    found = cone("(<= (goal me 100) (true r) (not (true q)) (or (true (p 1)) (true (p 2))))")
    ((_, goal),) = found.goals[0]
    assert spelled(found, goal) == "(goal me 100)"
    body = "(and (true r) (not (true q)) (or (true (p 1)) (true (p 2))))"
    assert body in [spelled(found, node) for node in range(len(found.nodes))]


RECURSIVE = """(link 1 2) (link 2 3)
(<= (reach 1) (true q))
(<= (reach ?y) (reach ?x) (link ?x ?y) (true (p ?y)))
(<= (goal me 100) (reach 3))"""


def test_a_recursive_goal_is_refused_with_its_line() -> None:
    with pytest.raises(RuleError, match="reach depends on itself; unroll=true") as error:
        cone(RECURSIVE)
    assert "goal.txt:4:" in str(error.value)


def test_recursion_can_be_unrolled_as_long_as_no_atom_depends_on_itself() -> None:
    sheet = sheet_of(f"(role me) {RECURSIVE}", "kif")
    found = built(sheet, ("me",), FLUENTS, unroll=True)
    state = State(1 << FLUENTS.index("q") | 1 << FLUENTS.index("(p 2)"))
    assert Truth().goals(found, state)[0] == pytest.approx([T * T * F])
    circle = sheet_of(f"(role me) (link 3 1) {RECURSIVE}", "kif")
    with pytest.raises(RuleError, match=r"\(reach 1\) depends on itself; mobility") as error:
        built(circle, ("me",), FLUENTS, unroll=True)
    assert "goal.txt:3:" in str(error.value)


def test_too_many_instances_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instances, "MOST_INSTANCES", 2)
    with pytest.raises(LimitError, match="the goal has 3 instances of its rules; 2 are the limit"):
        cone("(<= (goal me 100) (true (p ?x)))")


def test_instances_that_take_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def call(*_: object) -> None:
        raise LimitError("60 s of time were not enough")

    monkeypatch.setattr(instances, "call", call)
    with pytest.raises(LimitError, match="the goal has too many instances: 60 s of time"):
        cone("(<= (goal me 100) (true (p ?x)))")


def test_a_cone_is_kept_and_found_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("store")))
    text = "role(me). goal(me,100) :- #count { X : true(p(X)) } >= 2, not true(q), true(r)."
    sheet = sheet_of(text, "asp")
    first = cone_of(sheet, ("me",), FLUENTS)
    monkeypatch.setattr(build, "built", None)
    again = cone_of(sheet, ("me",), FLUENTS)
    assert (first.nodes, first.goals, first.terminal) == (again.nodes, again.goals, again.terminal)
    assert unpacked(packed(first)).nodes == first.nodes


GAMES = (
    "tictactoe connect_four breakthrough:width=4,height=5 checkers fifteen_puzzle reversi:size=4 "
    "kalah:houses=3,seeds=2 quarto nine_mens_morris chinese_checkers nim gomoku peg_solitaire race "
    "tron amazons dots_and_boxes:rows=1,columns=2 pig_race goofspiel queens lights_out minichess"
).split()


@pytest.mark.parametrize("name", GAMES)
def test_what_holds_by_the_cone_holds_in_the_game(
    game_of: Callable[[str], CompiledGame], name: str
) -> None:
    game = game_of(name)
    formulas = goal_cone(game, unroll=True)
    compared = 0
    for layer in RandomMatchBatch(game, seed=4):
        counts, sums = goal_table(game, layer.views)
        for row, ended, count, total in zip(
            layer.rows[:3], layer.views.ended, counts, sums, strict=False
        ):
            holds = holding(formulas, game.state(row))
            assert holds[formulas.terminal] == ended
            for role, own in enumerate(formulas.goals):
                values = [value for value, node in own if holds[node]]
                assert sum(values) == total[role]
                assert len(values) <= count[role]
            compared += 1
        if layer.step > 60:
            break
    assert compared > 3
