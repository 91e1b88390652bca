"""What positions are worth, by brute force from the definitions, in exact fractions.

Each function is the textbook definition and nothing more: no pruning, no table but one entry for
each position, no floating point.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from tests.refute.model import JointText, Model, Vector

Choice = Callable[[int, Sequence[Vector]], Vector]
"""What a role makes of the vectors that it can choose from."""
MOST_OUTCOMES = 400
"""Equilibrium outcomes of one position that are told apart."""


class NoValueError(Exception):
    """The definition does not apply: a cycle, an undefined goal, a stuck role, or simultaneity."""


def by_choice(model: Model, start: int, choose: Choice) -> dict[int, Vector]:
    """Return the vectors of all places below one, if roles choose one after the other."""
    order = model.upwards(start)
    if order is None:
        raise NoValueError("cycle")
    found: dict[int, Vector] = {}
    for place in order:
        goals = model.places[place].goals
        if goals is not None:
            if None in goals:
                raise NoValueError("goal")
            found[place] = tuple(goal for goal in goals if goal is not None)
            continue
        choosers = model.choosers(place)
        vectors = [found[child] for child in model.children(place).values()]
        if not vectors or len(choosers) > 1:
            raise NoValueError("stuck" if not vectors else "simultaneous")
        if choosers and choosers[0] == model.chance:
            found[place] = mean(vectors)
        else:
            found[place] = choose(choosers[0], vectors) if choosers else vectors[0]
    return found


def mean(vectors: Sequence[Vector]) -> Vector:
    """Return the mean, by role."""
    return tuple(sum(column, Fraction(0)) / len(vectors) for column in zip(*vectors, strict=True))


def maxn(model: Model, start: int, ties: str, root: int) -> dict[int, Vector]:
    """Return max^n: each role takes the most for itself; of equals, what `ties` says.

    leftmost: the first. average: the mean of the best. others: the least sum. root, or the name of
    a role: the least for that role.
    """
    against = root if ties == "root" else None
    if ties in model.roles:
        against = model.roles.index(ties)

    def choose(role: int, vectors: Sequence[Vector]) -> Vector:
        most = max(vector[role] for vector in vectors)
        best = [vector for vector in vectors if vector[role] == most]
        if ties == "average":
            return mean(best)
        if ties == "others":
            return min(best, key=lambda vector: sum(vector, Fraction(0)))
        if against is not None and against != role:
            return min(best, key=lambda vector: vector[against])
        return best[0]

    return by_choice(model, start, choose)


def offensive(model: Model, start: int, root: int, target: int) -> dict[int, Vector]:
    """Return directed offensive: the root gives the target the least, of equals itself the most.

    A place has a value if all its children have one. Nor do children matter that come after one
    where the root chooses and its target gets the least of all, itself the most: so a place may
    have a value though below it roles are stuck, or matches do not end.
    """
    possible = model.possible(start)
    ideal = possible[target][0], -possible[root][1]
    found: dict[int, Vector] = {}
    places = model.upwards(start) or model.reached(start)[::-1]
    before = -1
    while before < len(found):
        before = len(found)
        for place in places:
            if place not in found and (
                vector := attacked(model, place, root, target, ideal, found)
            ):
                found[place] = vector
    return found


def attacked(
    model: Model,
    place: int,
    root: int,
    target: int,
    ideal: tuple[Fraction, Fraction],
    known: dict[int, Vector],
) -> Vector | None:
    """Return the value of a place for an offensive by those of its children; None if unknown."""
    goals = model.places[place].goals
    if goals is not None:
        vector = tuple(goal for goal in goals if goal is not None)
        return vector if len(vector) == len(goals) else None
    choosers = model.choosers(place)
    if len(choosers) > 1 or model.chance in choosers:
        return None
    best: Vector | None = None
    for child in model.children(place).values():
        vector_of_child = known.get(child)
        if vector_of_child is None:
            return None
        if choosers and choosers[0] != root:
            better = best is None or vector_of_child[choosers[0]] > best[choosers[0]]
        else:
            key = vector_of_child[target], -vector_of_child[root]
            better = best is None or key < (best[target], -best[root])
            if choosers and key <= ideal:
                return vector_of_child
        if better:
            best = vector_of_child
    return best


def outcomes(model: Model, start: int) -> dict[int, frozenset[Vector]]:
    """Return every vector that some subgame-perfect equilibrium in pure moves leads to.

    Whatever a role does among equals: a rule for ties gives one of these.
    """
    order = model.upwards(start)
    if order is None:
        raise NoValueError("cycle")
    found: dict[int, frozenset[Vector]] = {}
    for place in order:
        goals = model.places[place].goals
        if goals is not None:
            if None in goals:
                raise NoValueError("goal")
            found[place] = frozenset([tuple(goal for goal in goals if goal is not None)])
            continue
        choosers = model.choosers(place)
        children = [found[child] for child in model.children(place).values()]
        if not children or len(choosers) > 1 or model.chance in choosers:
            raise NoValueError("stuck, simultaneous or chance")
        if not choosers:
            found[place] = children[0]
            continue
        (role,) = choosers
        # A vector can be chosen if every other child has an outcome that is no better.
        sure = max(min(vector[role] for vector in one) for one in children)
        found[place] = frozenset(
            vector for one in children for vector in one if vector[role] >= sure
        )
        if len(found[place]) > MOST_OUTCOMES:
            raise NoValueError("too many outcomes")
    return found


Interval = tuple[Fraction, Fraction]


def security(model: Model, start: int, role: int) -> dict[int, Interval]:
    """Return what a role can be sure of in pure moves, whatever the others do, chance too.

    The first number counts a match without an end, or an undefined goal, as the least that there
    is, the second as the most: where they are equal, that is the value in any case. Where two in
    turn share out a total, a match without an end is half of it for each, and the value is known.
    """
    least, most = model.possible(start)[role]
    low, high = fixpoint(model, start, role, least), fixpoint(model, start, role, most)
    half = half_of_all(model, start)
    if half is None:
        return {place: (low[place], high[place]) for place in low}
    # Who can be sure of more than half gets it, who cannot be sure of half gets less; else nobody
    # has a reason to come to an end.
    between = {place: sorted((low[place], half, high[place]))[1] for place in low}
    return {place: (value, value) for place, value in between.items()}


def half_of_all(model: Model, start: int) -> Fraction | None:
    """Return what a match without an end counts; None if all end, or nothing is shared out."""
    halves = model.halves(start)
    turns = all(len(model.choosers(place)) < 2 for place in model.reached(start))
    stuck = any(not model.places[p].over and not model.children(p) for p in model.reached(start))
    known = None not in model.sums(start)
    fair = len(halves) == 1 and turns and known and not stuck and model.chance is None
    return halves[0] if fair else None


def fixpoint(model: Model, start: int, role: int, unknown: Fraction) -> dict[int, Fraction]:
    """Return max-min values, where everything that has no value counts as `unknown`."""
    places = model.reached(start)
    found = {}
    for place in places:
        goals = model.places[place].goals
        goal = goals[role] if goals is not None else unknown
        found[place] = unknown if goal is None else goal
    order = model.upwards(start) or places[::-1]
    while True:
        changed = False
        for place in order:
            if model.children(place):
                value = max_min(model, place, role, found)
                changed |= value != found[place]
                found[place] = value
        if not changed:
            return found


def max_min(model: Model, place: int, role: int, values: dict[int, Fraction]) -> Fraction:
    """Return the best of a role's moves, each as good as its worst reply."""
    worst: dict[str, Fraction] = {}
    for joint, child in model.children(place).items():
        own = joint[role]
        worst[own] = min(worst.get(own, values[child]), values[child])
    return max(worst.values())


