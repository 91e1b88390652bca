"""Degrees of truth in a score: what `zermelo.evaluate.fuzzy.norms` defines, for up to 64 states."""

from math import exp, log
from typing import TYPE_CHECKING

from zermelo.engine.kernels.narrow import LANES
from zermelo.evaluate.score import LEAST, PRODUCT
from zermelo.kernels.kernel import inner, kernel

if TYPE_CHECKING:
    from zermelo.evaluate.kernels.score import Scorer

HALF = 0.5
"""What is above is rather true."""


@inner
def between(scorer: "Scorer", node: int, lanes: int) -> None:
    """1 where a node is between two numbers, 0 elsewhere."""
    first = scorer.score.inputs[scorer.score.begins[node]] * LANES
    least, most = scorer.score.numbers[2 * node], scorer.score.numbers[2 * node + 1]
    for lane in range(lanes):
        inside = least <= scorer.values[first + lane] <= most
        scorer.values[node * LANES + lane] = 1.0 if inside else 0.0


@inner
def multiply(scorer: "Scorer", node: int, lanes: int) -> None:
    """Multiply nodes: nearly all of a fuzzy value is that. The place of the product holds 1."""
    score = scorer.score
    for index in range(score.begins[node], score.begins[node + 1]):
        first = score.inputs[index] * LANES
        if score.weights[index] > 0:
            for lane in range(lanes):
                scorer.values[node * LANES + lane] *= scorer.values[first + lane]
        else:
            for lane in range(lanes):
                scorer.values[node * LANES + lane] *= 1.0 - scorer.values[first + lane]


@inner
def unite(scorer: "Scorer", node: int, lanes: int) -> None:
    """Take the dual of the product; 1 minus a product would lose what is small."""
    score = scorer.score
    for index in range(score.begins[node], score.begins[node + 1]):
        first = score.inputs[index] * LANES
        positive = score.weights[index] > 0
        for lane in range(lanes):
            place = node * LANES + lane
            degree = scorer.values[first + lane]
            if not positive:
                degree = 1.0 - degree
            scorer.values[place] += degree * (1.0 - scorer.values[place])


@kernel
def combine(scorer: "Scorer", node: int, lanes: int) -> None:
    """Combine nodes by any norm, with or without a threshold, one state after the other."""
    theta = scorer.score.numbers[2 * node]
    for lane in range(lanes):
        if theta == 1.0:
            degree = all_of(scorer, node, lane, -1.0, 2.0)
        elif theta > 0:
            degree = folded(scorer, node, lane, theta)
        else:
            degree = floored(scorer, node, lane, -theta)
        scorer.values[node * LANES + lane] = degree


@inner
def input_of(scorer: "Scorer", index: int, lane: int) -> float:
    """Return an input of a node, or what it lacks to 1."""
    degree: float = scorer.values[scorer.score.inputs[index] * LANES + lane]
    return degree if scorer.score.weights[index] > 0 else 1.0 - degree


@inner
def all_of(scorer: "Scorer", node: int, lane: int, above: float, upto: float) -> float:
    """Return how true it is that all inputs hold whose degree is in a range."""
    score = scorer.score
    begin, end = score.begins[node], score.begins[node + 1]
    kind, q = score.kinds[node], score.numbers[2 * node + 1]
    found = 1.0
    total = 0.0
    for index in range(begin, end):
        degree = input_of(scorer, index, lane)
        if above < degree <= upto:
            if kind == PRODUCT:
                found *= degree
            elif kind == LEAST:
                found = min(found, degree)
            elif q == 1.0:
                total += 1.0 - degree
            else:
                found = min(found, degree)
    if kind == PRODUCT or kind == LEAST:
        return found
    if q == 1.0:
        return max(0.0, 1.0 - total)
    largest = 1.0 - found
    for index in range(begin, end):
        degree = input_of(scorer, index, lane)
        if above < degree <= upto and largest > 0:
            total += ((1.0 - degree) / largest) ** q
    return rest_of(largest, total, q)


@inner
def rest_of(largest: float, total: float, q: float) -> float:
    """Return 1 without the length of what is missing, by its largest part and relative powers."""
    if largest <= 0:
        return 1.0
    power = log(largest) + log(total) / q
    return 1.0 - exp(power) if power < 0 else 0.0


@inner
def pair(kind: int, q: float, one: float, other: float) -> float:
    """Return how true it is that both hold."""
    if kind == PRODUCT:
        return one * other
    if kind == LEAST:
        return min(one, other)
    if q == 1.0:
        return max(0.0, 1.0 - ((1.0 - one) + (1.0 - other)))
    largest = max(1.0 - one, 1.0 - other)
    if largest <= 0:
        return 1.0
    total = ((1.0 - one) / largest) ** q + ((1.0 - other) / largest) ** q
    return rest_of(largest, total, q)


@inner
def folded(scorer: "Scorer", node: int, lane: int, theta: float) -> float:
    """Combine two inputs at a time, from the left; two that are true stay above the threshold."""
    score = scorer.score
    kind, q, begin = score.kinds[node], score.numbers[2 * node + 1], score.begins[node]
    found = 1.0
    for index in range(begin, score.begins[node + 1]):
        degree = input_of(scorer, index, lane)
        if index == begin:
            found = degree
        else:
            both = pair(kind, q, found, degree)
            found = max(both, theta) if found > HALF and degree > HALF else both
    return found


@inner
def floored(scorer: "Scorer", node: int, lane: int, theta: float) -> float:
    """Combine the inputs that are true, which stay above the threshold, and then the others."""
    kind, q = scorer.score.kinds[node], scorer.score.numbers[2 * node + 1]
    false = all_of(scorer, node, lane, -1.0, HALF)
    for index in range(scorer.score.begins[node], scorer.score.begins[node + 1]):
        if input_of(scorer, index, lane) > HALF:
            true = all_of(scorer, node, lane, HALF, 2.0)
            return pair(kind, q, max(true, theta), false)
    return false
