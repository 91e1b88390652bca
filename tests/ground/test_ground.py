"""Grounding: what reaches clingo, what comes back, and what is said when it goes wrong."""

import re
from itertools import combinations

import pytest

from tests.ground.sheets import LIGHT, games_of, sheet_of
from zermelo.errors import GroundError, LimitError, ReadError, RuleError
from zermelo.game.compile import compiled
from zermelo.game.game import Role
from zermelo.ground import ground as grounding
from zermelo.ground.encode import encode
from zermelo.ground.ground import ground
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.rewrite import clauses, relevant
from zermelo.text.read import Syntax

ASP = """
role(player). init(n(0)). legal(player,m(X)) :- {0}.
next(n(1)) :- does(player,m(_)). next(n(1)) :- true(n(1)). terminal :- true(n(1)). goal(player,50).
"""


def kif_moves(text: str) -> list[str]:
    """The legal moves of the only role at the start."""
    game, _ = games_of(text)
    return [game.spell(Role(0), move) for move in game.legal(game.initial, Role(0))]


def test_a_program_has_the_words_of_the_sheet() -> None:
    program = ground(sheet_of(LIGHT))
    assert program.roles == ("player",)
    assert program.fluents == ("off", "on")
    assert program.moves == (("(press a)", "(press b)"),)
    assert program.initial == (0,)
    assert [value for value, _ in program.goals[0]] == [0, 100]


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    "name",
    [
        "A",
        "a+b",
        "5x5",
        "007",
        "-0",
        "1.5",
        "not",
        "Terminal",
        "_x",
        "p0",
        "c0",
        "f0",
        "\u00e9t\u00e9",
        "+",
    ],
)
def test_names_come_back_as_they_were_written(name: str) -> None:
    text = LIGHT.replace("(button b)", f"(button {name}) (button (f {name} 1))")
    assert kif_moves(text) == sorted([f"(press {name})", f"(press (f {name} 1))", "(press a)"])


def test_only_plain_ascii_reaches_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    def spy(function: str, message: dict[str, str], allowance: Allowance) -> object:
        sent.append(message["program"])
        return call(function, message, allowance)

    monkeypatch.setattr(grounding, "call", spy)
    ground(
        sheet_of(LIGHT.replace("(button b)", "(button \u00e9t\u00e9) (button #script) (button @x)"))
    )
    rules = sent[0].removesuffix(encode([])[0])
    assert re.fullmatch(r"[a-zA-Z0-9_(),:\-. \n]*", rules)
    assert set(re.findall(r"[a-z]\w*", rules)) <= {
        *"role init next true legal does goal terminal sees not".split(),
        *(f"{letter}{number}" for letter in "pcf" for number in range(10)),
    }


@pytest.mark.usefixtures("in_process")
def test_a_name_and_a_function_may_have_the_same_word_and_different_sizes() -> None:
    text = LIGHT.replace("(button b)", "(button a) (button (a a)) (button (a a (a 1)))")
    assert kif_moves(text) == ["(press (a a (a 1)))", "(press (a a))", "(press a)"]


@pytest.mark.usefixtures("in_process")
def test_roles_come_in_the_order_of_the_text() -> None:
    text = "(role zoe) (role adam) (role random) (init on) (legal zoe go) (legal adam go)"
    text += "(legal random go) (<= terminal (true on)) (goal zoe 0) (goal adam 0) (goal random 0)"
    assert ground(sheet_of(text)).roles == ("zoe", "adam", "random")


@pytest.mark.usefixtures("in_process")
def test_roles_may_be_derived_by_rules() -> None:
    text = """
    (role zoe) (<= (role ?r) (friend zoe ?r)) (friend zoe carl) (friend zoe bert) (friend adam eve)
    (init on) (<= (legal ?r go) (role ?r)) (<= terminal (true on)) (<= (goal ?r 50) (role ?r))
    """
    program = ground(sheet_of(text))
    assert program.roles == ("zoe", "bert", "carl")
    assert program.moves == (("go",),) * 3


