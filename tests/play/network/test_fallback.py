"""The front process finds legal moves by itself."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from zermelo.game.load import read_rules
from zermelo.play.network import fallback as module
from zermelo.play.network.fallback import Reserve
from zermelo.play.network.messages import Start
from zermelo.text.spell import spell

RULES = spell(read_rules("tictactoe"), "kif")


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread


def look(
    thread: ThreadPoolExecutor,
    fluents: Sequence[str] | None,
    *moves: Sequence[str],
    rules: str = RULES,
    role: str = "o",
) -> dict[str, Any]:
    reserve = Reserve(Start("m", role, rules, "kif", 1, 1), thread)
    return asyncio.run(reserve.look(fluents, moves))


def test_it_says_what_the_referee_would_say(thread: ThreadPoolExecutor) -> None:
    first = look(thread, None, ["(mark 2 2)", "noop"])
    assert len(first["legal"]) == 8
    second = look(thread, first["state"], ["noop", "(mark 1 1)"])
    assert second["legal"] == ["noop"]
    assert look(thread, None, ["(mark 2 2)", "noop"], ["noop", "(mark 1 1)"]) == second


def test_short_rules_are_read_ahead(
    thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Start("m", "x", RULES, "kif", 1, 1)
    reserve = Reserve(start, thread)
    reserve.prepare()
    assert reserve.game is not None
    broken = Reserve(replace(start, rules="(role x"), thread)
    broken.prepare()
    assert broken.game is None
    monkeypatch.setattr(module, "SHORT_RULES", 10)
    long = Reserve(start, thread)
    long.prepare()
    assert long.game is None


def test_moves_that_cannot_be_are_refused(thread: ThreadPoolExecutor) -> None:
    said = look(thread, None, ["noop", "noop"])
    assert said == {"say": "refused", "why": "x cannot play noop here"}


def test_it_gives_up_where_it_would_take_too_long(
    thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FEW_STEPS", 10)
    assert len(look(thread, None, ["(mark 2 2)", "noop"])["legal"]) == 8, "in the thread"
    monkeypatch.setattr(module, "SHORT_RULES", 10)
    assert len(look(thread, None, ["(mark 2 2)", "noop"])["legal"]) == 8
    monkeypatch.setattr(module, "MOST_STEPS", 20)
    said = look(thread, None, ["(mark 2 2)", "noop"])
    assert said == {"say": "note", "text": "20 steps were not enough to derive what holds"}
    monkeypatch.setattr(module, "LARGEST_RULES", 100)
    said = look(thread, None)
    assert said["text"] == "rules of more than 100 characters are left to the children"


def test_it_does_not_do_two_things_at_once(thread: ThreadPoolExecutor) -> None:
    threads: list[str] = []

    class Noting(Reserve):
        def found(self, *given: Any) -> dict[str, Any]:
            threads.append(threading.current_thread().name)
            return super().found(*given)

    async def both() -> None:
        reserve = Noting(Start("m", "x", RULES, "kif", 1, 1), thread)
        first = await reserve.look(None, [])
        with reserve.lock:
            second = asyncio.create_task(reserve.look(None, []))
            await asyncio.sleep(0.05)
            assert threads == ["MainThread"]
        assert await second == first

    asyncio.run(both())
    assert "MainThread" not in threads[1:], "it waits in the thread"


@pytest.mark.parametrize(
    ("rules", "role", "text"),
    [
        ("(role x", "x", "'(' is never closed"),
        ("(role x) (<= (legal x ?m) (role x))", "x", "a variable of the head has no value"),
    ],
)
def test_rules_that_mean_nothing_do_no_harm(
    thread: ThreadPoolExecutor, rules: str, role: str, text: str
) -> None:
    said = look(thread, None, rules=rules, role=role)
    assert said["say"] == "note"
    assert text in said["text"]


def test_some_legal_moves_are_said_where_all_take_too_long(
    thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = " ".join(f"(digit {number})" for number in range(20))
    rules = f"(role r) (init go) {digits} (<= terminal (not (true go))) (goal r 0)"
    rules += "(<= (legal r (type ?a ?b ?c)) (digit ?a) (digit ?b) (digit ?c))"
    rules += "(<= (next go) (true go))"
    monkeypatch.setattr(module, "FEW_STEPS", 100)
    said = look(thread, None, ["(type 1 2 3)"], rules=rules, role="r")
    assert (said["say"], said["state"]) == ("some", ("go",))
    assert 0 < len(said["legal"]) < 8000
    assert all(move.startswith("(type ") for move in said["legal"])


def test_where_no_legal_move_is_found_in_time_that_is_said(
    thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = " ".join(f"(digit {number})" for number in range(20))
    rules = f"(role r) (init go) {digits} (<= terminal (not (true go))) (goal r 0)"
    rules += "(<= (legal r stop) (digit ?a) (digit ?b) (digit ?c) (key ?a ?b ?c))"
    rules += "(<= (key ?a ?b ?c) (digit ?a) (digit ?b) (digit ?c) (last ?a ?b ?c)) (last 19 19 19)"
    for limit in ("FEW_STEPS", "MOST_STEPS"):
        monkeypatch.setattr(module, limit, 100)
    said = look(thread, None, rules=rules, role="r")
    assert said == {"say": "note", "text": "100 steps were not enough to derive what holds"}
