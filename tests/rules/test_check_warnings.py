import pytest
from tests.rules.problems import of_kif


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message", "hint"),
    [
        (
            "(<= (next b) (init b))",
            "init-in-body",
            2,
            14,
            "'init' stands in a body; GDL allows it in heads only",
            "give the first state a relation of its own and let 'init' depend on it",
        ),
        (
            "(<= terminal (lien x))\n(<= (line ?r) (role ?r))",
            "undefined-relation",
            2,
            14,
            "lien/1 is used but never defined, so it never holds",
            "did you mean line?",
        ),
        (
            "(<= terminal (line x x))\n(<= (line ?r) (role ?r))",
            "undefined-relation",
            2,
            14,
            "line/2 is used but never defined, so it never holds",
            "did you mean line/1?",
        ),
        (
            "(<= terminal (not (ture a)))",
            "undefined-relation",
            2,
            19,
            "ture/1 is used but never defined, so it never holds",
            "did you mean true?",
        ),
        (
            "(<= terminal full)",
            "undefined-relation",
            2,
            14,
            "full/0 is used but never defined, so it never holds",
            "define full/0 or leave it out",
        ),
        (
            "(<= (legal x ?m) (input x ?m))",
            "undefined-relation",
            2,
            18,
            "input/2 is used but never defined, so it never holds",
            "define input/2 or leave it out",
        ),
        (
            "(succ 1 2)\n(succ 2 3)",
            "unused-relation",
            2,
            1,
            "succ/2 is never used",
            "leave it out, or use it in a rule for legal, next, goal or terminal",
        ),
        (
            "(<= terminal (p 1))\n(p 1)\n(p 1 2)\n(<= terminal (p 1 2))",
            "two-arities",
            4,
            1,
            "p/2 is another relation than p/1",
            "add or remove an argument, or give one of the two another name",
        ),
        (
            "(<= (goal xx 0) (true b))",
            "unknown-role",
            2,
            11,
            "xx is no role, so (goal xx 0) says nothing",
            "declare it with 'role'",
        ),
        (
            "(<= (next a)\n (does xplayer go))\n(role xplayr)",
            "unknown-role",
            3,
            8,
            "xplayer is no role, so (does xplayer go) says nothing",
            "did you mean xplayr?",
        ),
        (
            "(<= (goal x 0) (not (goal x 50)))\n(<= (goal x 50) (true b))",
            "negative-cycle",
            2,
            21,
            "goal/2 depends on negations of its other instances: goal -> not goal",
            "this is understood here; other systems may want a relation of its own for it",
        ),
        (
            "(<= (r ?x ?z) (r ?x ?y) (e ?y ?z))\n(<= terminal (r a b))\n(e a b)\n"
            "(<= (r ?x ?z) (e ?x ?z))\n(<= (r ?x ?z) (s ?x ?y) (r ?y ?z))\n"
            "(<= (s ?x ?y) (r ?x ?y))",
            "recursion-restriction",
            6,
            15,
            "?y in (s ?x ?y) is limited by nothing but the recursion itself",
            "GDL asks that it also stands in the head, or in a literal outside of the recursion; "
            "other systems may refuse the rule",
        ),
    ],
)
def test_what_is_odd_but_harmless_is_a_warning(
    text: str, code: str, line: int, column: int, message: str, hint: str
) -> None:
    problem = next(each for each in of_kif(text) if each.code == code)
    assert (problem.line, problem.column, problem.message) == (line, column, message)
    assert problem.hint == hint
    assert problem.severity == "warning"


def test_a_relation_used_only_by_unused_ones_is_reported_too() -> None:
    messages = [each.message for each in of_kif("(p 1)\n(<= (q ?x) (p ?x))\n(<= r r)")]
    assert messages == [
        "p/1 is used only by relations that are never used",
        "q/1 is never used",
        "r/0 is never used",
    ]


def test_only_some_unknown_roles_are_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.rules.checks.roles.MOST_GUESSES", 2)
    text = "(role player) (legal playr noop) (legal plyer noop) (legal layer noop)"
    hints = [each.hint for each in of_kif(text) if each.code == "unknown-role"]
    assert hints == ["did you mean player?", "did you mean player?", "declare it with 'role'"]
