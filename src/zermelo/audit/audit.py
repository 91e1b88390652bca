"""The audit of a certificate: every claim is accepted or refuted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.audit.certificate import Certificate
from zermelo.audit.induction import Induction
from zermelo.audit.lemmas import Proofs
from zermelo.audit.solution import Solution
from zermelo.audit.strategy import prove_rule, read_rules, tell_facts
from zermelo.audit.subject import Refuted
from zermelo.audit.symmetry import permutation, prove_symmetry
from zermelo.audit.theory import Effort, Theory
from zermelo.errors import UnsuitedError
from zermelo.rules.information import information
from zermelo.text.spell import asp_rule


@dataclass(slots=True)
class Verdict:
    """How many claims there are, how many were checked, and which of them are wrong."""

    kind: str
    claims: int
    checked: int = 0
    wrong: list[dict[str, Any]] = field(default_factory=list)

    def check(self, claim: dict[str, Any], prove: Callable[..., None], *args: Any) -> None:
        """Let a claim be proved, and note its counterexample."""
        self.checked += 1
        try:
            prove(*args)
        except Refuted as refuted:
            short = {key: value for key, value in claim.items() if key not in ("rows", "bounds")}
            self.wrong.append({"claim": short, "counterexample": refuted.args[0]})


def audit(certificate: Certificate, effort: Effort) -> Verdict:
    """Return whether the claims of a certificate are true.

    If an invariant, a symmetry or that ends have single goals is wrong, claims that may rest on it
    are not checked.

    Raises:
        ReadError: a claim names what the rules do not have.
        LimitError: a claim takes more effort than is allowed.
        UnsuitedError: roles are to play by positions that they do not see.
    """
    subject, base, kind = certificate.subject, certificate.base, certificate.kind
    if kind != "analysis" and information(subject.sheet).hidden:
        raise UnsuitedError("with hidden information, no role can choose its moves by positions")
    verdict = Verdict(kind, len(certificate.claims))
    sorts: dict[str, list[dict[str, Any]]] = {
        "invariant": [],
        "symmetry": [],
        "single_goals": [],
        "": [],
    }
    for claim in certificate.claims:
        sorts.get(claim["claim"], sorts[""]).append(claim)
    if kind == "solution":
        solution = Solution(subject, base)
        for claim in sorts[""]:
            verdict.check(claim, solution.prove, claim)
        return verdict
    with Theory(subject, effort) as theory:
        induction = Induction(theory, base, sorts["invariant"])
        for claim in sorts["invariant"]:
            verdict.check(claim, induction.prove_invariant, claim)
        kept = sorts["invariant"] if kind == "strategy" else []
        for claim in sorts["symmetry"]:
            verdict.check(claim, prove_symmetry, subject, claim, effort, kept)
        if verdict.wrong:
            return verdict
        if kind == "analysis":
            induction.lay_later()
            for claim in sorts[""]:
                verdict.check(claim, induction.prove, claim)
            return verdict
        if sorts["single_goals"]:
            with Theory(subject, effort) as steps:  # of its own: it has the rules twice
                twice = Induction(steps, base, sorts["invariant"])
                twice.lay_later()
                for claim in sorts["single_goals"]:
                    verdict.check(claim, twice.prove, claim)
            if verdict.wrong:
                return verdict
            induction.keep_single_goals()
        proofs = Proofs(theory, [permutation(subject, claim) for claim in sorts["symmetry"]])
        for claim in sorts[""]:
            verdict.check(claim, proofs.prove, claim, base)
        facts, rules = read_rules(certificate)
        tell_facts(facts, proofs)
        verdict.claims += len(rules)
        for number, rule in enumerate(rules):
            verdict.check({"rule": asp_rule(rule)}, prove_rule, number, rule, proofs)
    return verdict
