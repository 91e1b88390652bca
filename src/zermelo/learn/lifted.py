"""Rules with variables: constants of a sort that may be exchanged, and the check that they may.

`pile = ["has 1", "remove 1"]` says that the first argument of `has` and of `remove` is a pile, and
that piles may be exchanged. In a rule, every pile becomes a variable then, different ones for
different piles. That is sound only if all exchanges are symmetries of the game, which is shown
from its rules; a declaration for which it is not so is refused, with a state where it shows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random

from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, joints
from zermelo.ground.lexicon import Lexicon
from zermelo.ground.program import Program
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries
from zermelo.text.ground_term import GroundTerm
from zermelo.text.tree import Atom, Comparison, Compound, Formula, Name, Not, Rule, Term, Variable

MOST_SYMMETRIES = 50_000
"""Symmetries that are looked through for an exchange."""
STATES = 300
"""States of random matches in which a counter-example is looked for."""


@dataclass(frozen=True, slots=True)
class ConstantSort:
    """Constants that may be exchanged: those in some places of some terms."""

    name: str
    places: frozenset[tuple[str, int]]  # the name of a term, and the number of an argument

    def exchanged(self, term: GroundTerm, images: Mapping[str, str]) -> str:
        """Return a term with other constants of the sort, in KIF.

        >>> from zermelo.text.ground_term import ground_term
        >>> sort = ConstantSort("pile", frozenset({("has", 1)}))
        >>> sort.exchanged(ground_term("(has 1 1)"), {"1": "2"})
        '(has 2 1)'
        """
        name, *args = term.parts
        new = [
            images.get(arg, arg) if (name, place) in self.places else arg
            for place, arg in enumerate(args, 1)
        ]
        return f"({' '.join([name, *new])})" if new else name

    def constants(self, lexicon: Lexicon) -> list[str]:
        """Return the constants of the sort that a game has."""
        terms = [*lexicon.fluent_terms, *(move for moves in lexicon.move_terms for move in moves)]
        return sorted(
            {
                arg
                for name, *args in (term.parts for term in terms)
                for place, arg in enumerate(args, 1)
                if (name, place) in self.places
            }
        )


def read_sorts(declared: Mapping[str, Sequence[str]]) -> list[ConstantSort]:
    """Return the sorts that `subst_var` declares; UsageError for a place that is none."""
    sorts = []
    for name, places in declared.items():
        found = set()
        for place in places:
            term, _, number = place.rpartition(" ")
            if not term or not number.isdecimal() or number == "0":
                raise UsageError(f"subst_var: {place!r} is no place; one is spelled 'has 1'")
            found.add((term, int(number)))
        sorts.append(ConstantSort(name, frozenset(found)))
    return sorts


def check_sorts(game: CompiledGame, sorts: Sequence[ConstantSort]) -> None:
    """Raise UnsuitedError, with a counter-example if one is found, unless all sorts are sound."""
    program = game.program
    if program is None:
        raise UnsuitedError(f"{game.name} has no rules to hold a sort to")
    group: set[Symmetry] | None = None
    for sort in sorts:
        constants = sort.constants(game.lexicon)
        if len(constants) < 2:
            raise UnsuitedError(f"{game.name} has no two constants of the sort {sort.name}")
        for other in constants[1:]:  # of which all exchanges are made
            change = exchange(game, sort, (constants[0], other))
            what = f"{constants[0]} and {other} of the sort {sort.name}"
            if (wrong := next(differences(game, change), None)) is not None:
                raise UnsuitedError(f"{game.name}: {what} may not be exchanged: {wrong}")
            group = set(generated(program)) if group is None else group
            if change not in group:
                raise UnsuitedError(f"{game.name}: it is not shown that {what} may be exchanged")


def exchange(game: CompiledGame, sort: ConstantSort, pair: tuple[str, str]) -> Symmetry:
    """Return what becomes of everything when two constants are exchanged."""
    images = {pair[0]: pair[1], pair[1]: pair[0]}

    def numbers(terms: Sequence[GroundTerm]) -> tuple[int, ...]:
        places = {term.text: number for number, term in enumerate(terms)}
        found = []
        for term in terms:
            if (image := sort.exchanged(term, images)) not in places:
                what = f"{pair[0]} and {pair[1]} of the sort {sort.name} may not be exchanged"
                raise UnsuitedError(f"{game.name}: {what}: there is {term}, but never {image}")
            found.append(places[image])
        return tuple(found)

    lexicon = game.lexicon
    roles = tuple(range(len(lexicon.roles)))
    return Symmetry(numbers(lexicon.fluent_terms), roles, tuple(map(numbers, lexicon.move_terms)))


def generated(program: Program) -> Iterator[Symmetry]:
    """Yield the symmetries of a game that keep roles, unless there are too many."""
    generators = symmetries(program).generators
    same = Symmetry(
        tuple(range(len(program.fluents))),
        tuple(range(len(program.roles))),
        tuple(tuple(range(len(moves))) for moves in program.moves),
    )
    found, todo = {same}, [same]
    for one in islice(todo, MOST_SYMMETRIES):  # which grows meanwhile
        yield one
        for each in generators:
            both = after(one, each)
            if both not in found:
                found.add(both)
                todo.append(both)


def after(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the symmetry that is one after the other, both keeping roles."""
    return Symmetry(
        tuple(second.fluents[image] for image in first.fluents),
        first.roles,
        tuple(
            tuple(moves[image] for image in images)
            for images, moves in zip(first.moves, second.moves, strict=True)
        ),
    )


