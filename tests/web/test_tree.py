"""The tree of a search: what is traced, shown and told of it, and what is refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from zermelo.errors import PlayError, UnsuitedError, UsageError
from zermelo.game.tree_file import read_tree
from zermelo.process.inside import Inbox
from zermelo.search.base import searches
from zermelo.search.suitability import suiting
from zermelo.text.source import Source
from zermelo.web.settings import ServerSettings
from zermelo.web.tasks.trace import asked, run
from zermelo.web.trees import view
from zermelo.web.trees.drawn import EXAMPLES, tree_of
from zermelo.web.trees.tracing import KEPT_TRACES, SILENT, TRACES, traceable, tracer
from zermelo.web.worker_state import WorkerState

LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"
OPENING = "(mark 1 1) noop; noop (mark 2 2); (mark 3 3) noop; noop (mark 1 2)"
PUZZLE = {"game": "eight_puzzle"}


class Nobody(Inbox):
    """An inbox that nothing comes into."""

    def __init__(self) -> None:
        self.orders: Any = []


class Shown:
    """What a page has been told of a tree."""

    def __init__(self, said: list[dict[str, Any]], answer: dict[str, Any]) -> None:
        self.nodes = {node["node"]: node for one in said for node in one.get("nodes", ())}
        self.steps = [step for one in said for step in one.get("steps", ())]
        self.answer = json.loads(json.dumps(answer, allow_nan=False))
        flat = iter(answer["places"])
        self.places = {number: (x, y) for number, x, y in zip(flat, flat, flat, strict=True)}

    def called(self, name: str) -> Any:
        """The node that is called so."""
        return next(node for node in self.nodes.values() if node["called"] == name)

    def said(self, kind: str) -> list[str]:
        """The sentences on steps of a kind."""
        return [step["says"] for step in self.steps if step["kind"] == kind]


@pytest.fixture(scope="module")
def worker() -> Iterator[WorkerState]:
    found = WorkerState(Nobody(), lambda _: None, 3072)
    yield found
    TRACES.traces.clear()


def shown(worker: WorkerState, **request: Any) -> Shown:
    """What a page gets for a request, in this process."""
    order: Any = {"moves": request.pop("moves", "")} | asked(request, ServerSettings())
    if "source" not in order:
        order["source"] = {"game": request["game"], "text": None, "syntax": ""}
    told: list[dict[str, Any]] = []
    worker.say = told.append
    return Shown(told, run(worker, order))


def lecture(worker: WorkerState, search: str = "alphabeta:table=false", **more: Any) -> Shown:
    """The lecture's tree, searched."""
    return shown(worker, tree=LECTURE, search=search, **more)


def test_alphabeta_on_a_drawn_tree_step_by_step(worker: WorkerState) -> None:
    found = lecture(worker)
    assert [step["at"] for step in found.steps] == list(range(1, 37))
    assert found.steps[-1]["nodes"] == 11
    (cut,) = found.said("cut")
    assert cut == (
        "Cut at C: value 2 <= alpha 3, set at A. So max will not let it come to this: "
        "3 is to be had elsewhere. Left out: 4, 6."
    )
    assert found.said("best")[:2] == [
        "At B, min has 3 so far: the window is now [-∞, 3].",
        "At A, max has 3 so far: the window is now [3, ∞].",
    ]
    assert found.said("leaf")[0] == "Child 1 of B is worth 3."
    assert found.called("C")["entered"] == "[3, ∞]"
    assert found.called("C")["worth"] == "≤2"
    best = {node["called"] for node in found.nodes.values() if node.get("best")}
    assert best == {"A", "B", "child 1 of B"}
    counts = found.answer["counts"]
    assert counts == {"shown": 13, "nodes": 11, "leaves": 7, "cuts": 1, "steps": 36}
    assert found.answer["found"]["values"] == {"max": 3, "min": 97}
    assert found.answer["found"]["proven"]


