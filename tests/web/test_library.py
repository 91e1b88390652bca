"""The library page, its cards and boards, and rule files that are dropped in."""

import json
import re

import pytest
from starlette.testclient import TestClient

from tests.web.sheets import EXPLODING
from zermelo.web.games import LONGEST_DESCRIPTION, opening_comment

RULES = """
(role <img/src=x/onerror=alert>)
(init (heap 2))
(<= (legal ?r (take <script>)) (role ?r))
(<= (next done) (does ?r (take <script>)))
(<= terminal (true done))
(<= (goal ?r 100) (role ?r))
"""


def test_the_page_has_only_what_exists_in_its_navigation(client: TestClient) -> None:
    text = client.get("/").text
    assert '<a href="/" aria-current=page>Library</a><a href="/play">Play</a>' in text
    pages = re.findall(r'<a href="(/[a-z]*)"', text)
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)
    assert "<script type=" in text
    assert "onclick" not in text
    assert "style=" not in text


def test_every_game_of_the_library_has_a_card(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    assert games["tictactoe"]["title"] == "Tic-tac-toe"
    assert games["tictactoe"]["kinds"] == ["two players"]
    assert games["eight_puzzle"]["kinds"] == ["puzzle"]
    assert games["pig_race"]["kinds"] == ["two players", "chance"]
    assert not games["kuhn_poker"]["playable"]
    assert games["nim"]["parameters"]["pile1"]["least"] >= 0


def test_a_card_gets_its_board(client: TestClient) -> None:
    found = client.get("/api/games/tictactoe/board").json()
    assert len(found["scene"]["boards"][0]["cells"]) == 9


@pytest.mark.parametrize(
    ("game", "status", "problem"),
    [
        ("no_such_game", 404, "no such game"),
        ("nim:pile1=999999", 400, "is not in"),
        ("nim:nothing=1", 400, "no parameter"),
        ("kuhn_poker", 400, "hidden information"),
    ],
)
def test_a_game_that_cannot_be_shown_says_why(
    client: TestClient, game: str, status: int, problem: str
) -> None:
    answer = client.get(f"/api/games/{game}/board")
    assert answer.status_code == status
    assert problem in answer.json()["error"]


def test_a_dropped_file_is_a_game_whatever_its_words_are(client: TestClient) -> None:
    title = '../<img src=x onerror="alert(1)">.kif'
    answer = client.post("/api/games", json={"name": title, "text": RULES})
    assert answer.status_code == 201
    found = answer.json()
    assert found["name"].startswith("file-")
    assert found["title"] == '<img src=x onerror="alert(1)">.kif'
    assert found["roles"] == ["<img/src=x/onerror=alert>"]
    board = client.get(f"/api/games/{found['name']}/board")
    assert board.headers["content-type"] == "application/json"
    assert json.loads(board.text)["scene"]["heaps"] == []
    assert client.get("/api/games").json()["games"][0]["kinds"] == ["your file"]


@pytest.mark.parametrize(
    ("name", "text", "status", "problem"),
    [
        ("a.txt", "(role x)", 400, "a rule file ends in one of"),
        ("a.kif", "", 400, "no rules"),
        ("a.kif", "(role x", 400, "a.kif:1:1"),
        ("a.kif", "(<= (legal ?p noop) (role x))", 400, "12: ?p is bound by no"),
        ("a.kif", "(role x)\0", 400, "NUL"),
    ],
)
def test_a_wrong_file_is_told_where(
    client: TestClient, name: str, text: str, status: int, problem: str
) -> None:
    answer = client.post("/api/games", json={"name": name, "text": text})
    assert answer.status_code == status
    assert problem in answer.json()["error"]


@pytest.mark.slow
def test_rules_that_explode_are_stopped_and_named(client: TestClient) -> None:
    answer = client.post("/api/games", json={"name": "big.kif", "text": EXPLODING})
    assert answer.status_code == 422
    assert "big.kif:4" in answer.json()["error"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("(role a) ; not this", ""),
        (
            "% Go 4x4, no ko\n% but 30 moves\n\n% Area\nrole(a). % no",
            "Go 4x4, no ko but 30 moves Area",
        ),
        (";;;;;;\n;;; <b>Nim</b> ;;;\n; ---- ====\n;\n(role a)\n; not this", "<b>Nim</b>"),
        ("%*** Chess ***%\r\n\r\nrole(a).", "Chess"),
        ("; a\tb\x07c\u202ed", "a bcd"),
    ],
)
def test_a_sheet_is_described_by_its_opening_comment(text: str, said: str) -> None:
    assert opening_comment(text) == said


def test_a_long_description_is_shortened() -> None:
    for text in ("; word\n" * 9999, "; " + "word " * 9999, "; " + "w" * 9999):
        said = opening_comment(text)
        assert len(said) <= LONGEST_DESCRIPTION
        assert said.endswith("…")
    assert len(opening_comment("; " + "w" * 9999)) > LONGEST_DESCRIPTION / 2


def test_a_dropped_file_tells_about_itself(client: TestClient) -> None:
    answer = client.post("/api/games", json={"name": "a.kif", "text": f"; <i>Take</i> one{RULES}"})
    about = client.get(f"/api/games/{answer.json()['name']}/players").json()
    assert about["description"] == "<i>Take</i> one"
