"""Ways: places that a rule names together, such as the three cells of a line.

`row(N,P) :- true(cell(1,N,P)), true(cell(2,N,P)), true(cell(3,N,P))` wants the same content P in
three places. Whatever the rules want it for, what stands in such places matters: each instance of
such a rule is a way, and the facts of a state tell what its places hold.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zermelo.strategies.preferences.constraint import Binding, ShapeLiteral, extended, is_variable
from zermelo.text.names import encode
from zermelo.text.tree import Atom, Compound, Name, Rule, Term, Variable

MOST_PLACES = 4
"""Places of a way: what they hold is listed in every order, and five places have 120."""
NOTHING = "nothing"
"""What a place holds of which no fluent says so."""
MOST_WAYS = 2000
"""Ways of a game: with more, a state would take long to describe."""


@dataclass(frozen=True, slots=True, order=True)
class PlaceGroup:
    """Places of fluents of one shape; `content` is the argument that says what is there."""

    shape: str
    content: int
    places: tuple[tuple[str, ...], ...]  # each without the content

    def contents(self, found: Mapping[str, Sequence[tuple[str, ...]]]) -> tuple[str, ...]:
        """Return what each place holds, in the order of the places."""
        held = dict.fromkeys(self.places, NOTHING)
        for args in found.get(self.shape, ()):
            place = without(args, self.content)
            if place in held:
                held[place] = args[self.content]
        return tuple(held.values())


def without(args: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return arguments but for one of them."""
    return (*args[:place], *args[place + 1 :])


def ways(
    rules: Sequence[Rule], fluents: Sequence[ShapeLiteral], states: Sequence[Sequence[ShapeLiteral]]
) -> tuple[PlaceGroup, ...]:
    """Return the ways of all rules, sorted; none if there are too many.

    In no state of those that are given does a place of a way hold two things: else what changes
    from literal to literal would be no place, but what stands there.
    """
    facts: dict[str, list[tuple[str, ...]]] = {}
    for fluent in fluents:
        facts.setdefault(fluent.shape, []).append(fluent.args)
    found: set[PlaceGroup] = set()
    for rule in rules:
        for pattern, content in patterns(rule):
            if all(holds_one(pattern[0].shape, content, state) for state in states):
                found.update(instances(pattern, content, facts))
            if len(found) > MOST_WAYS:
                return ()
    return tuple(sorted(found))


def holds_one(shape: str, content: int, state: Sequence[ShapeLiteral]) -> bool:
    """Tell whether every place of a state has one content at most."""
    rows = [literal.args for literal in state if literal.shape == shape]
    return len({without(row, content) for row in rows}) == len(rows)


def patterns(rule: Rule) -> Iterator[tuple[list[ShapeLiteral], int]]:
    """Yield literals of one fluent that have the same variable in one place, with that place."""
    kinds: dict[str, list[ShapeLiteral]] = {}
    for part in rule.body:
        literal = plain_fluent(part) if isinstance(part, Atom) and part.name == "true" else None
        if literal:
            kinds.setdefault(literal.shape, []).append(literal)
    for alike in kinds.values():
        if 2 <= len(alike) <= MOST_PLACES:
            for place, values in enumerate(zip(*(literal.args for literal in alike), strict=True)):
                if len(set(values)) == 1 and is_variable(values[0]):
                    yield alike, place


def plain_fluent(atom: Atom) -> ShapeLiteral | None:
    """Return `true(name(...))` as a literal, if its arguments are variables and constants."""
    match atom.args:
        case (Compound(name, args),) if all(isinstance(arg, Name | Variable) for arg in args):
            inside = ",".join(["{}"] * len(args))
            return ShapeLiteral(
                f"true({encode(name, number=False)}({inside}))", tuple(map(leaf, args))
            )
    return None


def leaf(term: Term) -> str:
    """Return a constant as it is spelled, and a variable so that it is seen to be one."""
    match term:
        case Name(text):
            return encode(text)
        case Variable(name):
            return f"V{name}"
    raise TypeError(f"{term} is neither a constant nor a variable")


def instances(
    pattern: Sequence[ShapeLiteral], content: int, facts: Mapping[str, Sequence[tuple[str, ...]]]
) -> Iterator[PlaceGroup]:
    """Yield every way in which all literals of a pattern can be fluents of the game."""
    found: set[Binding] = {()}
    for literal in pattern:
        found = {more for binding in found for more in extended(binding, literal, facts)}
        if len(found) > MOST_WAYS * MOST_PLACES:
            return
    for binding in found:
        known = dict(binding)
        rows = [tuple(known.get(arg, arg) for arg in literal.args) for literal in pattern]
        places = {without(row, content) for row in rows}
        if len(places) == len(pattern):
            yield PlaceGroup(pattern[0].shape, content, tuple(sorted(places)))