def test_minimax_has_no_windows(worker: WorkerState) -> None:
    found = lecture(worker, "minimax")
    assert not found.answer["windowed"]
    assert {step["window"] for step in found.steps} == {""}
    assert found.said("enter")[:2] == ["Come to A.", "Come to B."]
    assert found.answer["counts"]["nodes"] == 13


def test_where_nodes_stand(worker: WorkerState) -> None:
    found = lecture(worker)
    x = {node["called"]: found.places[number][0] for number, node in found.nodes.items()}
    assert x["A"] == pytest.approx((x["B"] + x["D"]) / 2, abs=0.11)
    assert x["B"] == x["child 2 of B"]
    levels = sorted({y for _, y in found.places.values()})
    assert len(levels) == 3
    assert max(x.values()) < found.answer["width"]


def test_a_part_comes_when_it_is_unfolded(worker: WorkerState) -> None:
    asking = {"game": "tictactoe", "moves": OPENING, "search": "minimax", "depth": 2}
    first = shown(worker, **asking, most=7)
    root, best = first.answer["open"]
    folded = next(n for n, node in first.nodes.items() if node["parent"] == root and n != best)
    assert not any(node["parent"] == folded for node in first.nodes.values())
    more = {"open": [root, folded], "below": folded, "digest": first.answer["digest"]}
    second = shown(worker, **asking, **more)
    assert {node["parent"] for node in second.nodes.values()} == {folded}
    assert {step["node"] for step in second.steps} == set(second.nodes)
    assert second.answer["open"] == [root, folded]
    assert len(second.places) == 1 + 5 + 4
    assert second.places[root][1] == first.places[root][1]
    with pytest.raises(PlayError, match="went another way"):
        shown(worker, **asking, **more | {"digest": "0" * 16})


def test_a_step_has_its_node_unfolded(worker: WorkerState) -> None:
    asking = {"game": "tictactoe", "moves": OPENING, "search": "minimax", "depth": 2}
    few = {step["at"] for step in shown(worker, **asking, most=2).steps}
    last = max(step["at"] for step in shown(worker, **asking).steps if step["at"] not in few)
    assert last in {step["at"] for step in shown(worker, **asking, most=2, step=last).steps}
    assert shown(worker, **asking, most=2, step=10**9).steps


def test_more_than_can_be_shown_is_refused(
    worker: WorkerState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "MOST_NODES", 8)
    with pytest.raises(PlayError, match="more than 8 nodes; fold some first"):
        lecture(worker, open=list(range(13)))


def test_boards_stand_in_the_nodes(worker: WorkerState) -> None:
    asking = {"game": "tictactoe", "moves": OPENING, "search": "alphabeta", "depth": 1}
    found = shown(worker, **asking)
    assert found.called("the root")["board"] == [["", "", "x"], ["o", "o", ""], ["x", "", ""]]
    bare = shown(worker, **asking, boards=False)
    assert not any("board" in node for node in bare.nodes.values())
    assert bare.answer["height"] < found.answer["height"]
    assert "guessed to be worth 50" in found.said("leaf")[0]


def test_the_end_of_a_match_is_told(worker: WorkerState) -> None:
    moves = OPENING + "; (mark 3 2) noop; noop (mark 3 1); (mark 1 3) noop"
    found = shown(worker, game="tictactoe", moves=moves, search="alphabeta")
    assert any(
        said.startswith("The match ends with the position after") for said in found.said("leaf")
    )


def test_a_limit_is_told(worker: WorkerState) -> None:
    found = shown(worker, game="tictactoe", search="minimax", nodes=30)
    assert found.answer["stopped"].startswith("Stopped at its limit of 30 nodes")
    assert found.answer["counts"]["nodes"] == 29


