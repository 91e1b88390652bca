"""What a worker says while it thinks, and what it keeps of a match."""

import io
from typing import Any

import pytest

from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.process.inside import Inbox
from zermelo.search.base import Limits, Thinker, last
from zermelo.search.spec import parse
from zermelo.web.tasks import think
from zermelo.web.worker_state import THINKERS, WorkerState


class Quiet(Inbox):
    """Nobody has anything else to be done."""

    def read(self, stream: Any) -> None:
        """Read nothing."""


@pytest.fixture
def heard() -> list[Any]:
    return []


@pytest.fixture
def worker(heard: list[Any]) -> WorkerState:
    return WorkerState(Quiet(io.BytesIO(), heard.append), heard.append, 1000)


def test_a_search_says_where_it_is_though_it_finds_nothing_better(
    worker: WorkerState, heard: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(think, "OFTEN", 0.0)
    game = load("tictactoe")
    reporter = think.ResultReporter(worker, game, Role(0), Limits(nodes=1000))
    reporter.clock.tick()
    assert heard == [], "there is nothing to say yet"
    reporter.best = last(
        parse("random").start(game, Role(0), reporter.clock)(game.initial, reporter.clock)
    )
    reporter.clock.tick(7)
    reporter.clock.part(Limits()).tick()
    assert [said["nodes"] for said in heard[-2:]] == [8, 8]
    assert heard[-1]["say"] == "result"


@pytest.mark.parametrize("spec", ["alphabeta", "iterative", "minimax", "maxn", "greedy", "mcts"])
def test_every_move_is_told_with_its_worth(
    worker: WorkerState, heard: list[Any], spec: str
) -> None:
    game = load("tictactoe")
    search = parse(spec)
    clock = think.ResultReporter(worker, game, Role(0), Limits(depth=2, nodes=3000)).clock
    result = last(search.start(game, Role(0), clock)(game.initial, clock))
    assert result is not None
    moves = think.thinking(game, Role(0), result, clock).moves
    assert {one.move for one in moves} == {
        game.spell(Role(0), move) for move in game.legal(game.initial, Role(0))
    }
    assert {one.bound for one in moves} <= {"exact", "at most"}
    if spec != "greedy":  # which looks no further than the move itself
        assert all(one.line[0][0] == one.move for one in moves if one.line)
        assert any(one.line for one in moves)


def test_searches_of_one_match_are_kept_and_those_of_the_last_one_are_not(
    worker: WorkerState,
) -> None:
    started: list[str] = []

    def thinker(match: str, key: str) -> None:
        def start() -> Thinker:
            started.append(key)
            return lambda state, clock: iter(())

        worker.thinker(match, key, start)

    for key in ("x", "o", "x", "o"):
        thinker("first", key)
    assert started == ["x", "o"]
    thinker("second", "x")
    assert started == ["x", "o", "x"]
    for number in range(THINKERS):
        thinker("second", str(number))
    assert len(worker.thinkers) == THINKERS
    assert "x" not in worker.thinkers
