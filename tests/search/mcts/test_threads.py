"""Several threads on one tree: legal, exact, and the same however fast each of them is."""

import gc
import os
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.search.asp_games import tree_rules, written
from tests.search.mcts.test_proofs import random_tree, thought, values_of
from tests.search.mcts.test_twins import count_told
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.kernels.tokens import TOKEN, WORD
from zermelo.search.algorithms.auto import Auto
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock, Limits, last
from zermelo.search.mcts.fast import KernelTree
from zermelo.search.mcts.kernels import search as kernels
from zermelo.search.mcts.kernels.arrays import CONSTANT, EDGES, NODES, UNSEEN, VARYING, VOID
from zermelo.search.mcts.threads import Ring, Team
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]


def planted(game: CompiledGame, **options: object) -> KernelTree:
    """A tree that several threads are to grow."""
    search = Mcts(**options)  # type: ignore[arg-type]
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    tree.plant(game.initial)
    return tree


def visits(tree: KernelTree) -> list[list[int]]:
    """How often every move of the root was tried."""
    return [
        [one.visits for one in tree.options(Role(role))] for role in range(len(tree.game.roles))
    ]


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("connect_four", {}),
        ("connect_four", {"lanes": 64, "rave": 0.0, "trust": 0.5}),
        ("tictactoe", {"solver": False, "expand": "all"}),
        ("connect_three", {"rave": 30.0, "grave": 10, "lanes": 2}),
        ("goofspiel:cards=3", {}),
        ("pig_race", {}),
        ("tictactoe_3p", {"cutoff": 2}),
    ],
)
def test_play_does_not_depend_on_how_fast_a_thread_is(
    name: str, options: dict[str, object], threads: int, game_of: Games
) -> None:
    """Nor on how often the threads come back."""
    found = []
    for passes in (7, 10_000):
        tree = planted(game_of(name), threads=threads, seed=2, **options)
        while tree.run(passes, 3000):
            pass
        assert tree.tree.visits[0] == tree.finished
        found.append((visits(tree), tree.playouts, tree.tree.totals[0].tolist()))
    assert found[0] == found[1]


def test_one_thread_is_what_there_is_without_the_option(game_of: Games) -> None:
    trees = [planted(game_of("connect_four"), **options) for options in ({}, {"threads": 1})]
    for tree in trees:
        tree.run(200, 1 << 60)
        assert tree.team.others is None
    assert visits(trees[0]) == visits(trees[1])
    assert trees[0].playouts == trees[1].playouts


def test_every_thread_plays_matches_of_its_own(game_of: Games) -> None:
    tree = planted(game_of("connect_four"), threads=2, lanes=64)
    tree.run(100, 1 << 60)
    one, other = tree.crews
    assert one.fared is other.fared
    assert one.generator.tolist() != other.generator.tolist()
    assert 0 < tree.tree.pending[0] == one.leaves.size + other.leaves.size


def test_simulations_that_are_given_up_leave_no_trace(game_of: Games) -> None:
    tree = planted(game_of("connect_four"), threads=2, solver=False, lanes=4)
    tree.run(60, 1 << 60)
    tree.rest()
    nodes, edges = tree.tree.registers[NODES], tree.tree.registers[EDGES]
    assert not tree.tree.pending[:nodes].any()
    assert not tree.tree.waits[:edges].any()
    assert sum(visits(tree)[0]) == tree.tree.visits[0]


@pytest.mark.parametrize("total", [100, None])
def test_what_is_proven_is_the_only_outcome_of_best_play(total: int | None) -> None:
    proven = 0
    for seed in range(12):
        tree = random_tree(Random(seed), total)
        found = thought(Mcts(threads=2), written(tree_rules(tree)), 3000)
        if found.proven:
            assert values_of(tree) == {found.values}
            proven += 1
    assert proven > 4


@pytest.mark.parametrize(
    ("name", "values"),
    [("tictactoe", (50, 50)), ("nim", (0, 100)), ("hex:size=3", (100, 0))],
)
@pytest.mark.parametrize("spec", ["mcts:threads=2", "mcts:threads=3,lanes=1", "auto:threads=2"])
def test_proven_values_are_those_of_minimax(
    name: str, spec: str, values: tuple[float, float], game_of: Games
) -> None:
    found = thought(parse(spec), game_of(name), 500_000)
    assert found.proven
    assert found.values == values


def test_bounds_are_told_to_all_nodes_above(game_of: Games) -> None:
    tree = planted(game_of("connect_three"), threads=2, c=2.0, lanes=1)
    tree.run(10_000, 4000)
    tree.rest()
    assert count_told(tree) > 0