@pytest.mark.parametrize(
    ("tree", "search", "kind", "said"),
    [
        (EXAMPLES[1].text, "alphabeta:table=false", "cut", "So min will not let it come to this"),
        (EXAMPLES[2].text, "alphabeta:table=false", "cut", "set at A"),
        (LECTURE, "zerowindow:threshold=4,table=false", "enter", "Come to B to ask: ≥ 4?"),
        (LECTURE, "zerowindow:threshold=4,table=false", "cut", "That answers what was asked here."),
        (LECTURE, "mtd", "table", "was searched before"),
        (EXAMPLES[5].text, "maxn:pruning=speculative", "cut", "Left out: (5, 4, 1), (8, 0, 2)."),
        (EXAMPLES[5].text, "maxn:pruning=speculative", "enter", "again:"),
        (EXAMPLES[4].text, "maxn", "leave", "with the value ("),
    ],
)
def test_what_happens_is_said(
    worker: WorkerState, tree: str, search: str, kind: str, said: str
) -> None:
    assert any(said in one for one in shown(worker, tree=tree, search=search).said(kind))


def test_a_worker_remembers_a_few(worker: WorkerState) -> None:
    for number in range(KEPT_TRACES + 2):
        shown(worker, tree=f"[{number},2]", search="minimax")
    assert len(TRACES.traces) == KEPT_TRACES
    before = list(TRACES.traces.values())
    shown(worker, tree=f"[{KEPT_TRACES},2]", search="minimax", most=1)
    assert sorted(map(id, before)) == sorted(map(id, TRACES.traces.values()))


def test_nobody_waits_for_a_tree_that_was_given_up(worker: WorkerState) -> None:
    waiting = WorkerState(Nobody(), lambda _: None, 3072)
    waiting.inbox.orders.append({"do": "stop"})
    with pytest.raises(PlayError, match="nobody waits"):
        shown(waiting, tree="[1,2,[3,4]]", search="minimax")


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("(mark 9 9) noop", r"moves:1:1: .*never has a move"),
        ("(mark 1 1) noop; (mark 1 1) noop", "cannot play"),
        ("(mark", "never closed"),
        ("noop noop noop", "3 moves where 2"),
    ],
)
def test_moves_that_cannot_be_made_are_refused(
    worker: WorkerState, moves: str, problem: str
) -> None:
    with pytest.raises(Exception, match=problem) as caught:
        shown(worker, game="tictactoe", moves=moves, search="minimax")
    assert caught.type.__module__ == "zermelo.errors"


def test_after_the_end_there_is_nothing_to_search(worker: WorkerState) -> None:
    with pytest.raises(PlayError, match="the match is over here"):
        shown(worker, tree="[1,2]", moves="1 noop", search="minimax")


def test_a_search_that_does_not_suit_says_what_would(worker: WorkerState) -> None:
    with pytest.raises(UnsuitedError, match=r"roles that move in turn.*suits"):
        shown(worker, game="rock_paper_scissors", search="alphabeta")


