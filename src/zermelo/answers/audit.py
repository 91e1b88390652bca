"""What `zermelo audit` answers: which claims of a certificate are true."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import CommandAnswer
from zermelo.audit.verdict import Verdict


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """A claim that is refuted or not supported, and by what."""

    claim: Mapping[str, object]
    counterexample: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class AuditAnswer(CommandAnswer):
    """How many claims were checked; `initial` if they are about the initial position."""

    ok: bool
    kind: str
    initial: bool
    claims: int
    checked: int
    wrong: Sequence[WrongClaim]


def audit_answer(verdict: Verdict, initial: bool) -> AuditAnswer:
    """Return a verdict; `initial` if it is about the initial position."""
    return AuditAnswer(
        ok=not verdict.wrong,
        kind=verdict.kind,
        initial=initial,
        claims=verdict.claims,
        checked=verdict.checked,
        wrong=[WrongClaim(one["claim"], one["counterexample"]) for one in verdict.wrong],
    )
