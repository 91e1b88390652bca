"""A cone -> arithmetic for kernels: `truth` defines what it comes to.

Every formula becomes a product (or its like) of nodes, each taken as it is or as what it lacks to
1; a disjunction is a conjunction of what is not. Negations cost nothing then, and two of them
vanish; the values differ from the definition's in the last bits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from zermelo.engine.engine import Dimensions
from zermelo.evaluate.fuzzy.cone import (
    Cone,
    Conjunction,
    Disjunction,
    Fluent,
    Negation,
    Node,
    Tally,
)
from zermelo.evaluate.fuzzy.norms import Norm
from zermelo.evaluate.fuzzy.truth import Truth
from zermelo.evaluate.score import (
    BETWEEN,
    CONSTANT,
    LEAST,
    PRODUCT,
    SUM,
    TALLY,
    TRUTH,
    UNION,
    YAGER,
    Score,
    ScoreWriter,
    goal_question,
)

KINDS = {"product": PRODUCT, "minimum": LEAST, "yager": YAGER, "lukasiewicz": YAGER}
CRISP = Truth(1.0, Norm())
"""What holds is 1, what does not is 0: no degrees."""


@dataclass(frozen=True, slots=True)
class Degree:
    """A node of a score, or what it lacks to 1."""

    node: int
    negative: bool = False

    @property
    def opposite(self) -> "Degree":
        """How true it is that it does not hold."""
        return Degree(self.node, not self.negative)


def score_of(cone: Cone, truth: Truth, dimensions: Dimensions) -> Score:
    """Return the worth of a state for each role as arithmetic."""
    draft = ScoreWriter()
    crisp = ConeLayer(cone, CRISP, draft)
    layer = ConeLayer(cone, truth, draft, crisp)
    plain = ConeLayer(cone, Truth(truth.tau, Norm(truth.norm.kind, truth.norm.q)), draft)
    outputs = []
    for role, goals in enumerate(cone.goals):
        parts = []
        for value, node in goals:
            degree = layer.degree(node)
            if truth.with_terminal:
                degree = at_the_end(layer, dimensions, role, value, degree)
            parts.append(Degree(plain.scaled(degree, value / 100)))
        outputs.append(plain.scaled(plain.some_of(parts), 100.0))
    return draft.written(outputs)


def at_the_end(
    layer: "ConeLayer", dimensions: Dimensions, role: int, value: int, goal: Degree
) -> Degree:
    """Return how true a goal is at the end: kept if it holds now, else reached before the end."""
    end = layer.degree(layer.cone.terminal)
    pairs = zip(dimensions.goal_roles.tolist(), dimensions.goal_values.tolist(), strict=True)
    number = [*pairs].index((role, value))
    now = Degree(layer.draft.node(TRUTH, [goal_question(dimensions, number)], a=1.0, b=0.0))
    kept = layer.product([now, layer.some_of([goal, end])])
    reached = layer.product([now.opposite, layer.all_of([goal, end.opposite])])
    return Degree(layer.draft.node(SUM, [kept.node, reached.node]))


@dataclass(slots=True)
class ConeLayer:
    """The nodes of a cone under one way to give degrees, as far as they are asked for."""

    cone: Cone
    truth: Truth
    draft: ScoreWriter
    crisp: "ConeLayer | None" = None  # what holds and what does not; the layer itself if None
    known: dict[int, Degree] = field(default_factory=dict)

    def degree(self, root: int) -> Degree:
        """Return how true a node of the cone is."""
        todo = [root]
        while todo:
            index = todo[-1]
            missing = [part for part in self.needs(index) if part not in self.known]
            if not missing:
                self.known.setdefault(index, self.made(self.cone.nodes[index]))
                todo.pop()
            todo += missing
        return self.known[root]

    def needs(self, index: int) -> tuple[int, ...]:
        """Return the parts that a node is made of in this layer."""
        match self.cone.nodes[index]:
            case Negation(part):
                return (part,)
            case Conjunction(parts) | Disjunction(parts):
                return parts
            case Tally(parts) if self.crisp is None:
                return parts
        return ()

    def made(self, node: Node) -> Degree:
        """Return a node whose parts are known."""
        tau = self.truth.tau
        match node:
            case Fluent(_, bit) if bit in self.truth.inhibitors:
                return self.unless_inhibited(bit)
            case Fluent(_, bit):
                return Degree(self.draft.node(TRUTH, [bit], a=tau, b=1 - tau))
            case Negation(part):
                return self.known[part].opposite
            case Conjunction(parts):
                return self.all_of([self.known[part] for part in parts])
            case Disjunction(parts):
                return self.some_of([self.known[part] for part in parts])
            case Tally():
                holds = (self.crisp or self).tally(node)
                return Degree(self.draft.node(SUM, [holds], [2 * tau - 1], a=1 - tau))

    def unless_inhibited(self, bit: int) -> Degree:
        """Return how true a fluent is: tau if it holds, 1 - tau if it may yet, else 0."""
        others = self.truth.inhibitors[bit]
        signs = [1.0 if holds else -1.0 for _, holds in others]
        reasons = self.draft.node(
            TALLY, [other for other, _ in others], signs, a=float(signs.count(-1.0))
        )
        may = Degree(self.draft.node(BETWEEN, [reasons]))
        lacks = Degree(self.draft.node(TRUTH, [bit], a=0.0, b=1 - self.truth.tau))
        holds = self.draft.node(TRUTH, [bit], a=self.truth.tau, b=0.0)
        return Degree(self.draft.node(SUM, [holds, self.product([may, lacks]).node]))

    def tally(self, node: Tally) -> int:
        """Return 1 where the parts that hold come to what they should, 0 elsewhere."""
        degrees = [self.degree(part) for part in node.parts]
        pairs = list(zip(degrees, node.weights, strict=True))
        total = self.draft.node(
            SUM,
            [degree.node for degree in degrees],
            [-weight if degree.negative else weight for degree, weight in pairs],
            a=sum(weight for degree, weight in pairs if degree.negative),
        )
        low = -inf if node.low is None else node.low
        high = inf if node.high is None else node.high
        return self.draft.node(BETWEEN, [total], a=low, b=high)

    def all_of(self, degrees: list[Degree]) -> Degree:
        """Return how true it is that all hold, by the norm with its threshold."""
        norm = self.truth.norm
        theta = 1.0 if norm.theta is None else norm.theta if norm.form == "fold" else -norm.theta
        return self.combined(degrees, theta)

    def some_of(self, degrees: list[Degree]) -> Degree:
        """Return how true it is that some hold: a fold has no threshold here, a floor is dual."""
        norm = self.truth.norm
        opposites = [degree.opposite for degree in degrees]
        if norm.theta is not None and norm.form == "floor":
            return self.all_of(opposites).opposite
        if norm.kind == "product" and len(degrees) > 1:
            return Degree(self.node(UNION, degrees, 0.0, 0.0))
        return self.combined(opposites, 1.0).opposite

    def combined(self, degrees: list[Degree], theta: float) -> Degree:
        """Return a node of the norm's kind; of one degree alone it is that degree."""
        norm = self.truth.norm
        if not degrees:
            return Degree(self.draft.node(CONSTANT, a=1.0))
        if len(degrees) == 1:
            return degrees[0]
        q = 1.0 if norm.kind == "lukasiewicz" else norm.q
        return Degree(self.node(KINDS[norm.kind], degrees, theta, q))

    def product(self, degrees: list[Degree]) -> Degree:
        """Return the product of degrees, whatever the norm."""
        return Degree(self.node(PRODUCT, degrees, 1.0, 0.0))

    def node(self, kind: int, degrees: Iterable[Degree], a: float, b: float) -> int:
        """Return a new node of the draft."""
        given = list(degrees)
        signs = [-1.0 if degree.negative else 1.0 for degree in given]
        return self.draft.node(kind, [degree.node for degree in given], signs, a, b)

    def scaled(self, degree: Degree, factor: float) -> int:
        """Return a degree times a factor."""
        if degree.negative:
            return self.draft.node(SUM, [degree.node], [-factor], a=factor)
        return self.draft.node(SUM, [degree.node], [factor])