@pytest.mark.usefixtures("in_process")
def test_what_no_role_may_do_is_no_move() -> None:
    text = LIGHT + "(legal nobody dance) (goal nobody 17)"
    program = ground(sheet_of(text))
    assert program.roles == ("player",)
    assert program.moves == (("(press a)", "(press b)"),)


@pytest.mark.usefixtures("in_process")
def test_a_fluent_that_can_never_hold_is_none() -> None:
    text = LIGHT + "(<= (next broken) (true broken)) (<= (next odd) (true off) (button c))"
    assert ground(sheet_of(text)).fluents == ("off", "on")


def test_a_game_may_start_with_nothing_and_have_no_moves() -> None:
    text = "(role r) (<= (legal r go) (true on)) (<= (next off) (does r go)) (goal r 7)"
    text += "(<= terminal (not (true on)))"
    fast, slow = games_of(text)
    for game in (fast, slow):
        assert game.initial == 0
        assert game.describe(game.initial) == ()
        assert list(game.legal(game.initial, Role(0))) == []
        assert game.terminal(game.initial)
        assert game.goals(game.initial) == (7,)
    assert fast.children(fast.initial) == []


def test_terms_may_be_nested_as_deeply_as_can_be_read() -> None:
    deep = "(s " * 90 + "z" + ")" * 90
    assert kif_moves(LIGHT.replace("(button b)", f"(button {deep})")) == [
        f"(press {deep})",
        "(press a)",
    ]
    with pytest.raises(ReadError, match="nested"):
        kif_moves(LIGHT.replace("(button b)", f"(button {'(s ' * 200}z{')' * 200})"))


def test_terms_that_rules_nest_deeply_come_back_whole() -> None:
    chain = "".join(f"(<= (p{n + 1} (s ?x)) (p{n} ?x))" for n in range(1000))
    text = LIGHT.replace("(button b)", f"(p0 z) {chain} (<= (button ?x) (p1000 ?x))")
    assert kif_moves(text) == [f"(press {'(s ' * 1000}z{')' * 1000})", "(press a)"]


def test_terms_that_double_at_every_rule_hit_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "BLAME", Allowance(seconds=0.5, megabytes=300))
    chain = "".join(f"(<= (p{n + 1} (s ?x ?x)) (p{n} ?x))" for n in range(60))
    text = LIGHT.replace("(button b)", f"(p0 z) {chain} (<= (button ?x) (p60 ?x))")
    with pytest.raises(LimitError, match=r"test\.kif: grounding: .* not enough"):
        ground(sheet_of(text), Allowance(seconds=0.5, megabytes=300))


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("X = 2..4", "2 3 4"),
        ("X = |3-5|", "2"),
        ("X = -(2)", "-2"),
        ("X = 2**5-1", "31"),
        ("X = 7\\4", "3"),
        ("X = -7/2", "-3"),
        ("X = 1/0", ""),
        ("X = 2147483647", "2147483647"),
        ("p(X), X > 2000000000", "2000000001"),
        ("p(X), 2000000000 <= X, X < 2000000001", "2000000000"),
        ("X = #sum { A : p(A), A < 10; 5,x : p(3) }", "11"),
        ("X = #count { A : p(A) }", "5"),
        ("X = #max { A : p(A), A != 2000000001 }", "2000000000"),
        ("X = #min { A : p(A) }", "1"),
        ("p(X), not X < 3, X < 9", "3"),
        ("p(X), X-1 = 2", "3"),
        ("p(X), q(X+1)", "1"),
    ],
)
def test_calculations_are_those_of_clingo(body: str, values: str) -> None:
    facts = "p(1;2;3;2000000000;2000000001). q(2). q(7)."
    game, _ = games_of(ASP.format(body) + facts, "asp")
    found = [game.spell(Role(0), move) for move in game.legal(game.initial, Role(0))]
    assert found == sorted(f"(m {value})" for value in values.split())


