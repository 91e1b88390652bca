"""KIF, the prefix spelling of GDL: `(<= (legal ?p noop) (role ?p) (not (true (control ?p))))`.

Real sheets mix case in keywords, write 0-ary relations with or without brackets, put comments
anywhere and use symbols such as `+` or `5x5` as names; all of that is read as written.
"""

import re
from dataclasses import dataclass, field

from zermelo.errors import ReadError
from zermelo.text.source import Source, Span
from zermelo.text.tree import (
    KEYWORDS,
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

TOKEN = re.compile(r"[ \t\r\n\f\v]+|;[^\n]*|(?P<open>\()|(?P<close>\))|(?P<word>[^\s();]+)")
DEEPEST_NESTING = 100
"""How deep brackets may nest: real sheets stay below 20, clingo breaks far above."""


@dataclass(slots=True)
class Bracket:
    """An open or finished `( ... )`."""

    start: int
    end: int = 0
    items: list["Word | Bracket"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Word:
    """A symbol or variable as written."""

    text: str
    start: int
    end: int


def brackets(source: Source) -> list[Word | Bracket]:
    """Return the text as nested lists of words."""
    top: list[Word | Bracket] = []
    items, stack = top, list[Bracket]()
    text, position = source.text, 0
    while position < len(text):
        token = TOKEN.match(text, position)
        if token is None:
            char = text[position]
            raise ReadError(f"unexpected character {char!r}", Span(source, position, position + 1))
        start, position = position, token.end()
        match token.lastgroup:
            case "open":
                if len(stack) == DEEPEST_NESTING:
                    message = (
                        f"brackets nested deeper than {DEEPEST_NESTING}; "
                        "the outermost is never closed?"
                    )
                    raise ReadError(message, Span(source, start, position))
                stack.append(Bracket(start))
                items.append(stack[-1])
                items = stack[-1].items
            case "close":
                if not stack:
                    raise ReadError("')' closes nothing", Span(source, start, position))
                stack.pop().end = position
                items = stack[-1].items if stack else top
            case "word":
                items.append(Word(token.group(), start, position))
    if stack:
        raise ReadError("'(' is never closed", Span(source, stack[-1].start, stack[-1].start + 1))
    return top


def relation_name(text: str) -> str:
    """Return keywords in lower case, other names as written."""
    lower = text.lower()
    return lower if lower in KEYWORDS or lower in ("not", "and", "or") else text


class KifReader:
    """Turns brackets into rules; knows the source for spans."""

    def __init__(self, source: Source) -> None:
        """Read from `source`."""
        self.source = source

    def span(self, node: Word | Bracket) -> Span:
        """Return where `node` stands."""
        return Span(self.source, node.start, node.end)

    def head(self, node: Bracket, what: str) -> str:
        """Return the word that a bracket starts with."""
        if not node.items:
            raise ReadError(f"empty brackets where {what} should be", self.span(node))
        first = node.items[0]
        if isinstance(first, Bracket):
            raise ReadError(f"{what} starts with a name, not with a bracket", self.span(first))
        if first.text.startswith("?"):
            raise ReadError(f"{what} starts with a name, not with a variable", self.span(first))
        return first.text

    def term(self, node: Word | Bracket) -> Term:
        """Return a term."""
        span = self.span(node)
        if isinstance(node, Word):
            if node.text.startswith("?"):
                if len(node.text) == 1:
                    raise ReadError("'?' without the name of a variable", span)
                return Variable(node.text[1:], span)
            return Name(node.text, span)
        name = self.head(node, "a term")
        if len(node.items) == 1:
            return Name(name, span)
        return Compound(name, tuple(self.term(item) for item in node.items[1:]), span)

    def atom(self, node: Word | Bracket) -> Atom:
        """Return a relation applied to terms."""
        span = self.span(node)
        if isinstance(node, Word):
            if node.text.startswith("?"):
                raise ReadError("a variable cannot stand for a formula", span)
            return Atom(relation_name(node.text), (), span)
        name = relation_name(self.head(node, "a formula"))
        return Atom(name, tuple(self.term(item) for item in node.items[1:]), span)

    def formula(self, node: Word | Bracket) -> Formula:
        """Return what may stand in a body."""
        if isinstance(node, Bracket):
            parts, span = node.items[1:], self.span(node)
            match relation_name(self.head(node, "a formula")):
                case "not":
                    if len(parts) != 1:
                        raise ReadError(f"'not' takes one formula, not {len(parts)}", span)
                    return Not(self.formula(parts[0]), span)
                case "and":
                    return And(tuple(self.formula(part) for part in parts), span)
                case "or":
                    return Or(tuple(self.formula(part) for part in parts), span)
                case "distinct" if len(parts) == 2:
                    return Comparison("!=", self.term(parts[0]), self.term(parts[1]), span)
                case "<=":
                    raise ReadError("a rule inside a rule; is a ')' missing before it?", span)
        return self.atom(node)

    def rule(self, node: Word | Bracket) -> Rule:
        """Return a fact or `(<= head body...)`."""
        span = self.span(node)
        if isinstance(node, Word) or self.head(node, "a rule") != "<=":
            if isinstance(node, Word) and node.text == "<=":
                raise ReadError("'<=' outside of brackets", span)
            return Rule(self.fact(node), (), span)
        if len(node.items) < 2:
            raise ReadError("'<=' needs a head", span)
        body = tuple(self.formula(item) for item in node.items[2:])
        return Rule(self.fact(node.items[1]), body, span)

    def fact(self, node: Word | Bracket) -> Atom:
        """Return a head: an atom that is no connective."""
        atom = self.atom(node)
        if atom.name in ("not", "and", "or", "<="):
            raise ReadError(f"'{atom.name}' cannot be a head", atom.span)
        return atom


def read(source: Source) -> Sheet:
    """Return the rules of a KIF text."""
    reader = KifReader(source)
    return Sheet(tuple(reader.rule(node) for node in brackets(source)), source)


def read_term(text: str, name: str = "text") -> Term:
    """Return the one term that `text` spells in KIF.

    >>> read_term("(mark 1 ?x)")
    Compound(name='mark', args=(Name(text='1'), Variable(name='x')))
    """
    source = Source(name, text)
    nodes = brackets(source)
    if len(nodes) != 1:
        raise ReadError(f"one term expected, found {len(nodes)}", Span(source, 0, len(text)))
    return KifReader(source).term(nodes[0])


def spell_term(term: Term) -> str:
    """Return a term in KIF, single spaces, names as written."""
    match term:
        case Variable(name):
            return "?" + name
        case Name(text):
            return text
        case Compound(name, args):
            return f"({name} {' '.join(map(spell_term, args))})"
    raise TypeError(f"KIF has no arithmetic: {term}")
