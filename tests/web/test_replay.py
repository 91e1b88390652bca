"""The page Replay: matches of a store, match files, matches of tables, and what is refused."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.test_play import PERSONS, done, moved, opened, settled
from zermelo.apps.commands.web import store_at
from zermelo.errors import RecordError
from zermelo.game.compiled_game import CompiledGame
from zermelo.play.player import player
from zermelo.play.record import Record
from zermelo.play.recorded import spell_record
from zermelo.play.series import series
from zermelo.play.store import MatchStore
from zermelo.search.base import Limits
from zermelo.web.replaying.archive import Archive
from zermelo.web.settings import ServerSettings
from zermelo.web.table import WebTable

RULES = """
(role solo) (init (step 1)) (succ 1 2)
(<= (legal solo (go ?x)) (true (step ?x)) (succ ?x ?y))
(<= (legal solo stay) (true (step ?x)))
(<= (next (step ?y)) (does solo (go ?x)) (succ ?x ?y))
(<= (next (step ?x)) (does solo stay) (true (step ?x)))
(<= terminal (true (step 2)))
(<= (goal solo 100) (true (step 2)))
(<= (goal solo 0) (true (step 1)))
"""


@pytest.fixture(scope="module")
def store(tictactoe: CompiledGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two matches in it."""
    path = tmp_path_factory.mktemp("store") / "kept.db"
    players = [player("random"), player("alphabeta:kernel=off")]
    with MatchStore(path) as found:
        list(series(tictactoe, players, games=2, limits=Limits(nodes=60), store=found))
    return path


@pytest.fixture
def stored(client: TestClient, store: Path) -> Iterator[TestClient]:
    """The same server, as if it had been started with a store."""
    archive = client.app.state.services.archive  # type: ignore[attr-defined]
    before = archive.settings
    archive.settings = replace(before, store=str(store))
    yield client
    archive.settings = before


@pytest.fixture(scope="module")
def record(store: Path) -> Record:
    with MatchStore(store, reading=True) as found:
        return found.record(found.entries()[0].id)


def replayed(client: TestClient, name: str) -> Any:
    """What the server says at last when a match is made again."""
    answer = client.post(f"/api/matches/{name}", json={})
    if answer.status_code != 200:
        return answer.status_code, answer.json()
    kind, data = answer.text.strip().rsplit("\n\n", 1)[-1].split("\n")
    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def dropped(client: TestClient, record: Any, name: str = "match.json") -> Any:
    """What the server says to a match file."""
    text = record if isinstance(record, str) else json.dumps(record)
    return client.post("/api/matches", json={"name": name, "text": text})


def test_without_a_store_there_is_a_page_that_says_so(client: TestClient) -> None:
    assert "Open a match file" in client.get("/replay").text
    found = client.get("/api/matches").json()
    assert not found["store"]
    assert found["problem"] == ""
    assert [one for one in found["matches"] if one["kind"] == "store"] == []


def test_a_store_is_listed(stored: TestClient, record: Record) -> None:
    found = stored.get("/api/matches").json()
    assert found["store"]
    assert sum(one["kind"] == "store" for one in found["matches"]) == 2
    (listed,) = (one for one in found["matches"] if one["id"] == record["matchId"])
    assert listed["title"] == "Tic-tac-toe"
    assert listed["players"] == record["playerNamesFromHost"]
    assert listed["goals"] == record["goalValues"]
    assert listed["turns"] == len(record["moves"])
    assert listed["started"] == record["startTime"]


def test_a_match_is_made_again_turn_by_turn(stored: TestClient, record: Record) -> None:
    name = record["matchId"]
    early = stored.get(f"/api/matches/{name}/turns/0")
    assert early.status_code == 404
    assert "load the page again" in early.json()["error"]
    kind, found = replayed(stored, name)
    assert kind == "done", found
    assert "states" not in found
    assert [" ".join(joint) for joint in record["moves"]] == [
        turn["joint"] for turn in found["turns"][:-1]
    ]
    assert found["opening"] == 2
    thoughts = [thought for turn in found["turns"] for thought in turn["thoughts"]]
    assert any("worth" in thought["said"] and "nodes" in thought["said"] for thought in thoughts)
    assert found["turns"][-1]["clocks"].keys() == {"x", "o"}
    assert found["practised"]
    assert found["course"]["lines"]
    assert len(found["course"]["turns"]) == len(found["turns"])
    last = len(record["moves"])
    (board,) = stored.get(f"/api/matches/{name}/turns/{last}").json()["scene"]["boards"]
    assert sum(bool(cell["pieces"]) for cell in board["cells"]) == last
    assert sum(cell["changed"] for cell in board["cells"]) == 1
    beyond = stored.get(f"/api/matches/{name}/turns/{last + 1}")
    assert beyond.status_code == 404
    assert f"positions 0 to {last}" in beyond.json()["error"]
    wrong = stored.get(f"/api/matches/{name}/turns/-1")
    assert "a turn is a number" in wrong.json()["error"]


