"""States -> facts that preferences speak of: fluents, who moved, goals, and counted features.

Features are ready-made background, derived from the game's own fluents and rules:

- `mover(R)`, `rival(R)`: the role that has just moved, and all others;
- `goal(R,V)`: what the rules give at the end; there are none before it;
- `total(F,K,N)`: the sum N of place K over all fluents F, where that place has numbers only;
- `odd(F,K,D)`: bit D is set in an odd number of the numbers in that place;
- `way(W,C1,...)`: what stands in the places that a rule names together, see `ways.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.strategies.preferences.constraint import Facts, ShapeLiteral
from zermelo.strategies.preferences.ways import PlaceGroup, ways
from zermelo.text.names import encode, is_integer
from zermelo.text.tree import Compound, Name, Term, Variable

MOVER, RIVAL, GOAL = "mover({})", "rival({})", "goal({},{})"
TOTAL, ODD = "total({},{},{})", "odd({},{},{})"


def way_shape(size: int) -> str:
    """Return the shape of what stands in a number of places.

    >>> way_shape(3)
    'way({},{},{},{})'
    """
    return f"way({','.join(['{}'] * (size + 1))})"


def flattened(term: Term) -> ShapeLiteral:
    """Return a term as its shape and what stands in the places of the shape.

    >>> from zermelo.text.ground_term import ground_term
    >>> flattened(ground_term("(cell 1 (at 2) x)").tree)
    ShapeLiteral(shape='cell({},at({}),{})', args=('1', '2', 'x'))
    """
    match term:
        case Name(text):
            return ShapeLiteral("{}", (encode(text),))
        case Variable(name):
            return ShapeLiteral("{}", (name,))
        case Compound(name, args):
            parts = [flattened(arg) for arg in args]
            inside = ",".join(part.shape for part in parts)
            leaves = tuple(leaf for part in parts for leaf in part.args)
            return ShapeLiteral(f"{encode(name, number=False)}({inside})", leaves)
    raise TypeError(f"{term} is to be calculated first")


def fluent_literal(fluent: Term) -> ShapeLiteral:
    """Return the literal `true(fluent)`; a fluent without arguments is all shape."""
    if isinstance(fluent, Name):
        return ShapeLiteral(f"true({encode(fluent.text)})")
    literal = flattened(fluent)
    return ShapeLiteral(f"true({literal.shape})", literal.args)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What can be said of the states of a game."""

    game: CompiledGame
    fluents: tuple[ShapeLiteral, ...]  # by bit
    ways: tuple[PlaceGroup, ...]
    numbered: tuple[tuple[str, int], ...]  # shapes with the places that have numbers only
    background: tuple[ShapeLiteral, ...] = ()  # facts that hold in every state

    def facts(self, state: State, mover: Role) -> Facts:
        """Return what holds in a state to which a move of `mover` has led."""
        found: dict[str, list[tuple[str, ...]]] = {}
        held = [literal for bit, literal in enumerate(self.fluents) if state >> bit & 1]
        for literal in (*held, *self.background):
            found.setdefault(literal.shape, []).append(literal.args)
        self.add_roles(found, state, mover)
        for shape, place in self.numbered:
            numbers = [int(args[place]) for args in found.get(shape, ())]
            add_numbers(found, (name_of(shape), str(place + 1)), numbers)
        for number, way in enumerate(self.ways, start=1):
            # In every order, so that a literal need not know which place comes first.
            rows = [(str(number), *order) for order in set(permutations(way.contents(found)))]
            found.setdefault(way_shape(len(way.places)), []).extend(rows)
        return found

    def add_roles(self, found: dict[str, list[tuple[str, ...]]], state: State, by: Role) -> None:
        """Add who has moved, who has not, and what they get if the match is over."""
        names = [encode(name) for name in self.game.roles]
        found[MOVER] = [(names[by],)]
        found[RIVAL] = [(name,) for role, name in enumerate(names) if role != by]
        if self.game.terminal(state):
            goals = zip(names, self.game.goals(state), strict=True)
            found[GOAL] = [(name, f"{goal:g}") for name, goal in goals if goal is not None]


def add_numbers(
    found: dict[str, list[tuple[str, ...]]], where: tuple[str, str], numbers: Sequence[int]
) -> None:
    """Add the total of some numbers, and the bits that an odd number of them has."""
    found.setdefault(TOTAL, []).append((*where, str(sum(numbers))))
    bits = max((abs(number).bit_length() for number in numbers), default=0)
    odd = [bit for bit in range(bits) if sum(abs(number) >> bit & 1 for number in numbers) % 2]
    found.setdefault(ODD, []).extend((*where, str(bit)) for bit in odd)


def name_of(shape: str) -> str:
    """Return the name of a fluent by the shape of its literal.

    >>> name_of("true(has({},{}))")
    'has'
    """
    return shape.removeprefix("true(").partition("(")[0]


def vocabulary(game: CompiledGame, background: Sequence[ShapeLiteral] = ()) -> Vocabulary:
    """Return what can be said of the states of a game."""
    fluents = tuple(fluent_literal(term.tree) for term in game.lexicon.fluent_terms)
    columns: dict[tuple[str, int], set[str]] = {}
    for literal in fluents:
        for place, value in enumerate(literal.args):
            columns.setdefault((literal.shape, place), set()).add(value)
    numbered = tuple(
        sorted(where for where, values in columns.items() if all(map(is_integer, values)))
    )
    states = [
        [literal for bit, literal in enumerate(fluents) if state >> bit & 1]
        for state in visited(game)
    ]
    found = ways(game.sheet.rules, fluents, states) if game.sheet else ()
    return Vocabulary(game, fluents, found, numbered, tuple(background))


def visited(game: CompiledGame, steps: int = 40) -> list[State]:
    """Return the states of one random match, of at most `steps` steps."""
    generator = Random(0)
    states = [game.initial]
    while len(states) <= steps and (children := game.children(states[-1])):
        states.append(generator.choice(children).state)
    return states
