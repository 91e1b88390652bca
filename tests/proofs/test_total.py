"""A total that two roles share out, asked of any position."""

from pathlib import Path

import pytest

from tests.search.asp_games import written
from zermelo.game.load import load
from zermelo.proofs.total import proved_total


def test_a_total_is_proved_from_the_initial_position_and_from_later_ones() -> None:
    game = load("tictactoe")
    later = game.children(game.initial)[0].state
    assert (
        proved_total(game) == proved_total(game, game.initial) == proved_total(game, later) == 100
    )


def test_no_total_is_proved_where_a_position_breaks_an_invariant() -> None:
    game = load("tictactoe")
    fluents = [text for text in game.describe(game.initial) if text != "(cell 2 2 b)"]
    assert proved_total(game, game.state_of(fluents)) is None


@pytest.mark.parametrize(
    ("fluents", "total"), [(["lost"], None), (["(at 1)", "lost"], None), (["(at 2)"], 100)]
)
def test_an_end_that_is_asked_about_itself_is_looked_at(
    tmp_path: Path, fluents: list[str], total: int | None
) -> None:
    path = tmp_path / "step.kif"
    path.write_text(
        "(role x) (role o) (init (at 1)) (<= (legal ?r go) (role ?r))"
        "(<= (next (at 2)) (true (at 1)))"
        "(<= (next lost) (true (at 1)) (true (at 2)))"
        "(<= terminal (true (at 2))) (<= terminal (true lost))"
        "(<= (goal x 100) (true (at 2))) (<= (goal o 0) (true (at 2)))"
        "(<= (goal x 0) (true lost)) (<= (goal o 0) (true lost))"
    )
    game = load(str(path))
    assert proved_total(game) == 100
    assert proved_total(game, game.state_of(fluents)) == total


def test_there_is_no_total_with_one_role_or_three() -> None:
    assert proved_total(load("lights_out")) is None
    assert proved_total(load("tictactoe_3p")) is None


def test_a_single_player_beside_chance_shares_out_nothing() -> None:
    game = written(
        "role(a). role(random). init(s). legal(random,one). legal(random,two). legal(a,noop). "
        "next(over) :- true(s). terminal :- true(over). goal(a,50). goal(random,50)."
    )
    assert proved_total(game) is None
