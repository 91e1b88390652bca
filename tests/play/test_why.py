"""Why a move is played: by rules, by exact values, by a search; and it is said which."""

import pytest

from tests.search.trees import circle, lecture
from zermelo.answers.render.json import plain
from zermelo.answers.why import spelled_why
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load
from zermelo.game.spelling import after, read_moves
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.play.thought import thought
from zermelo.play.why import why
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.search.base import Limits
from zermelo.search.spec import parse
from zermelo.strategies.strategy import Strategy, fingerprint

MOVES = "(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)"
LINE = "cell 1 1 and 2 2 are x, cell 3 3 is free: x plays mark 3 3 and wins at once"


@pytest.fixture
def winning(tictactoe: CompiledGame) -> State:
    return after(tictactoe, tictactoe.initial, read_moves(MOVES))


def diagonal(game: CompiledGame, status: str = "proved") -> Strategy:
    """A strategy of one rule."""
    names = ["(cell 1 1 x)", "(cell 2 2 x)", "(cell 3 3 b)", "(control x)"]
    literals = tuple(sorted(game.lexicon.fluents.index(name) + 1 for name in names))
    move = game.read(Role(0), "(mark 3 3)")
    lemma = Lemma(Claim((0,), 0, 100), literals, (move,))
    return Strategy("tictactoe", fingerprint(game), "lemmas", status, (lemma,))


def test_a_rule_in_words_its_proof_and_its_line(tictactoe: CompiledGame, winning: State) -> None:
    found = why(tictactoe, winning, Role(0), strategy=diagonal(tictactoe))
    assert found.move == "(mark 3 3)"
    assert (found.rule, found.status) == (LINE, "proved")
    assert found.worth == 100
    assert dict(found.others)["(mark 3 2)"] == 50
    assert found.line == (("(mark 3 3)", "noop"),)
    assert found.line_from == "by the rules, against best replies"
    assert found.text == (
        LINE,
        "this rule is proved, for every position with these features",
        "mark 3 3 is worth a win at once",
        "the others: a win by mark 1 3 and mark 3 1; a draw by mark 2 3 and mark 3 2",
        "line (by the rules, against best replies): mark 3 3",
    )
    assert plain(spelled_why(found))["text"] == list(found.text)


def test_a_claim_is_called_one(tictactoe: CompiledGame, winning: State) -> None:
    found = why(tictactoe, winning, Role(0), strategy=diagonal(tictactoe, "claimed"))
    assert found.status == "claimed"
    assert "this rule is only claimed: nobody has proved it" in found.text


def test_where_no_rule_applies_exact_values_tell(tictactoe: CompiledGame) -> None:
    state = after(tictactoe, tictactoe.initial, read_moves("(mark 1 1)"))
    found = why(tictactoe, state, Role(1), strategy=diagonal(tictactoe))
    assert (found.rule, found.status, found.move) == ("", "no rule", "(mark 2 2)")
    assert found.text[0] == "no rule applies to o here"
    assert found.text[1] == "mark 2 2 is worth a draw, in 8 moves"
    assert found.text[2].startswith("the others: a loss by mark 1 2, mark 1 3, mark 2 1, mark 2 3")
    assert found.line_from == "best play, by exact values"
    assert len(found.line) == 8


def test_a_search_that_plays_otherwise_is_mentioned(
    tictactoe: CompiledGame, winning: State
) -> None:
    result = thought(tictactoe, parse("alphabeta"), winning, Role(0)).result
    found = why(tictactoe, winning, Role(0), strategy=diagonal(tictactoe), result=result)
    assert "the search would play mark 1 3" in found.text
    alone = why(tictactoe, winning, Role(0), result=result)
    assert alone.text[0] == "mark 1 3 is worth a win, in 3 moves"


def test_a_game_too_large_has_the_line_of_the_search() -> None:
    game = load("connect_four")
    result = thought(game, parse("alphabeta"), game.initial, Role(0), Limits(depth=2)).result
    found = why(game, game.initial, Role(0), result=result, megabytes=0)
    assert found.line_from == "of the search, not proven"
    assert len(found.line) == 2
    assert found.worth is None
    assert found.others == ()


def test_rules_without_exact_values_play_against_a_search(
    tictactoe: CompiledGame, winning: State
) -> None:
    found = why(tictactoe, winning, Role(0), strategy=diagonal(tictactoe), megabytes=0)
    assert found.line_from.startswith("by the rules, against replies of a search of 2,000 nodes")
    earlier = after(tictactoe, tictactoe.initial, read_moves(MOVES.rpartition(";")[0]))
    assert why(tictactoe, earlier, Role(1), megabytes=0).text == (
        "nothing is known of this position: no rule, no exact value, no search",
    )


def test_an_explicit_tree_has_exact_values_and_no_rules() -> None:
    game = lecture()
    found = why(game, game.initial, Role(0))
    assert found.text[0] == "1 is worth 3, in 2 moves"
    with pytest.raises(UnsuitedError, match="a strategy is for rules"):
        why(game, game.initial, Role(0), strategy="any.lp")


def test_a_match_that_is_over_needs_no_reason(tictactoe: CompiledGame, winning: State) -> None:
    over = after(tictactoe, winning, read_moves("(mark 3 3)"))
    assert why(tictactoe, over, Role(0)).text == ("it is over",)


def test_a_match_that_goes_round_for_ever_is_said_to_have_no_end() -> None:
    game = circle()
    found = why(game, game.initial, Role(0))
    assert found.text[:2] == ("on is worth 50, without an end", "the others: 1 by out")


def test_a_move_after_which_no_end_can_be_reached_is_worth_none() -> None:
    nodes = (
        DrawnNode("a", Role(0), (1, 2), ("on", "out")),
        DrawnNode("b", Role(0), (1,), ("on",)),
        DrawnNode("c", Role(0), values=(30.0,)),
    )
    game = TreeGame("alone", ("a",), nodes)
    found = why(game, game.initial, Role(0))
    assert found.text[:2] == ("out is worth 30 at once", "the others: no end by on")
