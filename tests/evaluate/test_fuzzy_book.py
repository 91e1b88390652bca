"""The numbers of the book's chapter on fuzzy goals, to all the digits that it prints."""

from collections.abc import Callable, Iterator

import pytest

from tests.evaluate.book import FIGURE, TICTACTOE
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.term import Term
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.game.load import compiled_game
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source
from zermelo.text.spell import spell

SYNTAXES: tuple[Syntax, ...] = ("infix", "kif", "asp")


@pytest.fixture(scope="module", params=SYNTAXES)
def book(request: pytest.FixtureRequest) -> CompiledGame:
    """The book's own sheet, in each of the syntaxes."""
    sheet = read_text(Source("book.gdl", TICTACTOE), "infix")
    text = spell(sheet, request.param)
    return compiled_game("book", compiled(read_text(Source("book", text), request.param)))


def all_terms(terms: tuple[Term, ...]) -> Iterator[Term]:
    """Every term, those on top first."""
    for term in terms:
        yield term
        yield from all_terms(term.parts)


def degree(game: CompiledGame, state: State, text: str, fuzzy: Fuzzy | None = None) -> float:
    """How true a formula is, found among the terms."""
    terms = (fuzzy or Fuzzy()).terms(game, state)
    return next(term.value for term in all_terms(terms) if term.text == text)


def figure(game: CompiledGame, role: str) -> State:
    return game.state_of([*FIGURE, f"(control {role})"])


def six(value: float) -> str:
    return f"{value:.6f}"


def test_the_position_of_figure_16_3(book: CompiledGame) -> None:
    state = figure(book, "black")
    first = "(and (true (cell 1 1 x)) (true (cell 2 2 x)) (true (cell 3 3 x)))"
    assert degree(book, state, "(true (cell 1 1 x))") == 0.9
    assert degree(book, state, "(true (cell 2 2 x))") == pytest.approx(0.1, abs=1e-15)
    assert six(degree(book, state, first)) == "0.081000"
    assert six(degree(book, state, "(diagonal x)")) == "0.081919"
    assert six(degree(book, state, "(line x)")) == "0.116296"
    assert six(degree(book, state, "(line o)")) == "0.023797"
    assert six(degree(book, state, "(goal white 100)")) == "0.113529"
    assert six(degree(book, state, "(goal white 50)")) == "0.862674"
    white, _ = Fuzzy().start(book)(state)
    assert six(white) == "49.589684"


def test_our_own_sheet_gives_the_same(tictactoe: CompiledGame) -> None:
    state = figure(tictactoe, "o")
    assert six(degree(tictactoe, state, "(diagonal x)")) == "0.081919"
    assert six(degree(tictactoe, state, "(goal x 100)")) == "0.113529"
    assert six(degree(tictactoe, state, "(goal x 50)")) == "0.862674"
    assert six(Fuzzy().start(tictactoe)(state)[0]) == "49.589684"


def test_the_terms_stand_in_the_order_of_the_rules(book: CompiledGame) -> None:
    white, black = Fuzzy().terms(book, figure(book, "white"))
    assert [part.text for part in white.parts] == ["(goal white 100)", "(goal white 50)"]
    assert [part.text for part in black.parts] == ["(goal black 100)", "(goal black 50)"]
    (body,) = white.parts[0].parts
    line, other = body.parts
    assert other.text == "(not (line o))"
    assert [part.text for part in line.parts] == [
        *(f"(row {m} x)" for m in (1, 2, 3)),
        *(f"(column {n} x)" for n in (1, 2, 3)),
        "(diagonal x)",
    ]


OPENINGS = {(2, 2): ("49.693230", "0.039055"), (1, 1): ("49.663078", "0.031362")}
EDGE = ("49.638672", "0.023607")


