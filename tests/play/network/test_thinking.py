"""What the thinker says, asked in this process."""

import time
from typing import Any, cast

import pytest

from tests.play.network.orders import OPENING, SLOW, Quiet, box, start, turn
from zermelo.errors import LimitError, PlayError, UnsuitedError
from zermelo.play.network.choice import candidates
from zermelo.play.network.orders import Heedful
from zermelo.play.network.referee import Referee
from zermelo.play.network.thinking import NetworkThinker
from zermelo.process.inside import Inbox, Order
from zermelo.search.base import Limits, OutOfTimeError
from zermelo.search.spec import parse


def test_the_thinker_tells_every_better_move_and_when_there_is_none() -> None:
    said: list[Order] = []
    thinker = NetworkThinker(box(), said.append, "alphabeta:depth=2")
    thinker.start(start(role="o"))
    assert said[0] == {"say": "built", "number": 1, "role": 1}
    assert said[1]["legal"] == ["noop"]
    assert said[2] == {"say": "note", "text": "playing by alphabeta:depth=2"}
    thinker.turn(turn([["(mark 2 2)", "noop"]]))
    assert said[-1] == {"say": "done", "number": 2}
    assert said[-2]["say"] == "move"
    assert said[-2]["move"].startswith("(mark")
    before = len(said)
    thinker.answered(turn([["(mark 2 2)", "noop"]]) | {"move": "(mark 1 1)"})
    assert len(said) == before, "what is thought ahead is not said"


def test_the_thinker_leaves_everything_for_a_new_order() -> None:
    said: list[Order] = []
    inbox = Quiet()
    thinker = NetworkThinker(cast(Inbox, inbox), said.append, "iterative")
    thinker.start(start())
    inbox.orders.append({"do": "turn"})
    before = len(said)
    thinker.turn(turn(OPENING))
    assert [each["say"] for each in said[before:]] == ["legal"]
    for clock in (heedful := Heedful(Limits(), cast(Inbox, inbox)), heedful.part(Limits(nodes=9))):
        with pytest.raises(OutOfTimeError):
            clock.tick()


def test_a_search_that_does_not_suit_the_game_is_replaced(game_of: Any) -> None:
    together = [name for name, _ in candidates(game_of("rock_paper_scissors"), "alphabeta")]
    assert "alphabeta" not in together
    assert together[-1] == "random"
    first, _ = next(candidates(game_of("tictactoe"), "alphabeta:depth=3"))
    assert first == "alphabeta:depth=3"


def test_rules_that_cannot_be_compiled_are_played_by_the_referee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[float] = []

    def never(*_: object) -> None:
        tries.append(time.monotonic())
        raise LimitError("the child process was killed\nby somebody")

    monkeypatch.setattr("zermelo.play.network.thinking.built", never)
    said: list[Order] = []
    thinker = NetworkThinker(box(), said.append, None)
    thinker.start(start(SLOW, "a", until=0.0))
    note = {"say": "note", "text": "not compiled: the child process was killed"}
    assert said[:3] == [note] * 3
    assert len(tries) == 3, "whoever grounds may be killed once, but not again and again"
    assert not any(each["say"] == "built" for each in said)
    referee = Referee(box(), said.append)
    referee.start(start(SLOW, "a"))
    referee.built({"do": "built"})
    referee.turn(turn([["(go s)"]]))
    assert said[-1] == {"say": "legal", "number": 2, "legal": ["(go s)"], "state": ("s",)}


