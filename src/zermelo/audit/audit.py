"""The audit of a certificate: every claim is accepted or refuted."""

from zermelo.audit.certificate import Certificate
from zermelo.audit.formulas import same_formulas
from zermelo.audit.solution import SolutionAudit
from zermelo.audit.strategy import StrategyAudit
from zermelo.audit.theory import AuditTheory, Effort
from zermelo.audit.verdict import Refuted, Verdict
from zermelo.errors import UnsuitedError
from zermelo.rules.information import information

INVARIANTS = ("invariants", "now"), ("invariants", "next")
LATER = *INVARIANTS, ("positions", "now"), ("rules", "next"), ("positions", "next"), ("steps",)
"""Parts of `claims.lp` for claims about all reachable positions."""
LEMMAS = *INVARIANTS, ("positions", "now"), ("lemmas",)


def audit(certificate: Certificate, effort: Effort) -> Verdict:
    """Return whether the claims of a certificate are true.

    If an invariant, a symmetry or that ends have single goals is wrong, claims that may rest on it
    are not checked.

    Raises:
        ReadError: a claim names what the rules do not have.
        LimitError: a claim takes more effort than is allowed.
        UnsuitedError: roles are to play by positions that they do not see.
    """
    if certificate.kind != "analysis" and information(certificate.sheet).hidden:
        raise UnsuitedError("with hidden information, no role can choose its moves by positions")
    verdict = Verdict(certificate.kind, len(certificate.claims))
    if certificate.kind == "solution":
        solution = SolutionAudit(certificate, effort)
        for claim in certificate.claims:
            verdict.check(claim, solution.prove, claim)
        return verdict
    of_all = certificate.kind == "analysis"
    with AuditTheory(certificate, effort, *(LATER if of_all else LEMMAS)) as theory:
        for number, claim in certificate.named("invariant"):
            verdict.check(claim, prove_invariant, theory, number)
        for number, claim in certificate.named("symmetry"):
            verdict.check(claim, prove_symmetry, certificate, theory, number)
        if of_all and not verdict.wrong:
            for number, claim in enumerate(certificate.claims):
                if claim["claim"] not in ("invariant", "symmetry"):
                    verdict.check(claim, prove_of_all, theory, number)
        for number, claim in [] if verdict.wrong else certificate.named("single_goals"):
            with AuditTheory(certificate, effort, *LATER) as steps:
                verdict.check(claim, prove_of_all, steps, number)
        if not of_all and not verdict.wrong:
            StrategyAudit(certificate, theory).check(verdict)
    return verdict


def prove_invariant(theory: AuditTheory, number: int) -> None:
    """Raise Refuted unless an invariant holds in the base, and after every step."""
    theory.refute(number, "kept(now)", "moved", f"broken({number},next)")


def prove_symmetry(certificate: Certificate, theory: AuditTheory, number: int) -> None:
    """Raise Refuted unless the rules say the same of images, and these keep the invariants."""
    theory.require_sense(number)
    same = same_formulas(certificate.program, certificate.claims[number])
    parts = [] if same else [("rules", "image"), ("symmetry", str(number))]
    if certificate.kind != "analysis":  # other claims rest on it, and on the invariants
        parts += [("invariants", "image"), ("kept_image", str(number))]
    if parts:
        image = *INVARIANTS, ("image", str(number)), *parts
        with AuditTheory(certificate, theory.effort, *image) as images:
            why = "the rules, or the invariants, say something else of the image of this"
            images.refute(number, f"wrong_image({number})", why=why)


def prove_of_all(theory: AuditTheory, number: int) -> None:
    """Raise Refuted unless a claim is true of the base, every step and every next position."""
    theory.refute(number, "kept(now)", "kept(next)", "moved", f"wrong_step({number})")
    try:  # of any position that keeps the invariants: that is enough, and often easier
        theory.refute(number, "kept(now)", "not moved", f"wrong_position({number},now)")
    except Refuted:
        theory.refute(number, "at_base", "not moved", f"wrong_position({number},now)")
        theory.refute(number, "kept(now)", "kept(next)", "moved", f"wrong_position({number},next)")
