"""Evaluators as arithmetic: a row of nodes, each a number that comes of nodes before it.

Kernels cannot call an evaluator; they run its `Score` instead, on up to 64 states at once
(`zermelo.evaluate.kernels.score`). It begins with questions about a state that are answered by yes
or no: which fluents hold, whether it is an end, which goals hold, which moves are legal. One form
for all evaluators, so that they can be added up, and kernels are compiled once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Dimensions

if TYPE_CHECKING:
    from zermelo.evaluate.kernels.score import Scorer

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
CONSTANT, TRUTH, TALLY, ONLY, SUM, SHARE, CLIP, BETWEEN, PRODUCT, LEAST, YAGER, UNION = range(12)
"""Kinds of nodes; a and b are the numbers of a node, w the weights of its inputs.

CONSTANT: a. TRUTH, of a question: a for yes, b for no. TALLY, of questions: a and all w whose
answer is yes. ONLY, of questions: the w of the only yes; a if there is none, or two. SUM, of nodes
x: a and all w * x. SHARE, of two nodes x and y: a * x / y, where y counts as 1 at least. CLIP, of
a node x: x, but at least a and at most b. BETWEEN, of a node x: 1 if a <= x <= b, else 0. All sums
are taken from left to right.

PRODUCT, LEAST and YAGER, of nodes x, each 1 - x where its weight is negative: how true it is that
all are true (`zermelo.evaluate.fuzzy.norms`). a is theta to fold with, -theta for a floor, 1 for
neither; b is the q of YAGER, infinity being LEAST and 1 Lukasiewicz. UNION, of nodes as these: how
true it is that some are true, by the product, without a threshold."""
ASKING = (TRUTH, TALLY, ONLY)
"""Kinds whose inputs are questions, not nodes."""


class Score(NamedTuple):
    """Nodes in order; sizes stand beside flat arrays, so that a kernel may take bare memory."""

    size: int  # how many nodes there are
    kinds: Ints  # [size]
    begins: Ints  # [size + 1] where the inputs of each node begin
    inputs: Ints  # questions or nodes
    weights: Floats  # one for each input
    numbers: Floats  # [2 * size] a and b of each node
    outputs: Ints  # [roles] the node that is the worth for each role


def end_question(dimensions: Dimensions) -> int:
    """Return the question whether a state is an end."""
    return dimensions.fluents


def goal_question(dimensions: Dimensions, goal: int) -> int:
    """Return the question whether a goal holds, by its place in the circuit."""
    return dimensions.fluents + 1 + goal


def move_question(dimensions: Dimensions, move: int) -> int:
    """Return the question whether a move is legal, numbered among those of all roles."""
    return dimensions.fluents + 1 + dimensions.goals + move


@dataclass(slots=True)
class ScoreWriter:
    """Writes a score: what adds a node returns its number. A fluent's question is its own number.

    >>> draft = ScoreWriter()
    >>> half = draft.node(CONSTANT, a=50.0)
    >>> draft.written([half, half]).outputs.tolist()
    [0, 0]
    """

    kinds: list[int] = field(default_factory=list)
    begins: list[int] = field(default_factory=lambda: [0])
    inputs: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)

    def node(
        self,
        kind: int,
        inputs: Iterable[int] = (),
        weights: Iterable[float] | None = None,
        a: float = 0.0,
        b: float = 0.0,
    ) -> int:
        """Add a node; without weights, each is one."""
        given = list(inputs)
        self.inputs += given
        self.weights += [1.0] * len(given) if weights is None else weights
        assert len(self.weights) == len(self.inputs), "every input has a weight"
        self.kinds.append(kind)
        self.begins.append(len(self.inputs))
        self.numbers += (a, b)
        return len(self.kinds) - 1

    def join(self, score: Score, roles: Iterable[int]) -> list[int]:
        """Add those nodes of a score that the worth for some roles needs; returns their outputs."""
        outputs = score.outputs[list(roles)].tolist()
        number: dict[int, int] = {}
        for old in needed(score, outputs):
            part = slice(score.begins[old], score.begins[old + 1])
            kind, inputs = int(score.kinds[old]), score.inputs[part].tolist()
            if kind not in ASKING:
                inputs = [number[one] for one in inputs]
            a, b = score.numbers[2 * old : 2 * old + 2].tolist()
            number[old] = self.node(kind, inputs, score.weights[part].tolist(), a, b)
        return [number[output] for output in outputs]

    def written(self, outputs: Sequence[int]) -> Score:
        """Return the score with the worth for each role."""
        return Score(
            size=len(self.kinds),
            kinds=np.array(self.kinds, np.int32),
            begins=np.array(self.begins, np.int32),
            inputs=np.array(self.inputs, np.int32),
            weights=np.array(self.weights, np.float64),
            numbers=np.array(self.numbers, np.float64),
            outputs=np.array(outputs, np.int32),
        )


def needed(score: Score, outputs: Iterable[int]) -> list[int]:
    """Return the nodes that some of them depend on, in order."""
    found = set(outputs)
    for node in range(score.size - 1, -1, -1):
        if node in found and score.kinds[node] not in ASKING:
            found.update(score.inputs[score.begins[node] : score.begins[node + 1]].tolist())
    return sorted(found)


def of_role(score: Score, role: int) -> Score:
    """Return what the worth for one role needs; that is the only output."""
    draft = ScoreWriter()
    return draft.written(draft.join(score, [role]))


def scorer_of(score: Score) -> "Scorer":
    """Return a score with room to work; its questions are the places of a brood's words."""
    from zermelo.engine.kernels.narrow import LANES
    from zermelo.evaluate.kernels.score import Scorer

    return Scorer(score, np.zeros(score.size * LANES, np.float64))
