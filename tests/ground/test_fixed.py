"""Positions that large rules are grounded for."""

from pathlib import Path

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import UnsuitedError
from zermelo.game.load import compiled_game
from zermelo.game.spelling import read_state
from zermelo.ground import fixed
from zermelo.ground.fixed import require_fixed
from zermelo.text.read import read_text
from zermelo.text.source import Source

MAZE = """
(role r) (init (at 1)) (init (wall 1 2)) (init (wall 3 1))
(cell 1) (cell 2) (cell 3)
(<= (next (wall ?x ?y)) (true (wall ?x ?y)))
(<= (legal r (go ?y)) (true (at ?x)) (cell ?y) (not (true (wall ?x ?y))))
(<= (next (at ?y)) (does r (go ?y)))
(<= terminal (true (at 2))) (<= (goal r 100) (true (at 2)))
"""
START = ["(at 1)", "(wall 1 2)", "(wall 3 1)"]


@pytest.mark.parametrize(
    ("held", "refused"),
    [
        (START, ""),
        (["(at 3)", "(wall 1 2)", "(wall 3 1)"], ""),
        (["(at 1)", "(wall 1 2)"], "(wall 3 1) never changes"),
        ([*START, "(wall 2 1)"], "(wall 2 1) never changes"),
    ],
)
@pytest.mark.parametrize("huge", [True, False])
def test_what_never_changes_is_as_at_the_start_in_large_rules(
    held: list[str], refused: str, huge: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if huge:
        monkeypatch.setattr(fixed, "HUGE", 1)
    if not huge or not refused:
        require_fixed(read_text(Source("maze.kif", MAZE), "kif"), START, held)
        return
    with pytest.raises(UnsuitedError) as error:
        require_fixed(read_text(Source("maze.kif", MAZE), "kif"), START, held)
    assert refused in str(error.value)


def test_a_state_with_other_walls_is_refused_for_large_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compiled_game("maze", sheet(MAZE))
    path = tmp_path / "state.kif"
    path.write_text("(at 3) (wall 1 2)")
    assert game.describe(read_state(game, str(path))) == ("(at 3)", "(wall 1 2)")
    monkeypatch.setattr(fixed, "HUGE", 1)
    with pytest.raises(UnsuitedError, match="never changes"):
        read_state(game, str(path))
