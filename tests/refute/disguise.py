"""The same game by other names and in other words: what readers and grounders must see through.

Names come close to keywords, or are odd where the syntax allows it. Conditions are written with
`and`, `or`, double negation, comparisons and aggregates that come to the same.
"""

from collections.abc import Sequence
from random import Random

from tests.refute.sheet import Atom, Law, Lit, Rules, Term, asp_lit, infix_lit, kif_lit

KEYWORDS = frozenset(
    "role init true does next legal goal terminal distinct sees random not and or".split()
)
NAMES = (
    "aB x_y nOt1 or_ trUe2 init1 does_ xnext goal2 terminal_ role_ n2n not_x inputs base0".split()
)


def renamed(random: Random, rules: Rules, names: Sequence[str]) -> Rules:
    """Return a game in which some names are others."""
    known = sorted({name for law in rules.laws for atom in atoms(law) for name in constants(atom)})
    free = [name for name in names if name not in known]
    chosen = random.sample(known, min(len(known), len(free), random.randint(1, 6)))
    new = dict(zip(chosen, random.sample(free, len(chosen)), strict=True))
    laws = tuple(
        Law(
            tuple(other(part, new) for part in law.head),
            tuple(Lit(tuple(other(part, new) for part in lit.atom), lit.holds) for lit in law.body),
        )
        for law in rules.laws
    )
    return Rules(laws, rules.family, rules.sugar)


def atoms(law: Law) -> list[Atom]:
    """Return the head of a rule, and what its conditions are about."""
    return [law.head, *(lit.atom for lit in law.body)]


def constants(term: Term) -> set[str]:
    """Return the names in a term that may be others."""
    if isinstance(term, tuple):
        return set().union(*map(constants, term))
    fixed = term.startswith("?") or term.lstrip("-").isdigit() or term in KEYWORDS
    return set() if fixed else {term}


def other(term: Term, new: dict[str, str]) -> Term:
    """Return a term with other names."""
    if isinstance(term, tuple):
        return tuple(other(part, new) for part in term)
    return new.get(term, term)


def sugared(random: Random, lit: Lit, ending: str) -> str:
    """Return a condition in other words; ground ones may be negated twice, or counted."""
    plain = {".kif": kif_lit, ".gdl": infix_lit, ".lp": asp_lit}[ending](lit)
    if random.random() < 0.6:
        return plain
    ground = not any("?" in str(part) for part in lit.atom) and lit.atom[0] != "distinct"
    if ending == ".lp":
        return in_asp(random, lit, plain) if ground else plain
    if ending == ".kif":
        forms = ["(and {0})", "(or {0})", "(or {0} {0})", "(and (or {0} (and {0} {0})))"]
        twice = ["(not (not {0}))", "(not (and (not {0}) (not {0})))", "(not (or (not {0})))"]
    else:
        forms = ["({0})", "({0} | {0})", "(({0} | {0}) & {0})"]
        twice = ["~(~({0}))", "~(~({0}) & ~({0}))", "~(~({0}) | ~({0}))"]
    return random.choice(forms + twice if ground else forms).format(plain)


def in_asp(random: Random, lit: Lit, plain: str) -> str:
    """Return a condition without variables by an aggregate."""
    held = asp_lit(Lit(lit.atom))
    if lit.holds:
        forms = ["#count {{ 1 : {0} }} >= 1", "1 = #sum {{ 1 : {0} }}", "1 <= #max {{ 1,2 : {0} }}"]
    else:
        forms = ["#count {{ 1 : {0} }} = 0", "#sum {{ 2 : {0} }} < 1", "0 = #sum+ {{ 1 : {0} }}"]
    return random.choice([*forms, f"{plain}, 1 + 1 = 2", f"3 > 2, {plain}"]).format(held)


def disguised(random: Random, rules: Rules) -> Rules:
    """Return a game by other names, to be written in other words; now and then as it is."""
    if random.random() < 0.4:
        return rules
    named = renamed(random, rules, NAMES) if random.random() < 0.7 else rules
    return Rules(named.laws, named.family, random.randrange(10**6))