def differences(game: CompiledGame, change: Symmetry) -> Iterator[str]:
    """Yield where random matches and their images differ, for people."""
    random, state = Random(0), game.initial
    for _ in range(STATES):
        image = change.state(state)
        where = f"in {' '.join(game.describe(state))}"
        for role in range(len(game.roles)):
            ours = {change.moves[role][move] for move in game.legal(state, Role(role))}
            if odd := sorted(ours.symmetric_difference(game.legal(image, Role(role)))):
                text = game.lexicon.moves[role][odd[0]]
                yield f"{where} and its image {game.roles[role]} has not the same moves ({text})"
        if game.terminal(state) != game.terminal(image) or game.goals(state) != game.goals(image):
            yield f"{where} and its image the end or the goals differ"
        following = list(joints(game, state))
        for joint in following:
            if change.state(game.next(state, joint)) != game.next(image, change.joint(joint)):
                yield f"{where} and its image a move does not lead to the image of where it leads"
        state = game.next(state, random.choice(following)) if following else game.initial


def lifted(rule: Rule, sorts: Sequence[ConstantSort]) -> Rule:
    """Return a rule with variables for the constants of sorts, different ones being different."""
    names: dict[tuple[str, str], Variable] = {}

    def term(old: Term) -> Term:
        if not isinstance(old, Compound):
            return old
        args = [
            next((variable(sort, arg) for sort in sorts if (old.name, at) in sort.places), arg)
            for at, arg in enumerate(old.args, 1)
        ]
        return Compound(old.name, tuple(args))

    def variable(sort: ConstantSort, arg: Term) -> Term:
        if not isinstance(arg, Name):
            return arg
        name = f"{sort.name.capitalize()}_{arg.text}"
        return names.setdefault((sort.name, arg.text), Variable(name))

    def formula(old: Formula) -> Formula:
        match old:
            case Atom(name, args):
                return Atom(name, tuple(map(term, args)))
            case Not(part):
                return Not(formula(part))
        return old

    head = Atom(rule.head.name, tuple(map(term, rule.head.args)))
    body = [formula(part) for part in rule.body]
    different: list[Formula] = [
        Comparison("!=", names[one], names[other])
        for one, other in combinations(names, 2)
        if one[0] == other[0]
    ]
    return Rule(head, (*body, *different))
