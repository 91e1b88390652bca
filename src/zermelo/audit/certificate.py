"""Certificate files: strict JSON in which every claim has exactly the keys that it should have."""

import hashlib
from dataclasses import dataclass
from typing import Any

from zermelo.errors import ReadError
from zermelo.ground.fixed import require_fixed
from zermelo.ground.ground import ground
from zermelo.ground.program import Program
from zermelo.process.limits import Allowance
from zermelo.rules.check import require as require_sound
from zermelo.rules.information import RANDOM
from zermelo.text.certificate_text import CERTIFICATE, embedded, fit, read_json, refuse_newer
from zermelo.text.read import SYNTAXES, reader_of
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

FILE = r"format=s kind=s game=s rules=\{[st]*\} base=\[s*\] claims=\[.*\]"
"""The keys of an object, each with a pattern for the `shape` of its value."""
KINDS = {
    "analysis": "invariant symmetry latch last inhibitor dead_goal chain turn_taking playable "
    "alternating constant_sum terminating goal_bounds goal_sum",
    "strategy": "invariant symmetry single_goals lemma forces",
    "solution": "guarantee shortest value",
}
CLAIMS = {
    "invariant": r"fluents=\[s*\] least=i most=i",
    "symmetry": r"fluent_images=\{s*\} role_images=\{s*\} move_images=\{(\{s+\})*\}",
    "latch": "fluent=s holds=b",
    "last": "fluent=s holds=b",
    "inhibitor": r"fluent=s holds=b fluents=\[s*\]",
    "dead_goal": "role=s goal=i fluent=[sn] holds=[bn]",
    "chain": r"fluents=\[s*\] then=[si]",
    "constant_sum": r"roles=\[s*\] total=i",
    "terminating": r"groups=\[(\{\[s*\]\[i*\]\})*\] most=i",
    "goal_bounds": "role=s low=i high=i",
    "goal_sum": "most=i",
    "lemma": r"can=s role=s goal=i true=\[s*\] false=\[s*\] moves=\{s*\}",
    "forces": "can=s role=s goal=i",
    "guarantee": r"side=\[s*\] goals=\{(\[ii\])*\} endless=(\{i*\}|n) fluents=\[s*\] "
    r"rows=\[(\[\[i*\](\[s*\]|n)[in]\])*\]",
    "shortest": r"role=s goal=i length=i fluents=\[s*\] bounds=\[(\[\[i*\]i\])*\]",
    "value": r"values=\{i*\} endless=(\{i*\}|n)",
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a file claims, about which rules; and the strategy in the same file, if there is one."""

    kind: str
    sheet: Sheet
    program: Program
    base: list[str]
    claims: list[dict[str, Any]]
    strategy: Source | None = None

    @property
    def chance(self) -> set[str]:
        """The roles that move by chance: nobody can count on their help."""
        return {role for role in self.program.roles if role.lower() == RANDOM}

    def named(self, *names: str) -> list[tuple[int, dict[str, Any]]]:
        """Return the claims with some names, and their numbers."""
        return [(n, claim) for n, claim in enumerate(self.claims) if claim["claim"] in names]


def read_certificate(source: Source, allowance: Allowance) -> Certificate:
    """Return the certificate that a text is, or that is in the comments of a strategy.

    Raises:
        SourceError: it is no certificate, or has wrong keys, names or rules.
        LimitError: it is too large, or grounding its rules takes too much time or memory.
    """
    found, strategy = read_json(source), source if embedded(source.text) else None
    refuse_newer(found, source.name)
    fit(found, FILE, "a certificate")
    known = None if strategy and found["kind"] != "strategy" else KINDS.get(found["kind"])
    if known is None or CERTIFICATE.version_in(found["format"]) is None:
        raise ReadError(f"its format is not {CERTIFICATE.title!r}, or a kind that cannot be here")
    for number, claim in enumerate(found["claims"]):
        name = str(claim.get("claim")) if isinstance(claim, dict) else "nothing"
        if name not in known.split():
            raise ReadError(f"claim {number}: no certificate of this kind claims {name[:40]!r}")
        fit(claim, f"claim=s {CLAIMS.get(name, '')}", f"claim {number}")
    rules = found["rules"]
    fit(rules, "syntax=s text=[st] sha256=s", "the entry of the rules")
    if hashlib.sha256(rules["text"].encode()).hexdigest() != rules["sha256"]:
        raise ReadError("the hash in the certificate is not that of the rules in it")
    if rules["syntax"] not in SYNTAXES:
        raise ReadError(f"there is no syntax {rules['syntax'][:40]!r}")
    sheet = reader_of(rules["syntax"])(Source(f"{source.name} (rules)", rules["text"]))
    require_sound(sheet)
    if sheet.constants:
        raise ReadError("the rules have a #const: a certificate is about rules with all values")
    program = ground(sheet, allowance)
    if unknown := sorted(set(found["base"]) - set(program.fluents)):
        raise ReadError(f"the rules have no fluent {unknown[0][:80]}, which the base names")
    require_fixed(sheet, [program.fluents[number] for number in program.initial], found["base"])
    return Certificate(found["kind"], sheet, program, found["base"], found["claims"], strategy)
