"""Terms in ASP syntax: operators by precedence, pools multiplied out, no recursion.

Precedence is clingo's, from loose to tight: `..`, `+ -`, `* / \\`, `**` (from the right), unary
`-`. A pool such as `p(1;2)` stands for several terms, so every operand is a list of alternatives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from zermelo.errors import ReadError
from zermelo.text.names import decode, is_integer
from zermelo.text.source import Span
from zermelo.text.tokens import AspToken
from zermelo.text.tree import Arithmetic, Compound, Name, Operator, Term, Variable

DEEPEST_TERM = 100
"""How deep terms may nest: real sheets stay below 20, and trees are compared recursively."""
MOST_IN_POOL = 10_000
"""How many terms one pool may stand for."""
BINARY: dict[str, tuple[Operator, int]] = {
    "..": ("..", 1),
    "+": ("+", 2),
    "-": ("-", 2),
    "*": ("*", 3),
    "/": ("/", 3),
    "\\": ("\\", 3),
    "**": ("**", 4),
}
UNARY = 5
STRANGE = frozenset("&?^~")


@dataclass(frozen=True, slots=True)
class Operand:
    """The terms that a piece of text may stand for, its depth and its place."""

    terms: tuple[Term, ...]
    depth: int
    span: Span


@dataclass(slots=True)
class BracketFrame:
    """What is known inside one pair of brackets, or outside of all."""

    opening: AspToken | None = None
    name: str | None = None
    groups: list[list[Operand]] = field(default_factory=lambda: [[]])
    operands: list[Operand] = field(default_factory=list)
    operators: list[tuple[AspToken, bool]] = field(default_factory=list)


class TermReader:
    """Reads terms from a list of tokens; `at` is the next one."""

    def __init__(self, tokens: Sequence[AspToken]) -> None:
        """Start at the first token."""
        self.tokens = tokens
        self.at = 0
        self.anonymous = 0

    @property
    def next(self) -> AspToken:
        """The token that has not been taken yet."""
        return self.tokens[self.at]

    def take(self) -> AspToken:
        """Return the next token and go past it."""
        self.at += 1
        return self.tokens[self.at - 1]

    def found(self, *texts: str) -> AspToken | None:
        """Return the next symbol and go past it if it is one of `texts`."""
        if self.next.kind in ("symbol", "hash") and self.next.text in texts:
            return self.take()
        return None

    def expect(self, text: str, what: str) -> AspToken:
        """Return the next symbol, which must be `text`."""
        token = self.found(text)
        if token is None:
            raise ReadError(f"'{text}' expected {what}, found {shown(self.next)}", self.next.span)
        return token

    def single(self) -> Term:
        """Return the next term, which must not be a pool."""
        operand = self.pool()
        if len(operand.terms) != 1:
            message = "a pool is only allowed in heads; write one rule for each or use an interval"
            raise ReadError(message, operand.span)
        return operand.terms[0]

    def pool(self) -> Operand:
        """Return the next term, or the terms that it stands for."""
        stack = [BracketFrame()]
        while True:
            self.operand(stack)
            while (done := self.after_operand(stack)) is None:
                pass
            if done:
                return finish(stack[0])

    def operand(self, stack: list[BracketFrame]) -> None:
        """Read up to the end of an operand, opening brackets on the way."""
        frame = stack[-1]
        while frame.operators is not None:
            token = self.take()
            if token.kind in ("number", "name", "variable"):
                if token.kind == "name" and token.text == "not":
                    raise ReadError("'not' where a term should be", token.span)
                if token.kind == "name" and self.next.text == "(" and self.next.kind == "symbol":
                    frame = self.open(stack, self.take(), token)
                    if self.found(")"):
                        self.close(stack, self.tokens[self.at - 1], empty=True)
                        return
                    continue
                frame.operands.append(Operand((self.simple(token),), 1, token.span))
                return
            if token.kind == "symbol" and token.text in "(|":
                frame = self.open(stack, token, None)
            elif token.kind == "symbol" and token.text == "-":
                frame.operators.append((token, True))
                if len(frame.operators) > DEEPEST_TERM:
                    raise ReadError(f"terms nested deeper than {DEEPEST_TERM}", token.span)
            elif token.text in STRANGE:
                raise ReadError(f"the operator '{token.text}' is not known", token.span)
            else:
                raise ReadError(f"a term expected, found {shown(token)}", token.span)

    def open(
        self, stack: list[BracketFrame], bracket: AspToken, name: AspToken | None
    ) -> BracketFrame:
        """Enter a bracket, after `name` if it is an application."""
        if len(stack) > DEEPEST_TERM:
            raise ReadError(f"brackets nested deeper than {DEEPEST_TERM}", bracket.span)
        stack.append(BracketFrame(name or bracket, decode(name.text) if name else None))
        return stack[-1]

    def simple(self, token: AspToken) -> Term:
        """Return a number, name or variable; each `_` is a variable of its own."""
        if token.kind == "variable":
            if token.text.strip("_"):
                return Variable(token.text, token.span)
            self.anonymous += 1
            return Variable(f"_{self.anonymous}", token.span)
        return Name(decode(token.text), token.span)

    def after_operand(self, stack: list[BracketFrame]) -> bool | None:
        """Go past an operator or bracket: True at the end, False if an operand follows."""
        frame, token = stack[-1], self.next
        symbol = token.text if token.kind == "symbol" else ""
        opening = frame.opening
        if symbol == "|" and opening is not None and opening.text == "|":
            self.close(stack, self.take())
            return None
        if symbol in STRANGE and symbol:
            raise ReadError(f"the operator '{symbol}' is not known", token.span)
        if symbol in BINARY:
            reduce(frame, BINARY[symbol][1] + (symbol == "**"))
            frame.operators.append((self.take(), False))
            return False
        if opening is None:
            return True
        if symbol in (",", ";") and opening.text != "|":
            frame.groups[-1].append(finish(frame))
            frame.operands.clear()
            if symbol == ";":
                frame.groups.append([])
            self.take()
            return False
        if symbol == ")" and opening.text != "|":
            self.close(stack, self.take())
            return None
        closing = "|" if opening.text == "|" else ")"
        message = f"'{closing}' or an operator expected, found {shown(token)}"
        raise ReadError(message, token.span)

    def close(self, stack: list[BracketFrame], bracket: AspToken, *, empty: bool = False) -> None:
        """Leave a bracket; what it says becomes an operand outside."""
        frame = stack.pop()
        opening = frame.opening
        assert opening is not None
        span = Span(opening.span.source, opening.span.start, bracket.span.end)
        if not empty:
            frame.groups[-1].append(finish(frame))
        depth = 1 + max((each.depth for group in frame.groups for each in group), default=0)
        if depth > DEEPEST_TERM:
            raise ReadError(f"terms nested deeper than {DEEPEST_TERM}", span)
        terms: list[Term] = []
        for group in frame.groups:
            if frame.name is None and len(group) != 1:
                hint = "put a name before the bracket"
                raise ReadError(f"a tuple without a name is not allowed; {hint}", span)
            few(group, span, len(terms))
            for args in product(*(each.terms for each in group)):
                if frame.name is not None:
                    terms.append(
                        Compound(frame.name, args, span) if args else Name(frame.name, span)
                    )
                elif opening.text == "|":
                    terms.append(Arithmetic("|", args, span))
                else:
                    terms.append(args[0])
        stack[-1].operands.append(Operand(tuple(terms), depth, span))


def finish(frame: BracketFrame) -> Operand:
    """Return the one operand of a frame after all its operators."""
    reduce(frame, 0)
    return frame.operands[0]


def reduce(frame: BracketFrame, least: int) -> None:
    """Apply the operators that bind at least as tightly as `least`."""
    while frame.operators:
        token, unary = frame.operators[-1]
        if (UNARY if unary else BINARY[token.text][1]) < least:
            return
        frame.operators.pop()
        right = frame.operands.pop()
        group = [right] if unary else [frame.operands.pop(), right]
        start = token.span.start if unary else group[0].span.start
        span = Span(token.span.source, start, right.span.end)
        few(group, span)
        depth = 1 + max(each.depth for each in group)
        if depth > DEEPEST_TERM:
            raise ReadError(f"terms nested deeper than {DEEPEST_TERM}", span)
        terms = tuple(
            calculation(BINARY[token.text][0], args, span)
            for args in product(*(each.terms for each in group))
        )
        frame.operands.append(Operand(terms, depth, span))


def calculation(operator: Operator, args: tuple[Term, ...], span: Span) -> Term:
    """Return `operator` applied to `args`; a minus before a number is part of the number."""
    for arg in args:
        if isinstance(arg, Compound):
            message = f"'{arg.name}(...)' is no number, so '{operator}' cannot be applied to it"
            raise ReadError(message, arg.span)
    if operator == "-" and len(args) == 1:
        arg = args[0]
        if isinstance(arg, Name) and is_integer(arg.text):
            return Name(str(-int(arg.text)), span)
    return Arithmetic(operator, args, span)


def few(group: Sequence[Operand], span: Span, before: int = 0) -> None:
    """Refuse pools that stand for too many terms."""
    count = 1
    for each in group:
        count *= len(each.terms)
    if before + count > MOST_IN_POOL:
        raise ReadError(f"this pool stands for more than {MOST_IN_POOL} terms", span)


def shown(token: AspToken) -> str:
    """Return a token as messages show it."""
    return token.text if token.kind == "end" else f"'{token.text}'"
