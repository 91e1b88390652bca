"""What stands between cells on a page: drawn where it is, and chosen by clicks."""

from collections.abc import Callable

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.web.scene.scene import stage_of
from zermelo.web.strategies.highlights import aims, places

GameOf = Callable[[str], CompiledGame]


def test_the_lines_of_dots_and_boxes(game_of: GameOf) -> None:
    game = game_of("dots_and_boxes")
    scene = stage_of(game).scene(game.initial)
    (drawn,) = scene["boards"]
    assert (len(drawn["cells"]), len(drawn["dots"]), len(drawn["sides"])) == (9, 16, 24)
    assert not any(side["held"] for side in drawn["sides"])
    state = game.start.play("(draw h 2 1)").state
    after = stage_of(game).scene(state, game.initial)
    (line,) = [side for side in after["boards"][0]["sides"] if side["held"]]
    below = next(cell for cell in drawn["cells"] if cell["id"] == "c:0:2:1")
    half = drawn["unit"] / 2
    assert (line["x1"], line["x2"]) == (below["x"] - half, below["x"] + half)
    assert line["y1"] == line["y2"] == below["y"] + half
    assert line["changed"]
    assert [row["name"] for row in after["table"]] == ["boxes"]


def test_a_line_is_what_its_move_and_its_fluent_name(game_of: GameOf) -> None:
    game = game_of("dots_and_boxes")
    move = game.legal(game.initial, Role(0))[0]
    (place,) = aims(game, game.initial, Role(0), move)
    state = game.next(game.initial, (move, game.legal(game.initial, Role(1))[0]))
    (fluent,) = [each for each in game.lexicon.holding(state) if each.name == "drawn"]
    assert places(game, state, [fluent]) == [place]
