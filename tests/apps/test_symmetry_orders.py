"""Orders of thousands of digits, as thousands of idle fluents have them, can be told."""

import json

from zermelo.apps.knowledge import group
from zermelo.logic.symmetry.symmetries import Symmetries
from zermelo.position.circuit_game import CircuitGame


def test_an_order_of_thousands_of_digits_is_told_in_words(tictactoe: CircuitGame) -> None:
    told = group(tictactoe, Symmetries((), 10**5000))
    assert json.loads(json.dumps(told))["order_text"] == "more than 1 * 10^5000"
    assert told["order"] is None
    assert group(tictactoe, Symmetries((), 8))["order"] == 8
