"""Pieces are told apart by what their owners lose without them, and counted."""

import pytest

from zermelo.evaluate.evaluators.material import Material
from zermelo.evaluate.pieces import pieces
from zermelo.game.load import load


@pytest.mark.parametrize(
    ("name", "owners"),
    [
        ("breakthrough", {"white": "white", "black": "black"}),  # by moves
        ("checkers", {"bk": "black", "bm": "black", "wk": "white", "wm": "white"}),
        ("reversi", {"black": "black", "white": "white"}),  # by goals: moves depend on both
        ("fox_and_hounds", {"fox": "fox", "hound": "hounds"}),
        ("nim", {}),  # no board
        ("quarto", {}),  # pieces that both use
    ],
)
def test_a_piece_belongs_to_who_loses_by_its_absence(name: str, owners: dict[str, str]) -> None:
    game = load(name)
    assert {piece.name: game.roles[piece.owner] for piece in pieces(game)} == owners


def test_material_is_the_share_of_pieces() -> None:
    game = load("breakthrough")
    guess = Material().start(game)
    assert guess(game.initial) == (50.0, 50.0)
    white = [fluent for fluent in game.describe(game.initial) if "white" in fluent]
    fewer = game.state_of([f for f in game.describe(game.initial) if f != white[0]])
    assert guess(fewer) == pytest.approx((100 * 15 / 31, 100 * 16 / 31))


def test_by_moves_a_queen_weighs_more_than_a_rook_and_that_more_than_a_pawn() -> None:
    game = load("minichess")
    worth = {piece.name: piece.moves for piece in pieces(game)}
    assert worth["wq"] > worth["wr"] > worth["wp"] > 0
    weights = Material(by="moves").weights(game)
    assert min(weight for own in weights for _, weight in own) == 1.0


def test_without_pieces_nobody_is_ahead() -> None:
    game = load("nim")
    assert Material().start(game)(game.initial) == (50.0, 50.0)