@pytest.fixture
def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that cannot be compiled in time."""

    def never(*_: object) -> None:
        raise LimitError("60 s of time were not enough")

    monkeypatch.setattr("zermelo.play.network.thinking.built", never)


def test_rules_that_cannot_be_compiled_are_thought_about_all_the_same(too_large: None) -> None:
    said: list[Order] = []
    inbox = Quiet()

    def say(each: Order) -> None:
        said.append(each)
        if each.get("move") == "(mark 1 3)":
            inbox.orders.append({"do": "stop"})

    thinker = NetworkThinker(cast(Inbox, inbox), say, "mcts")
    thinker.start(start(ground=-1.0, until=time.monotonic() + 0.1))
    assert {"say": "note", "text": "playing by iterative"} in said
    won = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"]]
    won += [["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"]]
    thinker.turn(turn(won) | {"until": time.monotonic() + 600})
    moves = [each["move"] for each in said if each["say"] == "move"]
    assert moves[-1] == "(mark 1 3)"


def test_compiling_is_tried_once_if_its_time_is_up_or_the_match_is_over(too_large: None) -> None:
    said: list[Order] = []
    inbox = Quiet()
    thinker = NetworkThinker(cast(Inbox, inbox), said.append, None)
    note = {"say": "note", "text": "not compiled: 60 s of time were not enough"}
    thinker.start(start(SLOW, "a", ground=-1.0, until=0.0))
    assert said.count(note) == 1
    inbox.orders.append({"do": "stop"})
    thinker.start(start(SLOW, "a"))
    assert said.count(note) == 2


def fails(*_: object) -> None:
    raise ZeroDivisionError("division by zero")


def test_a_search_that_fails_is_replaced_and_its_error_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Order] = []
    thinker = NetworkThinker(box(), said.append, "alphabeta:depth=2")
    monkeypatch.setattr("zermelo.search.algorithms.alphabeta.Alphabeta.start", fails)
    thinker.start(start())
    notes = [each["text"] for each in said if each["say"] == "note"]
    assert notes[0] == "playing by alphabeta:depth=2"
    assert notes[1].startswith("Traceback")
    assert notes[1].endswith("ZeroDivisionError: division by zero\n")
    assert notes[2] == "playing by auto:solve=false"
    assert said[-1]["say"] in ("move", "done")


def test_a_search_that_ended_the_process_is_not_tried_again() -> None:
    for crashes, chosen in ((0, "alphabeta:depth=2"), (1, "auto:solve=false"), (4, "random")):
        said: list[Order] = []
        thinker = NetworkThinker(box(), said.append, "alphabeta:depth=2")
        thinker.start(start(crashes=crashes, until=time.monotonic() + 0.5))
        assert {"say": "note", "text": f"playing by {chosen}"} in said
    said = []
    thinker = NetworkThinker(box(), said.append, "alphabeta:depth=2")
    thinker.start(start(crashes=9))
    assert [each["say"] for each in said] == ["built", "legal"], "nothing is left to think with"


def test_without_a_match_or_a_turn_there_is_nothing_to_think_about() -> None:
    said: list[Order] = []
    thinker = NetworkThinker(box(), said.append, "alphabeta:depth=2")
    thinker.turn(turn(OPENING))
    thinker.answered(turn(OPENING) | {"move": "(mark 1 1)"})
    assert said == []
    thinker.start(start())
    before = len(said)
    thinker.answered(turn([["nonsense"]]) | {"move": "(mark 1 1)"})
    assert len(said) == before


@pytest.mark.parametrize("error", [LimitError, PlayError, UnsuitedError])
def test_a_search_that_gives_up_is_replaced_and_its_reason_is_told(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gives_up(*_: object) -> None:
        raise error("it does not suit\nfor many reasons")

    found = [(name, parse(name)) for name in ("alphabeta", "random")]
    monkeypatch.setattr("zermelo.play.network.thinking.candidates", lambda *_: iter(found))
    monkeypatch.setattr("zermelo.search.algorithms.alphabeta.Alphabeta.start", gives_up)
    said: list[Order] = []
    NetworkThinker(box(), said.append, None).start(start())
    notes = [each["text"] for each in said if each["say"] == "note"]
    assert notes == ["playing by alphabeta", "it does not suit", "playing by random"]
    assert said[-1]["say"] == "done"
