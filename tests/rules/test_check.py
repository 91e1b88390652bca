import os
from pathlib import Path

import pytest
from tests.rules.problems import ASP_GAME, GAME, found, of_asp, of_kif, only

from zermelo.errors import ReadError, RuleError
from zermelo.rules.check import Information, check, information, require
from zermelo.text import asp, kif
from zermelo.text.source import Source
from zermelo.text.tree import Atom, Name, Rule, Sheet, Variable


def test_a_whole_game_has_no_problems() -> None:
    assert of_kif("") == ()


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        ("(init (at ?x))", "unsafe-variable", 2, 11, "?x is bound by no positive literal"),
        ("(legal x)", "keyword-arity", 2, 1, "'legal' takes 2 arguments, not 1: (legal x)"),
        ("(role)", "keyword-arity", 2, 1, "'role' takes 1 argument, not 0: (role)"),
        (
            "(<= (terminal now) (true a))",
            "keyword-arity",
            2,
            5,
            "'terminal' takes no arguments, not 1: (terminal now)",
        ),
        (
            "(<= (next b)\n    (distinct a b c))",
            "keyword-arity",
            3,
            5,
            "'distinct' takes 2 arguments, not 3: (distinct a b c)",
        ),
        ("(true b)", "keyword-in-head", 2, 1, "'true' cannot be a head"),
        ("(does x go)", "keyword-in-head", 2, 1, "'does' cannot be a head"),
        ("(distinct a b)", "keyword-in-head", 2, 1, "'distinct' cannot be a head"),
        ("(<= terminal (next a))", "keyword-in-body", 2, 14, "'next' cannot stand in a body"),
        ("(<= (next b) (sees x b))", "keyword-in-body", 2, 14, "'sees' cannot stand in a body"),
        (
            "(<= (init b)\n    (p b))\n(<= (p ?x) (true ?x))",
            "not-static",
            3,
            5,
            "'init' cannot depend on the state: init -> p -> true",
        ),
        (
            "(<= (role y) (true a))",
            "not-static",
            2,
            14,
            "'role' cannot depend on the state: role -> true",
        ),
        (
            "(<= (base b) (next b))",
            "not-static",
            2,
            14,
            "'base' cannot depend on the state: base -> next",
        ),
        (
            "(<= (input x go) (legal x go))\n(<= (legal x go) (true a))",
            "not-static",
            2,
            18,
            "'input' cannot depend on the state: input -> legal -> true",
        ),
        (
            "(<= terminal moved)\n(<= moved (does x ?m))",
            "depends-on-does",
            2,
            14,
            "'terminal' cannot depend on the moves: terminal -> moved -> does",
        ),
        (
            "(<= (goal x 50) (not (does x noop)))",
            "depends-on-does",
            2,
            22,
            "'goal' cannot depend on the moves: goal -> does",
        ),
        ("(<= (goal x 101) (true a))", "goal-value", 2, 13, "goal 101 is not between 0 and 100"),
        ("(<= (goal x -1) (true a))", "goal-value", 2, 13, "goal -1 is not between 0 and 100"),
        (
            f"(<= (goal x 1{'0' * 30}) (true a))",
            "goal-value",
            2,
            13,
            f"a goal is a number from 0 to 100, not 1{'0' * 30}",
        ),
        (
            "(<= (goal x win) (true a))",
            "goal-value",
            2,
            13,
            "a goal is a number from 0 to 100, not win",
        ),
        (
            "(<= (goal x (f 1)) (true a))",
            "goal-value",
            2,
            13,
            "a goal is a number from 0 to 100, not (f 1)",
        ),
        ("(role x)", "duplicate-role", 2, 1, "role x is declared twice"),
        (
            "(role Random)\n(role random)",
            "duplicate-role",
            3,
            1,
            "role random is chance, which is declared already in other letters",
        ),
        (
            "(<= terminal\n  (not terminal))",
            "negative-cycle",
            3,
            8,
            "terminal/0 depends on its own negation: terminal -> not terminal",
        ),
        (
            "(<= terminal p)\n(<= p (not q))\n(<= q r)\n(<= r p)",
            "negative-cycle",
            3,
            12,
            "p/0 depends on its own negation: p -> not q -> r -> p",
        ),
        (
            "(<= (next (f ?x)) (true ?x))",
            "unbounded-growth",
            2,
            5,
            "terms grow without end: (next (f ?x)) follows from smaller ones again and again",
        ),
        (
            f"(<= terminal {'(or (true a) (true b))' * 13})",
            "too-many-alternatives",
            2,
            1,
            "its ors and nots stand for 8192 rules; name parts of them as relations",
        ),
    ],
)
def test_an_error_has_a_place_a_message_and_a_hint(
    text: str, code: str, line: int, column: int, message: str
) -> None:
    problem = only(of_kif(text), code)
    assert (problem.line, problem.column, problem.message) == (line, column, message)
    assert problem.severity == "error"
    assert problem.hint


