"""Strategies on a page: learned, kept by names of our own, read, verified, played by, refused."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.test_analyse import events
from zermelo.errors import LimitError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load
from zermelo.learn.basis import groundwork
from zermelo.learn.learning import LearnedStrategy
from zermelo.learn.limit import Limit
from zermelo.learn.prover import Prover
from zermelo.learn.transfer import Taken
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.search.base import Clock, Limits
from zermelo.strategies.strategy import Strategy, fingerprint, spell_strategy
from zermelo.strategies.strategy_certificate import certificate_lines
from zermelo.text.ground_term import ground_terms
from zermelo.web.answering import BusyError, GoneError
from zermelo.web.settings import ServerSettings
from zermelo.web.strategies import kept
from zermelo.web.strategies.description import forced, reading, sentences, strategy_object
from zermelo.web.strategies.highlights import places
from zermelo.web.strategies.kept import Strategies
from zermelo.web.strategies.preferring import learned_preferences, preferred
from zermelo.web.strategies.where_applies import firing_object, firings

NIM = "nim_capped:pile1=1,pile2=2,pile3=2,pile4=0"
ANSWER = {"text": "% rules", "method": "lemmas", "title": "proved strategy, 1 rule", "say": "done"}


def winning(game: CompiledGame) -> str:
    """A strategy of one rule: who has two of a row and may fill it wins; with its proof."""
    place = {text: number + 1 for number, text in enumerate(game.lexicon.fluents)}
    fluents = ["(cell 1 1 x)", "(cell 2 2 x)", "(cell 3 3 b)", "(control x)"]
    literals = tuple(sorted(place[text] for text in fluents))
    move = int(game.read(Role(0), "(mark 3 3)"))
    claim = Claim((0,), 0, 100)
    lemma = Lemma(claim, literals, (move,))
    assert game.program is not None
    basis = groundwork(game, game.program, game.initial, Limit(None))
    counts, alike = basis.invariants, basis.symmetries
    with Prover(
        game, [claim], total=None, invariants=counts, single=basis.single, symmetries=alike
    ) as prover:
        rest = [f"(cell {x} {y} b)" for x in "123" for y in "123" if x != y]
        line = ["(cell 1 1 x)", "(cell 2 2 x)", "(cell 3 3 x)", "(control o)"]
        prover.learn(claim, game.state_of([*rest, *line]), ())
        prover.learn(claim, game.state_of([*rest, *fluents]), (move,))
        assert set(prover.lemmas[-1].literals) <= set(literals)
        proof = certificate_lines(
            game, game.initial, [lemma], prover.lemmas, counts, alike, single=basis.single
        )
    strategy = Strategy("tictactoe", fingerprint(game), "lemmas", "proved", (lemma,))
    return spell_strategy(strategy, game, alike, proof)


@pytest.fixture(scope="module")
def game() -> CompiledGame:
    return load("tictactoe")


@pytest.fixture(scope="module")
def text(game: CompiledGame) -> str:
    return winning(game)


def opened(client: TestClient, text: str, name: str = "tictactoe") -> dict[str, Any]:
    answer = client.post("/api/strategies/open", json={"game": name, "text": text})
    kind, found = events(answer.text)[-1]
    assert kind == "done", found
    return found


def test_a_file_is_opened_read_and_given_back(client: TestClient, text: str) -> None:
    found = opened(client, text)
    assert found["count"] == 1
    assert found["brought"]
    assert found["rules"][0]["roles"] == ["x", "o"]
    assert "plays mark 3 3 and wins" in found["rules"][0]["text"]
    assert "text" not in found
    name = found["strategy"]
    assert client.get(f"/api/strategies/{name}").json() == found
    answer = client.get(f"/api/strategies/{name}/file")
    assert answer.text == text
    assert answer.headers["content-disposition"] == ('attachment; filename="tictactoe-lemmas.lp"')
    listed = client.get("/api/strategies", params={"game": "tictactoe"}).json()["strategies"]
    assert {"name": f"strategy:{name}", "title": "proved strategy, 1 rule"} in listed


def test_a_rule_is_shown_where_it_applies(client: TestClient, text: str) -> None:
    name = opened(client, text)["strategy"]
    answer = client.post(f"/api/strategies/{name}/rules", json={"rule": 0})
    kind, found = events(answer.text)[-1]
    assert kind == "done"
    first = found["examples"][0]
    assert first["played"]
    assert "wins at once" in first["text"]
    assert len(first["held"]) == 4
    assert len(first["aims"]) == 1
    assert set(first["aims"]) < set(first["held"])
    assert first["address"].count(";") >= 3
    answer = client.post(f"/api/strategies/{name}/rules", json={"rule": 7})
    assert "there is no rule 7" in events(answer.text)[-1][1]["error"]
    answer = client.post(f"/api/strategies/{name}/rules", json={"rule": -1})
    assert answer.status_code == 400


def test_claims_are_verified(client: TestClient, text: str) -> None:
    name = opened(client, text)["strategy"]
    kind, found = events(client.post(f"/api/strategies/{name}/verify", json={}).text)[-1]
    assert (kind, found["states"], found["wrong"]) == ("done", 5478, 0)
    assert found["text"].endswith("no claim is wrong.")


def test_a_wrong_claim_is_found(client: TestClient, text: str) -> None:
    wrong = text.replace("true(control(R1))", "not true(control(R1))")
    assert wrong != text
    answer = client.post("/api/strategies/open", json={"game": "tictactoe", "text": wrong})
    assert "this strategy is refused" in answer.text, "what is called proved is audited"
    wrong = wrong.replace("% status: proved", "% status: claimed")
    name = opened(client, wrong)["strategy"]
    found = events(client.post(f"/api/strategies/{name}/verify", json={}).text)[-1][1]
    assert found["wrong"] > 0
    assert found["examples"]


def test_a_seat_plays_by_a_strategy_and_the_page_learns_no_file(
    client: TestClient, text: str
) -> None:
    name = opened(client, text)["strategy"]
    seats = {"x": "person", "o": f"strategy:{name}"}
    asked = {"game": "tictactoe", "seats": seats, "seconds": 0.1}
    table = client.post("/api/tables", json=asked)
    assert table.status_code == 201
    assert table.json()["seats"] == seats
    address = f"/api/tables/{table.json()['table']}"
    for move in ("(mark 1 1)", "(mark 1 2)"):
        now = client.get(address).json()
        legal = [one["move"] for one in now["asked"][0]["moves"]]
        chosen = move if move in legal else legal[0]
        version = now["version"]
        made = {"role": "x", "move": chosen, "version": version}
        assert client.post(f"{address}/move", json=made).status_code == 200
        deadline = time.monotonic() + 240
        while not (now := client.get(address).json())["asked"]:
            assert not now["problem"]
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert now["turn"] == 4
    assert "file" not in str(now["seats"])


@pytest.mark.parametrize(
    ("player", "status", "words"),
    [
        ("strategy:AAAAAAAAAAAAAAAA", 404, "no longer here"),
        ("strategy:../../etc/passwd", 404, "no longer here"),
        ("strategy:", 404, "no longer here"),
        ("strategy:file=/etc/passwd", 400, "names a file"),
        ("preferences:file=/etc/passwd", 400, "names a file"),
    ],
)
def test_seats_that_name_no_strategy_of_ours_are_refused(
    client: TestClient, player: str, status: int, words: str
) -> None:
    asked = {"game": "tictactoe", "seats": {"x": "person", "o": player}}
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_strategy_for_another_game_is_refused(client: TestClient, text: str) -> None:
    name = opened(client, text)["strategy"]
    seats = {"a": "person", "b": f"strategy:{name}"}
    answer = client.post("/api/tables", json={"game": NIM, "seats": seats})
    assert answer.status_code == 400
    assert "this strategy is for tictactoe" in answer.json()["error"]
    other = client.post("/api/strategies/open", json={"game": NIM, "text": text})
    kind, said = events(other.text)[-1]
    assert kind == "failed"
    assert "is a strategy for other rules (tictactoe)" in said["error"]


def test_a_file_that_is_no_strategy_is_refused(client: TestClient) -> None:
    answer = client.post("/api/strategies/open", json={"game": "tictactoe", "text": "hello."})
    assert "is no strategy" in events(answer.text)[-1][1]["error"]


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"game": "tictactoe", "method": "magic"}, 400, "no method is called so"),
        ({"game": "tictactoe", "seconds": 1e6}, 400, "seconds must be"),
        ({"game": "tictactoe", "role": 3}, 400, "role must be a text"),
        ({"game": "no_such_game"}, 404, "no such game"),
        ({}, 400, "game must be a text"),
    ],
)
def test_what_cannot_be_learned_is_said(
    client: TestClient, asked: dict[str, Any], status: int, words: str
) -> None:
    answer = client.post("/api/strategies", json=asked)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_what_is_not_there_is_said(client: TestClient) -> None:
    for name in ("AAAAAAAAAAAAAAAA", "..%2f..%2fetc", "x"):
        for path in (name, f"{name}/file"):
            answer = client.get(f"/api/strategies/{path}")
            assert answer.status_code == 404
        for path in (f"{name}/rules", f"{name}/verify", f"jobs/{name}/stop"):
            assert client.post(f"/api/strategies/{path}", json={"rule": 0}).status_code == 404


def test_games_with_chance_are_refused_in_words(client: TestClient) -> None:
    answer = client.post("/api/strategies", json={"game": "pig_race", "seconds": 1})
    kind, said = events(answer.text)[-1]
    assert kind == "failed"
    assert "nothing can be forced against chance" in said["error"]


@pytest.mark.slow
def test_a_strategy_is_proved_from_a_page(client: TestClient) -> None:
    answer = client.post("/api/strategies", json={"game": NIM, "seconds": 60})
    told_ = events(answer.text)
    kind, found = told_[-1]
    assert kind == "done"
    assert told_[0][0] == "job"
    assert found["complete"]
    assert found["values"] == {"a": 100, "b": 0}
    assert {rule["status"] for rule in found["rules"]} == {"proved"}
    assert any(said.get("part") == "progress" for kind, said in told_ if kind == "result")


def test_the_oldest_that_nobody_plays_by_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_STRATEGIES", 2)
    playing: set[str] = set()
    found = Strategies(lambda: playing)
    first, second = (found.keep("tictactoe", "", ANSWER) for _ in range(2))
    playing.add(f"strategy:{first.name}")
    file = found.file(second.name)
    assert file.read_text() == "% rules"
    third = found.keep("tictactoe", "", ANSWER)
    assert not file.exists()
    assert found.find(first.name) == first
    with pytest.raises(GoneError):
        found.find(second.name)
    playing.add(f"strategy:{third.name}")
    with pytest.raises(BusyError, match="end a match"):
        found.keep("tictactoe", "", ANSWER)
    folder = found.file(first.name).parent
    found.close()
    assert not folder.exists()


@pytest.fixture
def strategies() -> Iterator[Strategies]:
    found = Strategies()
    yield found
    found.close()


def test_a_strategy_that_is_too_long_is_not_kept(
    strategies: Strategies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "LONGEST_STRATEGY", 3)
    with pytest.raises(LimitError, match="7 characters"):
        strategies.keep("tictactoe", "", ANSWER)


def test_names_of_files_are_made_of_letters(strategies: Strategies) -> None:
    found = strategies.keep("nim:pile1=2", "", ANSWER)
    assert found.filename == "nim-pile1-2-lemmas.lp"


def test_a_seat_is_told_its_file_by_the_server_only(strategies: Strategies) -> None:
    found = strategies
    name = found.keep("nim", "", ANSWER | {"method": "preferences"}).name
    assert found.spec(f"strategy:{name}", "nim") == f"preferences:file={found.file(name)}"
    with pytest.raises(UsageError, match="for nim"):
        found.spec(f"strategy:{name}", "chess")


def learned_by(lemmas: tuple[Lemma, ...], *, nodes: int, complete: bool) -> LearnedStrategy:
    return LearnedStrategy(
        lemmas,
        symmetries=(),
        invariants=(),
        single=False,
        start=State(0),
        values=(0, 50),
        nodes=nodes,
        calls=nodes,
        taken=Taken(),
        complete=complete,
        ends=True,
        cut=not complete,
        interrupted=False,
        seconds=9.0,
    )


def test_what_was_not_decided_in_time_is_told(game: CompiledGame, text: str) -> None:
    lemmas = reading(game, text).strategy.lemmas
    learned = learned_by(lemmas, nodes=12, complete=False)
    said = sentences(game, learned, 1)
    assert said[0].startswith("The time was up before the position was decided: 12 positions")
    assert forced(game, learned) == [
        "Of x nothing is proved but the least that it can get, 0.",
        "o can force at least 50 (a draw).",
    ]
    assert strategy_object(game, text, learned)["complete"] is False


def test_one_is_not_many(game: CompiledGame, text: str) -> None:
    lemmas = reading(game, text).strategy.lemmas[:1]
    learned = learned_by(lemmas, nodes=1, complete=True)
    said = sentences(game, learned, 1)[-1]
    assert said == "1 rule to play by; 1 position opened, 1 lemma proved, 9.0 s."


def test_a_rule_that_is_not_played_by_is_still_found(game: CompiledGame, text: str) -> None:
    read = reading(game, text)
    found = firings(read, 0, game.initial, Clock(Limits(nodes=50_000)))
    assert found
    shown = firing_object(read, found[0], ())
    assert shown["moves"][0]["move"].startswith("(mark ")
    none = firings(read, 0, game.initial, Clock(Limits(nodes=1)))
    assert none == []


def test_fluents_are_found_on_boards_heaps_and_tables(game: CompiledGame) -> None:
    assert places(game, game.initial, ground_terms("(cell 1 3 b)")) == ["c:0:1:3"]
    nim = load("nim")
    pile = next(one for one in nim.lexicon.holding(nim.initial) if one.name != "control")
    assert all(one.startswith("h:") for one in places(nim, nim.initial, [pile]))
    lights = load("buttons_and_lights")
    assert places(lights, lights.initial, ground_terms("(step 1)")) == ["f:step:1"]


def test_preferences_are_learned_and_shown() -> None:
    nim = load(NIM)
    found = learned_preferences(nim, nim.initial, "", 10)
    assert found["status"] == "learned"
    assert found["rules"][0]["text"].startswith(":~ ")
    assert "not proved" in found["sentences"][1]
    shown = preferred(nim, found["text"], 0, nim.initial, ())
    assert shown
    assert all(one["aims"] for one in shown)
    with pytest.raises(UsageError, match="there is no rule 99"):
        preferred(nim, found["text"], 99, nim.initial, ())


def test_settings_bound_what_is_kept() -> None:
    assert kept.MOST_STRATEGIES * kept.LONGEST_STRATEGY < ServerSettings().megabytes << 20
