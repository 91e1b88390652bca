"""The page for writing: problems of a text, random matches, other syntaxes, texts to start from."""

import asyncio
import os
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

from tests.web.sheets import EXPLODING
from zermelo.game.load import load
from zermelo.game.perft import perft
from zermelo.process.child import TimeOutError
from zermelo.process.limits import Allowance
from zermelo.text.read import Syntax, reader_of
from zermelo.text.source import Source
from zermelo.web.answering import BusyError, GoneError
from zermelo.web.children import Children, while_awaited
from zermelo.web.settings import ServerSettings
from zermelo.web.writing.diagnostics import MOST_PROBLEMS, blamed
from zermelo.web.writing.drafts import check_here, convert_here, ending
from zermelo.web.writing.sheets import template
from zermelo.web.writing.trials import play_here

SYNTAXES: list[Syntax] = ["kif", "infix", "asp"]
HOSTILE = """
(role <img/src=x/onerror=alert>)
(init (cell 1 1 <svg/onload=alert>)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b))
(<= (legal ?r (mark ?x ?y)) (role ?r) (true (cell ?x ?y b)))
(<= (next done) (does ?r ?m))
(<= terminal (true done))
(<= (goal ?r 100) (role ?r))
"""
UNDONE = """
(role a) (role b) (init s)
(<= (legal a go) (true s)) (<= (legal a stop) (true s)) (legal b noop)
(<= (next over) (does a stop)) (<= (next lost) (does a go))
(<= terminal (true over))
(goal a 100)
"""


def asked(text: str, syntax: str = "kif", **more: object) -> dict[str, Any]:
    """What a child is told."""
    return {"text": text, "syntax": syntax, "seed": 0, "seconds": 10, "megabytes": 2000} | more


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_template_is_right_and_tells_the_same_game_in_every_syntax(
    client: TestClient, syntax: Syntax, tmp_path: Any
) -> None:
    found = client.get(f"/api/write/templates/{syntax}").json()
    assert check_here(found) == {"ok": True, "problems": [], "more": 0}
    file = tmp_path / f"hexapawn{ending(syntax)}"
    file.write_text(found["text"])
    paths = [level.paths for level in perft(load(str(file), keep=False), 7)]
    assert paths == [1, 3, 10, 28, 56, 70, 64, 20]


def test_the_rules_of_a_game_are_read_as_they_were_written(client: TestClient) -> None:
    found = client.get("/api/games/tictactoe/rules").json()
    assert found["text"].startswith("; Tic-tac-toe.")
    assert (found["name"], found["title"], found["syntax"]) == ("tictactoe", "Tic-tac-toe", "kif")


def test_parameters_stand_in_the_rules_and_comments_stay(client: TestClient) -> None:
    found = client.get("/api/games/nim:pile1=2,pile4=9/rules").json()
    assert "#const pile1 = 2." in found["text"]
    assert "#const pile4 = 9." in found["text"]
    assert "% Start: role a begins." in found["text"]


def test_a_dropped_file_can_be_read_again(client: TestClient) -> None:
    given = client.post("/api/games", json={"name": "<b>.kif", "text": HOSTILE}).json()["name"]
    found = client.get(f"/api/games/{given}/rules").json()
    assert found == {"name": "<b>", "syntax": "kif", "text": HOSTILE, "title": "<b>.kif"}


@pytest.mark.parametrize(
    ("path", "status", "problem"),
    [
        ("/api/games/no_such_game/rules", 404, "no such game"),
        ("/api/games/..%2f..%2fetc/rules", 404, "Not Found"),
        ("/api/games/nim:pile1=999999/rules", 400, "is not in"),
        ("/api/games/file-0123456789abcdef/rules", 404, "no longer here"),
        ("/api/write/templates/prolog", 400, "no syntax is called 'prolog'"),
    ],
)
def test_what_is_not_there_to_start_from(
    client: TestClient, path: str, status: int, problem: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert problem in answer.json()["error"]


def test_a_text_is_checked_played_and_converted_in_a_child(client: TestClient) -> None:
    given = {"text": template("kif")["text"], "syntax": "kif"}
    assert client.post("/api/write/check", json=given).json()["ok"]
    played = client.post("/api/write/play", json=given | {"seed": 3}).json()
    assert played["films"][0]["seed"] == 3
    converted = client.post("/api/write/convert", json=given | {"to": "asp"}).json()
    assert "legal(P,noop) :- role(P), not true(control(P))." in converted["text"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"text": "(role x)"}, "syntax must be a text"),
        ({"text": "(role x)", "syntax": "prolog"}, "no syntax is called 'prolog'"),
        ({"text": 7, "syntax": "kif"}, "text must be a text of at most 524288 characters"),
    ],
)
@pytest.mark.parametrize("what", ["check", "play", "convert"])
def test_a_request_in_disorder_is_told_why(
    client: TestClient, what: str, given: dict[str, Any], problem: str
) -> None:
    answer = client.post(f"/api/write/{what}", json=given)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


