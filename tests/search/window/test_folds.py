"""Symmetric positions share an entry of the table: the value stays, and moves are turned back."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.search.answers import after
from tests.search.trees import lecture
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.mtd import Mtd
from zermelo.search.base import Clock, Result, Spent
from zermelo.search.parts import folds
from zermelo.search.parts.folds import Folds, folds_of
from zermelo.search.window.arrays import images_of
from zermelo.search.window.kernels.images import fold, image_of, origin_of

Game = Callable[[str], CompiledGame]
SYMMETRIC = {  # by game: how many images of a state are compared
    "tictactoe": 4,
    "connect_four:width=4,height=4": 2,
    "connect_four": 2,
    "nim": 4,
    "domineering:rows=4,columns=4": 4,
    "dots_and_boxes:rows=2,columns=2": 4,
    "breakthrough:width=3,height=4": 2,
}


def folds_in(game: CompiledGame) -> Folds:
    """Return how positions are folded."""
    found = folds_of(game)
    assert found is not None
    return found


def image(found: Folds, state: State, number: int) -> State:
    """Return an image of a state, fluent by fluent."""
    places = found.fluents[number].tolist()
    return State(sum(1 << to for fluent, to in enumerate(places) if state >> fluent & 1))


@pytest.mark.parametrize("name", SYMMETRIC)
def test_images_have_images_as_moves_and_as_children(game_of: Game, name: str) -> None:
    game = game_of(name)
    found = folds_in(game)
    assert len(found.fluents) == SYMMETRIC[name]
    for seed in range(4):
        state = after(game, 2 + seed, seed)
        for number in range(len(found.fluents)):
            turned = image(found, state, number)
            assert found.smallest(turned)[0] == found.smallest(state)[0]
            there = {found.image(joint, number) for joint in joints(game, state)}
            assert there == set(joints(game, turned))
            assert game.terminal(turned) == game.terminal(state)
            for joint in joints(game, state):
                assert found.original(found.image(joint, number), number) == joint
                child = game.next(turned, found.image(joint, number))
                assert child == image(found, game.next(state, joint), number)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_kernels_find_the_same_image_and_turn_moves_alike(game_of: Game, name: str) -> None:
    game, random = game_of(name), Random(5)
    found, words = folds_in(game), game.words
    images = images_of(found)
    images.folding[0] = 1
    for _ in range(20):
        state = State(random.getrandbits(game.dimensions.fluents))
        rows, keys = game.row(state), np.zeros(words, np.uint64)
        turned = fold(images, rows, keys, 0, words)
        assert (game.state(keys), turned) == found.smallest(state)
        for move in range(-1, game.dimensions.moves):
            there = image_of(images, turned, move)
            assert there == (found.moves[turned][move] if move >= 0 else -1)
            assert origin_of(images, turned, there) == move
    images.folding[0] = 0
    assert fold(images, rows, keys, 0, words) == 0
    assert keys.tolist() == rows.tolist()


def told(search: Any, game: CompiledGame, state: State) -> tuple[Result, Spent]:
    """Return the last result of a search, and what it spent."""
    clock = Clock()
    *_, result = search.start(game, Role(0), clock)(state, clock)
    return result, clock.count


@pytest.mark.parametrize("kernel", ["on", "off"])
@pytest.mark.parametrize("search", [Alphabeta(), Mtd(), Mtd(peek=True, history=True)])
@pytest.mark.parametrize(
    "name", ["tictactoe", "domineering:rows=3,columns=4", "breakthrough:width=3,height=4"]
)
def test_the_value_stays_and_the_line_reaches_it(
    game_of: Game, name: str, search: Any, kernel: str
) -> None:
    game = game_of(name)
    for moves in range(1, 5):
        state = after(game, moves, moves)
        if game.terminal(state):
            continue
        result, _ = told(replace(search, kernel=kernel, fold=True), game, state)
        plain, _ = told(Alphabeta(), game, state)
        assert (result.values, result.proven) == (plain.values, True)
        for joint in result.line:
            assert joint in set(joints(game, state))
            state = game.next(state, joint)
            if not game.terminal(state):
                assert told(Alphabeta(), game, state)[0].values == plain.values


@pytest.mark.parametrize("name", ["tictactoe", "dots_and_boxes:rows=2,columns=2,margin=1"])
def test_fewer_nodes_are_looked_at(game_of: Game, name: str) -> None:
    game = game_of(name)
    for search in (Alphabeta(), Mtd(peek=True)):
        folded, spent = told(replace(search, fold=True), game, game.initial)
        plain, before = told(search, game, game.initial)
        assert folded.values == plain.values
        assert spent.nodes < before.nodes


def test_what_is_guessed_is_not_folded(game_of: Game) -> None:
    game = game_of("connect_four")
    found = [told(Alphabeta(depth=4, fold=fold), game, game.initial) for fold in (True, False)]
    assert found[0] == found[1]


def test_of_many_symmetries_a_part_is_used_and_of_large_games_none(
    game_of: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("tictactoe")
    monkeypatch.setattr(folds, "MOST_IMAGES", 8)
    assert len(folds_in(game).fluents) == 8
    monkeypatch.setattr(folds, "MOST_IMAGES", 7)
    assert len(folds_in(game).fluents) == 4
    monkeypatch.setattr(folds, "MOST_FLUENTS", game.dimensions.fluents - 1)
    assert folds_of(game) is None


def test_trees_and_games_without_symmetries_are_not_folded(game_of: Game) -> None:
    assert folds_of(lecture()) is None
    assert folds_of(game_of("toads_and_frogs")) is None
