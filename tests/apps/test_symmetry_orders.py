"""Orders of thousands of digits, as thousands of idle fluents have them, can be told."""

import json

from zermelo.answers.render.json import plain
from zermelo.answers.symmetries import symmetry_group
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.symmetries import Symmetries


def test_an_order_of_thousands_of_digits_is_told_in_words(tictactoe: CompiledGame) -> None:
    told = plain(symmetry_group(tictactoe, Symmetries((), 10**5000)))
    assert json.loads(json.dumps(told))["order_text"] == "more than 1 * 10^5000"
    assert told["order"] is None
    assert symmetry_group(tictactoe, Symmetries((), 8)).order == 8