def test_a_sum_over_the_state_is_a_rule_with_weights() -> None:
    text = """
    role(player). coin(1;2;5). init(has(C)) :- coin(C).
    legal(player,pay(C)) :- coin(C), true(has(C)).
    next(has(C)) :- true(has(C)), not does(player,pay(C)).
    rich :- #sum { C : true(has(C)) } >= 6.
    terminal :- not rich. goal(player,100) :- rich. goal(player,0) :- not rich.
    """
    assert ground(sheet_of(text, "asp")).weighted
    for game in games_of(text, "asp"):
        for names in ((), (1,), (2,), (5,), (1, 2), (1, 5), (2, 5), (1, 2, 5)):
            state = game.state_of([f"(has {coin})" for coin in names])
            assert game.terminal(state) == (sum(names) < 6)
            assert game.goals(state) == ((100 if sum(names) >= 6 else 0),)


@pytest.mark.usefixtures("in_process")
def test_names_are_compared_as_they_are_written() -> None:
    constants = ["aa", "ab", "b", *sorted(f"n{number}" for number in range(12)), "zebra"]
    ranked = ["9", "10", *constants, "(e zebra)", "(f aa)", "(f b)", "(e aa aa)"]
    facts = "n(zebra;b;f(b);e(aa,aa);10;e(zebra);aa;9;f(aa);ab). "
    facts += " ".join(f"n(n{number})." for number in range(12))
    text = ASP.format("n(X), n(Y), X < Y").replace("m(X)", "m(X,Y)").replace("m(_)", "m(_,_)")
    moves = ground(sheet_of(text + facts, "asp")).moves[0]
    assert set(moves) == {f"(m {low} {high})" for low, high in combinations(ranked, 2)}


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("goals", "found"),
    [
        (
            "goal(player,-1) :- true(n(0)). goal(player,0) :- true(n(1)). goal(player,1).",
            [0, 50, 100],
        ),
        ("goal(player,-1) :- true(n(0)). goal(player,1) :- true(n(1)).", [0, 100]),
        ("goal(player,0) :- true(n(0)). goal(player,1) :- true(n(1)).", [0, 1]),
        ("score(-1..1). goal(player,X) :- score(X).", [0, 50, 100]),
        ("goal(player,100) :- true(n(0)). goal(player,0).", [0, 100]),
    ],
)
def test_goals_of_lost_drawn_and_won_become_0_50_and_100(goals: str, found: list[int]) -> None:
    text = ASP.format("X = 1").replace("goal(player,50).", goals)
    program = ground(sheet_of(text, "asp"))
    assert [value for value, _ in program.goals[0]] == found


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("syntax", "goals", "says"),
    [
        ("asp", "score(-1;100). goal(player,X) :- score(X).", "a goal of -1; goals are in 0..100"),
        ("kif", "(score -1) (score 1) (<= (goal player ?x) (score ?x))", "in 0..100"),
        ("asp", "score(-2;0). goal(player,X) :- score(X).", "a goal of -2"),
        ("asp", "score(101). goal(player,X) :- score(X).", "a goal of 101"),
        ("kif", f"(score 1{'0' * 30}) (<= (goal player ?x) (score ?x))", "a goal of 10000"),
        ("kif", f"(score {'9' * 5000}) (<= (goal player ?x) (score ?x))", "no goal's number"),
        (
            "kif",
            "(score high) (<= (goal player ?x) (score ?x))",
            "is high, which is no goal's number",
        ),
        ("kif", "(score (a 1)) (<= (goal player ?x) (score ?x))", "is (a 1), which"),
        ("kif", "(score \u0665) (<= (goal player ?x) (score ?x))", "is \u0665, which"),
    ],
)
def test_other_goals_are_an_error(syntax: Syntax, goals: str, says: str) -> None:
    game = ASP.format("X = 1").replace("goal(player,50).", "") if syntax == "asp" else LIGHT
    with pytest.raises(GroundError, match=re.escape(says)):
        ground(sheet_of(game + goals, syntax))


def test_goals_below_0_are_hinted_at_where_they_may_be() -> None:
    text = ASP.format("X = 1").replace("goal(player,50).", "s(-1;7). goal(player,X) :- s(X).")
    with pytest.raises(
        GroundError, match=r"of -1; goals are in 0\.\.100, or all of them -1, 0, 1$"
    ):
        ground(sheet_of(text, "asp"))
    text = LIGHT + "(score -1) (<= (goal player ?x) (score ?x))"
    with pytest.raises(GroundError, match=r"of -1; goals are in 0\.\.100$"):
        ground(sheet_of(text))


