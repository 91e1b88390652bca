"""Lemmas, each proved one step at a time from those before it, and the rules of a strategy file.

The rules say nothing of a position that no lemma says of it. They are ASP rules, so the solver can
run them. They are spelled again for that, with names of their own, so that nothing else in the file
has an effect.
"""

import json
from collections.abc import Sequence
from typing import Any

from zermelo.audit.certificate import Certificate
from zermelo.audit.theory import AuditTheory, spelled
from zermelo.audit.verdict import Verdict, require
from zermelo.errors import LimitError, ReadError
from zermelo.text.kif import read_term
from zermelo.text.spell import asp_rule
from zermelo.text.spell_asp import asp_formula, asp_term
from zermelo.text.strategy_text import read_strategy_text, rules_mark
from zermelo.text.tree import Atom, Compound, Formula, Name, Not, Rule

MOST_IMAGES = 200_000
Claim = dict[str, Any]


class StrategyAudit:
    """Proves lemmas in their order, with a theory that knows the invariants."""

    def __init__(self, certificate: Certificate, theory: AuditTheory) -> None:
        """Start with no lemmas; the symmetries are proved, and keep the invariants."""
        self.certificate, self.theory, self.known = certificate, theory, list[Claim]()
        for number, _ in certificate.named("single_goals"):  # which is proved
            theory.tell(f":- kept(now), wrong_position({number},now).")

    def check(self, verdict: Verdict) -> None:
        """Prove all lemmas, what they say of the base, and the rules of the file."""
        for number, claim in self.certificate.named("lemma", "forces"):
            verdict.check(claim, getattr(self, claim["claim"]), number, claim)
        facts, rules = read_rules(self.certificate)
        self.tell_file(facts)
        verdict.claims += len(rules)
        for number, rule in enumerate(rules):
            verdict.check({"rule": asp_rule(rule)}, self.prove_rule, number, rule)

    def lemma(self, number: int, claim: Claim) -> None:
        """Raise Refuted unless a lemma follows from those before it; note it and its images."""
        self.theory.refute(number, "kept(now)", f"wrong_lemma({number})", *literals(claim, "now"))
        for image in self.orbit(claim):
            goal = spelled("unsettled", image["can"], image["role"], image["goal"])
            self.theory.tell(f":- {', '.join([goal, *literals(image, 'next')])}.")
            self.known.append(image)

    def forces(self, _: int, claim: Claim) -> None:
        """Raise Refuted unless a lemma says what can be brought about from the base."""
        base, what = set(self.certificate.base), ("can", "role", "goal")
        about = [one for one in self.known if all(one[key] == claim[key] for key in what)]
        covers = any(base >= {*one["true"]} and not base & {*one["false"]} for one in about)
        require(covers, "no lemma covers the base")

    def orbit(self, lemma: Claim) -> list[Claim]:
        """Return a lemma and all its images."""
        found = {json.dumps(lemma, sort_keys=True): lemma}
        todo = [lemma]
        for one in todo:  # which grows meanwhile
            for _, symmetry in self.certificate.named("symmetry"):
                other = image_of(one, symmetry)
                if found.setdefault(json.dumps(other, sort_keys=True), other) is other:
                    todo.append(other)
            if len(todo) > MOST_IMAGES:
                raise LimitError(f"a lemma has more than {MOST_IMAGES:,} images")
        return todo

    def tell_file(self, facts: Sequence[Rule]) -> None:
        """Tell the solver the facts of the file, and what lemmas say of which positions."""
        program = self.certificate.program
        for fact in facts:  # one that is called `true` must not make a fluent hold
            self.theory.tell(f"{asp_formula(Atom(f'file_{fact.head.name}', fact.head.args))}.")
        for fluent in program.fluents:
            term = asp_term(read_term(fluent, "fluent"))
            now = spelled("true_at", fluent, place="now")
            self.theory.tell(f"fluent({term}). true({term}) :- {now}.")
        for lemma in self.known:
            moves = [lemma["moves"][role] for role in program.roles if role in lemma["moves"]]
            role, *moves = [read_term(name, "name") for name in (lemma["role"], *moves)]
            head = asp_term(Compound(lemma["can"], (role, Name(str(lemma["goal"])), *moves)))
            self.theory.tell(f"said({head}) :- {', '.join(literals(lemma, 'now')) or '#true'}.")

    def prove_rule(self, number: int, rule: Rule) -> None:
        """Raise Refuted if a rule says something of a position that no lemma says of it."""
        head = asp_term(Compound(rule.head.name, rule.head.args))
        body = ", ".join(asp_formula(own_name(part)) for part in rule.body) or "#true"
        names = ", ".join(asp_formula(own_name(part, "fluent")) for part in rule.body) or "#true"
        self.theory.tell(f"says({number},{head}) :- {body}. named({number}) :- {names}.")
        self.theory.tell(f"unsaid({number}) :- says({number},H), not said(H).")
        self.theory.refute(None, f"not named({number})", why="it names what the rules do not have")
        self.theory.refute(None, "kept(now)", f"unsaid({number})", why="no lemma says that of this")


def image_of(lemma: Claim, symmetry: Claim) -> Claim:
    """Return what a symmetry makes of a lemma."""
    fluents, roles, moves = (symmetry[f"{kind}_images"] for kind in ("fluent", "role", "move"))
    return {
        **lemma,
        "role": roles.get(lemma["role"], lemma["role"]),
        "moves": {roles.get(r, r): moves.get(r, {}).get(m, m) for r, m in lemma["moves"].items()},
        "true": sorted(fluents.get(fluent, fluent) for fluent in lemma["true"]),
        "false": sorted(fluents.get(fluent, fluent) for fluent in lemma["false"]),
    }


def literals(lemma: Claim, place: str) -> list[str]:
    """Return what a lemma assumes of the position in a place."""
    signs = [("", fluent) for fluent in lemma["true"]] + [("not ", f) for f in lemma["false"]]
    return [f"{sign}{spelled('true_at', fluent, place=place)}" for sign, fluent in signs]


def read_rules(certificate: Certificate) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Return the facts of the strategy around a certificate, and its rules: none without one."""
    if certificate.strategy is None:
        return (), ()
    text = read_strategy_text(certificate.strategy)
    if text.head.get("rules") != rules_mark(certificate.sheet):
        raise ReadError("this strategy is for other rules than its certificate")
    return text.facts, text.rules


def own_name(part: Formula, true: str = "true") -> Formula:
    """Return a part of a rule in which all relations but `true` have names that no others have.

    With another name for `true`, the result says of a fluent, held or not, that the rules have it.
    """
    own = part.part if isinstance(part, Not) and true != "true" else part
    if isinstance(own, Atom):
        return Atom(true if own.name == "true" else f"file_{own.name}", own.args)
    return own