@pytest.mark.parametrize(
    ("what", "given", "problem"),
    [
        ("play", {"seed": -1}, "seed must be a number"),
        ("play", {"seed": "1"}, "seed must be a number"),
        ("convert", {"to": "time"}, "no syntax is called 'time'"),
        ("convert", {}, "to must be a text"),
    ],
)
def test_a_wish_that_cannot_be_met(
    client: TestClient, what: str, given: dict[str, Any], problem: str
) -> None:
    answer = client.post(f"/api/write/{what}", json={"text": "(role x)", "syntax": "kif"} | given)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/api/write/check", rb'{"text": "\ud800", "syntax": "kif"}'),
        ("/api/write/check", rb'{"text": "(role x)", "syntax": "\udfff"}'),
        ("/api/games", rb'{"name": "\ud800.kif", "text": "(role x)"}'),
        ("/api/games", b'{"name": "\xed\xa0\x80.kif", "text": "(role x)"}'),
    ],
)
def test_half_a_character_is_refused(client: TestClient, path: str, content: bytes) -> None:
    answer = client.post(path, content=content)
    assert answer.status_code == 400
    assert "half of a character" in answer.json()["error"]


def test_a_text_that_is_too_long_is_refused(client: TestClient) -> None:
    answer = client.post("/api/write/check", json={"text": "x" * (1 << 17), "syntax": "kif"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("text", "syntax", "code", "message", "place"),
    [
        ("(role x", "kif", "syntax", "'('", (0, 1)),
        ("role(x", "asp", "syntax", "", (6, 6)),
        ("", "kif", "no-rules", "no rules here", (None, None)),
        ("; nothing", "kif", "no-rules", "only comments", (None, None)),
        ("(role x)\0", "kif", "nul-byte", "NUL byte", (8, 9)),
        ("(role \u202ex)", "kif", "hidden-character", "RIGHT-TO-LEFT OVERRIDE", (6, 7)),
        (
            "; \U0001f40e\n(<= (p ?y) (role x))",
            "kif",
            "unsafe-variable",
            "?y is bound by",
            (12, 14),
        ),
    ],
)
def test_problems_have_their_place_as_a_browser_counts(
    text: str, syntax: str, code: str, message: str, place: tuple[int | None, int | None]
) -> None:
    found = check_here(asked(text, syntax))
    assert not found["ok"]
    problem = next(one for one in found["problems"] if one["code"] == code)
    assert message in problem["message"]
    assert (problem["start"], problem["end"]) == place


def test_warnings_are_told_and_do_no_harm() -> None:
    text = template("kif")["text"] + "(<= (unused ?x) (role ?x))\n"
    found = check_here(asked(text))
    assert found["ok"]
    assert [one["severity"] for one in found["problems"]] == ["warning"]


def test_no_more_problems_are_told_than_anybody_reads() -> None:
    found = check_here(asked("(role x)" + "\u200b" * (MOST_PROBLEMS + 5)))
    assert len(found["problems"]) == MOST_PROBLEMS
    assert found["more"] >= 5


def test_random_matches_are_shown_with_their_moves_and_their_end() -> None:
    found = play_here(asked(template("kif")["text"]))
    film = found["films"][0]
    assert len(film["frames"]) == film["steps"] + 1
    assert film["frames"][0]["moves"] == []
    assert film["frames"][1]["moves"][0]["role"] == "white"
    assert film["end"] in ("white wins: white 100, black 0.", "black wins: white 0, black 100.")
    assert found["problems"] == []
    assert found["summary"].startswith("200 random matches:")
    assert play_here(asked(template("kif")["text"]))["films"] == found["films"]


def test_what_goes_wrong_in_play_is_told_with_the_match_that_shows_it() -> None:
    found = play_here(asked(UNDONE))
    messages = {one["code"]: one["message"] for one in found["problems"]}
    assert messages == {
        "no-move": "a has no legal move, and the match is not over",
        "no-goal": "b has no goal, or several, at the end of a match",
    }
    assert all(one["step"] == 1 and one["line"] is None for one in found["problems"])


def test_matches_that_do_not_end_are_given_up() -> None:
    endless = (
        "(role r) (init s) (legal r go) (<= (next s) (true s)) (<= terminal (true t)) (goal r 1)"
    )
    found = play_here(asked(endless))
    assert found["films"][0]["end"] == "The match is not over after 300 steps."
    assert [one["code"] for one in found["problems"]] == ["long"]
    assert "came to an end" in found["summary"]


def test_hidden_information_is_not_played() -> None:
    text = (
        "(role r) (init s) (legal r go) (<= (sees r ok) (true s)) (<= terminal (true s)) (goal r 1)"
    )
    found = play_here(asked(text))
    assert found["films"] == []
    assert "hidden information" in found["problems"][0]["message"]


def test_what_only_grounding_finds_is_told() -> None:
    text = "role(r). init(s). legal(r,go). next(s). terminal :- true(s). goal(r,X) :- X = 400+1."
    found = play_here(asked(text, "asp"))
    assert found["films"] == []
    assert "goal of 401" in found["problems"][0]["message"]


def test_hostile_words_are_only_words() -> None:
    found = play_here(asked(HOSTILE))
    assert found["roles"] == ["<img/src=x/onerror=alert>"]


def test_what_cannot_be_read_is_not_converted() -> None:
    found = convert_here(asked("(role x", to="asp"))
    assert found["text"] is None
    assert found["problems"][0]["code"] == "syntax"


def test_what_a_syntax_cannot_say_is_told_at_its_place() -> None:
    found = convert_here(asked("role(a). init(p(0)). next(p(N+1)) :- true(p(N)).", "asp", to="kif"))
    assert found["text"] is None
    assert (found["problems"][0]["code"], found["problems"][0]["start"]) == ("not-converted", 21)


@pytest.mark.parametrize("to", SYNTAXES)
def test_a_template_converted_is_right(to: Syntax) -> None:
    text = convert_here(asked(template("asp")["text"], "asp", to=to))["text"]
    assert reader_of(to)(Source("a", text)).rules
    assert check_here(asked(text, to))["ok"]


def test_the_rule_that_a_limit_blames_is_underlined() -> None:
    source = Source("rules.kif", "(role r)\n  (<= (p ?x) (q ?x))\n")
    message = (
        "rules.kif: grounding: 5 s of time were not enough\nrules.kif:2:3: 9 instances\npicture"
    )
    found = blamed(message, "limit", source)
    assert found.message == "grounding: 5 s of time were not enough; 9 instances"
    assert found.span is not None
    assert found.span.text == "(<= (p ?x) (q ?x))"


@pytest.mark.slow
def test_rules_that_explode_are_stopped_and_named(client: TestClient) -> None:
    answer = client.post("/api/write/play", json={"text": EXPLODING, "syntax": "kif"})
    assert answer.status_code == 200
    found = answer.json()
    assert found["films"] == []
    assert (found["problems"][0]["code"], found["problems"][0]["line"]) == ("limit", 4)
    assert "instances of this rule" in found["problems"][0]["message"]


def sleep_here(message: Any) -> dict[str, Any]:
    """Take longer than anybody waits; run in a child."""
    import time

    time.sleep(message["seconds"])
    return {"pid": os.getpid()}


@pytest.fixture
def children() -> Children:
    return Children(ServerSettings(workers=1, waiting=1))


def test_a_child_is_killed_when_the_page_has_gone(children: Children) -> None:
    async def leave() -> None:
        async def receive() -> Message:
            return {"type": "http.disconnect"}

        asking = Request({"type": "http", "method": "POST", "headers": []}, receive)
        work = children.ask("tests.web.test_write:sleep_here", {"seconds": 600}, Allowance())
        with pytest.raises(GoneError):
            await while_awaited(asking, work)
        assert not children.working

    asyncio.run(leave())


def test_more_children_than_may_wait_are_refused(children: Children) -> None:
    async def ask_twice() -> None:
        ask = children.ask("tests.web.test_write:sleep_here", {"seconds": 600}, Allowance())
        first = asyncio.create_task(ask)
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await children.ask("tests.web.test_write:sleep_here", {}, Allowance())
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)

    asyncio.run(ask_twice())


def test_a_child_that_does_nothing_is_killed(
    children: Children, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.process.activity.LOOK_INTERVAL", 0.1)
    monkeypatch.setattr("zermelo.process.activity.LONGEST_STILLNESS", 0.5)
    asking = children.ask("tests.web.test_write:sleep_here", {"seconds": 600}, Allowance())
    with pytest.raises(TimeOutError, match="the child process did nothing for"):
        asyncio.run(asking)
