"""Moves whose words name no place are found by what they do."""

from pathlib import Path

import pytest

from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.web.scene.scene import stage_of

WALK = """
(role hero) (role storm)
(index 1) (index 2) (index 3)
(succ 1 2) (succ 2 3)
(init (cell 2 2 hero)) (init (cell 1 1 cloud))
(<= (base (cell ?x ?y ?what)) (index ?x) (index ?y) (thing ?what))
(thing hero) (thing cloud)
(step east) (step north)
(<= (legal hero (go ?way)) (step ?way))
(legal hero rest)
(<= (legal hero (dig ?x ?y)) (true (cell ?x ?y hero)) {digging})
(legal storm blow)
(<= (next (cell ?x ?y hero)) (does hero (go north)) (true (cell ?x ?b hero)) (succ ?b ?y))
(<= (next (cell ?x ?y hero)) (does hero (go east)) (true (cell ?b ?y hero)) (succ ?b ?x))
(<= (next (cell ?x ?y hero)) (does hero rest) (true (cell ?x ?y hero)))
(<= (next (cell ?x ?y hero)) (does hero (dig ?x ?y)))
(<= (next (cell ?x ?y cloud)) (true (cell ?b ?y cloud)) (succ ?b ?x))
(<= (next (cell 3 1 cloud)) (does hero rest))
(<= terminal (true (cell 3 ?y hero)))
(<= terminal (true (cell ?x 3 hero)))
(goal hero 100) (goal storm 0)
"""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("digging", "resting"), [("", []), ("(true (cell 3 3 hero))", [["c:0:3:1"]])]
)
def test_a_step_is_a_click_on_the_cell_that_it_leads_to(
    tmp_path: Path, digging: str, resting: list[list[str]]
) -> None:
    path = tmp_path / "walk.kif"
    path.write_text(WALK.replace("{digging}", digging))
    game = load(str(path))
    moves = stage_of(game).moves(game.initial, Role(0), game.legal(game.initial, Role(0)))
    named = {move["move"]: move["names"] for move in moves}
    assert named["(go north)"] == [["c:0:2:3"]]
    assert named["(go east)"] == [["c:0:3:2"]], "and not where the cloud goes by itself"
    assert named["rest"] == resting, "a word alone is a pass where other moves name places"
    assert ("(dig 2 2)" in named) == (not digging)


SLIDE = """
(role driver) (init (cell 1 1 van)) (init (cell 2 2 bus)) (thing van) (thing bus)
(index 1) (index 2) (index 3) (succ 1 2) (succ 2 3)
(<= (base (cell ?x ?y ?t)) (index ?x) (index ?y) (thing ?t))
(<= (legal driver (slide ?t east)) (true (cell ?x ?y ?t)) (succ ?x ?z))
(<= (legal driver (slide ?t south)) (true (cell ?x ?y ?t)) (succ ?z ?y))
(<= (next (cell ?z ?y ?t)) (does driver (slide ?t east)) (true (cell ?x ?y ?t)) (succ ?x ?z))
(<= (next (cell ?x ?z ?t)) (does driver (slide ?t south)) (true (cell ?x ?y ?t)) (succ ?z ?y))
(<= (moved ?t) (does driver (slide ?t ?way)))
(<= (next (cell ?x ?y ?t)) (true (cell ?x ?y ?t)) (not (moved ?t)))
(<= terminal (true (cell 3 ?y van)))
(goal driver 100)
"""


@pytest.mark.usefixtures("in_process")
def test_a_piece_that_is_named_is_clicked_and_then_its_way(tmp_path: Path) -> None:
    path = tmp_path / "slide.kif"
    path.write_text(SLIDE)
    game = load(str(path))
    moves = stage_of(game).moves(game.initial, Role(0), game.legal(game.initial, Role(0)))
    named = {move["move"]: move["names"] for move in moves}
    assert named == {
        "(slide van east)": [["c:0:1:1"], ["c:0:2:1"]],
        "(slide bus east)": [["c:0:2:2"], ["c:0:3:2"]],
        "(slide bus south)": [["c:0:2:2"], ["c:0:2:1"]],
    }