def test_a_start_that_depends_on_the_state_is_an_error() -> None:
    with pytest.raises(GroundError, match="init of on is not settled by the rules"):
        ground(sheet_of(LIGHT + "(<= (init on) (true off))"))
    with pytest.raises(RuleError):
        compiled(sheet_of(LIGHT + "(<= (init on) (true off))"), keep=False)


HUGE = """(role player) (init on)
(n 0) {facts}
(<= (small ?a) (n ?a))
   (<= (huge ?a ?b ?c)
       (n ?a) (n ?b) (n ?c))
(<= (legal player (go ?a ?b ?c)) (huge ?a ?b ?c) (small ?a))
(<= terminal (not (true on))) (goal player 0)"""


@pytest.mark.parametrize(
    ("allowance", "says"),
    [
        (Allowance(seconds=2, megabytes=4000), "2 s of time were not enough (--max-seconds"),
        (Allowance(seconds=60, megabytes=200), "200 MB of memory were not enough (--max-memory"),
    ],
)
def test_the_rule_with_the_most_instances_is_blamed(
    monkeypatch: pytest.MonkeyPatch, allowance: Allowance, says: str
) -> None:
    monkeypatch.setattr(grounding, "BLAME", Allowance(seconds=2, megabytes=2048))
    text = HUGE.format(facts="".join(f"(n {number})" for number in range(1, 1000)))
    with pytest.raises(LimitError) as caught:
        ground(sheet_of(text), allowance)
    first, second, *picture = str(caught.value).splitlines()
    assert first == f"test.kif: grounding: {says} allows more)"
    match = re.fullmatch(r"test\.kif:4:4: at least ([\d,]+) instances of this rule", second)
    assert match
    # How far counting comes in its time depends on the machine; no other rule has 1,000 instances.
    assert int(match[1].replace(",", "")) >= 1000
    assert picture[0] == "   (<= (huge ?a ?b ?c)"
    assert picture[1].startswith("   ^^^")


@pytest.mark.parametrize(("allowed", "spent"), [(0.5, 0.25), (8, 4), (60, 10)])
def test_blaming_takes_half_of_the_time_allowed_at_most(
    monkeypatch: pytest.MonkeyPatch, allowed: float, spent: float
) -> None:
    asked: list[Allowance] = []

    def refuse(_function: str, _message: object, room: Allowance) -> dict[str, object]:
        asked.append(room)
        raise LimitError("no")

    monkeypatch.setattr(grounding, "call", refuse)
    with pytest.raises(LimitError, match=r"^test\.kif: grounding: no$"):
        ground(sheet_of(LIGHT), Allowance(seconds=allowed, megabytes=500))
    assert asked == [Allowance(allowed, 500), Allowance(spent, 500)]


def test_nothing_is_blamed_when_even_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "BLAME", Allowance(seconds=2, megabytes=24))
    text = HUGE.format(facts="".join(f"(n {number})" for number in range(1, 200)))
    with pytest.raises(LimitError) as caught:
        ground(sheet_of(text), Allowance(seconds=60, megabytes=200))
    told = "test.kif: grounding: 200 MB of memory were not enough (--max-memory allows more)"
    assert str(caught.value) == told


def test_counting_ends_by_the_clock_though_the_process_hardly_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from clingo import Number

    from zermelo.ground.clingo import InstanceCounter

    monkeypatch.setattr("time.process_time", lambda: 0.0)
    counter = InstanceCounter(1, 0.0)
    counter.calls = 4095  # it looks at the clock now and then
    with pytest.raises(RuntimeError, match="the time is up"):
        counter.instance(Number(0))


def test_instances_are_counted_exactly_when_all_were_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = HUGE.format(facts="(n 1) (n 2)")
    rules = list(clauses(relevant(sheet_of(text).rules)))
    assert ":4:4: 27 instances of this rule" in grounding.blame(rules, Allowance())