def test_a_node_limit_is_kept_and_moves_are_legal(game_of: Games) -> None:
    game = game_of("connect_four")
    for nodes in (1, 2, 7, 500, 3001):
        clock = Clock(Limits(nodes=nodes))
        found = last(Mcts(threads=2).start(game, Role(0), clock)(game.initial, clock))
        assert found is not None
        assert clock.count.nodes == nodes
        state = game.initial
        for joint in found.line:
            assert all(move in game.legal(state, Role(role)) for role, move in enumerate(joint))
            state = game.next(state, joint)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_tree_whose_ends_share_out_different_sums_begins_anew(threads: int) -> None:
    """Its bounds are void, whichever thread comes to such an end."""
    found = 0
    for seed in range(12):
        drawn = random_tree(Random(seed), None)
        tree = planted(written(tree_rules(drawn)), threads=threads, lanes=1)
        tree.tree.settings[CONSTANT] = UNSEEN  # nothing is known against it, as far as it is told
        while tree.run(5, 3000):
            pass
        outlook = tree.outlook(Role(0))
        found += tree.tree.settings[CONSTANT] == VARYING
        assert not tree.crews[0].turns[VOID]
        if outlook.settled and tree.tree.settings[CONSTANT] == VARYING:
            assert values_of(drawn) == {outlook.values}
    assert found > 8


def test_a_tree_makes_room_for_all_threads(game_of: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.mcts.fast.FIRST_NODES", 1 << 8)
    tree = planted(game_of("connect_four"), threads=3, lanes=1)
    tree.run(10_000, 6000)
    assert tree.tree.room > 1 << 12
    assert sum(visits(tree)[0]) == tree.tree.visits[0] == 6000


def test_without_memory_the_tree_stays_as_it_is(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.mcts.fast.FIRST_NODES", 1 << 12)
    tree = planted(game_of("connect_four"), threads=2, playout="uniform", solver=False)
    tree.memory = 1
    tree.run(100_000, 3 * tree.tree.room)
    assert tree.tree.room == 1 << 12
    assert tree.tree.visits[0] == 3 * tree.tree.room


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_thread_that_fails_keeps_nobody_waiting(
    failing: int, game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the main thread, when it is interrupted; the tree can be gone on with after that."""
    tree = planted(game_of("connect_four"), threads=3)
    tree.run(30, 1 << 60)
    right = kernels.search

    def fails(*given: object) -> int:
        if given[2] is tree.crews[failing]:
            raise KeyboardInterrupt
        return right(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(kernels, "search", fails)
    with pytest.raises(KeyboardInterrupt):
        tree.run(30, 1 << 60)
    monkeypatch.undo()
    tree.rest()
    before = tree.finished
    tree.run(10_000, before + 2000)
    tree.rest()
    assert tree.finished == before + 2000
    assert sum(visits(tree)[0]) == tree.tree.visits[0]


def test_a_team_comes_back_together() -> None:
    done: list[int] = []

    def part(number: int) -> int:
        done.append(number)
        return number

    parts = [partial(part, number) for number in (5, 6, 7)]
    assert Team(3).together(parts, lambda: None) == 5
    assert sorted(done) == [5, 6, 7]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_the_token_goes_round(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.mcts.threads.sys.platform", platform)
    ring = Ring(3)
    monkeypatch.undo()
    for number in (0, 1, 2, 0):
        assert os.read(ring.own[number], WORD) == TOKEN
        os.write(ring.next[number], TOKEN)
    ring.wake()
    assert [len(os.read(own, WORD)) for own in (ring.own[2], ring.own[0])] == [WORD, WORD]
    assert Ring(1).own == Ring(1).next == [-1]


def test_files_are_closed_with_the_tree(game_of: Games) -> None:
    tree = planted(game_of("tictactoe"), threads=2)
    files = set(tree.ring.own)
    del tree
    gc.collect()
    for file in files:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts:threads=0", "mcts:threads takes a whole number of at least 1, not 0"),
        ("auto:threads=0", "auto:threads takes a whole number of at least 1, not 0"),
        ("mcts:threads=65", "threads takes 1 to 64, not 65"),
        ("auto:threads=65", "threads takes 1 to 64, not 65"),
        ("mcts:threads=2,kernel=off", "threads=2 needs the kernel, which kernel=off forbids"),
        ("auto:threads=2,kernel=off", "threads=2 needs the kernel, which kernel=off forbids"),
        (
            "mcts:threads=2,decisive=true",
            "threads=2 needs the kernel, which cannot run: decisive is only to be had without",
        ),
    ],
)
def test_what_threads_are_refused_for(spec: str, message: str, game_of: Games) -> None:
    with pytest.raises(UsageError) as raised:
        parse(spec).start(game_of("tictactoe"), Role(0), Clock())
    assert str(raised.value) == message


def test_auto_hands_threads_on(game_of: Games) -> None:
    assert Auto(threads=2).growing(game_of("connect_four")).threads == 2