COSTLY = frozenset({"asp", "astar", "flat", "idastar"})
"""These load solvers or kernels."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(form["name"], marks=[pytest.mark.slow] if form["name"] in COSTLY else [])
        for form in traceable()
    ],
)
def test_what_is_offered_tells_its_way(worker: WorkerState, name: str) -> None:
    drawn = {"tree": LECTURE}
    if name in suiting(tree_of(LECTURE)):
        place: dict[str, Any] = drawn
    else:
        place = {"game": "tictactoe", "moves": OPENING} if name in ("flat", "asp") else PUZZLE
    assert shown(worker, **place, search=name, nodes=60).steps


@pytest.mark.parametrize("name", sorted(SILENT))
def test_what_tells_nothing_is_not_offered(name: str) -> None:
    assert name in searches()
    with pytest.raises(
        UsageError, match=f"{name} does not tell where it looks; these do: .*alphabeta"
    ):
        tracer(name)


@pytest.mark.parametrize(
    ("request_", "status", "problem"),
    [
        ({"search": "nothing"}, 400, "no search is called"),
        ({"search": "random"}, 400, "does not tell where it looks"),
        ({"search": "alphabeta:depth=many"}, 400, "depth"),
        ({"search": "alphabeta:lemmas=/etc/passwd"}, 400, "names a file"),
        ({"search": 7}, 400, "search must be a text"),
        ({"depth": 0}, 400, "depth must be a number from 1 to 100"),
        ({"depth": 1000}, 400, "depth must be a number from 1 to 100"),
        ({"nodes": 1e9}, 400, "nodes must be a number from 1 to 20000"),
        ({"nodes": "many"}, 400, "nodes must be a number"),
        ({"nodes": 1.5}, 400, "nodes must be a whole number"),
        ({"most": 10**6}, 400, "most must be a number from 1 to 6000"),
        ({"step": -1}, 400, "step must be a number"),
        ({"below": "top"}, 400, "below must be a number"),
        ({"open": "all"}, 400, "open must be a list"),
        ({"open": [True]}, 400, "open must be a list"),
        ({"open": [0] * 6001}, 400, "open must be a list of at most 6,000"),
        ({"digest": 1}, 400, "digest must be a text"),
        ({"tree": "[1,[2"}, 400, "tree:1:"),
        ({"tree": ""}, 400, "tree"),
        ({"tree": "[" * 1000}, 400, "tree:1:"),
        ({"tree": "1" * 4001}, 400, "tree must be a text of at most 4000 characters"),
        ({"game": "no_such_game"}, 404, "there is no such game"),
        ({"game": "../../etc/passwd"}, 404, "there is no such game"),
        ({"game": None}, 400, "game must be a text"),
        ({"moves": "x" * 70_000, "tree": LECTURE}, 413, "KB"),
        ({"moves": 1}, 400, "moves must be a text"),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: TestClient, request_: dict[str, Any], status: int, problem: str
) -> None:
    content = {"game": "tictactoe", "search": "alphabeta"} | request_
    answer = client.post("/api/tasks/trace", json=content)
    assert answer.status_code == status, answer.text
    assert problem in answer.json()["error"]


def test_a_page_gets_a_tree(client: TestClient) -> None:
    answer = client.post("/api/tasks/trace", json={"tree": LECTURE, "search": "scout"})
    assert answer.status_code == 200
    assert '"says": "Come to A with the window' in answer.text
    assert "event: done" in answer.text
    refused = client.post("/api/tasks/trace", json={"tree": LECTURE, "moves": "9 noop"})
    assert "event: failed" in refused.text
    assert "no edge is called 9" in refused.text


def test_examples_can_be_searched(client: TestClient) -> None:
    found = client.get("/api/tree/examples").json()
    assert found["limits"]["nodes"] == 20_000
    for example in found["examples"]:
        answer = client.get("/api/tree/methods", params={"tree": example["tree"]})
        names = [search["name"] for search in answer.json()["searches"]]
        assert "maxn" in names or "alphabeta" in names
        assert not SILENT & set(names)


def test_a_game_says_which_methods_can_be_watched(client: TestClient) -> None:
    found = client.get("/api/tree/methods", params={"game": "tictactoe"}).json()
    assert found["title"] == "Tic-tac-toe"
    offered = {search["name"]: search for search in found["searches"]}
    assert "alphabeta" in offered
    assert "astar" not in offered
    assert "kernel" not in {option["name"] for option in offered["alphabeta"]["options"]}
    for wrong, status in [({"game": "nothing"}, 404), ({"tree": "[["}, 400), ({}, 400)]:
        assert client.get("/api/tree/methods", params=wrong).status_code == status


def test_a_drawn_tree_is_at_most_so_long() -> None:
    with pytest.raises(UsageError, match="at most 4,000 characters"):
        tree_of("1" * 4001)
    assert tree_of('{"tree": [1, 2]}').roles == read_tree(Source("a", "[1,2]")).roles
