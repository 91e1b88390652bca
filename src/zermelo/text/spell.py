"""Trees -> text in KIF, infix or ASP syntax; reading it back gives the same rules.

The same up to the names of variables, and up to what a syntax cannot say: infix merges nested
conjunctions (`flatten.simple`), ASP writes one rule for each way an `or` can hold
(`flatten.flat`). Arithmetic and aggregates exist in ASP syntax only.
"""

import re
from collections import Counter
from collections.abc import Iterable

from zermelo.errors import RuleError
from zermelo.text.flatten import flat, simple
from zermelo.text.kif import relation_name
from zermelo.text.names import encode
from zermelo.text.read import Syntax
from zermelo.text.replace import in_rule
from zermelo.text.source import Span
from zermelo.text.spell_asp import asp_formula, asp_term
from zermelo.text.tree import (
    Aggregate,
    And,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Formula,
    Name,
    Not,
    Or,
    Rule,
    Sheet,
    Term,
    Variable,
    variables,
)

WIDTH = 96
KIF_WORD = re.compile(r"[^\s();?][^\s();]*\Z")
ANONYMOUS = re.compile(r"_[0-9]+\Z")
VARIABLE = re.compile(r"[A-Z][A-Za-z0-9_]*\Z")


def spell(sheet: Sheet, syntax: Syntax) -> str:
    """Return the text of a sheet, a blank line between the rules for different relations."""
    if syntax != "asp" and sheet.constants:
        names = ", ".join(name for name, _ in sheet.constants)
        raise RuleError(f"{syntax} has no constants; give values to {names} first")
    lines = [f"#const {encode(name)} = {asp_term(term)}." for name, term in sheet.constants]
    before: str | None = None
    for rule in sheet.rules:
        texts = spell_rule(rule, syntax)
        if texts and before not in (None, rule.head.name):
            lines.append("")
        before = rule.head.name
        lines += texts
    return "".join(line + "\n" for line in lines)


def spell_rule(rule: Rule, syntax: Syntax) -> list[str]:
    """Return the texts of a rule: none if it can never hold, several in ASP for an `or`."""
    match syntax:
        case "kif":
            return [kif_rule(rule)]
        case "infix":
            shorter = simple(rule)
            return [infix_rule(capital(shorter))] if shorter else []
        case "asp":
            return [asp_rule(capital(each)) for each in flat(rule)]


def lay_out(head: str, parts: list[str], separator: str, end: str) -> str:
    """Return `head :- parts`, on one line if it fits."""
    if not parts:
        return head + end
    line = f"{head} :- {f'{separator} '.join(parts)}{end}"
    if len(line) <= WIDTH:
        return line
    return f"{head} :-\n    " + f"{separator}\n    ".join(parts) + end


def asp_rule(rule: Rule) -> str:
    """Return a flat rule in ASP syntax."""
    parts = [asp_formula(part) for part in rule.body]
    return lay_out(asp_formula(rule.head), parts, ",", ".")


def infix_rule(rule: Rule) -> str:
    """Return a simple rule in infix syntax, without a final dot as in the literature."""
    alone = len(rule.body) == 1
    parts = [infix_formula(part, rule, 0 if alone else 1) for part in rule.body]
    return lay_out(infix_formula(rule.head, rule, 2), parts, " &", "")


def infix_formula(formula: Formula, rule: Rule, tight: int) -> str:
    """Return a formula, in brackets if it stands where only a tighter one can."""
    match formula:
        case Atom(name, args):
            return encode(name, number=False) + infix_args(args, rule)
        case Comparison("!=", left, right):
            return "distinct" + infix_args((left, right), rule)
        case Not(part):
            return "~" + infix_formula(part, rule, 2)
        case And(parts):
            text = " & ".join(infix_formula(part, rule, 1) for part in parts)
            return f"({text})" if tight else text
        case Or(parts):
            text = " | ".join(infix_formula(part, rule, 1) for part in parts)
            return f"({text})" if tight else text
        case Comparison() | Aggregate():
            raise unknown(formula, formula.span, rule, "infix")


def infix_args(args: tuple[Term, ...], rule: Rule) -> str:
    """Return arguments in brackets, nothing if there are none."""
    for arg in args:
        refuse_arithmetic(arg, rule, "infix")
    return f"({','.join(map(asp_term, args))})" if args else ""


def refuse_arithmetic(term: Term, rule: Rule, syntax: Syntax) -> None:
    """Refuse a term with a calculation in it."""
    stack = [term]
    while stack:
        match stack.pop():
            case Arithmetic() as found:
                raise unknown(found, found.span, rule, syntax)
            case Compound(_, args):
                stack += args