def test_a_match_is_taken_home(stored: TestClient, record: Record) -> None:
    answer = stored.get(f"/api/matches/{record['matchId']}/record")
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="{record["matchId"]}.json"'
    )
    assert answer.text == spell_record(record)


def test_what_is_taken_home_can_be_dropped_in(client: TestClient, record: Record) -> None:
    answer = dropped(client, spell_record(record))
    assert answer.status_code == 201
    name = answer.json()["id"]
    kind, found = replayed(client, name)
    assert kind == "done", found
    assert found["words"].endswith(".")
    listed = client.get("/api/matches").json()["matches"]
    assert ("file", name) in [(one["kind"], one["id"]) for one in listed]


def test_errors_of_players_are_shown(client: TestClient, record: Record) -> None:
    turn = next(n for n, row in enumerate(record["thoughts"]) if any(row))
    role = next(n for n, thought in enumerate(record["thoughts"][turn]) if thought)
    wrong = json.loads(json.dumps(record))
    wrong["errors"][turn][role] = "TO"
    wrong["thoughts"][turn][role]["problem"] = "took 3.00 s of 1 s"
    _, found = replayed(client, dropped(client, wrong).json()["id"])
    (thought,) = found["turns"][turn]["thoughts"]
    assert thought["error"] == "TO: took 3.00 s of 1 s"


@pytest.mark.parametrize("name", ["nothing", "..", "../../etc/passwd", "a" * 500, "file-0", "%00"])
def test_a_match_that_is_not_there_says_so(stored: TestClient, name: str) -> None:
    for address in (f"/api/matches/{name}", f"/api/matches/{name}/record"):
        ask = stored.get if address.endswith("record") else stored.post
        answer = ask(address)
        assert answer.status_code in (404, 405)
    assert replayed(stored, "nothing") == (
        404, {"error": "this match is not here; the list shows all that there are"}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "match.json is empty"),
        ("{", "match.json:1:2: no record of a match, or it is cut off"),
        ("[1, 2]", "its schema is not zermelo.match"),
        ("[" * 50_000, "it is not JSON"),
        (
            '{"schema": {"name": "zermelo.match", "version": 9}}',
            "match format 9; this one reads up to 1",
        ),
        ('{"schema": {"name": "zermelo.match", "version": 1}}', "matchId is missing"),
    ],
)
def test_a_broken_file_is_refused_with_a_sentence(
    client: TestClient, text: str, problem: str
) -> None:
    answer = dropped(client, text, "../some/<b>/match.json")
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


Break = Callable[[Record], object]
BREAKS: list[tuple[Break, str]] = [
    (lambda one: one.update(rules="text"), "its rules have no name or no text"),
    (lambda one: one["roles"].__setitem__(0, 3), "names of roles and players are texts"),
    (lambda one: one["stateTimes"].__setitem__(0, float("inf")), "is no number"),
    (lambda one: one.update(startTime=10**400), "is no number"),
    (lambda one: thought(one).update(values=["x"]), "is no number"),
    (lambda one: thought(one).update(values=[50.0]), "does not have a value for each role"),
    (lambda one: thought(one).update(seconds=float("nan")), "is no number"),
    (lambda one: thought(one).update(line=[1]), "is no list of moves"),
    (lambda one: one["moves"].pop(), "is damaged"),
]


def thought(record: Record) -> Record:
    """The first thought of a record."""
    found: Record = next(one for row in record["thoughts"] for one in row if one)
    return found


@pytest.mark.parametrize(("spoil", "problem"), BREAKS)
def test_a_damaged_record_is_refused(
    client: TestClient, record: Record, spoil: Break, problem: str
) -> None:
    wrong = json.loads(json.dumps(record))
    spoil(wrong)
    answer = dropped(client, wrong)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


def test_a_record_whose_moves_do_not_fit_is_told_so(client: TestClient, record: Record) -> None:
    wrong = json.loads(json.dumps(record))
    wrong["moves"][0][0] = "(mark 9 9)"
    kind, found = replayed(client, dropped(client, wrong).json()["id"])
    assert kind == "failed"
    assert "is damaged: turn 0" in found["error"]
    other = json.loads(json.dumps(record)) | {"rulesHash": "0" * 16}
    kind, found = replayed(client, dropped(client, other).json()["id"])
    assert "was played by other rules" in found["error"]


def test_rules_that_are_not_here_are_asked_for(client: TestClient, record: Record) -> None:
    other = json.loads(json.dumps(record)) | {"game": "/home/me/../secret.kif"}
    status, found = replayed(client, dropped(client, other).json()["id"])
    assert status == 404
    assert "by the rules of secret.kif, which are not of the library" in found["error"]
    listed = client.get("/api/matches").json()["matches"]
    assert "secret.kif" in [one["title"] for one in listed]


