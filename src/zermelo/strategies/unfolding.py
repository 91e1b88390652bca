"""Rules with variables read back: every instance, by the facts that stand beside them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from zermelo.errors import ReadError
from zermelo.text.tree import Atom, Comparison, Compound, Formula, Not, Rule, Term, Variable

Constants = tuple[Term, ...]
Binding = Mapping[str, Term]
MOST_INSTANCES = 20_000
"""Instances of a rule that are read."""


class Facts:
    """Facts, found by those of their arguments that are known."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        """Keep the facts; what they are found by is laid out when it is first asked for."""
        self.named: dict[tuple[str, int], list[Atom]] = {}
        self.found: dict[tuple[str, int, tuple[int, ...]], dict[Constants, list[Atom]]] = {}
        for atom in atoms:
            self.named.setdefault((atom.name, len(atom.args)), []).append(atom)

    def like(self, name: str, args: Sequence[Term]) -> list[Atom]:
        """Return the facts that agree with all arguments that are no variables."""
        known = tuple(at for at, arg in enumerate(args) if not isinstance(arg, Variable))
        key = name, len(args), known
        if key not in self.found:
            self.found[key] = {}
            for atom in self.named.get((name, len(args)), ()):
                values = tuple(atom.args[at] for at in known)
                self.found[key].setdefault(values, []).append(atom)
        return self.found[key].get(tuple(args[at] for at in known), [])


def unfolded(rule: Rule, facts: Facts) -> list[Rule]:
    """Return the instances of a rule of a strategy, without its conditions, in their order.

    Raises:
        ReadError: there are too many instances, or none.
    """
    literals = [part for part in rule.body if is_literal(part)]
    conditions = [part for part in rule.body if not is_literal(part)]
    conditions.sort(key=lambda part: isinstance(part, Comparison))  # once variables have values
    found: dict[Rule, None] = {}
    for count, binding in enumerate(bindings(conditions, facts, {})):
        if count == MOST_INSTANCES:
            raise ReadError(f"a rule has more than {MOST_INSTANCES} instances", rule.span)
        head = atom_with(rule.head, binding)
        body: list[Formula] = []
        for part in literals:
            atom = part.part if isinstance(part, Not) else part
            assert isinstance(atom, Atom), "a literal has an atom"
            new = atom_with(atom, binding)
            body.append(Not(new) if isinstance(part, Not) else new)
        found[Rule(head, tuple(body), rule.span)] = None
    if not found:
        raise ReadError("a rule has no instance: the facts of the file allow none", rule.span)
    return list(found)


def is_literal(part: Formula) -> bool:
    """Whether a part of a body is about the state; otherwise it is about variables."""
    return isinstance(part, Not) or (isinstance(part, Atom) and part.name == "true")


def bindings(conditions: Sequence[Formula], facts: Facts, binding: Binding) -> Iterator[Binding]:
    """Yield what variables may be, so that all conditions hold."""
    if not conditions:
        yield binding
        return
    first, *rest = conditions
    match first:
        case Atom(name, args):
            known = [substituted(arg, binding) for arg in args]
            for fact in facts.like(name, known):
                more = matched(known, fact.args)
                if more is not None:
                    yield from bindings(rest, facts, {**binding, **more})
        case Comparison("!=", left, right):
            if substituted(left, binding) != substituted(right, binding):
                yield from bindings(rest, facts, binding)


def matched(pattern: Sequence[Term], values: Sequence[Term]) -> dict[str, Term] | None:
    """Return what makes variables equal to values; None if one would be two."""
    found: dict[str, Term] = {}
    for term, value in zip(pattern, values, strict=True):
        if isinstance(term, Variable) and found.setdefault(term.name, value) != value:
            return None
    return found


def substituted(term: Term, binding: Binding) -> Term:
    """Return a term with variables replaced."""
    match term:
        case Variable(name):
            return binding.get(name, term)
        case Compound(name, args):
            return Compound(name, tuple(substituted(arg, binding) for arg in args))
    return term


def atom_with(atom: Atom, binding: Binding) -> Atom:
    """Return an atom without variables: facts have given each of them a value."""
    return Atom(atom.name, tuple(substituted(arg, binding) for arg in atom.args))
