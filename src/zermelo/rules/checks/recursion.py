"""The letter of GDL's recursion restriction, for sheets that other systems shall read too.

In a rule for `p` whose body has `q` that depends on `p` in turn, each argument of `q` shall have no
variable, or be an argument of the head, or occur in a positive literal outside of the recursion.
Breaking it is harmless as long as nothing grows, which is checked elsewhere.
"""

from collections.abc import Iterable, Iterator

from zermelo.rules.checks.problem import Problem, shown
from zermelo.rules.checks.strata import component_of, graph
from zermelo.rules.dependencies import Dependency, signature
from zermelo.rules.rewrite import Clause
from zermelo.text.tree import Aggregate, Atom, Comparison, Term, variables


def check_recursion(edges: Iterable[Dependency], clauses: Iterable[Clause]) -> Iterator[Problem]:
    """A warning for each recursive literal with an argument that nothing else limits."""
    component = component_of(graph(edges))
    reported: set[int] = set()
    for clause in clauses:
        own = component.get(signature(clause.head))
        positive = [
            literal.atom
            for literal in clause.body
            if literal.positive and isinstance(literal.atom, Atom)
        ]
        recursive = [atom for atom in positive if component.get(signature(atom)) == own]
        if not recursive:
            continue
        limited = limited_by(clause, [atom for atom in positive if atom not in recursive])
        for atom in recursive:
            free = next(free_args(atom, clause.head, limited), None)
            if free is not None and id(atom) not in reported:
                reported.add(id(atom))
                yield problem(atom, free)


def limited_by(clause: Clause, others: Iterable[Atom]) -> set[str]:
    """Return the variables in literals outside of the recursion, and in calculations."""
    names = {variable.name for atom in others for variable in variables(atom)}
    for literal in clause.body:
        match literal.atom:
            case Comparison(relation) if relation != "!=":
                names.update(variable.name for variable in variables(literal.atom))
            case Aggregate():
                names.update(variable.name for variable in variables(literal.atom))
    return names


def free_args(atom: Atom, head: Atom, limited: set[str]) -> Iterator[Term]:
    """The arguments of a recursive literal that the restriction forbids."""
    for arg in atom.args:
        if arg not in head.args and any(each.name not in limited for each in variables(arg)):
            yield arg


def problem(atom: Atom, free: Term) -> Problem:
    """Return the warning about an argument."""
    message = f"{shown(free)} in {shown(atom)} is limited by nothing but the recursion itself"
    hint = (
        "GDL asks that it also stands in the head, or in a literal outside of the recursion; "
        "other systems may refuse the rule"
    )
    return Problem("recursion-restriction", message, atom.span, "warning", hint)
