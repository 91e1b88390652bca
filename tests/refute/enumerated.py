"""Rules -> all states that can be reached, by the evaluator of `datalog`, as a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.refute.datalog import Facts, Program, UnsoundRulesError
from tests.refute.model import Model, Place
from tests.refute.sheet import Rules, Term, kif
from tests.refute.values import joints_of

MOST_STATES = 400
MOST_JOINTS = 64


class TooLargeError(Exception):
    """A game with more states than are enumerated."""


@dataclass(frozen=True)
class World:
    """A model, and the fluents of each of its places, spelled and sorted."""

    model: Model
    states: tuple[tuple[str, ...], ...]
    goals: tuple[tuple[tuple[int, ...], ...], ...]  # every goal value of each role, at every place
    hidden: bool = False  # whether the rules have `sees`

    def number(self, fluents: Sequence[str]) -> int | None:
        """Return the place with exactly these fluents."""
        wanted = tuple(sorted(fluents))
        return next((at for at, state in enumerate(self.states) if state == wanted), None)


def enumerated(rules: Rules, start: Sequence[Term] | None = None, most: int = MOST_STATES) -> World:
    """Return all states that can be reached from the initial one, or from another.

    Raises:
        TooLargeError: there are too many.
        UnsoundRulesError: the rules have no meaning.
    """
    program = Program(rules)
    fixed = program.fixed_facts
    roles = tuple(
        kif(law.head[1]) for law in rules.laws if law.head[0] == "role" and len(law.head) == 2
    )
    if not roles or len(set(roles)) < len(roles):
        raise UnsoundRulesError("roles")
    initial = frozenset(row[0] for row in fixed.get("init", ())) if start is None else None
    first = initial if start is None else frozenset(start)
    assert first is not None
    numbers: dict[frozenset[Term], int] = {first: 0}
    todo = [first]
    places, goals = [], []
    for state in todo:  # which grows meanwhile
        here = program.at(state)
        own = goals_of(here, roles)
        goals.append(own)
        if here.get("terminal"):
            ended = tuple(Fraction(one[0]) if len(one) == 1 else None for one in own)
            places.append(Place(goals=ended))
            continue
        legal = legal_of(here, roles)
        joints = joints_of([[kif(move) for move in moves] for moves in legal])
        if len(joints) > MOST_JOINTS:
            raise TooLargeError
        terms = {kif(move): move for moves in legal for move in moves}
        after = {}
        for joint in joints:
            does = [(role, terms[move]) for role, move in zip(roles, joint, strict=True)]
            child = program.after(here, does)
            if child not in numbers:
                numbers[child] = len(todo)
                todo.append(child)
                if len(todo) > most:
                    raise TooLargeError
            after[joint] = numbers[child]
        texts = tuple(tuple(kif(move) for move in moves) for moves in legal)
        places.append(Place(texts, after))
    chance = next((at for at, role in enumerate(roles) if role == "random"), None)
    states = tuple(tuple(sorted(map(kif, state))) for state in todo)
    model = Model(roles, tuple(places), tuple(scale(rules, role) for role in roles), chance)
    hidden = any(law.head[0] in ("sees", "sees_xml") for law in rules.laws)
    return World(model, states, tuple(goals), hidden)


def legal_of(here: Facts, roles: Sequence[str]) -> list[list[Term]]:
    """Return the legal moves of each role, sorted by their texts."""
    rows = here.get("legal", ())
    return [sorted({row[1] for row in rows if row[0] == role}, key=kif) for role in roles]


def goals_of(here: Facts, roles: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return all goal values of each role."""
    rows = here.get("goal", ())
    return tuple(tuple(sorted({int(str(row[1])) for row in rows if row[0] == r})) for r in roles)


def scale(rules: Rules, role: str) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest goal that the rules have for a role."""
    heads = [law.head for law in rules.laws if law.head[0] == "goal" and law.head[1] == role]
    values = [Fraction(str(head[2])) for head in heads]
    return (min(values), max(values)) if values else (Fraction(0), Fraction(100))
