"""Boards drawn from fluents, whatever they are called."""

from collections.abc import Callable

import pytest

from zermelo.boards.axis import axis_of
from zermelo.boards.board import Board
from zermelo.boards.layout import find_layout
from zermelo.boards.symbols import blanks_among, symbols_for
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import draw, drawing_of
from zermelo.game.spelling import after, read_moves
from zermelo.ground.lexicon import Lexicon
from zermelo.text.ground_term import ground_terms

Games = Callable[[str], CompiledGame]


def board_of(game: CompiledGame, moves: str = "") -> list[str]:
    """The lines of the one board after some moves."""
    state = after(game, game.initial, read_moves(moves))
    (board,) = drawing_of(game).boards(game.lexicon.holding(state))
    return str(board).splitlines()


def test_tictactoe(tictactoe: CompiledGame) -> None:
    assert board_of(tictactoe, "(mark 1 1); (mark 3 2)") == [
        "3  . . .",
        "2  . . o",
        "1  x . .",
        "   1 2 3",
    ]


def test_chess_has_files_below_and_white_at_the_bottom(game_of: Games) -> None:
    lines = board_of(game_of("chess"), "(move e 2 e 4)")
    assert lines[0] == "8  br bn bb bq bk bb bn br"
    assert lines[4] == "4  .  .  .  .  wp .  .  ."
    assert lines[-1] == "   a  b  c  d  e  f  g  h"


def test_the_origin_may_be_at_the_top(game_of: Games) -> None:
    lines = board_of(game_of("eight_puzzle"))
    assert [line[0] for line in lines] == ["1", "2", "3", " "]


def test_hexagons_are_shifted(game_of: Games) -> None:
    assert board_of(game_of("hex:size=3")) == [
        "  3  . . .",
        " 2  . . .",
        "1  . . .",
        "   1 2 3",
    ]


def test_squares_without_cells_are_left_out(game_of: Games) -> None:
    assert board_of(game_of("peg_solitaire"))[0].split() == ["7", "p", "p", "p"]


def test_symbols_are_explained(game_of: Games) -> None:
    drawing = draw(game_of("connect_three"), game_of("connect_three").initial)
    assert "control: red" in drawing
    game = game_of("connect_three")
    state = after(game, game.initial, read_moves("(drop 1)"))
    assert "r red" in draw(game, state)


def test_a_game_without_a_board_is_listed(game_of: Games) -> None:
    nim = game_of("nim")
    assert draw(nim, nim.initial) == "control: a\nhas: 1 1, 2 3, 3 5, 4 7"


def test_numbers_are_listed_in_their_order(game_of: Games) -> None:
    kayles = game_of("kayles")
    assert "pin: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in draw(kayles, kayles.initial)


def layout(fluents: list[str], initial: list[str] | None = None) -> list[list[str]]:
    """The names of the grids of each board."""
    lexicon = Lexicon(("white", "black"), tuple(sorted(fluents)), ((), ()))
    found = find_layout(lexicon, ground_terms(" ".join(initial or [])), {})
    return [[grid.name for grid in board] for board in found.boards]


def test_the_content_may_come_first_and_deep_inside() -> None:
    fluents = [f"(at wp (square {a} {n}))" for a in "abcd" for n in range(1, 5)]
    assert layout(fluents) == [["at"]]


def test_cells_named_by_letter_and_number() -> None:
    assert layout([f"(cell {a}{n} red)" for a in "abc" for n in range(1, 4)]) == [["cell"]]


def test_one_row_is_a_board_too() -> None:
    assert layout([f"(cell {x} 1 {c})" for x in range(1, 6) for c in ("toad", "frog")]) == [
        ["cell"]
    ]
    assert layout([f"(score {x} 1 {c})" for x in range(1, 6) for c in ("me", "you")]) == []


def strips(fluents: list[str], initial: list[str]) -> list[tuple[str, ...]]:
    """The cells of the one row that fluents make, from left to right; none if they do not."""
    lexicon = Lexicon(("red", "green"), tuple(fluents), ((), ()))
    found = find_layout(lexicon, ground_terms(" ".join(initial)), {}).boards
    assert all(grid.strip for board in found for grid in board)
    return [grid.columns.values for board in found for grid in board]