def test_the_parts_that_a_game_needs_are_missed_without_a_place() -> None:
    problems = check(kif.read(Source("test.kif", "(<= (p a) (p a))")))
    missing = [each for each in problems if each.code.startswith("no-")]
    assert [(each.code, each.severity, each.message) for each in missing] == [
        ("no-goal", "error", "no rule for 'goal'"),
        ("no-legal", "error", "no rule for 'legal'"),
        ("no-role", "error", "no roles"),
        ("no-terminal", "error", "no rule for 'terminal'"),
        ("no-init", "warning", "no 'init': nothing is true in the first state"),
        ("no-next", "warning", "no rule for 'next': nothing is true after the first move"),
    ]
    assert all((each.line, each.column) == (None, None) and each.hint for each in missing)
    assert str(missing[0]) == "error: no rule for 'goal' [no-goal]"


def test_a_keyword_with_the_wrong_arity_is_not_missed_too() -> None:
    text = GAME.replace("(goal ?r 100)", "(goal ?r)")
    assert found(check(kif.read(Source("test.kif", text)))) == [("keyword-arity", 1, 100)]


def test_all_problems_come_at_once_in_the_order_of_the_text() -> None:
    problems = of_kif("(role x)\n(true b)\n(<= (goal x 200) (lost x))\n(init (at ?x))")
    assert found(problems) == [
        ("duplicate-role", 2, 1),
        ("keyword-in-head", 3, 1),
        ("goal-value", 4, 13),
        ("undefined-relation", 4, 18),
        ("unsafe-variable", 5, 11),
    ]
    assert str(problems[0]) == "test.kif:2:1: error: role x is declared twice [duplicate-role]"


@pytest.mark.parametrize(
    "text",
    [
        "(<= (next b) (true c) (not (legal x go)) (goal x 100) terminal)",
        "(<= (role y) (player y)) (player y)",
        "(base b) (<= (input ?r go) (role ?r)) (<= (legal ?r ?m) (input ?r ?m) (base b))",
        "(<= (next b) (not (true b)))",
        "(<= (init (p ?x)) (q ?x)) (q 1)",
        "(<= (goal x ?v) (worth ?v)) (worth 1000)",
        "(role random) (<= (sees x ?m) (does random ?m))",
    ],
)
def test_what_gdl_allows_is_no_problem(text: str) -> None:
    assert of_kif(text) == ()


def test_goals_of_minus_one_to_one_are_understood_in_asp_only() -> None:
    assert of_asp("goal(x,-1) :- true(a). goal(x,0). goal(x,1).") == ()
    assert of_asp("#const n = 40. goal(x,n*2+20). goal(x,N) :- N = 2*n.") == ()
    problem = only(of_asp("goal(x,-1). goal(x,2)."), "goal-value")
    assert (problem.line, problem.column) == (2, 8)
    assert problem.hint.endswith("; or use -1, 0 and 1 and no other value")


def test_a_long_way_to_the_moves_is_cut() -> None:
    steps = "".join(f"(<= r{number} r{number + 1})\n" for number in range(12))
    problem = only(of_kif(f"(<= terminal r0)\n{steps}(<= r12 (does x ?m))"), "depends-on-does")
    way = " -> ".join(f"r{number}" for number in range(10))
    assert problem.message == f"'terminal' cannot depend on the moves: terminal -> {way} -> ..."


@pytest.mark.parametrize(
    ("length", "way"),
    [
        (9, "r0 -> not r1 -> r2 -> r3 -> r4 -> r5 -> r6 -> r7 -> r8 -> r0"),
        (10, "r0 -> not r1 -> r2 -> r3 -> r4 -> r5 -> r6 -> r7 -> ... -> r0"),
        (30, "r0 -> not r1 -> r2 -> r3 -> r4 -> r5 -> r6 -> r7 -> ... -> r0"),
    ],
)
def test_a_long_cycle_is_cut_in_its_middle(length: int, way: str) -> None:
    steps = "".join(f"(<= r{n} r{(n + 1) % length})\n" for n in range(1, length))
    problem = only(of_kif(f"(<= terminal r0)\n(<= r0 (not r1))\n{steps}"), "negative-cycle")
    assert problem.message == f"r0/0 depends on its own negation: {way}"


def test_a_cycle_says_where_it_negates() -> None:
    problems = of_kif("(<= terminal p)\n(<= p (not q))\n(<= q r)\n(<= r (not p))\n(<= r q)")
    assert [each.message.partition(": ")[2] for each in problems] == [
        "p -> not q -> r -> not p",
        "r -> not p -> not q -> r",
    ]


@pytest.mark.parametrize("term", ["n", "m", "f(n)"])
def test_a_constant_may_stand_for_what_is_negated(term: str) -> None:
    other = term.replace("n", "x").replace("m", "x")
    text = f"p({term}) :- true(a), not q({other}). q({other}) :- p({other})."
    known = of_asp(f"#const n = x. #const m = n. {text}")
    assert only(known, "negative-cycle").severity == "error"
    assert only(of_asp(text), "negative-cycle").severity == "warning", "names that differ"


