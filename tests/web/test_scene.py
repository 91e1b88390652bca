"""What is drawn of a state, and what moves name of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.boards.layout import find_layout
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.ground.lexicon import Lexicon
from zermelo.text.ground_term import ground_term, ground_terms
from zermelo.web.scene.boards import SceneBoard
from zermelo.web.scene.facts import chips, own_rows, table
from zermelo.web.scene.naming import Naming
from zermelo.web.scene.pieces import DrawnPiece, pieces_of
from zermelo.web.scene.scene import stage_of

TRACK = """
(role red) (init (runner {place} red)) (stride 1) (stride 2)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
(<= (legal red (run ?n)) (stride ?n))
(<= (next (runner ?b red)) (true (runner ?a red)) (does red (run 1)) (succ ?a ?b))
(<= (next (runner ?c red)) (true (runner ?a red)) (does red (run 2)) (succ ?a ?b) (succ ?b ?c))
(<= (next (runner 1 red)) (true (runner 7 red)))
(<= terminal (true (runner 6 red)))
(goal red 100)
"""
GameOf = Callable[[str], CompiledGame]


def names(game: CompiledGame) -> dict[str, list[list[str]]]:
    """What the first moves of a game name."""
    legal = game.legal(game.initial, Role(0))
    moves = stage_of(game).moves(game.initial, Role(0), legal)
    return {each["move"]: each["names"] for each in moves}


def test_a_grid_is_drawn_from_the_top_row_down(tictactoe: CompiledGame) -> None:
    state = tictactoe.start.play("(mark 1 3)").state
    (board,) = stage_of(tictactoe).scene(state, tictactoe.initial)["boards"]
    first, second = board["cells"][:2]
    assert first["id"] == "c:0:1:3"
    assert first["changed"]
    assert first["pieces"] == [{"form": "cross", "tone": "role0", "text": "", "name": "x"}]
    assert not second["changed"]
    assert second["pieces"] == []
    assert second["x"] - first["x"] == board["unit"]


@pytest.mark.parametrize(
    ("name", "move", "named"),
    [
        ("tictactoe", "(mark 1 3)", [["c:0:1:3"]]),
        ("breakthrough:width=3,height=5", "(move 1 2 2 3)", [["c:0:1:2"], ["c:0:2:3"]]),
        ("toads_and_frogs", "(move 4 5)", [["c:0:4:1"], ["c:0:5:1"]]),
        ("nim", "(remove 4 3)", [["h:has:4:3"]]),
        ("subtraction", "(take 2)", [["h:heap::2"]]),
        ("kayles", "(two 2)", [["f:pin:2"]]),
        ("quarto", "(give sdqf)", [["f:left:sdqf"]]),
        ("rock_paper_scissors", "rock", []),
        ("bidding_tictactoe", "(bid 1)", []),
    ],
)
def test_moves_name_what_is_drawn(
    game_of: GameOf, name: str, move: str, named: list[list[str]]
) -> None:
    assert names(game_of(name))[move] == named


def on_boards(move: str, fluents: list[str], moves: list[str]) -> list[list[str]]:
    """What a move names where fluents stand on several boards."""
    lexicon = Lexicon(("r",), tuple(fluents), (tuple(moves),))
    boards = find_layout(lexicon, lexicon.fluent_terms, {}).boards
    every = tuple(
        SceneBoard(number, grids, frozenset(), {}, False, False, False)
        for number, grids in enumerate(boards)
    )
    return Naming.of(lexicon.move_terms, every, ()).groups(ground_term(move), {})


def test_a_move_names_the_board_too() -> None:
    quarters = [
        f"(holds {q} {x} {y} {c})" for q in "1234" for x in "123" for y in "123" for c in "ro"
    ]
    moves = [f"(place {q} {x} {y})" for q in "1234" for x in "123" for y in "123"]
    assert on_boards("(place 1 3 2)", quarters, moves) == [["c:0:3:2"]]
    assert on_boards("(place 3 3 1)", quarters, moves) == [["c:2:3:1"]]
    two = [f"(cell {x} {y} {b} o)" for x in "12345678" for y in "123456" for b in "12"]
    drops = [f"(drop {x} {b})" for x in "12345678" for b in "12"]
    assert on_boards("(drop 2 1)", two, drops) == [[f"c:0:2:{y}" for y in "123456"]]
    assert on_boards("(drop 1 2)", two, drops) == [[f"c:1:1:{y}" for y in "123456"]]


def test_a_move_with_a_column_alone_names_all_its_cells(game_of: GameOf) -> None:
    game = game_of("connect_four:width=4,height=4")
    (column,) = names(game)["(drop 3)"]
    assert column == [f"c:0:3:{row}" for row in range(1, 5)]


def test_where_a_piece_drops_to_comes_first(game_of: GameOf) -> None:
    game = game_of("connect_four:width=4,height=4")
    state, role = game.start.play("(drop 3)").state, Role(1)
    found = stage_of(game).moves(state, role, game.legal(state, role))
    assert found[2]["names"][0][0] == "c:0:3:2"


def test_rows_of_hexagons_are_shifted(game_of: GameOf) -> None:
    game = game_of("hex:size=3")
    (board,) = stage_of(game).scene(game.initial)["boards"]
    assert board["form"] == "hexagon"
    assert board["points"].count(",") == 6
    places = {cell["id"]: (cell["x"], cell["y"]) for cell in board["cells"]}
    (x, y), (other, above) = places["c:0:1:1"], places["c:0:1:2"]
    assert other - x == board["unit"] / 2
    assert above < y


def test_heaps_have_a_counter_each(game_of: GameOf) -> None:
    game = game_of("nim")
    after = game.start.play("(remove 4 3)").state
    scene = stage_of(game).scene(after, game.initial)
    assert scene["boards"] == []
    assert [len(heap["counters"]) for heap in scene["heaps"]] == [1, 3, 5, 4]
    assert [heap["gone"] for heap in scene["heaps"]] == [0, 0, 0, 3]


def test_a_number_that_every_move_lowers_is_no_heap(game_of: GameOf) -> None:
    game = game_of("goofspiel")
    scene = stage_of(game).scene(game.initial)
    assert scene["heaps"] == []
    assert ["prize", "4"] in [[row["name"], row["values"][0]["text"]] for row in scene["table"]]


def test_whose_turn_it_is_stands_in_no_table(game_of: GameOf) -> None:
    game = game_of("kayles")
    assert [row["name"] for row in stage_of(game).scene(game.initial)["table"]] == ["pin"]


@pytest.mark.parametrize(
    ("names", "roles", "name", "piece"),
    [
        (["wk", "wn", "bp"], ["white", "black"], "wn", DrawnPiece("glyph", "white", "♞", "wn")),
        (["wm", "wk", "bm"], ["white", "black"], "wm", DrawnPiece("disc", "white", "", "wm")),
        (["wm", "wk", "bm"], ["white", "black"], "wk", DrawnPiece("disc", "white", "K", "wk")),
        (["toad", "frog"], ["toad", "frog"], "frog", DrawnPiece("disc", "role1", "", "frog")),
        (["fox", "hound"], ["fox", "hounds"], "hound", DrawnPiece("disc", "role1", "", "hound")),
        (
            ["red", "red_wall"],
            ["red", "blue"],
            "red_wall",
            DrawnPiece("block", "red", "", "red_wall"),
        ),
        (["x", "o"], ["x", "o"], "o", DrawnPiece("ring", "role1", "", "o")),
        (["x", "o"], ["first", "second"], "x", DrawnPiece("cross", "plain", "", "x")),
        (["wp", "bp", "bk"], ["red", "black"], "wp", DrawnPiece("disc", "white", "", "wp")),
        (["wp", "bp", "bk"], ["red", "black"], "bk", DrawnPiece("disc", "black", "K", "bk")),
        (
            ["whiteKing", "blackRook"],
            ["white", "black"],
            "blackRook",
            DrawnPiece("glyph", "black", "♜", "blackRook"),
        ),
        (["q"], ["robot"], "q", DrawnPiece("glyph", "plain", "♛", "q")),
        (["knight", "gone"], ["rider"], "knight", DrawnPiece("glyph", "plain", "♞", "knight")),
        (["red_king", "red_man"], ["red"], "red_king", DrawnPiece("disc", "red", "K", "red_king")),
        (["peg"], ["jumper"], "peg", DrawnPiece("disc", "brown", "", "peg")),
        (["3", "12"], ["south", "north"], "12", DrawnPiece("text", "plain", "12", "12")),
        (["<b>", "y"], ["p", "q"], "<b>", DrawnPiece("text", "plain", "<b>", "<b>")),
    ],
)
def test_pieces_are_drawn_as_what_they_are_called(
    names: list[str], roles: list[str], name: str, piece: DrawnPiece
) -> None:
    assert pieces_of({each: each for each in names}, roles)[name] == piece


def test_cards_of_others_are_not_played_by_a_click() -> None:
    cards = ["north (card spades 1)", "north (card spades 5)", "east (card spades 6)"]
    fluents = [f"(hand {card})" for card in cards]
    for shown in (fluents, [*fluents, "(hand east (card hearts 1))"]):
        rows = table(ground_terms(" ".join(shown)), frozenset(), (), ("north", "east"))
        known = chips(own_rows(rows, ("north", "east"), 0))
        found = Naming((), ()).groups(ground_term("(play (card spades 5))"), known)
        assert found == [["f:hand:north (card spades 5)"]]


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("place", "move", "named"), [(1, "(run 2)", "3"), (4, "(run 2)", "6")])
def test_a_number_of_steps_is_no_cell(tmp_path: Path, place: int, move: str, named: str) -> None:
    path = tmp_path / "track.kif"
    path.write_text(TRACK.format(place=place))
    game = load(str(path))
    assert names(game)[move] == [[f"c:0:{named}:1"]]


def test_a_cell_in_a_block_is_named_by_four_words() -> None:
    three = "123"
    cells = [
        f"(cell {i} {j} {k} {n} b)" for i in three for j in three for k in three for n in three
    ]
    filled = [f"{cell[:-2]}{digit})" for cell in cells for digit in three]
    moves = [f"(mark {cell.removeprefix('(cell ')}" for cell in filled]
    lexicon = Lexicon(("r",), (*cells, *filled), (tuple(moves),))
    ((grid,),) = find_layout(lexicon, ground_terms(" ".join(cells)), {}).boards
    board = SceneBoard(0, (grid,), frozenset({"b"}), {}, False, False, False)
    naming = Naming.of(lexicon.move_terms, (board,), ())
    assert naming.groups(ground_term("(mark 3 1 2 2 1)"), {}) == [["c:0:32:12"]]
    assert len(board.blocks()) == 8


def test_what_the_last_move_changed_is_told_of_a_table(game_of: GameOf) -> None:
    game = game_of("kayles")
    after = game.start.play("(two 2)").state
    (row,) = stage_of(game).scene(after, game.initial)["table"]
    assert row["gone"] == ["2", "3"]
    assert not any(value["fresh"] for value in row["values"])
    (untouched,) = stage_of(game).scene(after)["table"]
    assert untouched["gone"] == []


def test_what_took_the_place_of_something_is_fresh_but_a_clock_is_not() -> None:
    before = ground_terms("(at wolf left) (at goat left) (step 1)")
    now = ground_terms("(at wolf right) (at goat left) (step 2)")
    places, step = table(now, frozenset(), [], ["ferryman"], before)
    assert {value["text"]: value["fresh"] for value in places["values"]} == {
        "goat left": False,
        "wolf right": True,
    }
    assert places["gone"] == []
    assert [value["fresh"] for value in step["values"]] == [False]


def test_a_hand_that_gave_a_card_away_is_still_the_hand_of_its_role() -> None:
    before = ground_terms("(hand a 1) (hand a 2) (hand b 1) (hand b 2)")
    first, second = table(before[:1] + before[2:], frozenset(), [], ["a", "b"], before)
    assert (first["name"], first["gone"]) == ("hand of a", ["2"])
    assert first["values"] == [{"id": "f:hand:a 1", "text": "1", "fresh": False}]
    assert (second["name"], second["gone"]) == ("hand of b", [])