def bounds(model: Model, start: int) -> dict[int, tuple[Interval, ...]]:
    """Return what each role gets at least and at most, for any rule for ties.

    Where several choose at once: at least what a pure move is sure of, at most the best there is.
    Where two players share a constant sum, what the one is sure of the other cannot get. A match
    without an end may give anything: bounds only ever become narrower.
    """
    sums = model.sums(start)
    total = next(iter(sums)) if len(sums) == 1 and len(model.roles) == 2 else None
    anything = model.possible(start)
    order = model.upwards(start)
    places = order or model.reached(start)[::-1]
    found = dict.fromkeys(places, anything)
    for place in places:
        goals = model.places[place].goals
        if goals is not None:
            found[place] = tuple(
                anything[role] if goal is None else (goal, goal) for role, goal in enumerate(goals)
            )
    while True:
        before = dict(found)
        for place in places:
            if model.children(place):
                found[place] = narrowed(found[place], bounds_of(model, place, found))
            if total is not None:
                found[place] = narrowed(found[place], rest_of(found[place], total))
        if order is not None or found == before:
            return found


def narrowed(one: tuple[Interval, ...], other: tuple[Interval, ...]) -> tuple[Interval, ...]:
    """Return what two bounds say together."""
    return tuple(
        (max(low, least), min(high, most))
        for (low, high), (least, most) in zip(one, other, strict=True)
    )


