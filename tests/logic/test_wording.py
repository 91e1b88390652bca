"""Lemmas in words of the game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.logic.lemmas import Claim, Lemma
from zermelo.logic.wording import in_words, wording
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role
from zermelo.position.load import load

Games = Callable[[str], CircuitGame]


def literals(game: CircuitGame, *texts: str) -> tuple[int, ...]:
    """Fluents in KIF; those that do not hold begin with `~`."""
    number = {name: place + 1 for place, name in enumerate(game.lexicon.fluents)}
    return tuple(-number[text[1:]] if text[0] == "~" else number[text] for text in texts)


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("tictactoe", ["(cell 2 2 x)", "(cell 1 1 x)"], "cell 1 1 and 2 2 are x"),
        ("tictactoe", ["(cell 3 3 b)", "(control o)"], "cell 3 3 is free, it is the turn of o"),
        ("tictactoe", ["~(cell 1 2 x)", "~(cell 1 1 x)"], "cell 1 1 and 1 2 are not x"),
        ("tictactoe", ["(control x)"], ""),
        ("tictactoe", ["~(control o)"], ""),
        ("tictactoe", ["~(control x)"], "it is not the turn of x"),
        ("connect_three", ["~(cell 1 1 red)", "~(cell 1 1 yellow)"], "cell 1 1 is free"),
        ("connect_three", ["~(cell 1 1 red)"], "cell 1 1 is not red"),
        ("nim_capped", ["(has 3 2)", "(has 1 0)", "(has 2 0)"], "1 and 2 have 0, 3 has 2"),
        ("nim_capped", ["~(has 3 2)"], "3 has not 2"),
    ],
)
def test_facts(game_of: Games, name: str, texts: list[str], said: str) -> None:
    game = game_of(name)
    found = wording(game).facts(literals(game, *texts), [0])
    assert sorted(found.split(", ")) == sorted(said.split(", "))


def test_relations_with_several_values_at_once_are_told_as_they_are(game_of: Games) -> None:
    game = game_of("dots_and_boxes:rows=1,columns=2")
    drawn = [name for name in game.lexicon.fluents if name.startswith("(drawn h 1")]
    assert wording(game).facts(literals(game, *drawn)) == "drawn h 1 1 and h 1 2"
    absent = [f"~{name}" for name in drawn]
    assert wording(game).facts(literals(game, *absent)) == "not drawn h 1 1 and h 1 2"


@pytest.mark.usefixtures("in_process")
def test_where_a_piece_stands_is_no_value_of_it(tmp_path: Path) -> None:
    path = tmp_path / "walk.kif"
    path.write_text(
        "(role king) (f 1) (f 2) (f 3) (init (at king 1 1))"
        "(<= (legal king (go ?x ?y)) (f ?x) (f ?y))"
        "(<= (next (at king ?x ?y)) (does king (go ?x ?y)))"
        "(<= terminal (true (at king 3 3))) (goal king 100)"
    )
    game = load(str(path))
    assert wording(game).facts(literals(game, "(at king 2 3)")) == "at king 2 3"


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Claim((0,), 0, 100), "wins"),
        (Claim((0,), 0, 50), "gets at least a draw"),
        (Claim((0,), 0, 0), "loses"),
        (Claim((1,), 0, 100, least=False), "gets no more than a draw"),
        (Claim((1,), 0, 50, least=False), "loses"),
    ],
)
def test_outcomes_have_names(tictactoe: CircuitGame, claim: Claim, said: str) -> None:
    assert wording(tictactoe).outcome(claim) == said


def test_other_goals_are_numbers(game_of: Games) -> None:
    words = wording(game_of("dots_and_boxes:rows=1,columns=2,margin=1"))
    assert words.outcome(Claim((0,), 0, 51)) == "gets at least 51"
    assert words.outcome(Claim((1,), 0, 51, least=False)) == "stays below 51"
    assert words.worth(0, 51.0) == "51"


def test_who_plays_what(tictactoe: CircuitGame) -> None:
    game = tictactoe
    held = literals(game, "(cell 1 1 x)")
    mark, noop = game.read(Role(1), "(mark 2 2)"), game.read(Role(0), "noop")
    hold = Lemma(Claim((1,), 0, 100, least=False), held, (mark,))
    text = "cell 1 1 is x: o plays mark 2 2, and x gets no more than a draw"
    assert in_words(hold, game) == text
    waits = Lemma(Claim((0,), 0, 50), held, (noop,))
    assert in_words(waits, game) == (
        "cell 1 1 is x: x gets at least a draw, whatever the next move is"
    )
    over = Lemma(Claim((0,), 0, 100), (), ())
    assert in_words(over, game) == "always: the match is over, and x wins"
