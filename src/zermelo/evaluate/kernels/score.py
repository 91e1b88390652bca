"""Scores run on up to 64 states at once: bit k of a word, and number k of a node, is state k."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, bare_game, see
from zermelo.engine.narrow import Narrow
from zermelo.evaluate.kernels.fuzzy import between, combine, multiply, unite
from zermelo.evaluate.score import (
    BETWEEN,
    CLIP,
    ONLY,
    PRODUCT,
    SHARE,
    SUM,
    TALLY,
    TRUTH,
    UNION,
    Score,
)
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest

Words = NDArray[np.uint64]
Places = NDArray[np.uint32]
Floats = NDArray[np.float64]


class Scorer(NamedTuple):
    """A score, where the wires of a view have the answers to its questions, and room to work."""

    score: Score
    places: Places  # [questions] literals of the view
    values: Floats  # [size * LANES] of every node


@inner
def bare_scorer(scorer: Scorer) -> Scorer:
    """Return a scorer on bare memory."""
    score = scorer.score
    return Scorer(
        Score(
            score.size,
            bare(score.kinds),
            bare(score.begins),
            bare(score.inputs),
            bare(score.weights),
            bare(score.numbers),
            bare(score.outputs),
        ),
        bare(scorer.places),
        bare(scorer.values),
    )


@kernel
def work_out(scorer: Scorer, wires: Words, lanes: int) -> None:
    """Find the values of all nodes from the wires of a view."""
    score = scorer.score
    for node in range(score.size):
        kind = score.kinds[node]
        if kind == TRUTH:
            truth(scorer, node, wires, lanes)
            continue
        fill(scorer, node, lanes)
        if kind == TALLY:
            tally(scorer, node, wires, lanes)
        elif kind == ONLY:
            only(scorer, node, wires, lanes)
        elif kind == SUM:
            add_up(scorer, node, lanes)
        elif kind == SHARE:
            share(scorer, node, lanes)
        elif kind == CLIP:
            clip(scorer, node, lanes)
        elif kind == BETWEEN:
            between(scorer, node, lanes)
        elif kind == PRODUCT and score.numbers[2 * node] == 1.0:
            multiply(scorer, node, lanes)
        elif kind == UNION:
            unite(scorer, node, lanes)
        elif kind >= PRODUCT:
            combine(scorer, node, lanes)


@inner
def fill(scorer: Scorer, node: int, lanes: int) -> None:
    """Begin with the first number of a node."""
    number = scorer.score.numbers[2 * node]
    for place in range(node * LANES, node * LANES + lanes):
        scorer.values[place] = number


@inner
def answer(scorer: Scorer, wires: Words, index: int) -> np.uint64:
    """Return the states in which the answer to an input is yes."""
    word: np.uint64 = wires[scorer.places[scorer.score.inputs[index]]]
    return word


@inner
def truth(scorer: Scorer, node: int, wires: Words, lanes: int) -> None:
    """One number for yes, another for no."""
    word = answer(scorer, wires, scorer.score.begins[node])
    yes, no = scorer.score.numbers[2 * node], scorer.score.numbers[2 * node + 1]
    for lane in range(lanes):
        holds = word >> np.uint64(lane) & np.uint64(1) != np.uint64(0)
        scorer.values[node * LANES + lane] = yes if holds else no


@inner
def tally(scorer: Scorer, node: int, wires: Words, lanes: int) -> None:
    """Add the weights of all that holds."""
    score = scorer.score
    mask = ~np.uint64(0) >> np.uint64(LANES - lanes)
    for index in range(score.begins[node], score.begins[node + 1]):
        rest = answer(scorer, wires, index) & mask
        while rest != np.uint64(0):
            scorer.values[node * LANES + lowest(rest)] += score.weights[index]
            rest &= rest - np.uint64(1)


@inner
def only(scorer: Scorer, node: int, wires: Words, lanes: int) -> None:
    """Take the weight of what alone holds."""
    score = scorer.score
    once = np.uint64(0)
    twice = np.uint64(0)
    for index in range(score.begins[node], score.begins[node + 1]):
        word = answer(scorer, wires, index)
        twice |= once & word
        once |= word
    mask = ~np.uint64(0) >> np.uint64(LANES - lanes) & ~twice
    for index in range(score.begins[node], score.begins[node + 1]):
        rest = answer(scorer, wires, index) & mask
        while rest != np.uint64(0):
            scorer.values[node * LANES + lowest(rest)] = score.weights[index]
            rest &= rest - np.uint64(1)


@inner
def add_up(scorer: Scorer, node: int, lanes: int) -> None:
    """Add nodes by their weights."""
    score = scorer.score
    for index in range(score.begins[node], score.begins[node + 1]):
        first, weight = score.inputs[index] * LANES, score.weights[index]
        for lane in range(lanes):
            scorer.values[node * LANES + lane] += weight * scorer.values[first + lane]


@inner
def share(scorer: Scorer, node: int, lanes: int) -> None:
    """Share the number of a node out: the part that one node has of another."""
    begin = scorer.score.begins[node]
    part, whole = scorer.score.inputs[begin] * LANES, scorer.score.inputs[begin + 1] * LANES
    for lane in range(lanes):
        place = node * LANES + lane
        divisor = max(1.0, scorer.values[whole + lane])
        scorer.values[place] = scorer.values[place] * scorer.values[part + lane] / divisor


@inner
def clip(scorer: Scorer, node: int, lanes: int) -> None:
    """Keep a node between two numbers."""
    first = scorer.score.inputs[scorer.score.begins[node]] * LANES
    least, most = scorer.score.numbers[2 * node], scorer.score.numbers[2 * node + 1]
    for lane in range(lanes):
        value = scorer.values[first + lane]
        scorer.values[node * LANES + lane] = min(most, max(least, value))


@kernel
def score_rows(
    whole_game: Narrow, whole_scorer: Scorer, wires: Words, rows: Words, worth: Floats
) -> None:
    """Fill worth [states, roles] for states of which rows [states, words] are given.

    `wires` are those of the view, [2 * (inputs + gates)], as false as they were made.
    """
    game, scorer = bare_game(whole_game), bare_scorer(whole_scorer)
    bits = bare(wires)
    for first in range(0, rows.shape[0], LANES):
        lanes = min(LANES, rows.shape[0] - first)
        for fluent in range(game.fluents):
            word = np.uint64(0)
            for lane in range(lanes):
                bit = rows[first + lane, fluent >> 6] >> np.uint64(fluent & 63) & np.uint64(1)
                word |= bit << np.uint64(lane)
            bits[2 * fluent + 2] = word
            bits[2 * fluent + 3] = ~word
        see(game, bits)
        work_out(scorer, bits, lanes)
        for role in range(worth.shape[1]):
            output = scorer.score.outputs[role] * LANES
            for lane in range(lanes):
                worth[first + lane, role] = scorer.values[output + lane]