def test_the_centre_is_the_best_opening(book: CompiledGame) -> None:
    guess = Fuzzy().start(book)
    seen = set()
    for joint in joints(book, book.initial):
        state = book.next(book.initial, joint)
        move = book.spell(Role(0), joint[0])
        m, n = int(move[6]), int(move[8])
        corner_or_centre = (1, 1) if m != 2 and n != 2 else (m, n)
        worth, goal = OPENINGS.get(corner_or_centre, EDGE)
        assert six(guess(state)[0]) == worth
        assert six(degree(book, state, "(goal white 100)")) == goal
        seen.add(worth)
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("opening", "reply", "expected"),
    [
        ((2, 2), (1, 1), "0.030370"),
        ((2, 2), (1, 2), "0.022860"),
        ((1, 1), (2, 2), "0.038124"),
        ((1, 1), (3, 3), "0.030615"),
        ((1, 1), (3, 1), "0.030615"),
        ((1, 1), (1, 2), "0.023044"),
        ((1, 1), (3, 2), "0.023044"),
        ((1, 2), (2, 2), "0.038432"),
        ((1, 2), (1, 1), "0.030862"),
        ((1, 2), (3, 3), "0.030862"),
        ((1, 2), (2, 1), "0.023230"),
        ((1, 2), (3, 2), "0.023230"),
    ],
)
def test_exercise_2_replies_to_an_opening(
    book: CompiledGame, opening: tuple[int, int], reply: tuple[int, int], expected: str
) -> None:
    cells = {(m, n): "b" for m in (1, 2, 3) for n in (1, 2, 3)} | {opening: "x", reply: "o"}
    fluents = [f"(cell {m} {n} {mark})" for (m, n), mark in cells.items()]
    state = book.state_of([*fluents, "(control white)"])
    assert six(degree(book, state, "(goal black 100)")) == expected


ORDER = (
    [(tile - 1) % 4 + 1 for tile in range(1, 16)],
    [(tile - 1) // 4 + 1 for tile in range(1, 16)],
)


def misplaced(game: CompiledGame, tiles: tuple[int, ...]) -> State:
    """The solved puzzle, but that these tiles are gone from their places, each to the next's."""
    places = {tile: (ORDER[0][tile - 1], ORDER[1][tile - 1]) for tile in range(1, 16)}
    moved = dict(zip(tiles, [places[tile] for tile in (*tiles[1:], *tiles[:1])], strict=True))
    places |= moved if len(tiles) > 1 else dict.fromkeys(tiles, (4, 4))
    return game.state_of([f"(cell {x} {y} {tile})" for tile, (x, y) in places.items()])


@pytest.mark.parametrize(
    ("right", "expected"),
    [(15, 0.205891), (14, 0.0228768), (13, 0.00254187), (12, 2.824e-4), (11, 3.138e-5), (0, 1e-15)],
)
def test_exercise_4_tiles_in_their_places(
    game_of: Callable[[str], CompiledGame], right: int, expected: float
) -> None:
    game = game_of("fifteen_puzzle")
    wrong = tuple(range(1, 16))[: 15 - right]
    found = degree_of_goal(game, misplaced(game, wrong), Fuzzy())
    assert found == pytest.approx(expected, rel=2e-4, abs=0)
    assert found == pytest.approx(0.9**right * 0.1 ** (15 - right), rel=1e-12, abs=0)


def degree_of_goal(game: CompiledGame, state: State, fuzzy: Fuzzy) -> float:
    """How true the only goal is, also at the end."""
    ((goal,),) = fuzzy.truth(game).goals(fuzzy.cone(game), state)
    return goal


@pytest.mark.parametrize(("wrong", "expected"), [(1, 0.0229), (5, 0.0229), (15, 0.06)])
def test_exercise_5_the_books_threshold_depends_on_the_order(
    game_of: Callable[[str], CompiledGame], wrong: int, expected: float
) -> None:
    game = game_of("fifteen_puzzle")
    assert degree_of_goal(game, misplaced(game, ()), Fuzzy(theta=0.6)) == pytest.approx(0.6)
    found = degree_of_goal(game, misplaced(game, (wrong,)), Fuzzy(theta=0.6))
    assert found == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("wrong", "expected"), [((), 0.6), ((1,), 0.06), ((15,), 0.06), ((2, 9), 0.006)]
)
def test_exercise_5_a_floor_does_not(
    game_of: Callable[[str], CompiledGame], wrong: tuple[int, ...], expected: float
) -> None:
    game = game_of("fifteen_puzzle")
    fuzzy = Fuzzy(theta=0.6, form="floor")
    assert degree_of_goal(game, misplaced(game, wrong), fuzzy) == pytest.approx(expected, rel=1e-9)
