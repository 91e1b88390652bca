"""Rules with variables: one that stands for a lemma and all its images under the symmetries.

Symmetries move constants in places of terms: piles in the first place of `has` and `remove`,
columns and rows together in the first two of `cell` and `mark`. A sort is what moves alike. If all
exchanges of its constants are symmetries, whatever becomes of the rest, its constants become
variables that differ:

    force(R1,100,remove(H2,1)) :- true(control(R1)), true(has(H2,1)), ..., has_1(H2), H2 != H3.

Of other sorts it is listed what becomes of them by which symmetry S: `cell_1_2(S,1,3,X1,Y1)` says
that column 1 and row 3 become X1 and Y1. Either way the instances are exactly the images.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from string import ascii_letters

from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.sorts import (
    Constants,
    Place,
    SymmetrySort,
    alike,
    blocks_of,
    mapping,
    pick,
    place_of,
    places_of,
    sort_name,
    sorts_of,
)
from zermelo.text.ground_term import ground_of, ground_term
from zermelo.text.tree import Atom, Comparison, Compound, Formula, Name, Not, Rule, Term, Variable

MOST_SYMMETRIES = 1000
"""Symmetries that are listed: with more, rules stand for their images without saying so."""
LETTERS = "XYZUVW"


@dataclass(slots=True)
class Names:
    """The variables of one rule."""

    known: dict[tuple[int, Constants], tuple[Variable, ...]] = field(default_factory=dict)

    def of(self, sort: int, name: str, old: Constants) -> tuple[Variable, ...]:
        """Return the variables for constants of a sort, always the same ones."""
        number = len(self.known) + 1
        short = [name[0].upper()] if name[0] in ascii_letters and len(old) == 1 else LETTERS
        letters = short if len(old) <= len(short) else [f"X{at}_" for at in range(len(old))]
        new = tuple(Variable(f"{letter}{number}") for letter in letters[: len(old)])
        return self.known.setdefault((sort, old), new)


class Lifting:
    """The sorts of a game, and its rules with variables."""

    def __init__(self, game: CompiledGame, group: Sequence[Symmetry]) -> None:
        """Find the sorts; `group` has all symmetries, the identity first."""
        self.group = group
        self.maps = [mapping(game, one) for one in group]
        self.blocks = blocks_of(self.maps)
        self.sort_of: dict[tuple[Place, tuple[int, ...]], int] = {}
        self.sorts = self.found()

    def found(self) -> list[SymmetrySort]:
        """Return the sorts: blocks of places are of one if they are moved alike."""
        merged: list[tuple[str, list[dict[Constants, Constants]]]] = []
        for place, things in places_of(self.maps[0]).items():
            for block in self.blocks[place]:
                images = [
                    {pick(thing, block): pick(one[thing], block) for thing in things}
                    for one in self.maps
                ]
                if all(old == new for one in images for old, new in one.items()):
                    continue
                at = next((i for i, (_, other) in enumerate(merged) if alike(images, other)), None)
                if at is None:
                    at, name = len(merged), sort_name(place, block)
                    if any(name == other for other, _ in merged):
                        name += f"_for_{place[0].split()[-1]}"  # another role moves otherwise
                    merged.append((name, images))
                else:
                    for one, more in zip(merged[at][1], images, strict=True):
                        one |= more
                self.sort_of[place, block] = at
        return sorts_of(merged)

    def facts(self) -> list[tuple[str, list[Atom]]]:
        """Return what rules need to know of each sort, after words that say what it is."""
        found = []
        for sort in self.sorts:
            facts = []
            for number, images in enumerate(sort.images):
                for old, new in images.items():
                    args = (Name(str(number)), *constants(old), *constants(new))
                    facts.append(Atom(sort.name, constants(old) if sort.free else args))
            told = "may be exchanged" if sort.free else "with their images under symmetry S"
            found.append((f"{sort.name}: constants {told}", facts))
        return found

    def rule(self, rule: Rule, side: Sequence[int]) -> Rule:
        """Return a rule with variables for what symmetries move; `side` are the roles that move."""
        names = Names()
        role, value, *moves = rule.head.args
        head = [self.term("role", role, names), value]
        head += [
            self.term(f"move {mover}", move, names)
            for mover, move in zip(side, moves, strict=bool(moves))
        ]
        body: list[Formula] = []
        for part in rule.body:
            atom = part.part if isinstance(part, Not) else part
            assert isinstance(atom, Atom), "lemmas have literals only"
            lifted = Atom(atom.name, (self.term("fluent", atom.args[0], names),))
            body.append(Not(lifted) if isinstance(part, Not) else lifted)
        return Rule(Atom(rule.head.name, tuple(head)), (*body, *self.conditions(names)))

    def ordered(self, side: Sequence[int]) -> bool:
        """Whether symmetries keep the order of roles: that of the moves in a head."""
        images = ([one.roles[role] for role in side] for one in self.group)
        return all(image == sorted(image) for image in images)

    def conditions(self, names: Names) -> Iterator[Formula]:
        """Yield what the variables of a rule may be."""
        for (number, old), new in names.known.items():
            sort = self.sorts[number]
            args = new if sort.free else (Variable("S"), *constants(old), *new)
            yield Atom(sort.name, args)
        for one, other in combinations(names.known, 2):
            if one[0] == other[0] and self.sorts[one[0]].free:
                yield Comparison("!=", names.known[one][0], names.known[other][0])

    def term(self, kind: str, old: Term, names: Names) -> Term:
        """Return a term with variables for constants that are moved."""
        thing = kind, ground_of(old)
        place = place_of(thing)
        new: dict[int, Term] = {}
        for block in self.blocks[place]:
            number = self.sort_of.get((place, block))
            picked = pick(thing, block)
            if number is not None and picked in self.sorts[number].images[0]:
                variables = names.of(number, self.sorts[number].name, picked)
                new |= dict(zip(block, variables, strict=True))
        if 0 in new:
            return new[0]
        if not isinstance(old, Compound):
            return old
        return Compound(old.name, tuple(new.get(at, arg) for at, arg in enumerate(old.args, 1)))


def lifting(game: CompiledGame, generators: Sequence[Symmetry]) -> Lifting | None:
    """Return the sorts of a game with some symmetries; None if they are too many to be listed."""
    group = group_of(game, generators)
    return None if group is None else Lifting(game, group)


def group_of(game: CompiledGame, generators: Sequence[Symmetry]) -> list[Symmetry] | None:
    """Return all symmetries that some generate, the identity first; None if they are too many."""
    same = Symmetry(
        tuple(range(len(game.lexicon.fluents))),
        tuple(range(len(game.roles))),
        tuple(tuple(range(len(moves))) for moves in game.lexicon.moves),
    )
    found, todo = {same}, [same]
    for one in islice(todo, MOST_SYMMETRIES + 1):  # which grows meanwhile
        new = dict.fromkeys(after(one, each) for each in generators)
        todo += [both for both in new if both not in found]
        found.update(new)
    return todo if len(todo) <= MOST_SYMMETRIES else None


def after(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the symmetry that is one after the other."""
    return Symmetry(
        tuple(second.fluents[image] for image in first.fluents),
        tuple(second.roles[image] for image in first.roles),
        tuple(
            tuple(second.moves[first.roles[role]][image] for image in images)
            for role, images in enumerate(first.moves)
        ),
    )


def constants(texts: Constants) -> tuple[Term, ...]:
    """Return constants as parts of a rule."""
    return tuple(ground_term(text).tree for text in texts)
