"""Strategy files say what is wrong with them, at its place; what has no rules has no strategy."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.proofs.certificate import certificate, rules_text
from zermelo.proofs.inhibition import inhibition
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.strategies import lifting
from zermelo.strategies.strategy import (
    MissingError,
    Strategy,
    fingerprint,
    read_strategy,
    spell_strategy,
)
from zermelo.strategies.unfolding import Facts, unfolded
from zermelo.text import asp, kif
from zermelo.text.source import Source
from zermelo.text.spell import asp_rule
from zermelo.text.tree import Atom, Name, Or, Rule, Sheet

LAMPS = """
(role a) (role b) (role c) (init (on 1))
(<= (legal ?r (press ?n)) (role ?r) (lamp ?n)) (lamp 1) (lamp 2)
(<= (next (on ?n)) (does a (press ?n))) (<= (next (off ?n)) (does b (press ?n)))
(<= (next dark) (does c (press 1)))
(<= terminal (true dark)) (<= (goal ?r 100) (role ?r) (true (on 1)))
(<= (goal ?r 0) (role ?r) (not (true (on 1))))
"""


@pytest.fixture
def game(in_process: None) -> CompiledGame:
    return compiled_game("lamps", sheet(LAMPS))


@pytest.fixture
def bare(game: CompiledGame) -> CompiledGame:
    """The same game, of which nobody has kept the rules."""
    return CompiledGame("bare", game.lexicon, game.engine)


def file_with(game: CompiledGame, rule: str) -> Source:
    """A strategy file with one rule."""
    empty = spell_strategy(Strategy("lamps", fingerprint(game), "lemmas", "claimed", ()), game)
    return Source("a file", empty.replace("% end: 0 rules", f"{rule}\n% end: 1 rule"))


def test_a_rule_names_a_role_a_goal_moves_and_fluents(game: CompiledGame) -> None:
    rule = "hold(a,100,press(2),press(1)) :- true(on(1)), not true(dark)."
    (lemma,) = read_strategy(game, file_with(game, rule)).lemmas
    assert lemma.claim == Claim((1, 2), 0, 100, least=False)
    moves = [game.lexicon.moves[role][move] for role, move in zip((1, 2), lemma.moves, strict=True)]
    assert moves == ["(press 2)", "(press 1)"]
    fluents = game.lexicon.fluents
    said = {(fluents[abs(each) - 1], each > 0) for each in lemma.literals}
    assert said == {("(on 1)", True), ("dark", False)}


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("win(a,100) :- true(dark).", "begins with force(...) or hold(...)"),
        ("force(a) :- true(dark).", "begins with force(...) or hold(...)"),
        ("force(a,much) :- true(dark).", "a goal is a number, not much"),
        ("force(a,-1) :- true(dark).", "a goal is a number, not -1"),
        ("force(a,100,press(1),press(2)) :- true(dark).", "2 moves for 1 roles"),
        ("hold(a,100,press(1)) :- true(dark).", "1 moves for 2 roles"),
        ("force(a,100) :- not dark.", "a rule has true(F), not true(F)"),
        ("force(a,100) :- not true(on,1).", "a rule has true(F), not true(F)"),
        ("force(a,100) :- true(on,1).", "a rule has true(F), not true(F)"),
    ],
)
def test_a_rule_that_is_no_lemma_is_refused_at_its_place(
    game: CompiledGame, rule: str, message: str
) -> None:
    with pytest.raises(ReadError) as refused:
        read_strategy(game, file_with(game, rule))
    assert message in refused.value.message
    assert refused.value.span is not None
    assert refused.value.span.line == 7


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("force(d,100) :- true(dark).", "lamps has no role d"),
        ("force(a,100) :- true(light).", "lamps has no fluent light"),
        ("force(a,100,press(3)) :- true(dark).", "press 3"),
    ],
)
def test_a_rule_about_what_the_game_has_not_is_refused(
    game: CompiledGame, rule: str, message: str
) -> None:
    with pytest.raises(MissingError) as refused:
        read_strategy(game, file_with(game, rule))
    assert message in refused.value.message


def test_with_too_many_symmetries_to_list_every_lemma_is_a_rule_without_variables(
    game: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game.program is not None
    alike = symmetries(game.program, exchange=True).generators
    literals = (1 + game.lexicon.fluents.index("(on 2)"),)
    lemma = Lemma(Claim((0,), 0, 100), literals, (game.lexicon.moves[0].index("(press 1)"),))
    strategy = Strategy("lamps", fingerprint(game), "lemmas", "claimed", (lemma,))
    monkeypatch.setattr(lifting, "MOST_SYMMETRIES", 0)
    text = spell_strategy(strategy, game, alike)
    assert "\nforce(a,100,press(1)) :- true(on(2)).\n% end: 1 rule\n" in text
    assert read_strategy(game, Source("a file", text)).lemmas == (lemma,)


def test_a_variable_that_stands_twice_in_a_condition_has_one_value() -> None:
    facts = Facts(Atom("next", (Name(one), Name(other))) for one, other in ("12", "22", "31", "33"))
    (rule,) = asp.read(Source("a file", "force(x,100) :- true(p(A)), next(A,A).")).rules
    assert [asp_rule(one) for one in unfolded(rule, facts)] == [
        "force(x,100) :- true(p(2)).",
        "force(x,100) :- true(p(3)).",
    ]


def test_a_game_without_rules_has_no_fingerprint(bare: CompiledGame) -> None:
    with pytest.raises(UnsuitedError, match="a strategy is for rules, and bare has none"):
        fingerprint(bare)


def test_a_game_without_rules_has_no_certificate(bare: CompiledGame) -> None:
    with pytest.raises(UnsuitedError, match="a certificate is about rules, and bare has none"):
        certificate("analysis", bare, bare.initial, [])


def test_a_game_without_rules_has_no_inhibitors(bare: CompiledGame) -> None:
    with pytest.raises(UnsuitedError, match="inhibitors are proved from rules, and bare has none"):
        inhibition(bare)


def test_rules_that_were_never_text_are_spelled_in_a_syntax_that_has_all_of_them() -> None:
    plain = kif.read(Source("rules.kif", "(<= (p ?x) (or (q ?x) (r ?x)))")).rules
    assert rules_text(Sheet(plain, Source("made", "")))[0] == "kif"
    summed = asp.read(Source("rules.lp", "p(X+1) :- q(X).")).rules
    assert rules_text(Sheet(summed, Source("made", ""))) == ("asp", "p(X+1) :- q(X).\n")


def test_rules_are_spelled_in_the_syntax_that_they_were_written_in() -> None:
    written = kif.read(Source("rules.kif", "; a comment\n(<= (p ?x) (q ?x))"))
    assert rules_text(written)[0] == "kif"
    assert rules_text(asp.read(Source("rules.lp", "p(X) :- q(X).")))[0] == "asp"


def test_rules_that_no_syntax_has_are_refused() -> None:
    (summed,) = asp.read(Source("rules.lp", "p(X+1) :- q(X).")).rules
    either = Or((Atom("q"), Atom("r")))
    with pytest.raises(UnsuitedError, match="the rules of made cannot be spelled in full"):
        rules_text(Sheet((summed, Rule(Atom("s"), (either,))), Source("made", "")))
