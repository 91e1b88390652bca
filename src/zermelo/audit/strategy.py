"""The rules of a strategy file: every instance says no more than a lemma of its certificate."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from zermelo.audit.certificate import Certificate
from zermelo.audit.lemmas import Lemma, Proofs, read_lemma
from zermelo.audit.subject import Subject, require
from zermelo.errors import ReadError
from zermelo.text.kif import spell_term
from zermelo.text.read import read_text
from zermelo.text.tree import Atom, Comparison, Compound, Formula, Not, Rule, Term, Variable

Binding = Mapping[str, Term]
Facts = dict[tuple[str, int, Term | None], list[Atom]]
"""Facts by their names and sizes, with their first argument and without it."""


def read_strategy(certificate: Certificate) -> tuple[list[Rule], Facts]:
    """Return the rules of the strategy around a certificate, and the facts beside them."""
    source, rules, facts = certificate.strategy, list[Rule](), Facts()
    if source is None:
        return rules, facts
    parts = repr((certificate.subject.sheet.rules, certificate.subject.sheet.constants))
    mark = f"% rules: {hashlib.sha256(parts.encode()).hexdigest()[:16]}"
    if mark not in source.text.splitlines():
        raise ReadError(f"the strategy in {source.name} is for other rules than its certificate")
    for rule in read_text(source, "asp").rules:
        if rule.body or rule.head.name in ("force", "hold"):
            rules.append(rule)
            continue
        for first in {None, *rule.head.args[:1]}:
            key = rule.head.name, len(rule.head.args), first
            facts.setdefault(key, []).append(rule.head)
    return rules, facts


def prove_rule(rule: Rule, facts: Facts, proofs: Proofs) -> None:
    """Raise Refuted unless every instance of a rule says no more than a lemma."""
    conditions = [part for part in rule.body if not is_literal(part)]
    for binding in bindings(conditions, facts, {}):
        said = proofs.says(instance(rule, binding, proofs.subject))
        require(said, "no lemma says that", variables={v: spell_term(binding[v]) for v in binding})


def instance(rule: Rule, binding: Binding, subject: Subject) -> Lemma:
    """Return the lemma that a rule is, with its variables bound."""
    args = [text(arg, binding) for arg in rule.head.args]
    if len(args) < 2 or not args[1].isdecimal():
        raise ReadError("a rule begins with force(ROLE,GOAL,...) or hold(ROLE,GOAL,...)", rule.span)
    roles = subject.program.roles
    own = [args[0]] if rule.head.name == "force" else [one for one in roles if one != args[0]]
    held: dict[bool, list[str]] = {True: [], False: []}
    for part in rule.body:
        match part:
            case Atom("true", (fluent,)) | Not(Atom("true", (fluent,))):
                held[isinstance(part, Atom)].append(text(fluent, binding))
    if args[2:] and len(args[2:]) != len(own):
        raise ReadError("a rule has a move for each role that acts, or none", rule.span)
    claim = {"can": rule.head.name, "role": args[0], "goal": int(args[1])}
    claim |= {"true": held[True], "false": held[False]}
    return read_lemma(subject, {**claim, "moves": dict(zip(own, args[2:], strict=False))})


def is_literal(part: Formula) -> bool:
    """Whether a part of a body is `true(F)` or `not true(F)`."""
    match part:
        case Atom("true", (_,)) | Not(Atom("true", (_,))):
            return True
    return False


def bindings(conditions: Sequence[Formula], facts: Facts, binding: Binding) -> Iterator[Binding]:
    """Yield what variables may be, so that all conditions hold: facts of the file, and X != Y."""
    match conditions:
        case []:
            yield binding
        case [Comparison("!=", left, right), *rest]:
            if text(left, binding) != text(right, binding):
                yield from bindings(rest, facts, binding)
        case [Atom(name, args), *rest]:
            known = [
                binding.get(one.name, one) if isinstance(one, Variable) else one for one in args
            ]
            first = known[0] if known and not isinstance(known[0], Variable) else None
            for fact in facts.get((name, len(args), first), ()):
                more = {
                    one.name: value
                    for one, value in zip(known, fact.args, strict=True)
                    if isinstance(one, Variable)
                }
                bound = [more.get(one.name) if isinstance(one, Variable) else one for one in known]
                if bound == list(fact.args):
                    yield from bindings(rest, facts, {**binding, **more})
        case [other, *_]:
            raise ReadError("a condition of a rule is a fact of its file, or X != Y", other.span)


def text(term: Term, binding: Binding) -> str:
    """Return a term in KIF, with its variables bound."""
    match term:
        case Variable(name) if name not in binding:
            raise ReadError(f"the variable {name} is bound by no fact of the file", term.span)
        case Variable(name):
            return spell_term(binding[name])
        case Compound(name, args):
            return f"({name} {' '.join(text(arg, binding) for arg in args)})"
    return spell_term(term)
