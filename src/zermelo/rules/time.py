"""Rules -> the explicit-time program: one stable model of it is one match.

`true(F)` becomes `holds(F,T)`, `next(F)` becomes `holds(F,T+1)`, and whatever depends on the state
or the moves, auxiliary relations included, gets the time as one more argument; what does not stays
as it is. After Hahn and Shankar, asp-game-strategies, University of Potsdam 2020.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.errors import RuleError, UsageError
from zermelo.rules.dependencies import STATE, Signature, atoms, depending_on, signature
from zermelo.text.flatten import flat
from zermelo.text.names import encode
from zermelo.text.replace import in_rule
from zermelo.text.spell import asp_rule, capital, unused
from zermelo.text.spell_asp import asp_term
from zermelo.text.tree import (
    Aggregate,
    And,
    Arithmetic,
    Atom,
    Comparison,
    Element,
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

TIMED: frozenset[Signature] = STATE | {
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("sees", 2),
    ("next", 1),
}
KEYWORDS = TIMED | {("role", 1), ("init", 1), ("base", 1), ("input", 2)}


def explicit_time(
    sheet: Sheet, horizon: int, maximize: str | None = None, minimize: str | None = None
) -> str:
    """Return the explicit-time program of a sheet for at most `horizon` moves of each role.

    With a role to `maximize` or `minimize` the program is complete: each stable model is a match
    that ends within the horizon, and the optimum is the best, or worst, goal that the role can
    get if all roles play for that. Without one it has no choice of moves.

    Raises:
        UsageError: a negative horizon, an unknown role, or two aims.
        RuleError: a body asks for `next`, which the explicit-time program has no room for.
    """
    if horizon < 0:
        raise UsageError(f"a horizon of {horizon}: it must be 0 or more")
    if maximize is not None and minimize is not None:
        raise UsageError("either maximize or minimize, not both")
    for role in (maximize, minimize):
        if role is not None:
            known_role(sheet, role)
    program = Timed.of(sheet)
    lines = [f"#const {encode(name)} = {asp_term(term)}." for name, term in sheet.constants]
    lines += [f"#const {program.horizon} = {horizon}.", f"{program.time}(0..{program.horizon})."]
    before = ""
    for rule in sheet.rules:
        if before != rule.head.name:
            lines.append("")
        before = rule.head.name
        lines += [asp_rule(program.rule(capital(each))) for each in flat(rule)]
    if program.initial_used:
        lines += ["", f"{program.holds}(F,0) :- init(F)."]
    if maximize is not None:
        lines += program.matches("#maximize", maximize)
    if minimize is not None:
        lines += program.matches("#minimize", minimize)
    return "".join(line + "\n" for line in lines)


def known_role(sheet: Sheet, role: str) -> None:
    """Refuse a role that the sheet does not have, if its roles are plain facts."""
    heads = [rule.head for rule in sheet.rules if signature(rule.head) == ("role", 1)]
    roles = [head.args[0].text for head in heads if isinstance(head.args[0], Name)]
    if len(roles) == len(heads) and role not in roles:
        raise UsageError(f"no role is called '{role}'; there are {', '.join(roles) or 'none'}")


@dataclass(frozen=True, slots=True)
class Timed:
    """What the explicit-time program calls things."""

    timed: frozenset[Signature]
    names: dict[Signature, str]
    holds: str
    time: str
    horizon: str
    first: str
    over: str
    initial_used: bool

    @classmethod
    def of(cls, sheet: Sheet) -> "Timed":
        """Return names that clash with nothing in the sheet."""
        used = [atom for rule in sheet.rules for part in rule.body for atom, _ in atoms(part)]
        for atom in used:
            if signature(atom) == ("next", 1):
                raise RuleError("'next' in a body has no place in time", atom.span)
        timed = depending_on(sheet.rules, TIMED)
        relations = dict.fromkeys(map(signature, [*(rule.head for rule in sheet.rules), *used]))
        taken = {name for name, _ in relations} | {name for name, _ in KEYWORDS}
        ours = {name: unused(name, taken) for name in ("holds", "time", "first_terminal", "over")}
        taken |= set(ours.values())
        names: dict[Signature, str] = {}
        arities = {(name, arity + 1) for name, arity in TIMED} | (KEYWORDS - TIMED)
        for name, arity in relations:
            new = name
            # p/2 with a time is p/3, which the sheet may have for something else.
            if (name, arity) not in KEYWORDS:
                extended = (name, arity + 1) if (name, arity) in timed else (name, arity)
                new = unused(name, taken) if extended in arities else name
                taken.add(new)
                arities.add((new, extended[1]))
            names[name, arity] = new
        constants = {name for name, _ in sheet.constants}
        return cls(
            timed,
            names,
            ours["holds"],
            ours["time"],
            unused("horizon", constants | constant_names(sheet)),
            ours["first_terminal"],
            ours["over"],
            any(signature(atom) == ("init", 1) for atom in used),
        )

    def rule(self, rule: Rule) -> Rule:
        """Return a flat rule with the time in it, if it depends on the time."""
        parts = (rule.head, *rule.body)
        time = Variable(unused("T", {each.name for part in parts for each in variables(part)}))
        body = tuple(self.formula(part, time) for part in rule.body)
        head = rule.head
        match signature(head):
            case ("next", 1):
                later = Arithmetic("+", (time, Name("1")))
                guard: tuple[Formula, ...] = (
                    Atom(self.time, (time,)),
                    Comparison("<", time, Name(self.horizon)),
                    Not(Atom("terminal", (time,))),
                )
                return Rule(Atom(self.holds, (*head.args, later)), (*body, *guard), rule.span)
            case ("init", 1) if not self.initial_used:
                return Rule(Atom(self.holds, (*head.args, Name("0"))), body, rule.span)
        timed = self.atom(head, time)
        clock = (Atom(self.time, (time,)),) if signature(head) in self.timed else ()
        return Rule(timed, (*body, *clock), rule.span)

    def atom(self, atom: Atom, time: Term) -> Atom:
        """Return an atom with the time as its last argument, if it depends on the time."""
        if signature(atom) == ("true", 1):
            return Atom(self.holds, (*atom.args, time), atom.span)
        args = (*atom.args, time) if signature(atom) in self.timed else atom.args
        return Atom(self.names[signature(atom)], args, atom.span)

    def formula(self, formula: Formula, time: Term) -> Formula:
        """Return a literal with the time in all its atoms."""
        match formula:
            case Atom():
                return self.atom(formula, time)
            case Not(part, span):
                return Not(self.formula(part, time), span)
            case Aggregate(function, elements, left, right, span):
                new = tuple(
                    Element(each.terms, tuple(self.formula(part, time) for part in each.condition))
                    for each in elements
                )
                return Aggregate(function, new, left, right, span)
            case Comparison():
                return formula
            case And() | Or():
                raise AssertionError("the rule is flat")

    def matches(self, aim: str, role: str) -> Iterable[str]:
        """Return the choice of moves, the end of the match, and what to optimise."""
        time, over, first = self.time, self.over, self.first
        # Behind the end there is no state, so nothing may be asked of it.
        return (
            "",
            "1 { does(R,A,T) : legal(R,A,T) } 1 :-",
            f"    role(R), {time}(T), T < {self.horizon}, not terminal(T), not {over}(T).",
            f"{first}(T) :- terminal(T), not {over}(T).",
            f"{over}(T+1) :- {first}(T), T < {self.horizon}.",
            f"{over}(T+1) :- {over}(T), T < {self.horizon}.",
            f":- not terminal(T) : {time}(T).",
            "",
            f"{aim} {{ N@1,T : goal({encode(role)},N,T), terminal(T), {first}(T) }}.",
            "#show does/3.",
            f"#show goal(R,N,T) : goal(R,N,T), {first}(T).",
        )


def constant_names(sheet: Sheet) -> set[str]:
    """Return every name that stands for itself in a sheet."""
    found: set[str] = set()

    def noted(leaf: Variable | Name) -> Term:
        if isinstance(leaf, Name):
            found.add(leaf.text)
        return leaf

    for rule in sheet.rules:
        in_rule(rule, noted)
    return found
