"""Strategy files as text: a header in comments, facts, and rules with conditions on the state.

    % Zermelo strategy, version 1
    % rules: 6507c0f34f8f9342
    turn(x). turn(o).
    force(R,100,take(2)) :- turn(R), true(control(R)), true(heap(2)).
    % end: 1 rule

The searches that play by a file and the checker that audits it share this reader, so that a file
means the same to both. It accepts only what has a single meaning: plain terms, facts,
`true(F)`, `not true(F)` and `X != Y`, with variables that the facts of the file give values to.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zermelo.errors import ReadError
from zermelo.text.names import is_integer
from zermelo.text.read import read_text
from zermelo.text.rule_count import counts_rules
from zermelo.text.source import Source
from zermelo.text.tree import (
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Name,
    Not,
    Rule,
    Sheet,
    Term,
    variables,
)
from zermelo.versions import FileFormat

STRATEGY = FileFormat("strategy", 1, "Zermelo strategy, version ")
CERTIFICATE = "%!"
"""How lines begin that are not of the header: they carry the certificate."""
HEADS = ("force", "hold")


@dataclass(frozen=True, slots=True)
class StrategyText:
    """The header of a strategy file, its facts, and its rules as they stand."""

    head: Mapping[str, str]
    facts: tuple[Rule, ...]
    rules: tuple[Rule, ...]


def read_strategy_text(source: Source) -> StrategyText:
    """Return what a strategy file says, whatever game it is for.

    Raises:
        ReadError: it is none, of a newer version, cut off, says something twice in its header, or
            has a rule with more than a strategy may have.
    """
    lines = [line.strip() for line in source.text.splitlines() if line.strip()]
    notes = [line[1:].strip() for line in lines if line[0] == "%" and line[:2] != CERTIFICATE]
    version = STRATEGY.version_in(notes[0]) if notes else None
    if version is None:
        raise ReadError(f"{source.name} is no strategy: its first line is not '% {STRATEGY.title}'")
    if STRATEGY.is_newer(version):
        raise ReadError(STRATEGY.refusal(version, source.name))
    pairs = [note.partition(":") for note in notes[1:]]
    head: dict[str, str] = {}
    for key, _, value in pairs:
        if head.setdefault(key, value.strip()) != value.strip():
            raise ReadError(f"{source.name} has two different values for {key!r} in its header")
    sheet = read_text(source, "asp")
    if sheet.constants:
        raise ReadError(f"{source.name} has a #const: a strategy has none, write its value instead")
    facts = tuple(rule for rule in sheet.rules if not rule.body and rule.head.name not in HEADS)
    rules = tuple(rule for rule in sheet.rules if rule.body or rule.head.name in HEADS)
    if not counts_rules(head.get("end", ""), len(rules)) or not lines[-1].startswith("% end:"):
        raise ReadError(f"{source.name} is cut off: its last line does not count its rules")
    for rule in sheet.rules:
        require_plain(rule)
    return StrategyText(head, facts, rules)


def rules_mark(sheet: Sheet) -> str:
    """Return what the header of a strategy calls the rules that it is for: a hash of them."""
    return hashlib.sha256(repr((sheet.rules, sheet.constants)).encode()).hexdigest()[:16]


def require_plain(rule: Rule) -> None:
    """Raise ReadError for a rule, or a fact, that could be understood in two ways."""
    if rule.body and rule.head.name not in HEADS:
        raise ReadError("a rule of a strategy begins with force(...) or hold(...)", rule.span)
    bound: set[str] = set()
    terms: list[Term] = list(rule.head.args)
    for part in rule.body:
        match part:
            case Atom("true", (fluent,)) | Not(Atom("true", (fluent,))):
                terms.append(fluent)
            case Comparison("!=", left, right):
                terms += (left, right)
            case Atom(name, args) if name != "true":
                terms += args
                bound |= {variable.name for variable in variables(part)}
            case _:
                raise ReadError(
                    "a rule has true(F), not true(F), facts of its file, and X != Y", rule.span
                )
    for term in terms:
        for variable in variables(term):
            if variable.name not in bound:
                raise ReadError(f"{variable.name} is bound by no fact of the file", rule.span)
        for leaf in odd_parts(term):
            raise ReadError(f"a strategy has plain names and numbers, not {leaf}", rule.span)


def odd_parts(term: Term) -> Iterator[str]:
    """Yield parts of a term that clingo computes, or reads as another one: 1+1, 01."""
    match term:
        case Arithmetic(operator):
            yield f"a calculation ({operator})"
        case Compound(_, args):
            for arg in args:
                yield from odd_parts(arg)
        case Name(text) if is_integer(text) and str(int(text)) != text:
            yield text