def unknown(part: Term | Formula, span: Span | None, rule: Rule, syntax: Syntax) -> RuleError:
    """Return the error for a part of a rule that a syntax cannot say."""
    match part:
        case Arithmetic():
            what = "arithmetic"
        case Aggregate():
            what = "aggregates"
        case Comparison(relation):
            what = f"'{relation}'"
        case _:
            what = "this"
    where = f"the rule for '{rule.head.name}'"
    return RuleError(f"{syntax} has no {what}, so {where} must be expanded", span or rule.span)


def capital(rule: Rule) -> Rule:
    """Return `rule` with variables that ASP and infix syntax can carry, `_` where they read so."""
    parts = (rule.head, *rule.body)
    everywhere = Counter(variable.name for part in parts for variable in variables(part))
    # `_` means something else below `not`, so it is only written in plain atoms.
    plain = Counter(
        variable.name for part in parts if isinstance(part, Atom) for variable in variables(part)
    )
    new = {name: name for name in everywhere if VARIABLE.match(name)}
    for name, count in everywhere.items():
        if name in new:
            continue
        if ANONYMOUS.match(name) and count == plain[name] == 1:
            new[name] = "_"
            continue
        letters = re.sub(r"[^A-Za-z0-9_]", "", name).lstrip("_")
        stem = letters[:1].upper() + letters[1:] if letters[:1].isalpha() else "V" + letters
        new[name] = unused(stem, new.values())

    def renamed(leaf: Variable | Name) -> Term:
        return Variable(new[leaf.name], leaf.span) if isinstance(leaf, Variable) else leaf

    return in_rule(rule, renamed)


def unused(stem: str, taken: Iterable[str]) -> str:
    """Return `stem`, with a number behind it if it is taken."""
    names, name, count = set(taken), stem, 1
    while name in names:
        count += 1
        name = f"{stem}{count}"
    return name


def kif_rule(rule: Rule) -> str:
    """Return a rule in KIF, one literal a line if it is long."""
    head = kif_formula(rule.head, rule)
    if rule.head.name == "<=":
        raise RuleError("KIF cannot spell a relation called '<='", rule.span)
    if not rule.body:
        return head
    parts = [kif_formula(part, rule) for part in rule.body]
    line = f"(<= {head} {' '.join(parts)})"
    if len(line) <= WIDTH:
        return line
    return (
        f"(<= {head}\n    " + "\n    ".join(kif_broken(part, rule, 4) for part in rule.body) + ")"
    )


def kif_broken(formula: Formula, rule: Rule, indent: int) -> str:
    """Return a formula over several lines if it is too long for one."""
    line = kif_formula(formula, rule)
    if indent + len(line) <= WIDTH:
        return line
    match formula:
        case Not(part):
            return f"(not {kif_broken(part, rule, indent + 5)})"
        case And(parts) | Or(parts):
            word = "(and" if isinstance(formula, And) else "(or"
            start = "\n" + " " * (indent + 4)
            return (
                word + "".join(start + kif_broken(part, rule, indent + 4) for part in parts) + ")"
            )
    return line


def kif_formula(formula: Formula, rule: Rule) -> str:
    """Return a formula in KIF."""
    match formula:
        case Atom(name, args):
            if relation_name(name) != name or name in ("not", "and", "or"):
                raise RuleError(f"KIF cannot spell a relation called '{name}'", rule.span)
            return kif_applied(name, args, rule)
        case Comparison("!=", left, right):
            return kif_applied("distinct", (left, right), rule)
        case Not(part):
            return f"(not {kif_formula(part, rule)})"
        case And(parts) | Or(parts):
            word = "and" if isinstance(formula, And) else "or"
            return f"({' '.join([word, *(kif_formula(part, rule) for part in parts)])})"
        case Comparison() | Aggregate():
            raise unknown(formula, formula.span, rule, "kif")


def kif_applied(name: str, args: tuple[Term, ...], rule: Rule) -> str:
    """Return a name before its arguments in KIF."""
    if not KIF_WORD.match(name):
        raise RuleError(f"KIF cannot spell the name {name!r}", rule.span)
    return f"({' '.join([name, *(kif_term(arg, rule) for arg in args)])})" if args else name


def kif_term(term: Term, rule: Rule) -> str:
    """Return a term in KIF, names as they are."""
    match term:
        case Variable(name):
            return "?" + name
        case Name(text):
            return kif_applied(text, (), rule)
        case Compound(name, args):
            return kif_applied(name, args, rule)
        case Arithmetic():
            raise unknown(term, term.span, rule, "kif")
