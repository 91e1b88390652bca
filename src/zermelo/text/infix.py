"""Infix GDL, as in textbooks: `legal(P,noop) :- role(P) & ~true(control(P))`.

Variables start with a capital letter or `_`, all other words are names. `&` and `,` mean and, `|`
or, `~` and `not` not, binding ever tighter in the order `|`, `&`, `~`; brackets group. A statement
ends with `.` or where a new line starts with a name that cannot go on with it. Comments run from
`%` to the end of the line. `distinct(X,Y)` is the inequality. Odd names are coded: see `names`.
"""

import re
from dataclasses import dataclass

from zermelo.errors import ReadError
from zermelo.text.names import decode
from zermelo.text.source import Source, Span
from zermelo.text.terms import DEEPEST_TERM
from zermelo.text.tree import (
    And,
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
)

TOKEN = re.compile(
    r"[ \t\r\f\v]+|%[^\n]*|(?P<newline>\n)|(?P<variable>[A-Z_][A-Za-z0-9_']*)"
    r"|(?P<name>[a-z][A-Za-z0-9_']*|-?[0-9][A-Za-z0-9_]*)|(?P<symbol>:-|[&|~,.()])"
)


@dataclass(frozen=True, slots=True)
class InfixToken:
    """A word: its kind (name, variable, symbol, end), whether it starts a line, its place."""

    kind: str
    text: str
    first: bool
    span: Span


def tokens(source: Source) -> list[InfixToken]:
    """Return the words of `source`, with one of kind `end` at the end."""
    found: list[InfixToken] = []
    text, position, first = source.text, 0, True
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            char = text[position]
            raise ReadError(f"unexpected character {char!r}", Span(source, position, position + 1))
        span = Span(source, position, match.end())
        position = match.end()
        if match.lastgroup == "newline":
            first = True
        elif match.lastgroup:
            found.append(InfixToken(match.lastgroup, match.group(), first, span))
            first = False
    found.append(InfixToken("end", "the end of the text", True, Span(source, len(text), len(text))))
    return found


def shown(token: InfixToken) -> str:
    """Return a token as messages show it."""
    return token.text if token.kind == "end" else f"'{token.text}'"


class InfixReader:
    """Turns tokens into rules by descent; how deep is bounded."""

    def __init__(self, source: Source) -> None:
        """Read from `source`."""
        self.tokens = tokens(source)
        self.at = 0
        self.depth = 0
        self.anonymous = 0

    @property
    def next(self) -> InfixToken:
        """The token that has not been taken yet."""
        return self.tokens[self.at]

    def take(self) -> InfixToken:
        """Return the next token and go past it."""
        self.at += 1
        return self.tokens[self.at - 1]

    def found(self, *texts: str) -> bool:
        """Go past the next symbol if it is one of `texts`."""
        if self.next.kind == "symbol" and self.next.text in texts:
            self.at += 1
            return True
        return False

    def span_from(self, start: Span) -> Span:
        """Return the place from `start` to the last token taken."""
        return Span(start.source, start.start, self.tokens[self.at - 1].span.end)

    def deeper(self) -> None:
        """Count one more bracket or `~`."""
        self.depth += 1
        if self.depth > DEEPEST_TERM:
            raise ReadError(f"nested deeper than {DEEPEST_TERM}", self.next.span)

    def rule(self) -> Rule:
        """Return the next statement."""
        self.anonymous = 0
        start = self.next.span
        head = self.atom()
        body: tuple[Formula, ...] = ()
        if self.found(":-"):
            formula = self.either()
            body = formula.parts if isinstance(formula, And) else (formula,)
        span = self.span_from(start)
        if not self.found(".") and not (self.next.first and self.next.kind != "symbol"):
            message = f"'&', '.' or a new line expected, found {shown(self.next)}"
            raise ReadError(message, self.next.span)
        return Rule(head, body, span)

    def either(self) -> Formula:
        """Return one conjunction or several separated by `|`."""
        start, parts = self.next.span, [self.both()]
        while self.found("|"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Or(tuple(parts), self.span_from(start))

    def both(self) -> Formula:
        """Return one literal or several separated by `&` or `,`."""
        start, parts = self.next.span, [self.literal()]
        while self.found("&", ","):
            parts.append(self.literal())
        return parts[0] if len(parts) == 1 else And(tuple(parts), self.span_from(start))

    def literal(self) -> Formula:
        """Return an atom, a negation or a formula in brackets."""
        start = self.next
        if self.found("~") or (start.kind == "name" and start.text == "not"):
            self.at += start.kind == "name"
            self.deeper()
            before = self.anonymous
            part = self.literal()
            if self.anonymous > before:
                message = "'_' below '~': no value is known for it; write a relation for it"
                raise ReadError(message, self.span_from(start.span))
            self.depth -= 1
            return Not(part, self.span_from(start.span))
        if self.found("("):
            self.deeper()
            formula = self.either()
            self.close("an operator")
            return formula
        found = self.atom()
        if found.name == "distinct" and len(found.args) == 2:
            return Comparison("!=", *found.args, found.span)
        return found

    def close(self, otherwise: str) -> None:
        """Go past a closing bracket."""
        if not self.found(")"):
            message = f"')' or {otherwise} expected, found {shown(self.next)}"
            raise ReadError(message, self.next.span)
        self.depth -= 1

    def atom(self) -> Atom:
        """Return a relation applied to terms."""
        token = self.take()
        if token.kind == "variable":
            raise ReadError("a variable cannot stand for a formula", token.span)
        if token.kind != "name" or token.text == "not" or not token.text[0].isalpha():
            raise ReadError(f"a relation expected, found {shown(token)}", token.span)
        args = self.arguments()
        return Atom(decode(token.text), args, self.span_from(token.span))

    def arguments(self) -> tuple[Term, ...]:
        """Return the terms in brackets, if there are any."""
        if not self.found("("):
            return ()
        self.deeper()
        if self.found(")"):
            self.depth -= 1
            return ()
        args = [self.term()]
        while self.found(","):
            args.append(self.term())
        self.close("','")
        return tuple(args)

    def term(self) -> Term:
        """Return a term; each `_` is a variable of its own."""
        token = self.take()
        if token.kind == "variable":
            if token.text.strip("_"):
                return Variable(token.text, token.span)
            self.anonymous += 1
            return Variable(f"_{self.anonymous}", token.span)
        if token.kind != "name" or token.text == "not":
            raise ReadError(f"a term expected, found {shown(token)}", token.span)
        args = self.arguments()
        name, span = decode(token.text), self.span_from(token.span)
        return Compound(name, args, span) if args else Name(name, span)


def read(source: Source) -> Sheet:
    """Return the rules of an infix text."""
    reader = InfixReader(source)
    rules: list[Rule] = []
    while reader.next.kind != "end":
        rules.append(reader.rule())
    return Sheet(tuple(rules), source)
