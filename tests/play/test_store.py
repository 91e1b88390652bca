"""Records and the store: all that was played comes back, and nothing else is believed."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from zermelo.errors import LimitError, RecordError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game
from zermelo.game.ground_game import GroundGame
from zermelo.game.tree_file import read_tree
from zermelo.play.database import readable_without_writing
from zermelo.play.match import Turn
from zermelo.play.openings import read_openings
from zermelo.play.player import Clocks, player
from zermelo.play.record import Record, outcome_of, rules_hash
from zermelo.play.recorded import load_record, match_of, read_record, spell_record, write_record
from zermelo.play.series import SeriesMatch, series
from zermelo.play.store import MatchStore, StoredSeries, is_store
from zermelo.search.base import Limits
from zermelo.text.source import Source

LECTURE = read_tree(Source("a.tree", "[[3,12,8],[2,4,6],[14,5,2]]"))
MANAGERS = (
    "matchId randomToken startTime gameMetaURL isCompleted isAborted states moves stateTimes "
    "errors goalValues previewClock startClock playClock playerNamesFromHost isPlayerHuman "
    "tournamentNameFromHost scrambled"
).split()


def run(game: Game, store: MatchStore | None, games: int = 4, **terms: Any) -> list[SeriesMatch]:
    """A small series; equal but for the names that a store gives."""
    players = [player("random"), player("alphabeta:kernel=off@nodes=60")]
    return list(series(game, players, games=games, limits=Limits(nodes=30), store=store, **terms))


def matches(played: list[SeriesMatch]) -> list[Any]:
    return [(each.number, each.seats, each.opening, each.match) for each in played]


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path / "matches.db")


@pytest.fixture
def record(tictactoe: CompiledGame, store: MatchStore) -> Record:
    played = run(tictactoe, store, 1, clocks=Clocks(60, 30))
    return store.record(played[1].name)


def test_a_record_has_all_that_managers_write(tictactoe: CompiledGame, record: Record) -> None:
    assert record.keys() >= {*MANAGERS}
    assert record["schema"] == {"name": "zermelo.match", "version": 1}
    assert record["rulesHash"] == rules_hash(tictactoe)
    assert record["playerNamesFromHost"] == ["alphabeta:kernel=off@nodes=60", "random"]
    assert record["players"][1]["spec"] == "random"
    assert record["players"][1]["search"].startswith("random:seed=")
    assert (record["startClock"], record["playClock"], record["previewClock"]) == (60, 30, -1)
    assert record["states"][0].startswith("( (cell 1 1 b) ")
    assert len(record["states"]) == len(record["stateTimes"]) == len(record["moves"]) + 1
    assert record["errors"] == [["", ""]] * len(record["moves"])
    assert sum(record["goalValues"]) == 100
    assert record["isCompleted"] is True
    assert record["isAborted"] is False
    assert record["thoughts"][0] == [None, None], "the opening"
    thought, nothing = record["thoughts"][2]
    assert nothing is None
    assert 0 < thought["nodes"] <= 60
    assert thought["margin"] == pytest.approx(30 - thought["seconds"])
    assert thought["value"] == thought["values"][0]
    assert thought.keys() >= {"depth", "line", "move", "proven"}


def test_records_of_the_same_series_differ_in_time_only(
    tictactoe: CompiledGame, tmp_path: Path
) -> None:
    def timeless(entry: Any) -> Any:
        if isinstance(entry, list):
            return [timeless(each) for each in entry]
        if isinstance(entry, dict):
            return {key: timeless(each) for key, each in entry.items() if key != "seconds"}
        return entry

    found = []
    for name in ("one.db", "two.db"):
        with MatchStore(tmp_path / name) as store:
            names = [each.name for each in run(tictactoe, store)]
            records = [store.record(name) for name in names]
        found.append([{**each, "startTime": 0, "stateTimes": []} for each in records])
    assert json.dumps(timeless(found[0])) == json.dumps(timeless(found[1]))


def test_a_record_in_a_file_is_the_match_again(
    tictactoe: CompiledGame, store: MatchStore, tmp_path: Path
) -> None:
    for each in run(tictactoe, store):
        path = write_record(store.record(each.name), tmp_path / "records")
        assert path.name == f"{each.name}.json"
        assert match_of(tictactoe, load_record(path)) == each.match
    assert sorted(tmp_path.glob("records/*.part")) == []


@pytest.mark.parametrize("name", ["rock_paper_scissors", "nim_3p", "pig_race", "hanoi"])
def test_records_of_any_game_are_the_match_again(
    name: str, store: MatchStore, game_of: Callable[[str], CompiledGame]
) -> None:
    game = game_of(name)
    for each in run(game, store, 2, most=20):
        record = read_record(spell_record(store.record(each.name)).encode(), each.name)
        assert match_of(game, record) == each.match
        assert len(record["playerNamesFromHost"]) == len(game.roles)


def test_a_series_goes_on_where_it_stopped(tictactoe: CompiledGame, store: MatchStore) -> None:
    whole = run(tictactoe, None, 8)
    first = run(tictactoe, store, 4)
    assert not any(each.known for each in first)
    second = run(tictactoe, store, 8)
    assert [each.known for each in second] == [True] * 4 + [False] * 4
    assert matches(second) == matches(whole)
    assert [entry.outcome for entry in store.entries()] == ["finished"] * 8


def test_other_terms_are_another_series(tictactoe: CompiledGame, store: MatchStore) -> None:
    openings = read_openings(tictactoe, Source("o.txt", "(mark 1 1)"))
    run(tictactoe, store, 2)
    for terms in (
        {"seed": 1},
        {"opening": 1},
        {"openings": openings},
        {"most": 50},
        {"clocks": Clocks(play=60)},
    ):
        assert not any(each.known for each in run(tictactoe, store, 2, **terms))
    assert all(each.known for each in run(tictactoe, store, 2, seed=1))
    assert len(store.entries()) == 12


def test_a_match_that_was_cut_off_is_played_anew(
    tictactoe: CompiledGame, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[Turn] = []
    write = StoredSeries.add

    def add(self: StoredSeries, number: int, turn: Turn) -> None:
        write(self, number, turn)
        turns.append(turn)
        if len(turns) == 12:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(StoredSeries, "add", add)
        with pytest.raises(KeyboardInterrupt):
            run(tictactoe, store)
    cut = store.entries()[-1]
    assert cut.outcome == "unfinished"
    assert cut.goals == ()
    record = store.record(cut.id)
    assert (record["isCompleted"], record["isAborted"]) == (False, False)
    assert 0 < len(record["moves"]) == cut.turns
    assert match_of(tictactoe, record).turns[-1] == turns[-1]
    again = run(tictactoe, store)
    assert matches(again) == matches(run(tictactoe, None))
    assert [entry.outcome for entry in store.entries()] == ["finished"] * 4


def test_of_two_that_play_the_same_series_the_first_stands(
    tictactoe: CompiledGame, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, other = StoredSeries.begin, MatchStore(store.path)

    def overtaken(self: StoredSeries, pairing: Any) -> None:
        begin(self, pairing)
        if self.store is store:
            run(tictactoe, other, pairing.number + 1)

    monkeypatch.setattr(StoredSeries, "begin", overtaken)
    played = run(tictactoe, store, 2)
    assert matches(played) == matches(run(tictactoe, None, 2))
    started = [entry.started for entry in store.entries()]
    assert len(started) == 2
    other.close()


def test_a_match_that_fails_is_kept_with_its_reason(
    tictactoe: CompiledGame, store: MatchStore
) -> None:
    (first, *_) = run(tictactoe, store, most=1)
    record = store.record(first.name)
    assert record["problem"] == "the match was not over after 1 turns"
    assert (record["isCompleted"], record["isAborted"], record["goalValues"]) == (False, True, [])
    assert match_of(tictactoe, record) == first.match
    assert store.entries()[0].outcome == "aborted"


def test_trees_are_recorded_too(store: MatchStore) -> None:
    played = run(LECTURE, store, opening=0)
    assert [match_of(LECTURE, store.record(each.name)) for each in played] == [
        each.match for each in played
    ]
    other = read_tree(Source("a.tree", "[[3,12,8],[2,4,6],[14,5,1]]"))
    assert rules_hash(other) != rules_hash(LECTURE)


def test_games_without_rules_are_not_recorded(tictactoe: CompiledGame) -> None:
    assert tictactoe.program is not None
    with pytest.raises(UnsuitedError, match="the rules of ground are not known"):
        rules_hash(GroundGame("ground", tictactoe.program))


def test_other_rules_are_refused(record: Record, game_of: Callable[[str], CompiledGame]) -> None:
    with pytest.raises(UnsuitedError, match=r"played by other rules than those of nim now \(hash "):
        match_of(game_of("nim"), record)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("matchId", None, "matchId is missing, or of another kind"),
        ("moves", [], "7 states, 0 moves"),
        ("errors", [], "errors has 0 entries, not 6"),
        ("goalValues", [100], "goalValues has 1 entries, not 2"),
        ("goalValues", [3, 4], "its goals are not those of its last state"),
        ("roles", ["x"], "playerNamesFromHost has 2 entries, not 1"),
        ("roles", ["a", "b"], "its roles are not those of tictactoe"),
        ("moves", [["noop"]] * 6, "moves, turn 0: no entry for each role"),
        ("moves", [[1, 2]] * 6, "moves, turn 0: no moves at all"),
        ("moves", [["(mark 9 9)", "noop"]] * 6, "turn 0: x never has a move (mark 9 9)"),
        ("moves", [["(mark 9 9", "noop"]] * 6, "turn 0: "),
        ("states", ["( )"] * 7, "state 0 is not where its moves lead"),
        ("thoughts", [[{"depth": 3}, None]] * 6, "thoughts, turn 0: no thoughts at all"),
    ],
)
def test_damaged_records_are_refused(
    tictactoe: CompiledGame, record: Record, key: str, value: Any, says: str
) -> None:
    assert len(record["moves"]) == 6
    text = spell_record({**record, key: value})
    with pytest.raises(RecordError) as caught:
        match_of(tictactoe, read_record(text.encode(), "a.json"))
    assert "is damaged: " in str(caught.value)
    assert says in str(caught.value)


def test_what_is_no_record_is_refused(record: Record, tmp_path: Path) -> None:
    text = spell_record(record)
    cut = text[: len(text) // 2]
    for content, says in (
        (cut.encode(), "no record of a match, or it is cut off"),
        (b"", "a.json is empty"),
        (b"\xff\xfe\x00", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[1, 2]", "its schema is not zermelo.match"),
        (b'{"matchId": "x"}', "its schema is not zermelo.match"),
        (
            spell_record({**record, "schema": {"name": "zermelo.match", "version": 2}}).encode(),
            "a.json was written by a newer Zermelo (match format 2; this one reads up to 1)",
        ),
    ):
        with pytest.raises(RecordError) as caught:
            read_record(content, "a.json")
        assert says in str(caught.value)
    with pytest.raises(RecordError, match="there is no file"):
        load_record(tmp_path / "none.json")
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        load_record(tmp_path)


def test_what_is_no_store_is_refused_and_left_alone(
    store: MatchStore, tictactoe: CompiledGame, tmp_path: Path
) -> None:
    run(tictactoe, store)
    store.close()
    whole = store.path.read_bytes()
    text, other, later, cut = (tmp_path / name for name in ("text", "other", "later", "cut"))
    text.write_text("these are no matches at all, but a letter to somebody\n" * 10)
    cut.write_bytes(whole[: len(whole) // 3])
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE letters (text)")
    connection.close()
    later.write_bytes(whole)
    connection = sqlite3.connect(later)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    for path, says in (
        (text, "is no store of matches, or damaged: file is not a database"),
        (other, "is a database, but no store of matches"),
        (
            later,
            "was written by a newer Zermelo (store format 2; this one reads up to 1): update",
        ),
        (tmp_path, "cannot be used: unable to open database file"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(RecordError) as caught:
            MatchStore(path)
        assert says in str(caught.value)
        assert not before or path.read_bytes() == before
    with pytest.raises(RecordError, match="is no store of matches, or damaged"):
        MatchStore(cut, reading=True).entries()
    with pytest.raises(RecordError, match="there is no file"):
        MatchStore(tmp_path / "none.db", reading=True)
    assert not (tmp_path / "none.db").exists()


def test_a_store_that_was_tampered_with_says_so(store: MatchStore, tictactoe: CompiledGame) -> None:
    (first, second, *_) = run(tictactoe, store)
    with pytest.raises(RecordError, match="has no match nobody"):
        store.record("nobody")
    store.connection.execute("UPDATE turns SET turn = '{}' WHERE match = ?", (first.name,))
    with pytest.raises(RecordError, match="is damaged: its parts cannot be read"):
        store.record(first.name)
    store.connection.execute("DELETE FROM turns WHERE match = ?", (second.name,))
    with pytest.raises(RecordError, match=r"no turn of .* has been played yet"):
        store.record(second.name)
    store.connection.execute("UPDATE matches SET head = '{}'")
    with pytest.raises(RecordError, match="is damaged: a match cannot be read"):
        store.entries()


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder in which this process cannot write once it is told so by `closed`."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """Without a right to write in a folder; root, who may write everywhere, is nobody meanwhile."""
    root = os.geteuid() == 0
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
def test_a_store_can_be_read_where_nothing_can_be_written(
    tictactoe: CompiledGame, read_only: Path, killed: bool
) -> None:
    path = read_only / "matches.db"
    with MatchStore(path) as found:
        played = run(tictactoe, found, 2)
        copies = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal")}
    if killed:  # as if it had never been closed
        for end, content in copies.items():
            Path(f"{path}{end}").write_bytes(content)
        assert len(copies["-wal"]) > 0
    files = sorted(read_only.iterdir())
    with closed(read_only), MatchStore(path, reading=True) as store:
        assert [entry.id for entry in store.entries()] == [each.name for each in played]
        assert store.record(played[0].name)["isCompleted"]
    assert sorted(read_only.iterdir()) == files


def test_a_store_that_may_not_be_read_is_told(tictactoe: CompiledGame, read_only: Path) -> None:
    path = read_only / "matches.db"
    with MatchStore(path) as found:
        run(tictactoe, found, 1)
    with closed(read_only):
        pass
    path.chmod(0o000)
    if os.geteuid() == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(RecordError, match="cannot be used: unable to open database file"):
            MatchStore(path, reading=True)
    finally:
        os.seteuid(os.getuid())


def test_a_full_disk_is_a_limit(tictactoe: CompiledGame, tmp_path: Path) -> None:
    with MatchStore(tmp_path / "matches.db") as store:
        pages = store.number("PRAGMA page_count")
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LimitError, match="cannot be written: the disk is full"):
            run(tictactoe, store, 50)


def test_nothing_is_kept_of_a_copy_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(copies))
    path = tmp_path / "matches.db"
    for end in ("", "-wal"):
        Path(f"{path}{end}").write_text("these are no matches at all, but a letter\n" * 10)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        readable_without_writing(path)
    assert list(copies.iterdir()) == []
    assert "not a database" in str(caught.value)


def test_a_store_that_the_system_does_not_let_us_read_is_told(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("zermelo.play.store.readable", refused)
    with pytest.raises(RecordError, match="cannot be read: Permission denied"):
        MatchStore(store.path, reading=True)


def test_what_fails_while_it_is_written_leaves_nothing(store: MatchStore) -> None:
    def write(error: type[BaseException] | None) -> None:
        with store.writing():
            store.connection.execute("INSERT INTO runs VALUES ('r', '{}', 0)")
            if error is not None:
                raise error

    with pytest.raises(KeyboardInterrupt):
        write(KeyboardInterrupt)
    assert store.number("SELECT count(*) FROM runs") == 0
    write(None)
    assert store.number("SELECT count(*) FROM runs") == 1


def test_what_cannot_be_read_is_no_store(tmp_path: Path) -> None:
    assert not is_store(tmp_path)
    assert not is_store(tmp_path / "missing.db")


@pytest.mark.parametrize(
    ("completed", "aborted", "outcome"),
    [
        (True, False, "finished"),
        (False, False, "unfinished"),
        (False, True, "aborted"),
        (True, True, "aborted"),
    ],
)
def test_a_record_says_how_its_match_ended(completed: bool, aborted: bool, outcome: str) -> None:
    assert outcome_of({"isCompleted": completed, "isAborted": aborted}) == outcome
