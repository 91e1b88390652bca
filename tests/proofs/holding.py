"""Claims about every state and step of a game, held against random matches by the million."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from zermelo.engine.engine import Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.counts import flattened
from zermelo.proofs.inhibitors import Inhibitors
from zermelo.proofs.invariants import Counter, Invariants
from zermelo.proofs.latches import Latch, Latches
from zermelo.sampling.matches import MatchLayer, RandomMatchBatch

LONGEST = 2000


@dataclass(slots=True)
class Held:
    """What came of it: how many positions were seen, and every claim that one of them breaks."""

    positions: int
    broken: set[str]


def layers(game: CompiledGame, positions: int, seed: int) -> Iterator[tuple[Words, MatchLayer]]:
    """Layers of random matches, each with the states before it, until there are enough."""
    for batch in count():
        before = np.zeros((0, game.words), np.uint64)
        for layer in RandomMatchBatch(game, seed + batch):
            yield before, layer
            positions -= len(layer.rows)
            before = layer.rows[layer.going]
            if positions <= 0:
                return
            if layer.step >= LONGEST:
                break


def hold(
    game: CompiledGame,
    known: Invariants,
    latches: Latches,
    inhibitors: Inhibitors,
    positions: int,
    seed: int = 77,
) -> Held:
    """Hold all invariants, latches and inhibitors against so many positions of random matches."""
    held = Held(0, set())
    invariants = (*known.groups, *known.pairs)
    flat = flattened(invariant.count for invariant in invariants)
    starts = np.concatenate([[0], flat["ends"][:-1]]).astype(np.int64)
    proved = [latch for latch in latches.claims if latch.proved]
    up, down = (mask(game, proved, positive=positive) for positive in (True, False))
    size = game.dimensions.fluents
    for before, layer in layers(game, positions, seed):
        held.positions += len(layer.rows)
        bits = np.unpackbits(layer.rows.view(np.uint8), axis=1, count=size, bitorder="little").T
        if invariants:
            number = np.add.reduceat(bits[flat["members"]], starts, axis=0, dtype=np.int32)
            wrong = (number < flat["least"][:, None]) | (number > flat["most"][:, None])
            held.broken |= {invariants[i].text for i in np.flatnonzero(wrong.any(axis=1))}
        if len(before):
            changed = (before & ~layer.rows & up) | (~before & layer.rows & down)
            state = game.state(np.bitwise_or.reduce(changed, axis=0))
            held.broken |= {f"latch {fluent}" for fluent in game.describe(state)}
            held.broken |= set(came_back(game, inhibitors, before, layer.rows))
        if layer.views.ended.any():
            held.broken |= set(revived(game, inhibitors, layer))
        for counter in known.counters:
            if not follows(counter, bits, layer):
                held.broken.add(counter.text)
    return held


def came_back(
    game: CompiledGame, inhibitors: Inhibitors, before: Words, after: Words
) -> Iterator[str]:
    """Yield inhibitors whose latch was on when something that they inhibit became true."""
    became = after & ~before
    changing = game.state(np.bitwise_or.reduce(became, axis=0))
    for each in inhibitors.inhibitors:
        inhibits = State(sum(1 << fluent for fluent in each.fluents))
        if changing & inhibits:
            wrong = (became & game.row(inhibits)).any(axis=1)
            if (wrong & on(each.latch, before)).any():
                yield f"inhibitor {each.latch.text}"


def revived(game: CompiledGame, inhibitors: Inhibitors, layer: MatchLayer) -> Iterator[str]:
    """Yield dead goals that a match ended with."""
    ended = layer.views.ended
    gates = game.engine.wide
    for dead in inhibitors.dead_goals:
        places = (gates.goal_roles == dead.role) & (gates.goal_values == dead.value)
        got = layer.views.goals[ended][:, places].any(axis=1)
        if dead.latch is not None:
            got &= on(dead.latch, layer.rows[ended])
        if got.any():
            yield f"dead goal {dead.value} of {game.roles[dead.role]}"


def on(latch: Latch, rows: Words) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """In which of the states a latch is on."""
    word, bit = divmod(latch.fluent, 64)
    holds = (rows[:, word] >> np.uint64(bit) & np.uint64(1)).astype(np.bool_)
    return holds if latch.positive else ~holds


def mask(game: CompiledGame, proved: list[Latch], *, positive: bool) -> Words:
    """The fluents of latches of one direction, as a row of words."""
    chosen = {latch.fluent for latch in proved if latch.positive == positive}
    return game.row(State(sum(1 << fluent for fluent in chosen)))


def follows(
    counter: Counter, bits: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], layer: MatchLayer
) -> bool:
    """Whether a chain is where it should be after so many moves."""
    step, size = layer.step, len(counter.chain)
    if counter.again is not None and step >= size:
        step = counter.again + (step - counter.again) % (size - counter.again)
    if step >= size or not bits[counter.chain[step]].all():
        return False
    last = counter.again is None and step == size - 1
    return not last or (
        not layer.going.any() and (not counter.over or bool(layer.views.ended.all()))
    )
