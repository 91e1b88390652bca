"""Where counting stops, with a message."""

import pytest

from zermelo.errors import LimitError
from zermelo.position import perft
from zermelo.position.circuit_game import CircuitGame


def test_memory_for_the_states_is_bounded(tictactoe: CircuitGame) -> None:
    with pytest.raises(LimitError, match="the states at depth 1 need more than 0 MB"):
        list(perft.fast_perft(tictactoe, 2, megabytes=0))
