"""No lie passes the check of tables; what passed it, or was made here, is remembered."""

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.solve.tables import sheets, table_for
from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.search.tables import believed
from zermelo.search.tables.believed import keep_table, load_table
from zermelo.search.tables.file import write_table
from zermelo.search.tables.recheck import WrongTableError, recheck
from zermelo.search.tables.table import MAXN, Table

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


@pytest.fixture(scope="module")
def tiny(
    game_of: GameOf, tmp_path_factory: pytest.TempPathFactory
) -> tuple[CompiledGame, Table, bytes]:
    game = game_of(TINY)
    table = table_for(game)
    path = tmp_path_factory.mktemp("tiny") / "tiny.npz"
    write_table(table, path)
    return game, table, path.read_bytes()


def changed(table: Table, **parts: Any) -> Table:
    return dataclasses.replace(table, **parts)


def lies(table: Table) -> dict[str, Table]:
    """Tables that are well formed and say what is not true."""
    last_row = table.size - 1
    better = table.values.copy()
    won = int(np.flatnonzero(better[0] != better[1])[0])
    better[:, won] = better[::-1, won]
    later = table.distances.copy()
    later[last_row] += 2
    endless = table.distances.copy()
    endless[won] = -1
    twice = table.rows.copy()
    twice[:, 1] = twice[:, 0]
    return {
        "another value": changed(table, values=better),
        "another distance": changed(table, distances=later),
        "no end": changed(table, distances=endless),
        "below zero": changed(table, distances=table.distances - 3),
        "another total": changed(table, total=90),
        "no total": changed(table, total=None),
        "too many positions": changed(table, positions=table.positions + 1),
        "a row twice": changed(table, rows=twice),
        "another order": changed(table, rows=table.rows[:, ::-1]),
        "a position missing": changed(
            table,
            rows=table.rows[:, 1:],
            values=table.values[:, 1:],
            distances=table.distances[1:],
        ),
        "other symmetries": changed(table, folding=None),
        "a start elsewhere": changed(table, start=table.start ^ np.uint64(1)),
        "by max^n": changed(table, kind=MAXN),
    }


@pytest.mark.parametrize("name", ["tictactoe", "kayles:pins=5"])
def test_no_lie_passes(game_of: GameOf, tmp_path: Path, name: str) -> None:
    game = game_of(name)
    table = table_for(game)
    assert table.folding is not None
    for what, wrong in lies(table).items():
        path = tmp_path / f"{what.replace(' ', '-')}.npz"
        write_table(wrong, path)
        with pytest.raises(ReadError, match=rf"{re.escape(path.name)} is (refused|no table)"):
            load_table(game, path)


def test_any_single_wrong_value_or_distance_is_found(any_game: GameOf) -> None:
    chance = Random(2)
    for name in ("tictactoe", "dodgem", "missionaries_and_cannibals", "round.kif", "race"):
        game = any_game(name)
        table = table_for(game)
        recheck(game, table)
        for _ in range(20):
            place = chance.randrange(table.size)
            values, distances = table.values.astype(np.int64), table.distances.copy()
            if chance.random() < 0.5:
                distances[place] += chance.choice((-1, 1, 2))
            else:
                values[:, place] += chance.choice((-50, -1, 1, 50))
                if (distances[place] < 0) or len(game.roles) == 2:
                    values[-1, place] -= 2 * (values[-1, place] - table.values[-1, place])
                if distances[place] < 0:
                    continue  # where there is no end, values mean nothing
            with pytest.raises(WrongTableError):
                recheck(game, changed(table, values=values, distances=distances))


def test_symmetries_of_another_game_are_found_out(game_of: GameOf) -> None:
    game = game_of("tictactoe")
    table = table_for(game)
    assert table.folding is not None
    images = table.folding.images.copy()
    images[1, [0, 1]] = images[1, [1, 0]]
    wrong = changed(table, folding=type(table.folding)(images))
    with pytest.raises(WrongTableError, match="symmetries that were not found in the rules"):
        recheck(game, wrong)


CHANCE = """
(role a) (role {other}) (init start)
(<= (legal a noop) (true start)) (<= (legal {other} heads) (true start))
(<= (legal {other} tails) (true start))
(<= (next won) (does {other} heads)) (<= (next lost) (does {other} tails))
(<= terminal (not (true start)))
(<= (goal a 100) (true won)) (<= (goal {other} 0) (true won))
(<= (goal a 0) (true lost)) (<= (goal {other} 100) (true lost))
"""


def test_no_table_is_true_where_chance_decides(tmp_path: Path) -> None:
    certain, unsure = tmp_path / "certain.kif", tmp_path / "unsure.kif"
    certain.write_text(CHANCE.format(other="b"))
    unsure.write_text(CHANCE.format(other="random"))
    game = load(str(certain))
    table = table_for(game)
    recheck(game, table)
    with pytest.raises(WrongTableError, match="its game has chance, so that no value is certain"):
        recheck(load(str(unsure)), table)


class TestWhatIsRemembered:
    """A table is checked once, unless it was made here."""

    @pytest.fixture(autouse=True)
    def _counting(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.checked = 0

        def counted(game: CompiledGame, table: Table) -> None:
            self.checked += 1
            recheck(game, table)

        monkeypatch.undo()
        monkeypatch.setattr(believed, "recheck", counted)
        monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))

    def test_what_was_made_here_is_believed(
        self, tiny: tuple[CompiledGame, Table, bytes], tmp_path: Path
    ) -> None:
        keep_table(tiny[1], tmp_path / "made.npz")
        load_table(tiny[0], tmp_path / "made.npz")
        assert self.checked == 0

    def test_what_came_from_elsewhere_is_checked_once(
        self, tiny: tuple[CompiledGame, Table, bytes], tmp_path: Path
    ) -> None:
        path = tmp_path / "elsewhere.npz"
        path.write_bytes(tiny[2])
        load_table(tiny[0], path)
        load_table(tiny[0], path)
        assert self.checked == 1

    def test_a_lie_is_found_every_time(
        self, tiny: tuple[CompiledGame, Table, bytes], tmp_path: Path
    ) -> None:
        write_table(lies(tiny[1])["another value"], tmp_path / "lie.npz")
        for _ in range(2):
            with pytest.raises(ReadError, match="does not follow from the rules"):
                load_table(tiny[0], tmp_path / "lie.npz")
        assert self.checked == 2

    def test_a_cache_that_cannot_be_written_does_no_harm(
        self,
        tiny: tuple[CompiledGame, Table, bytes],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        (tmp_path / "table").mkdir()
        monkeypatch.setattr(believed, "remembered", lambda seal: tmp_path / "table")
        keep_table(tiny[1], tmp_path / "made.npz")
        load_table(tiny[0], tmp_path / "made.npz")
        assert self.checked == 1

    def test_without_a_cache_every_table_is_checked(
        self,
        tiny: tuple[CompiledGame, Table, bytes],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("ZERMELO_CACHE", "off")
        keep_table(tiny[1], tmp_path / "made.npz")
        load_table(tiny[0], tmp_path / "made.npz")
        assert self.checked == 1
