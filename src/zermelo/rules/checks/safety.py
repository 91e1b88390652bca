"""Safety: every variable gets its values from a positive literal.

The rules of binding are clingo's: a positive atom binds the variables that it can be matched for
(`p(X+1)` binds X, `p(X*Y)` binds nothing), an equation binds one side once the other is known,
and an aggregate binds what it is equal to. Each alternative of an `or` must bind on its own.
"""

from collections.abc import Iterable, Iterator

from zermelo.rules.checks.problem import Problem, shown
from zermelo.rules.numbers import Constants, linear
from zermelo.rules.rewrite import Clause, Literal, as_literal
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Not,
    Term,
    Variable,
    variables,
)

Names = frozenset[str]


def check_safety(clauses: Iterable[Clause], constants: Constants) -> Iterator[Problem]:
    """A problem for each variable of each rule that some alternative of its body leaves free."""
    reported: set[tuple[int, str]] = set()
    for clause in clauses:
        known, free = bound(clause, constants), dict[str, Variable]()
        for variable in unbound(clause, known, constants):
            free.setdefault(variable.name, variable)
        for name, variable in free.items():
            if (id(clause.rule), name) not in reported:
                reported.add((id(clause.rule), name))
                yield problem(clause, variable)


def problem(clause: Clause, variable: Variable) -> Problem:
    """Return what is wrong with a free variable, and what would bind it."""
    name = shown(variable)
    message = f"{name} is bound by no positive literal"
    positive = [formula for formula in clause.rule.body if not isinstance(formula, Not)]
    if not clause.rule.body:
        hint = f"a fact has no variables; make it a rule whose body says which {name} are meant"
    elif variable.name in names_in(*positive):
        hint = (
            f"say in the body, without 'not', which {name} are meant: each alternative of an 'or' "
            "must do so, and comparisons and products do not"
        )
    else:
        hint = f"add a literal to the body that says which {name} are meant, such as a role or cell"
    return Problem("unsafe-variable", message, variable.span, "error", hint)


def names_in(*nodes: Term | Formula | Element) -> set[str]:
    """Return the names of all variables in `nodes`."""
    return {variable.name for node in nodes for variable in variables(node)}


def outside(clause: Clause) -> set[str]:
    """Return the variables that occur outside of all elements of aggregates: the global ones."""
    names = names_in(clause.head)
    for literal in clause.body:
        if isinstance(literal.atom, Aggregate):
            names |= names_in(*literal.atom.guards)
        else:
            names |= names_in(literal.atom)
    return names


def matched(term: Term, constants: Constants) -> set[str]:
    """Return the variables that are known once `term` is matched with a value."""
    match term:
        case Variable(name):
            return {name}
        case Compound(args=args):
            found: set[str] = set()
            for arg in args:
                found |= matched(arg, constants)
            return found
        case Arithmetic():
            form = linear(term, constants)
            return {form[0].name} if form else set()
    return set()


def bound(clause: Clause, constants: Constants) -> Names:
    """Return the global variables that a body binds."""
    return binding(clause.body, frozenset(), frozenset(outside(clause)), constants)


def binding(body: Iterable[Literal], known: Names, shared: Names, constants: Constants) -> Names:
    """Return `known` and what the literals bind, whatever their order."""
    waiting: list[tuple[set[str], set[str]]] = []
    found = set(known)
    for literal in body:
        match literal.atom:
            case Atom(name, args) if literal.positive and name != "distinct":
                for arg in args:
                    found |= matched(arg, constants)
            case Comparison("=", left, right):
                waiting.append((names_in(right), matched(left, constants)))
                waiting.append((names_in(left), matched(right, constants)))
            case Aggregate(elements=elements) as aggregate if literal.positive:
                needs = names_in(*elements) & shared
                gives = [matched(term, constants) for term in assigned(aggregate)]
                waiting += [(needs, names) for names in gives]
    return frozenset(closed(found, waiting))


def closed(known: set[str], waiting: Iterable[tuple[set[str], set[str]]]) -> set[str]:
    """Return `known` and whatever pairs (needed, given) add to it, in time linear in the pairs."""
    found, queue = set[str](), list(known)
    missing: list[set[str]] = []
    given: list[set[str]] = []
    users: dict[str, list[int]] = {}
    for at, (needs, gives) in enumerate(waiting):
        missing.append(set(needs))
        given.append(gives)
        for name in needs:
            users.setdefault(name, []).append(at)
        if not needs:
            queue += gives
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            for at in users.get(name, ()):
                missing[at].discard(name)
                if not missing[at]:
                    queue += given[at]
    return found


def assigned(aggregate: Aggregate) -> Iterator[Term]:
    """The terms that an aggregate is equal to."""
    if aggregate.left is not None and aggregate.left[1] == "=":
        yield aggregate.left[0]
    if aggregate.right is not None and aggregate.right[0] == "=":
        yield aggregate.right[1]


def unbound(clause: Clause, known: Names, constants: Constants) -> Iterator[Variable]:
    """Every occurrence of a variable without values, the head's first."""
    shared = frozenset(outside(clause))
    nodes: list[Term | Formula] = [clause.head]
    for literal in clause.body:
        if isinstance(literal.atom, Aggregate):
            nodes += literal.atom.guards
        else:
            nodes.append(literal.atom)
    for node in nodes:
        yield from (variable for variable in variables(node) if variable.name not in known)
    for literal in clause.body:
        if isinstance(literal.atom, Aggregate):
            for element in literal.atom.elements:
                inside = known | local(element, known, shared, constants)
                yield from (each for each in variables(element) if each.name not in inside)


def local(element: Element, known: Names, shared: Names, constants: Constants) -> Names:
    """Return the variables that the condition of an element binds for itself."""
    body = [as_literal(part) for part in element.condition]
    return binding(body, known, frozenset(), constants) - (shared - known)
