"""Growth: no rule may make ever larger terms, or ever greater numbers, from its own results.

GDL forbids by its recursion restriction what could have infinitely many instances (Love et al.,
General Game Playing: Game Description Language Specification, 2008), and more than that. Here the
shapes of all terms are computed until nothing changes, from what is depended on upwards, with
`next` feeding `true` and `legal` feeding `does`; a recursion whose shapes get deeper and deeper is
refused, all else is let pass.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from zermelo.rules.checks.problem import Problem, shown
from zermelo.rules.checks.shape_of import LINKED, Place, ShapeClause, Table, place
from zermelo.rules.checks.shapes import Shapes
from zermelo.rules.dependencies import atoms, components
from zermelo.rules.numbers import Constants
from zermelo.rules.rewrite import Clause
from zermelo.text.tree import Aggregate, Arithmetic, Atom, Comparison, Compound, Name, Term

Node = tuple[str, str, int]
ANY_HEAD, ANY_BODY = "any head", "any body"
"""Stand for `(next ?f)` and `(true ?f)`: names with blanks, which no sheet can write."""
MOST_FOUND = 20
"""How many rules are reported: each is a search of its own."""
MOST_SHAPES = 100_000
MOST_ROUNDS = 1000


def check_growth(clauses: Sequence[Clause], constants: Constants) -> Iterator[Problem]:
    """A problem for each rule through which terms or numbers grow without end."""
    shapes, table = Shapes(), Table()
    reported: set[int] = set()
    for group, is_recursive in in_order(clauses):
        steps = [ShapeClause(clause, shapes, constants) for clause in group]
        if not is_recursive:
            for step in steps:
                extend(table, step, shapes)
            continue
        while (grown := settle(steps, shapes, table)) is not None and len(reported) < MOST_FOUND:
            # Without this growth, what depends on it may still grow by itself.
            grown.cut = True
            if id(grown.clause.rule) not in reported:
                reported.add(id(grown.clause.rule))
                yield problem(grown.clause)


def settle(steps: Sequence[ShapeClause], shapes: Shapes, table: Table) -> ShapeClause | None:
    """Apply all steps until nothing changes, or return the one that never stops.

    In the second case the table is as it was before.
    """
    heads = {key for step in steps for key in places(step.clause.head)}
    saved = {key: table.get(key) for key in heads}
    limit = deepest(steps, table)
    for _ in range(MOST_ROUNDS):
        changed = False
        for step in steps:
            depth, news = extend(table, step, shapes)
            if depth > limit:
                for key, shape in saved.items():
                    if shape is None:
                        table.pop(key, None)
                    else:
                        table[key] = shape
                return step
            changed |= news
        if not changed or len(shapes.known) > MOST_SHAPES:
            break
    return None


def deepest(steps: Sequence[ShapeClause], table: Table) -> int:
    """Return how deep shapes can get if no rule adds its term again and again.

    Each rule may add its own once to what it finds, with some to spare for those that a literal
    outside of the recursion stops only later.
    """
    used: set[Place] = set()
    for step in steps:
        used |= places(step.clause.head)
        for literal in step.clause.body:
            for atom, _ in atoms(literal.atom):
                used |= places(atom)
    before = max((table[key].depth for key in used if key in table), default=0)
    return before + 50 + min(len(steps), 100)


def extend(table: Table, step: ShapeClause, shapes: Shapes) -> tuple[int, bool]:
    """Add what a step makes to the table; return its depth, and whether it is news."""
    depth, news = 0, False
    for index, shape in enumerate(step.apply(table)):
        key = place(step.clause.head, index)
        old = table.get(key)
        new = shape if old is None else shapes.join(old, shape)
        if new is not old:
            table[key] = new
            depth, news = max(depth, new.depth), True
    return depth, news


def places(atom: Atom) -> set[Place]:
    """Return the places of an atom's arguments."""
    return {place(atom, index) for index in range(len(atom.args))}


def in_order(clauses: Sequence[Clause]) -> Iterator[tuple[list[Clause], bool]]:
    """The clauses in groups, what is depended on first, and whether a group depends on itself."""
    graph: dict[Node, set[Node]] = {}
    for clause in clauses:
        used = graph.setdefault(node(clause.head, ANY_HEAD), set())
        for literal in clause.body:
            if literal.positive:
                used.update(node(atom, ANY_BODY) for atom, _ in atoms(literal.atom))
    for used in list(graph.values()):
        for each in used:
            graph.setdefault(each, set())
    for name in ("true", "does"):
        every = {each for each in graph if each[0] == name and each[1] != ANY_BODY}
        if (any_body := (name, ANY_BODY, 0)) in graph:
            graph[any_body] |= every
        if (any_head := (name, ANY_HEAD, 0)) in graph:
            for each in every - {any_head}:
                graph[each].add(any_head)
    found = components(graph)
    number = {each: at for at, group in enumerate(found) for each in group}
    groups: dict[int, list[Clause]] = {}
    for clause in clauses:
        groups.setdefault(number[node(clause.head, ANY_HEAD)], []).append(clause)
    for at, group in sorted(groups.items(), key=itemgetter(0)):
        first = found[at][0]
        yield group, len(found[at]) > 1 or first in graph[first]


def node(atom: Atom, anything: str) -> Node:
    """Return what an atom is about: a relation, or one kind of fluent or move."""
    name = LINKED.get(atom.name, atom.name)
    if name not in ("true", "does") or not atom.args:
        return name, "", len(atom.args)
    term: Term = atom.args[-1]
    match term:
        case Compound(function, args):
            return name, function, len(args)
        case Name(text):
            return name, text, 0
    return name, anything, 0


def problem(clause: Clause) -> Problem:
    """Return what is wrong with a rule that never stops."""
    head = shown(clause.head)
    calculates = any(isinstance(literal.atom, Aggregate) for literal in clause.body) or any(
        contains_arithmetic(term) for term in terms(clause)
    )
    if calculates:
        message = f"numbers grow without end: {head} follows from smaller ones again and again"
        hint = "limit the number, as in N < 100, or take it from a relation that lists all numbers"
    else:
        message = f"terms grow without end: {head} follows from smaller ones again and again"
        hint = "add a literal outside of the recursion that limits the term"
    return Problem("unbounded-growth", message, clause.head.span, "error", hint)


def terms(clause: Clause) -> Iterator[Term]:
    """The terms of a head, and of the atoms and comparisons of its body."""
    yield from clause.head.args
    for literal in clause.body:
        match literal.atom:
            case Atom(args=args):
                yield from args
            case Comparison(left=left, right=right):
                yield left
                yield right


def contains_arithmetic(term: Term) -> bool:
    """Tell whether something is calculated in a term."""
    stack = [term]
    while stack:
        match stack.pop():
            case Arithmetic():
                return True
            case Compound(args=args):
                stack.extend(args)
    return False
