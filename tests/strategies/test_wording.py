"""Lemmas in words of the game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.strategies.wording import in_order, in_words, wording

Games = Callable[[str], CompiledGame]


def literals(game: CompiledGame, *texts: str) -> tuple[int, ...]:
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
def test_outcomes_have_names(tictactoe: CompiledGame, claim: Claim, said: str) -> None:
    assert wording(tictactoe).outcome(claim) == said


def test_other_goals_are_numbers(game_of: Games) -> None:
    words = wording(game_of("dots_and_boxes:rows=1,columns=2,margin=1"))
    assert words.outcome(Claim((0,), 0, 51)) == "gets at least 51"
    assert words.outcome(Claim((1,), 0, 51, least=False)) == "stays below 51"
    assert words.worth(0, 51.0) == "51"


def test_who_plays_what(tictactoe: CompiledGame) -> None:
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


def test_a_move_that_ends_the_match_does_so_at_once(tictactoe: CompiledGame) -> None:
    game, position = tictactoe, tictactoe.start
    for move in ("(mark 1 1)", "(mark 2 1)", "(mark 2 2)", "(mark 3 1)"):
        position = position.play(move)
    held = literals(game, "(cell 1 1 x)", "(cell 2 2 x)")
    wins, goes_on = (
        Lemma(Claim((0,), 0, 100), held, (int(game.read(Role(0), move)),))
        for move in ("(mark 3 3)", "(mark 1 2)")
    )
    assert in_words(wins, game) == "cell 1 1 and 2 2 are x: x plays mark 3 3 and wins"
    said = "cell 1 1 and 2 2 are x: x plays mark 3 3 and wins at once"
    assert in_words(wins, game, position.state) == said
    assert in_words(goes_on, game, position.state).endswith("x plays mark 1 2 and wins")


def test_a_move_that_others_may_answer_at_once_does_not_end_the_match(game_of: Games) -> None:
    game = game_of("rock_paper_scissors")
    for role in (0, 1):
        lemma = Lemma(Claim((role,), role, 50), (), (0,))
        assert not in_words(lemma, game, game.initial).endswith("at once")


def test_whose_turn_it_was_at_an_end_is_said(tictactoe: CompiledGame) -> None:
    over = Lemma(Claim((0,), 0, 100), literals(tictactoe, "(control x)"), ())
    said = "it is the turn of x: the match is over, and x wins"
    assert in_words(over, tictactoe) == said


def test_that_it_is_not_the_turn_of_another_goes_without_saying_between_two_only(
    game_of: Games, tictactoe: CompiledGame
) -> None:
    many = game_of("tictactoe_3p")
    another = f"(control {many.roles[1]})"
    assert wording(many).facts(literals(many, f"~{another}"), [0]) == (
        f"it is not the turn of {many.roles[1]}"
    )
    other = literals(tictactoe, "~(control o)")
    assert wording(tictactoe).facts(other) == "it is not the turn of o", "nobody acts"


def test_places_are_in_the_order_of_their_numbers(game_of: Games) -> None:
    words = wording(game_of("tictactoe"))
    cells = [("cell", place, "1", "x") for place in ("10", "9", "b", "a")]
    assert words.group(("cell", 4), "x", cells) == "cell a 1, b 1, 9 1 and 10 1 are x"
    nim = game_of("nim_capped")
    assert wording(nim).facts(literals(nim, "~(has 3 2)", "~(has 1 2)")) == "1 and 3 have not 2"


def test_goals_that_nobody_can_have_are_numbers(tictactoe: CompiledGame) -> None:
    words = wording(tictactoe)
    assert words.outcome(Claim((0,), 0, 101)) == "gets at least 101"
    assert words.outcome(Claim((1,), 0, 0, least=False)) == "stays below 0"
    assert words.worth(0, 25.0) == "25"


def test_words_come_before_numbers_and_numbers_go_by_size() -> None:
    places = [("10",), ("b",), ("1",), ("a",)]
    assert sorted(places, key=in_order) == [("a",), ("b",), ("1",), ("10",)]