@pytest.mark.parametrize(
    ("negated", "severity"),
    [("f(1)", "error"), ("f(X)", "error"), ("g(1)", "warning"), ("f(1,1)", "warning")],
)
def test_terms_of_other_functions_or_sizes_are_never_what_is_negated(
    negated: str, severity: str
) -> None:
    text = f"p(f(1)) :- true(a), true(X), not q({negated}). q(f(1)) :- p(f(1))."
    assert only(of_asp(text), "negative-cycle").severity == severity


def test_in_a_huge_sheet_a_cycle_of_relations_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(<= (goal x 0) (not (goal x 50)))\n(<= (goal x 50) (true b))"
    assert only(of_kif(text), "negative-cycle").severity == "warning"
    monkeypatch.setattr("zermelo.rules.checks.strata.MOST_PAIRS", 3)
    assert only(of_kif(text), "negative-cycle").severity == "warning", "three pairs are looked at"
    monkeypatch.setattr("zermelo.rules.checks.strata.MOST_PAIRS", 2)
    problem = only(of_kif(text), "negative-cycle")
    assert (problem.severity, problem.line, problem.column) == ("error", 2, 21)


def test_require_says_nothing_of_warnings() -> None:
    require(kif.read(Source("test.kif", GAME + "(succ 1 2)")))


def test_require_raises_the_one_error_at_its_place() -> None:
    with pytest.raises(RuleError) as raised:
        require(kif.read(Source("test.kif", GAME + "(role x)")))
    assert str(raised.value) == (
        "test.kif:2:1: role x is declared twice; leave one of the two out\n(role x)\n^^^^^^^^"
    )


def test_require_raises_all_errors_at_the_place_of_the_first() -> None:
    with pytest.raises(RuleError) as raised:
        require(kif.read(Source("test.kif", GAME + "(role x)\n(true b)")))
    assert raised.value.span is not None
    assert raised.value.span.line == 2
    assert raised.value.message.splitlines() == [
        "2 errors in the rules",
        "  line 2, column 1: role x is declared twice; leave one of the two out",
        "  line 3, column 1: 'true' cannot be a head; "
        "say 'init' for the first state and 'next' for those that follow",
    ]


def test_require_raises_errors_without_a_place() -> None:
    with pytest.raises(RuleError, match="no rule for 'goal'") as raised:
        require(asp.read(Source("test.lp", ASP_GAME)))
    assert raised.value.span is None


def test_rules_that_were_never_text_are_checked_too() -> None:
    rules = (
        Rule(Atom("role", (Name("x"),))),
        Rule(Atom("legal", (Variable("r"), Name("go")))),
        Rule(Atom("true", (Name("b"),))),
    )
    problems = check(Sheet(rules, Source("made", "")))
    assert only(problems, "unsafe-variable").message == "?r is bound by no positive literal"
    assert only(problems, "keyword-in-head").line is None


@pytest.mark.parametrize(
    ("text", "chance", "hidden"),
    [
        ("(role x)", False, False),
        ("(role Random)", True, False),
        ("(role x) (<= (sees x ?m) (does x ?m))", False, True),
        ("(role random) (<= (sees ?r ?m) (does ?r ?m))", True, True),
    ],
)
def test_tells_chance_and_hidden_information(text: str, chance: bool, hidden: bool) -> None:
    assert information(kif.read(Source("test.kif", text))) == Information(chance, hidden)


def test_a_million_open_brackets_are_refused_at_the_reader() -> None:
    with pytest.raises(ReadError, match="nested deeper") as raised:
        kif.read(Source("test.kif", "(" * 1_000_000))
    assert raised.value.span is not None
    assert raised.value.span.line == 1


@pytest.mark.parametrize("around", ["(and ", "(or ", "(not (not ", "(and (or (not "])
def test_deeply_nested_formulas_are_checked(around: str) -> None:
    opened = around * 30
    text = f"(<= (next b) {opened}(true ?x){')' * opened.count('(')})"
    assert found(of_kif(text)) in ([], [("unsafe-variable", 2, len(opened) + 20)])


@pytest.mark.slow
def test_a_sheet_of_twenty_thousand_rules_is_checked() -> None:
    rules = "".join(f"(<= (r{i} ?x) (not (r{i + 1} ?x)) (role ?x))\n" for i in range(20_000))
    assert only(of_kif(rules), "undefined-relation").line == 20_001


CORPUS = os.environ.get("ZERMELO_CORPUS")


@pytest.mark.skipif(CORPUS is None, reason="ZERMELO_CORPUS names no folder of real sheets")
def test_no_real_sheet_is_refused() -> None:
    for path in sorted(Path(CORPUS or "").glob("*.kif")):
        sheet = kif.read(Source(path.name, path.read_text()))
        assert [str(each) for each in check(sheet) if each.severity == "error"] == []
