"""Tables: every value is what the plain solver, or max^n, says; wrong files are refused."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.solve.tables import ALONE, CYCLES, DUELS, EVERYBODY, reachable, sheets, table_for
from zermelo.errors import LimitError, ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.search.base import Clock, last
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.spec import parse
from zermelo.search.tables import believed
from zermelo.search.tables.believed import keep_table, load_table
from zermelo.search.tables.everybody import maxn_table
from zermelo.search.tables.file import narrowed, read_table, write_table
from zermelo.search.tables.sealing import seal_of
from zermelo.search.tables.table import MAXN, MINIMAX, Table

GameOf = Callable[[str], CompiledGame]
TINY = "nim:pile1=0,pile2=1,pile3=2,pile4=3"


@pytest.fixture
def any_game(game_of: GameOf, tmp_path: Path) -> Callable[[str], CompiledGame]:
    """A game of the library, or one of the sheets of these tests."""
    sheets(tmp_path)
    return lambda name: load(str(tmp_path / name)) if name.endswith(".kif") else game_of(name)


@pytest.fixture(autouse=True)
def _no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered of other tests: every file is checked."""
    monkeypatch.setattr(believed, "remembered", lambda seal: None)


def again(game: CompiledGame, table: Table, folder: Path) -> Table:
    """A table after it was written, read and checked."""
    path = folder / "again.npz"
    keep_table(table, path)
    return load_table(game, path)


@pytest.mark.parametrize("fold", [True, False])
@pytest.mark.parametrize("name", [*DUELS, *CYCLES, *ALONE])
def test_every_position_has_the_value_of_the_plain_solver(
    any_game: GameOf, tmp_path: Path, name: str, fold: bool
) -> None:
    game = any_game(name)
    table = again(game, table_for(game, fold=fold), tmp_path)
    plain = solved_plainly(game)
    assert table.kind == MINIMAX
    assert table.positions == len(plain)
    assert {state: table.worth(game.row(state)) for state in plain} == plain


@pytest.mark.parametrize("name", EVERYBODY)
def test_every_position_has_the_value_of_maxn(any_game: GameOf, tmp_path: Path, name: str) -> None:
    game = any_game(name)
    table = again(game, table_for(game), tmp_path)
    states = reachable(game, game.initial)
    assert table.kind == MAXN
    assert (table.positions, table.total) == (len(states), None)
    think = parse("maxn").start(game, Role(0), Clock())
    for state in states:
        found, worth = last(think(state, Clock())), table.worth(game.row(state))
        assert found is not None
        assert worth is not None
        assert (worth.values, worth.distance) == (found.values, len(found.line))


def test_positions_that_cannot_be_reached_are_not_in_it(game_of: GameOf) -> None:
    game = game_of(TINY)
    later = game.children(game.initial)[0].state
    table = table_for(game, later)
    assert table.worth(game.row(game.initial)) is None
    assert table.worth(game.row(later)) is not None


def test_maxn_refuses_matches_that_come_back(any_game: GameOf) -> None:
    game = any_game("round.kif")
    with pytest.raises(UnsuitedError, match="a match can come back to a position"):
        maxn_table(game, game.initial, megabytes=100)


def test_maxn_keeps_to_its_memory(any_game: GameOf) -> None:
    game = any_game("race")
    with pytest.raises(LimitError, match=r"race has more positions than fit.*--max-memory allows"):
        maxn_table(game, game.initial, megabytes=0)


@pytest.mark.parametrize("name", ["rock_paper_scissors", "pig_race"])
def test_what_neither_suits_is_refused_for_the_first_reason(game_of: GameOf, name: str) -> None:
    with pytest.raises(UnsuitedError, match=r"simultaneous moves|has chance"):
        table_for(game_of(name))


@pytest.fixture(scope="module")
def tiny(
    game_of: GameOf, tmp_path_factory: pytest.TempPathFactory
) -> tuple[CompiledGame, Table, bytes]:
    game = game_of(TINY)
    table = table_for(game)
    path = tmp_path_factory.mktemp("tiny") / "tiny.npz"
    write_table(table, path)
    return game, table, path.read_bytes()


def test_the_same_table_is_the_same_file(
    tiny: tuple[CompiledGame, Table, bytes], tmp_path: Path
) -> None:
    _, table, content = tiny
    path = tmp_path / "same.npz"
    seal = write_table(table, path)
    assert path.read_bytes() == content
    assert seal_of(content) == seal
    assert list(tmp_path.iterdir()) == [path], "nothing else is left behind"
    with np.load(path) as archive:
        assert str(archive["format"]) == "zermelo table 1"


def test_flipped_bytes_are_noticed(tiny: tuple[CompiledGame, Table, bytes], tmp_path: Path) -> None:
    """Each byte of the first and the last 200, every seventh of those between."""
    game, _, content = tiny
    path, chance = tmp_path / "flipped.npz", Random(1)
    for place in [*range(200), *range(200, len(content) - 200, 7), *range(-200, 0)]:
        place %= len(content)
        bit = 1 << chance.randrange(8)
        path.write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
        with pytest.raises(ReadError, match=r"flipped\.npz"):
            read_table(game, path)


def test_every_file_that_was_cut_off_is_noticed(
    tiny: tuple[CompiledGame, Table, bytes], tmp_path: Path
) -> None:
    game, _, content = tiny
    path = tmp_path / "short.npz"
    for size in range(0, len(content), 7):
        path.write_bytes(content[:size])
        with pytest.raises(ReadError, match=r"short\.npz (is damaged|is no table)"):
            read_table(game, path)
    path.write_bytes(content + b"more")
    with pytest.raises(ReadError, match=r"damaged or was cut off, or is no table"):
        read_table(game, path)


def test_a_file_that_is_not_there_is_named(tiny: tuple[CompiledGame, Table, bytes]) -> None:
    with pytest.raises(ReadError, match=r"none.npz cannot be read: No such file"):
        load_table(tiny[0], "none.npz")


@pytest.mark.parametrize(
    "other", ["misere_nim:pile1=0,pile2=1,pile3=2,pile4=3", "nim:pile1=0,pile2=1,pile3=3,pile4=3"]
)
def test_the_table_of_another_game_is_refused(
    tiny: tuple[CompiledGame, Table, bytes], game_of: GameOf, tmp_path: Path, other: str
) -> None:
    path = tmp_path / "tiny.npz"
    path.write_bytes(tiny[2])
    with pytest.raises(UnsuitedError, match=f"tiny.npz is the table of {TINY}, not of {other}"):
        load_table(game_of(other), path)


def test_numbers_take_as_few_bytes_as_they_need() -> None:
    assert narrowed(np.array([0, 127])).dtype == np.int8
    assert narrowed(np.array([-129])).dtype == np.int16
    assert narrowed(np.array([1 << 20])).dtype == np.int32
    assert narrowed(np.zeros(0, np.int64)).dtype == np.int8