def rest_of(bounds: tuple[Interval, ...], total: Fraction) -> tuple[Interval, ...]:
    """Return what the bounds of each of two roles say of the other."""
    (low0, high0), (low1, high1) = bounds
    return (total - high1, total - low1), (total - high0, total - low0)


def bounds_of(
    model: Model, place: int, known: dict[int, tuple[Interval, ...]]
) -> tuple[Interval, ...]:
    """Return the bounds of a place by those of its children."""
    roles = range(len(model.roles))
    below = {joint: known[child] for joint, child in model.children(place).items()}
    choosers = model.choosers(place)
    if choosers == [model.chance]:
        return tuple(
            tuple(
                sum((one[role][side] for one in below.values()), Fraction(0)) / len(below)
                for side in (0, 1)
            )  # type: ignore[misc]
            for role in roles
        )
    if len(choosers) == 1:
        (chooser,) = choosers
        sure = max(one[chooser][0] for one in below.values())
        open_to = [one for one in below.values() if one[chooser][1] >= sure]
        least = [min(one[role][0] for one in open_to) for role in roles]
        most = [max(one[role][1] for one in open_to) for role in roles]
        least[chooser] = sure
        return tuple(zip(least, most, strict=True))
    answer: list[Interval] = []
    for role in roles:
        worst: dict[str, Fraction] = {}
        for joint, one in below.items():
            worst[joint[role]] = min(worst.get(joint[role], one[role][0]), one[role][0])
        answer.append((max(worst.values()), max(one[role][1] for one in below.values())))
    return tuple(answer)


def shortest(model: Model, start: int, role: int, value: Fraction) -> int | None:
    """Return in how few moves an end is reached that is worth `value`, if all roles help."""
    distance = {start: 0}
    todo = [start]
    for place in todo:  # which grows meanwhile
        goals = model.places[place].goals
        if goals is not None and goals[role] == value:
            return distance[place]
        for child in model.children(place).values():
            if child not in distance:
                distance[child] = distance[place] + 1
                todo.append(child)
    return None


def best_reachable(model: Model, start: int, role: int) -> Fraction | None:
    """Return the best goal of all ends that can be reached; None if there is none."""
    goals = [model.places[place].goals for place in model.reached(start)]
    known = [own[role] for own in goals if own is not None]
    return max((goal for goal in known if goal is not None), default=None)


def joints_of(legal: Sequence[Sequence[str]]) -> list[JointText]:
    """Return all joint moves."""
    return list(product(*legal))