def test_a_match_of_a_table_is_kept_and_found_under_another_name(client: TestClient) -> None:
    table = opened(client, PERSONS)["table"]
    for move in ("(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 2 2)", "(mark 3 1)"):
        moved(client, table, move)
    name = settled(client, table, lambda one: one["record"])["record"]
    assert table not in name
    (entry,) = (one for one in client.get("/api/matches").json()["matches"] if one["id"] == name)
    assert entry["kind"] == "played"
    assert entry["goals"] == [100, 0]
    kind, found = replayed(client, name)
    assert kind == "done", found
    assert found["words"] == "x wins: x 100, o 0."
    assert [turn["moves"][0]["move"] for turn in found["turns"][:-1]][-1] == "(mark 3 1)"
    assert all(turn["thoughts"][0]["said"].endswith(" s") for turn in found["turns"][:-1])
    assert found["course"]["lines"] == []


def test_what_was_taken_back_is_not_kept(client: TestClient) -> None:
    table = opened(client, PERSONS)["table"]
    moves = ("(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 2 2)", "(mark 3 1)")
    for move in moves:
        moved(client, table, move)
    first = settled(client, table, lambda one: one["record"])["record"]
    assert done(client, table, "undo").status_code == 200
    settled(client, table, lambda one: one["turn"] == 4 and one["asked"])
    for move in ("(mark 3 3)", "(mark 3 2)"):
        moved(client, table, move)
    assert settled(client, table, lambda one: one["record"])["record"] == first
    kept = client.get(f"/api/matches/{first}/record").json()
    assert kept["moves"][4] == ["(mark 3 3)", "noop"]
    assert kept["goalValues"] == [0, 100]
    assert kept["isPlayerHuman"] == [True, True]


def test_a_match_by_rules_of_your_own_has_them_with_it(client: TestClient) -> None:
    game = client.post("/api/games", json={"name": "steps.kif", "text": RULES}).json()["name"]
    table = opened(client, {"solo": "person"}, game)["table"]
    for move in ("stay", "(go 1)"):
        moved(client, table, move)
    name = settled(client, table, lambda one: one["record"])["record"]
    text = client.get(f"/api/matches/{name}/record").text
    assert json.loads(text)["game"] == "steps.kif"
    client.app.state.services.games.dropped.clear()  # type: ignore[attr-defined]  # another server
    kind, found = replayed(client, dropped(client, text).json()["id"])
    assert kind == "done", found
    assert found["title"] == "steps.kif"
    broken = json.loads(text)
    broken["rules"]["text"] = "(role x"
    status, found = replayed(client, dropped(client, broken).json()["id"])
    assert status == 400
    assert "steps.kif:1:1" in found["error"]


def test_a_record_is_announced_when_it_is_kept_and_not_before(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_keep, record = threading.Event(), WebTable.record

    def slow(table: WebTable) -> Record:
        may_keep.wait(60)
        return record(table)

    monkeypatch.setattr(WebTable, "record", slow)
    game = client.post("/api/games", json={"name": "steps.kif", "text": RULES}).json()["name"]
    table = opened(client, {"solo": "person"}, game)["table"]
    for move in ("stay", "(go 1)"):
        moved(client, table, move)
    over = settled(client, table, lambda one: one["over"])
    assert over["record"] is None
    may_keep.set()
    name = settled(client, table, lambda one: one["record"])["record"]
    assert client.get(f"/api/matches/{name}/record").status_code == 200


def test_only_so_many_are_held(record: Record) -> None:
    archive = Archive(ServerSettings(sheets=2, tables=2))
    for number in range(4):
        archive.keep(record | {"matchId": f"web-{number}"})
        archive.drop("a.json", json.dumps(record | {"seed": number}))
    assert list(archive.played) == ["web-2", "web-3"]
    assert len(archive.dropped) == 2


def test_a_match_file_takes_little_memory_until_it_is_shown(record: Record) -> None:
    archive = Archive(ServerSettings())
    padded = record | {"padding": [[]] * 100_000}
    name = archive.drop("a.json", json.dumps(padded))
    assert len(archive.dropped[name].packed) < 50_000
    assert archive.record(name) == padded


def test_a_store_that_went_away_is_told_without_its_folder(store: Path, tmp_path: Path) -> None:
    archive = Archive(ServerSettings(store=str(tmp_path / "gone.db")))
    found, problem = archive.entries()
    assert found == []
    assert problem == "there is no file gone.db"
    with pytest.raises(RecordError, match=r"^there is no file gone\.db$"):
        archive.record("nim.1")


def test_the_store_is_looked_at_when_the_server_starts(store: Path, tmp_path: Path) -> None:
    assert store_at(None) is None
    assert store_at(store) == str(store)
    with pytest.raises(RecordError, match=r"there is no file .*nothing\.db"):
        store_at(tmp_path / "nothing.db")
    with pytest.raises(RecordError, match=r"there is no file .*matches\.db"):
        store_at(tmp_path)
    other = tmp_path / "other.db"
    other.write_text("no database at all, but long enough to be one" * 20)
    with pytest.raises(RecordError, match="is no store of matches"):
        store_at(other)
    (tmp_path / "matches.db").write_bytes(store.read_bytes())
    assert store_at(tmp_path) == str(tmp_path / "matches.db")
