"""Limits of nodes and memory, and going on after them; games that are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.proofs.knowing import sheet
from tests.search.answers import after
from tests.search.many.forest import by_key, paranoid, shared, tree
from tests.search.proofnumber.test_values import told
from tests.search.test_root import STOPPING
from tests.search.trees import MAX, circle, lecture
from zermelo.errors import LimitError, UnsuitedError
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import compiled_game
from zermelo.search.algorithms.dfpn import Dfpn
from zermelo.search.algorithms.pns import Pns
from zermelo.search.base import Bound, Clock, Limits, OutOfTimeError, Result
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.depth_first import DepthFirstProof
from zermelo.search.proofnumber.node import Counting
from zermelo.search.proofnumber.table import ENTRY, ProofTable, table_for
from zermelo.search.spec import parse
from zermelo.search.suitability import require

Games = Callable[[str], CompiledGame]
SEARCHES: tuple[Any, ...] = (Pns(), Dfpn())


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 50, 300])
def test_a_search_that_is_broken_off_says_what_is_true_and_what_is_open(
    search: Any, nodes: int, tictactoe: CompiledGame
) -> None:
    state = after(tictactoe, 1, 0)
    found = told(search, tictactoe, state, 1, Limits(nodes=nodes))
    for result in found:
        assert not result.proven or result.values == (50, 50)
        if result.searched:
            assert result.bound is not Bound.AT_LEAST or result.values[1] <= 50
            assert result.bound is not Bound.AT_MOST or result.values[1] >= 50
    assert found[-1].proven or "proof number" in found[-1].note
    assert found[-1].move in tictactoe.legal(state, Role(1))


@pytest.mark.parametrize("search", SEARCHES)
def test_what_was_broken_off_goes_on_where_it_was(search: Any, tictactoe: CompiledGame) -> None:
    clock = Clock()
    think = search.start(tictactoe, MAX, clock)
    whole = Clock()
    list(think(tictactoe.initial, whole))
    think = search.start(tictactoe, MAX, clock)
    spent = 0
    for _ in range(100):
        clock = Clock(Limits(nodes=200))
        found: list[Result] = []
        try:
            found.extend(think(tictactoe.initial, clock))
        except OutOfTimeError:
            pass
        spent += clock.count.nodes
        if found and found[-1].proven:
            break
    assert found[-1].values == (50, 50)
    assert spent < 3 * whole.count.nodes


def test_a_solved_position_is_remembered_for_the_next_move(tictactoe: CompiledGame) -> None:
    for search in SEARCHES:
        think = search.start(tictactoe, MAX, Clock())
        counts = []
        for _ in range(2):
            clock = Clock()
            found = list(think(tictactoe.initial, clock))
            assert found[-1].proven
            assert found[-1].values == (50, 50)
            counts.append(clock.count.nodes)
        assert counts[1] < counts[0] / 10


@pytest.mark.parametrize("memory", [1, 700, 4000, 40_000])
def test_a_small_table_changes_no_value(memory: int, tictactoe: CompiledGame) -> None:
    state, search = after(tictactoe, 2, 1), Dfpn(kernel="off")
    value = told(search, tictactoe, state)[-1].values
    found = told(search, tictactoe, state, limits=Limits(memory=memory))
    assert found[-1].proven
    assert found[-1].values == value
    for seed in range(10):
        game = shared(seed, 2, 4)
        if not game.terminal(game.initial):
            right = by_key(game, paranoid(MAX), None)
            assert (
                told(search, game, game.initial, limits=Limits(memory=memory))[-1].values == right
            )


def test_a_table_keeps_to_its_size(tictactoe: CompiledGame) -> None:
    for most in (1, 2, 50):
        table = ProofTable(most)
        duel = Duel(tictactoe, MAX, Even().start(tictactoe))
        search = DepthFirstProof(duel, Clock(), table, Counting())
        verdict = search.ask(after(tictactoe, 3, 0), None, 50.0)
        assert verdict.sure
        assert len(table.entries) <= most
    assert table_for(Clock(Limits(memory=10 * ENTRY))).most == 10


def test_the_half_that_took_the_least_work_is_forgotten() -> None:
    game = tree(1, 2, total=2)
    table = ProofTable(4)
    duel = Duel(game, MAX, Even().start(game))
    search = DepthFirstProof(duel, Clock(), table, Counting())
    search.ask(game.initial, None, 1.0)
    works = sorted(entry.work for entry in table.entries.values())
    table.forget()
    assert sorted(entry.work for entry in table.entries.values()) == [
        work for work in works if work > works[len(works) // 2]
    ]


@pytest.mark.parametrize("memory", [1, 3000, 20_000])
def test_a_tree_that_may_not_grow_ends_the_search(memory: int, tictactoe: CompiledGame) -> None:
    found = told(Pns(), tictactoe, tictactoe.initial, limits=Limits(memory=memory))
    assert not found[-1].proven
    assert found[-1].note.endswith("the tree has no more room")
    assert found[-1].move in tictactoe.legal(tictactoe.initial, MAX)


def test_depth_first_refuses_a_circle_as_alphabeta_does() -> None:
    with pytest.raises(UnsuitedError, match=r"circle is not known to end.*give a depth"):
        told(Dfpn(), circle(), circle().initial)
    with pytest.raises(UnsuitedError, match="give a depth, nodes or seconds"):
        told(Pns(), circle(), circle().initial)


def test_an_endless_line_that_nobody_knew_of_is_an_error_with_a_hint() -> None:
    game = compiled_game("stopping", sheet(STOPPING))
    found = told(Pns(threshold=20), game, game.initial, limits=Limits(nodes=100))
    assert not any(result.proven for result in found)
    with pytest.raises(LimitError, match=r"too long to be followed .*; give a depth"):
        told(Dfpn(threshold=30, kernel="off"), game, game.initial)


@pytest.mark.parametrize("name", ["pns", "dfpn"])
@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("rock_paper_scissors", "roles that move in turn"),
        ("pig_race", "a game without chance"),
        ("tictactoe_3p", "one or two roles"),
    ],
)
def test_what_alphabeta_refuses_is_refused(name: str, game: str, why: str, game_of: Games) -> None:
    with pytest.raises(UnsuitedError, match=f"{name} needs .*; {game} suits"):
        require(parse(name), game_of(game))


def test_it_says_where_nothing_is_proved_to_a_depth() -> None:
    for search in SEARCHES:
        found = told(search, lecture(), lecture().initial, limits=Limits(depth=1))
        assert not found[-1].searched
        assert found[-1].note == "nothing is proved to depth 1"
