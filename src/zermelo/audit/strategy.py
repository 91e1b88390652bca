"""The rules of a strategy file: in no position do they say what no lemma of the certificate says.

They are ASP rules, so the solver can run them. They are read and spelled again for that, with
names of their own, so that nothing else in the file has an effect.
"""

import hashlib

from zermelo.audit.certificate import Certificate
from zermelo.audit.lemmas import Lemma, Proofs
from zermelo.errors import ReadError
from zermelo.text.kif import read_term
from zermelo.text.read import read_text
from zermelo.text.spell_asp import asp_formula, asp_term
from zermelo.text.tree import Atom, Comparison, Compound, Formula, Name, Not, Rule, Term


def read_rules(certificate: Certificate) -> tuple[list[Rule], list[Rule]]:
    """Return the facts of the strategy around a certificate, and its rules: none without one."""
    source, sheet = certificate.strategy, certificate.subject.sheet
    if source is None:
        return [], []
    mark = hashlib.sha256(repr((sheet.rules, sheet.constants)).encode()).hexdigest()[:16]
    if f"% rules: {mark}" not in source.text.splitlines():
        raise ReadError(f"the strategy in {source.name} is for other rules than its certificate")
    found: tuple[list[Rule], list[Rule]] = [], []
    for rule in read_text(source, "asp").rules:
        found[bool(rule.body) or rule.head.name in ("force", "hold")].append(rule)
    return found


def tell_facts(facts: list[Rule], proofs: Proofs) -> None:
    """Tell the solver all facts, the names of fluents, and what lemmas say of which positions."""
    theory, program = proofs.theory, proofs.subject.program
    for fact in facts:  # one that is called `true` must not make a fluent hold
        theory.tell(f"{asp_formula(Atom(f'file_{fact.head.name}', fact.head.args))}.")
    for number, fluent in enumerate(program.fluents):
        theory.tell(f"true({asp_term(read_term(fluent, 'fluent'))}) :- t({number}).")
    for lemma in proofs.known:
        body = [f"t({one})" for one in lemma.true] + [f"not t({one})" for one in lemma.false]
        theory.tell(f"said({asp_term(head_of(lemma, proofs))}) :- {', '.join(body) or '#true'}.")


def head_of(lemma: Lemma, proofs: Proofs) -> Term:
    """Return the head of a rule that says what a lemma says."""
    program, (can, role, value) = proofs.subject.program, lemma.goal
    moves = [read_term(program.moves[role][move], "move") for role, move in lemma.moves]
    return Compound(can, (read_term(program.roles[role], "role"), Name(str(value)), *moves))


def prove_rule(number: int, rule: Rule, proofs: Proofs) -> None:
    """Raise Refuted if a rule says something of a position that no lemma says of it."""
    head = asp_term(Compound(rule.head.name, rule.head.args))
    body = ", ".join(asp_formula(own_name(part)) for part in rule.body) or "#true"
    proofs.theory.tell(f"says({number},{head}) :- {body}.")
    proofs.theory.tell(f"unsaid({number}) :- says({number},H), not said(H).")
    proofs.theory.ask(("inv", True), (f"unsaid({number})", True), why="no lemma says that of this")


def own_name(part: Formula) -> Formula:
    """Return a part of a rule in which all relations but `true` have names that no others have."""
    match part:
        case Not(inner):
            return Not(own_name(inner))
        case Atom("true", (_,)) | Comparison("!="):
            return part
        case Atom(name, args):
            return Atom(f"file_{name}", args)
    raise ReadError("a rule has true(F), not true(F), facts of its file, and X != Y", part.span)
