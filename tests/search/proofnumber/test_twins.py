"""The compiled depth-first search answers as the readable one: results, nodes, leaves and cuts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.ground.sheets import games_of
from tests.proofs.knowing import sheet
from tests.search.answers import after
from tests.search.test_root import STOPPING
from tests.search.trees import MAX, lecture
from tests.search.window.test_refusals import BOTH, NO_GOAL, NOT_CONSTANT, STUCK
from tests.search.window.test_twins import assert_twins, told
from zermelo.errors import LimitError, PlayError, UnsuitedError, UsageError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import compiled_game
from zermelo.search.algorithms.dfpn import Dfpn
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result
from zermelo.search.proofnumber import fast
from zermelo.search.proofnumber.arrays import middle_work
from zermelo.search.proofnumber.fast import FastProof
from zermelo.search.proofnumber.kernels.table import ProofCells

Games = Callable[[str], CompiledGame]
SEARCHES: tuple[Any, ...] = (
    Dfpn(),
    Dfpn(epsilon=0.0),
    Dfpn(epsilon=4.0),
    Dfpn(mobility=False),
    Dfpn(weak=False),
    Dfpn(mobility=False, weak=False, epsilon=0.0),
    Dfpn(threshold=50.0),
    Dfpn(threshold=100.0),
    Dfpn(depth=1),
    Dfpn(depth=4),
)
SMALL = {  # by game: how many random moves are made first
    "tictactoe": 2,
    "connect_three": 4,
    "connect_four:width=4,height=4": 8,
    "nim": 3,
    "misere_nim": 4,
    "chomp": 2,
    "domineering:rows=4,columns=3": 1,
    "hex:size=3": 1,
    "breakthrough:width=3,height=4": 2,
    "reversi:size=4": 6,
    "dots_and_boxes:rows=1,columns=2": 1,
    "dots_and_boxes:rows=2,columns=2,margin=1": 7,
    "kayles": 2,
    "toads_and_frogs": 12,
    "snort": 7,
    "lights_out:width=3,height=2": 2,
}


@pytest.mark.parametrize("name", SMALL)
def test_answers_are_the_same(game_of: Games, name: str) -> None:
    game = game_of(name)
    for seed in range(3):
        state = after(game, SMALL[name] + seed, seed)
        for search in SEARCHES:
            nodes = Limits(nodes=3000)  # some positions of one role would take long
            assert_twins(search, game, state, role=seed % len(game.roles), limits=nodes)


@pytest.mark.parametrize("nodes", [*range(1, 40), 100, 333, 1000, 1500])
def test_a_limit_of_nodes_stops_them_at_the_same_node(tictactoe: CompiledGame, nodes: int) -> None:
    for search in (Dfpn(), Dfpn(epsilon=0.0, mobility=False, weak=False), Dfpn(depth=5)):
        assert_twins(search, tictactoe, tictactoe.initial, limits=Limits(nodes=nodes))


@pytest.mark.parametrize("nodes", [7, 60, 450])
def test_they_go_on_alike_after_a_limit(game_of: Games, nodes: int) -> None:
    game = game_of("connect_three")
    said = []
    for kernel in ("on", "off"):
        think = Dfpn(kernel=kernel).start(game, MAX, Clock())
        every = []
        for _ in range(12):
            clock = Clock(Limits(nodes=nodes))
            found: list[Result] = []
            try:
                found.extend(think(game.initial, clock))
            except OutOfTimeError:
                pass
            every.append((found, clock.count))
        said.append(every)
    assert said[0] == said[1]


@pytest.mark.parametrize("depth", [1, 2])
def test_more_children_than_lanes_are_looked_at_in_several_broods(
    game_of: Games, depth: int
) -> None:
    game = game_of("chomp:rows=9,columns=9")
    assert len(game.legal(game.initial, Role(0))) > 64
    for search in (Dfpn(), Dfpn(epsilon=0.0)):
        assert_twins(replace(search, depth=depth), game, game.initial)
        assert_twins(search, game, game.initial, limits=Limits(nodes=150))


@pytest.mark.parametrize("seconds", [1e-9, 1e-5])
def test_slices_of_any_size_give_the_same(
    tictactoe: CompiledGame, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "SLICE", seconds)
    for limits in (Limits(), Limits(nodes=77)):
        assert_twins(Dfpn(), tictactoe, after(tictactoe, 2, 0), limits=limits)


def test_a_small_stack_and_a_small_table_grow(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FIRST_PLIES", 2)
    monkeypatch.setattr(fast, "FIRST_CELLS", 16)
    assert_twins(Dfpn(), tictactoe, after(tictactoe, 1, 0))
    assert_twins(Dfpn(depth=6), tictactoe, after(tictactoe, 1, 0))


@pytest.mark.parametrize("memory", [1, 10_000, 40_000])
def test_a_table_that_may_not_grow_forgets_and_changes_no_value(
    tictactoe: CompiledGame, memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FIRST_CELLS", 64)
    forgotten: list[int] = []

    def noted(table: ProofCells) -> int:
        forgotten.append(middle_work(table))
        return forgotten[-1]

    monkeypatch.setattr(fast, "middle_work", noted)
    for seed in range(3):
        state = after(tictactoe, 1, seed)
        found, _ = told(Dfpn(kernel="on"), tictactoe, state, limits=Limits(memory=memory))
        right, _ = told(Dfpn(), tictactoe, state)
        assert found[-1].proven
        assert found[-1].values == right[-1].values
    assert forgotten


def test_a_table_that_forgets_keeps_to_its_memory(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FIRST_CELLS", 64)
    game = game_of("connect_three")
    think = Dfpn(kernel="on").start(game, MAX, Clock())
    search = think.args[0].at(Clock(Limits(memory=30_000)))  # type: ignore[attr-defined]
    assert isinstance(search, FastProof)
    verdict = search.ask(game.initial, None, 100.0)
    assert (verdict.proved, verdict.sure) == (True, True)
    assert search.table.cells.nbytes <= 30_000


def test_the_kernel_is_refused_where_it_cannot_run() -> None:
    with pytest.raises(UsageError, match=r"the kernel cannot run: .* is not compiled"):
        told(Dfpn(kernel="on"), lecture(), lecture().initial)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="kernel takes auto, on or off, not 'fast'"):
        told(Dfpn(kernel="fast"), lecture(), lecture().initial)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "kind", "message"),
    [
        (NOT_CONSTANT, UnsuitedError, "test is not constant-sum: its ends share out 120 and 100"),
        (NO_GOAL, UnsuitedError, "test: a has no goal at an end"),
        (BOTH, UnsuitedError, "test has simultaneous moves: a and b choose at once"),
        (STUCK, PlayError, "test: b has no move before the end"),
    ],
    ids=["uneven", "no-goal", "both", "stuck"],
)
def test_what_is_no_duel_is_refused_in_the_same_words(
    rules: str, kind: type[ZermeloError], message: str
) -> None:
    game, _ = games_of(rules)
    said = []
    for kernel in ("on", "off"):
        with pytest.raises(kind, match=message) as raised:
            told(Dfpn(kernel=kernel, depth=9, threshold=50.0), game, game.initial)
        said.append(str(raised.value))
    assert said[0] == said[1]


def test_a_line_that_is_too_long_is_an_error_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "CALLS", 300)
    game = compiled_game("stopping", sheet(STOPPING))
    with pytest.raises(LimitError, match=r"too long to be followed .*; give a depth"):
        told(Dfpn(kernel="on", threshold=30.0), game, game.initial)