def test_places_in_a_row_are_a_board() -> None:
    pegs = [f"(peg {n} {what})" for n in range(1, 6) for what in ("toad", "frog", "empty")]
    assert strips(pegs, pegs[::3]) == [("1", "2", "3", "4", "5")]
    pits = [f"(pit {n} {count})" for n in range(1, 5) for count in range(13)]
    assert strips(pits, [f"(pit {n} 3)" for n in range(1, 5)]) == [("1", "2", "3", "4")]
    runners = [f"(runner {n} {who})" for n in range(1, 10) for who in ("red", "green")]
    assert strips(runners, ["(runner 1 red)"]) == [tuple("123456789")]
    squares = [f"(square {who} {n})" for n in range(1, 10) for who in ("hare", "tortoise")]
    assert strips(squares, ["(square hare 1)"]) == [tuple("123456789")]
    lexicon = Lexicon(("red", "green"), tuple(squares), ((), ()))
    ((grid,),) = find_layout(lexicon, [], {}).boards
    assert grid.place(("hare", "7")) == ("7", "1", "hare")


def test_what_is_counted_is_no_row_of_places() -> None:
    heaps = [f"(has {n} {count})" for n in range(1, 5) for count in range(8)]
    assert strips(heaps, [f"(has {n} {2 * n - 1})" for n in range(1, 5)]) == []
    scores = [f"(score {who} {n})" for n in range(10) for who in ("red", "green")]
    assert strips(scores, ["(score red 0)", "(score green 0)"]) == []
    disks = [f"(on {n} {peg})" for n in range(1, 5) for peg in ("left", "right")]
    assert strips(disks, disks[::2]) == []
    blocks = [f"(on {a} {b})" for a in "abcd" for b in ("a", "b", "c", "d", "table")]
    assert strips(blocks, [f"(on {a} table)" for a in "abcd"]) == []


def test_heaps_are_no_board() -> None:
    fluents = [f"(heap {pile} {n})" for pile in "abcd" for n in range(6)]
    assert layout(fluents, [f"(heap {pile} 3)" for pile in "abcd"]) == []
    assert layout(fluents, [f"(heap {pile} 3)" for pile in "dbca"]) == [], "in any order"


def test_marks_make_a_board() -> None:
    fluents = [f"(chocolate {x} {y})" for x in range(1, 4) for y in range(1, 4)]
    assert layout(fluents, fluents) == [["chocolate"]]


def test_two_full_grids_are_two_boards() -> None:
    one = [f"(cell1 {x} {y} {c})" for x in "123" for y in "123" for c in "bx"]
    both = one + [fluent.replace("cell1", "cell2") for fluent in one]
    start = [fluent for fluent in both if fluent.endswith("b)")]
    assert sorted(layout(both, start)) == [["cell1"], ["cell2"]]


def test_pieces_lie_on_painted_cells() -> None:
    cells = [f"(cell {x} {y} {c})" for x in "1234" for y in "1234" for c in "br"]
    brushes = [f"(at brush {x} {y})" for x in "1234" for y in "1234"]
    start = [f"(cell {x} {y} b)" for x in "1234" for y in "1234"] + ["(at brush 2 2)"]
    assert layout(cells + brushes, start) == [["cell", "at"]]


def test_blocks_on_blocks_are_no_board() -> None:
    fluents = [f"(on {a} {b})" for a in "abc" for b in "abc" if a != b]
    assert layout(fluents, ["(on c a)"]) == []
    assert layout([*fluents, "(on a a)"], ["(on c a)"]) == [["on"]]


QUARTERS = [
    f"(holds {q} {x} {y} {c})" for q in "1234" for x in "123" for y in "123" for c in ("red", "o")
]


@pytest.mark.parametrize("start", [[], [fluent for fluent in QUARTERS if fluent.endswith("o)")]])
def test_a_third_coordinate_tells_boards_apart(start: list[str]) -> None:
    lexicon = Lexicon(("red",), tuple(QUARTERS), ((),))
    boards = find_layout(lexicon, ground_terms(" ".join(start)), {}).boards
    assert [board[0].title for board in boards] == [f"holds {q}" for q in "1234"]
    for (grid,) in boards:
        assert (grid.column, grid.row, grid.content) == (1, 2, (3,))
        assert len(grid.cells) == 9
    assert [boards[1][0].shows((q, "1", "1", "o")) for q in "123"] == [False, True, False]


def test_of_three_coordinates_the_odd_one_or_the_first_tells_boards_apart() -> None:
    def parts(*axes: str) -> list[tuple[int, str] | None]:
        fluents = [f"(cell {x} {y} {z} o)" for x in axes[0] for y in axes[1] for z in axes[2]]
        found = find_layout(
            Lexicon(("r",), tuple(fluents), ((),)), ground_terms(" ".join(fluents)), {}
        )
        return [board[0].part for board in found.boards]

    assert parts("123", "123", "123") == [(0, "1"), (0, "2"), (0, "3")]
    assert parts("123", "123", "12") == [(2, "1"), (2, "2")]
    assert parts("123", "12", "123") == [(1, "1"), (1, "2")]
    assert parts("12", "123", "1234") == [(0, "1"), (0, "2")]
    assert parts("12345678", "123456", "12") == [(2, "1"), (2, "2")]
    assert parts("1234", "123", "12345") == [(0, one) for one in "1234"]


