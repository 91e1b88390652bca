"""Rule sheets as compiled games, in this process: a child for each would take most of the time."""

import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.refute.enumerated import World
from tests.refute.model import Model, Place
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import compiled_game
from zermelo.process import sandbox
from zermelo.process.frames import Message, pack, unpack
from zermelo.process.limits import Allowance
from zermelo.text.read import read_text, syntax_of
from zermelo.text.source import Source
from zermelo.text.tree import Sheet


@contextmanager
def in_process() -> Iterator[None]:
    """Answer questions to the sandbox here, without its limits: the games are small."""
    original = sandbox.call

    def call(function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
        module, _, name = function.partition(":")
        try:
            return unpack(pack(getattr(importlib.import_module(module), name)(message)))
        finally:
            gc.enable()  # a child has no use for it

    def replace(old: object, new: object) -> None:
        for name, module in list(sys.modules.items()):
            if name.startswith("zermelo.") and getattr(module, "call", None) is old:
                setattr(module, "call", new)  # noqa: B010

    for name in USERS:
        importlib.import_module(name)
    replace(original, call)
    try:
        yield
    finally:
        replace(call, original)


USERS = (
    "zermelo.ground.ground",
    "zermelo.evaluate.fuzzy.instances",
    "zermelo.proofs.tables",
    "zermelo.learn.selection",
    "zermelo.learn.preferences.learner",
    "zermelo.boards.neighbours",
    "zermelo.play.ending",
)
"""Modules that ask the sandbox, which must be loaded before they can be changed."""


def sheet_of(text: str, ending: str) -> Sheet:
    """Return the rules of a text."""
    name = f"random{ending}"
    return read_text(Source(name, text), syntax_of(name))


def load(text: str, ending: str) -> CompiledGame:
    """Return the game of a rule sheet."""
    sheet = sheet_of(text, ending)
    return compiled_game(f"random{ending}", compiled(sheet, keep=False))


def unlike(game: CompiledGame, world: World) -> Iterator[str]:
    """Yield where the engine and the enumeration differ: states, moves, ends, goals."""
    if game.roles != world.model.roles:
        yield f"roles {game.roles}, not {world.model.roles}"
        return
    if tuple(sorted(game.describe(game.initial))) != world.states[0]:
        yield f"initially {game.describe(game.initial)}, not {world.states[0]}"
        return
    yield from unlike_from(game, world)


def unlike_from(game: CompiledGame, world: World) -> Iterator[str]:
    """Yield where they differ, wherever the enumeration starts."""
    for number, place in enumerate(world.model.places):
        state = state_of(game, world, number)
        where = " ".join(world.states[number])
        if game.terminal(state) != place.over:
            yield f"terminal is {game.terminal(state)} in {where}"
            continue
        if place.over:
            goals = game.goals(state)
            if tuple(goals) != tuple(None if g is None else float(g) for g in place.goals or ()):
                yield f"goals {goals} in {where}, not {place.goals}"
            continue
        for role in range(len(game.roles)):
            legal = {game.spell(Role(role), move) for move in game.legal(state, Role(role))}
            if legal != set(place.legal[role]):
                yield f"{game.roles[role]} may {sorted(legal)} in {where}, not {place.legal[role]}"
                return
        for joint, child in world.model.children(number).items():
            moves = tuple(game.read(Role(role), text) for role, text in enumerate(joint))
            after = tuple(sorted(game.describe(game.next(state, moves))))
            if after != world.states[child]:
                yield f"{' '.join(joint)} in {where} leads to {after}, not {world.states[child]}"
                return


def state_of(game: CompiledGame, world: World, number: int) -> State:
    """Return the state of a place."""
    return game.state_of(world.states[number])


def in_order(game: CompiledGame, world: World) -> Model:
    """Return the model with moves in the order in which the program has them: ties go by it."""
    places = []
    for number, place in enumerate(world.model.places):
        if place.over:
            places.append(place)
            continue
        state = state_of(game, world, number)
        legal = tuple(
            tuple(game.spell(Role(role), move) for move in game.legal(state, Role(role)))
            for role in range(len(game.roles))
        )
        ranks = [{move: at for at, move in enumerate(moves)} for moves in legal]
        after = place.after or {}
        ordered = sorted(
            after.items(),
            key=lambda pair: [rank[move] for rank, move in zip(ranks, pair[0], strict=True)],
        )
        places.append(Place(legal, dict(ordered)))
    model = world.model
    return Model(model.roles, tuple(places), model.range, model.chance)
