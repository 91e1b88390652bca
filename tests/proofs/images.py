"""Symmetries held to play: images of positions have images as moves, goals and followers."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.sampling.matches import RandomMatchBatch

Bits = NDArray[np.uint8]


def image_of(rows: Words, places: list[int]) -> Words:
    """Return packed rows with bit after bit at another place."""
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    moved = bits.copy()
    moved[:, places] = bits[:, : len(places)]
    return np.packbits(moved, axis=1, bitorder="little").view(np.uint64)


def moves_of(game: CompiledGame, one: Symmetry) -> list[int]:
    """Return where each move goes, all roles one behind the other."""
    firsts = game.dimensions.firsts.tolist()
    return [
        firsts[one.roles[role]] + move for role, moves in enumerate(one.moves) for move in moves
    ]


def goals_of(game: CompiledGame, one: Symmetry) -> list[int]:
    """Return where each goal goes: the same value of the role's image."""
    roles, values = game.dimensions.goal_roles.tolist(), game.dimensions.goal_values.tolist()
    number = {goal: index for index, goal in enumerate(zip(roles, values, strict=True))}
    return [number[one.roles[role], value] for role, value in zip(roles, values, strict=True)]


def differences(
    game: CompiledGame, symmetries: tuple[Symmetry, ...], *, seed: int, layers: int
) -> Iterator[str]:
    """Every way in which a symmetry fails on the positions of random matches."""
    matches = RandomMatchBatch(game, seed)
    for layer in islice(matches, layers):
        joints, _ = matches.choose(layer.views)
        going = np.flatnonzero(layer.going)
        following = game.engine.step(layer.rows[going], joints[going])
        for one in symmetries:
            fluents = list(one.fluents)
            views = game.engine.view(image_of(layer.rows, fluents))
            if (views.legal != image_of(layer.views.legal, moves_of(game, one))).any():
                yield f"legal moves at step {layer.step}"
            if (views.ended != layer.views.ended).any():
                yield f"the end at step {layer.step}"
            if (views.goals[:, goals_of(game, one)] != layer.views.goals).any():
                yield f"goals at step {layer.step}"
            mapped = joints_of(joints[going], one)
            after = game.engine.step(image_of(layer.rows[going], fluents), mapped)
            if (after != image_of(following, fluents)).any():
                yield f"the positions after step {layer.step}"


def joints_of(joints: Ints, one: Symmetry) -> Ints:
    """Return the images of joint moves [any number, roles]."""
    mapped = np.empty_like(joints)
    for role, moves in enumerate(one.moves):
        mapped[:, one.roles[role]] = np.array(moves, np.int32)[joints[:, role]]
    return mapped