def test_four_coordinates_are_a_block_and_a_cell_in_it() -> None:
    two = "12"
    start = [f"(cell {i} {j} {k} {n} b)" for i in two for j in two for k in two for n in two]
    fluents = start + [f"{cell[:-2]}{digit})" for cell in start for digit in "1234"]
    ((grid,),) = find_layout(
        Lexicon(("r",), tuple(fluents), ((),)), ground_terms(" ".join(start)), {}
    ).boards
    assert grid.columns.values == ("11", "12", "21", "22")
    assert grid.place(("2", "1", "1", "2", "4")) == ("21", "12", "4")
    assert grid.block == 2
    assert layout([one for one in fluents if not one.endswith("b)")]) == [["cell"]], (
        "none is filled"
    )
    assert layout(fluents, start[1:]) == [], "a cell without content is none of such a board"


def test_a_height_is_no_board_of_its_own() -> None:
    fluents = [f"(cell {x} {y} {c} {n})" for x in "123" for y in "123" for c in "rw" for n in "12"]
    (board,) = find_layout(
        Lexicon(("me",), tuple(fluents), ((),)), ground_terms("(cell 1 1 r 2) (cell 2 1 w 2)"), {}
    ).boards
    assert (board[0].part, board[0].content) == (None, (2, 3))


def test_pieces_that_might_leave_the_board_are_drawn_on_its_cells() -> None:
    cells = [f"(cell {x} {y})" for x in range(1, 6) for y in range(1, 6)]
    walks = [f"(location {c} {x} {y})" for c in "me" for x in range(-30, 31) for y in range(9)]
    start = [*cells, "(location m 1 1)", "(location e 5 2)"]
    lexicon = Lexicon(("x",), (*cells, *walks), ((),))
    (board,) = find_layout(lexicon, ground_terms(" ".join(start)), {}).boards
    assert [(grid.name, len(grid.cells)) for grid in board] == [("location", 25)]
    (board,) = find_layout(lexicon, ground_terms(" ".join([*start, "(location e 6 1)"])), {}).boards
    assert [grid.name for grid in board] == ["cell"]


def test_rows_come_first_where_they_are_called_so() -> None:
    lexicon = Lexicon(("x",), tuple(f"(cell r{r} c{c} x)" for r in "12" for c in "123"), ((),))
    (board,) = find_layout(lexicon, [], {}).boards
    assert board[0].columns.values == ("c1", "c2", "c3")


@pytest.mark.parametrize(
    ("values", "ordered"),
    [
        (["1", "2", "10"], tuple(map(str, range(1, 11)))),
        (["c1", "c2"], ("c1", "c2")),
        (["a", "b", "d"], ("a", "b", "c", "d")),
        (["x", "o"], None),
        (["1", "blank"], None),
        (["1"], ("1",)),
        (["a"], None),
        (["r1", "c2"], None),
    ],
)
def test_axes(values: list[str], ordered: tuple[str, ...] | None) -> None:
    axis = axis_of(values, ())
    assert (axis.values if axis else None) == ordered


def test_roles_are_no_coordinates() -> None:
    assert axis_of(["a", "b"], ("a", "b")) is None


def test_leaves() -> None:
    alone, cell = ground_terms("initial (cell 1 1 x)")
    assert (alone.shape, alone.leaves) == ("initial", ())
    assert (cell.shape, cell.leaves) == ("(cell _ _ _)", ("1", "1", "x"))


def test_blanks() -> None:
    assert blanks_among(["b", "w"]) == frozenset()
    assert blanks_among(["b", "w", "x"], mostly_b=True) == {"b"}
    assert blanks_among(["empty", "x"]) == {"empty"}


def test_symbols_are_short_and_differ() -> None:
    names = ["black", "blue", "blackKing", "redPawn", "white_pawn", "12", "b"]
    symbols = symbols_for(names)
    assert len(set(symbols.values())) == len(names)
    assert all(len(symbol) <= 2 for symbol in symbols.values())
    assert symbols["12"] == "12"


def test_codes_are_kept_whole() -> None:
    codes = [f"p{number:04b}" for number in range(16)]
    assert list(symbols_for(codes).values()) == codes


def test_a_board_of_words_is_aligned() -> None:
    board = Board("cell", ("1", "2"), ("10", "9"), (("wp", ""), (None, "x")))
    assert str(board).splitlines() == ["10  wp .", " 9     x", "    1  2"]
