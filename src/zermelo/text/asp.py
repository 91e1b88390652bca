"""GDL in ASP syntax: `legal(P,take(N)) :- true(control(P)), true(heap(M)), N = 1..M.`

What is read: facts and rules, `not`, comparisons, arithmetic, intervals, pools in heads, the
aggregates `#sum #sum+ #count #min #max`, and `#const`. `#show` and choice rules about `does`
say what every game means anyway and are dropped. All else is refused with its place.
"""

from typing import Literal

from zermelo.errors import ReadError
from zermelo.text.names import PREFIX, decode, is_integer
from zermelo.text.source import Source, Span
from zermelo.text.terms import TermReader, shown
from zermelo.text.tokens import AspToken, tokens
from zermelo.text.tree import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Name,
    Not,
    Relation,
    Rule,
    Sheet,
    Term,
    Variable,
    variables,
)

Function = Literal["#sum", "#sum+", "#count", "#min", "#max"]
RELATIONS: dict[str, Relation] = {
    "=": "=",
    "==": "=",
    "!=": "!=",
    "<>": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
}
FUNCTIONS: dict[str, Function] = {
    "#sum": "#sum",
    "#sum+": "#sum+",
    "#count": "#count",
    "#min": "#min",
    "#max": "#max",
    "{": "#count",
}


class AspReader(TermReader):
    """Turns tokens into rules."""

    def span_from(self, start: Span) -> Span:
        """Return the place from `start` to the last token taken."""
        return Span(start.source, start.start, self.tokens[self.at - 1].span.end)

    def relation(self) -> Relation | None:
        """Return a sign of comparison and go past it, if one is next."""
        token = self.found(*RELATIONS)
        return RELATIONS[token.text] if token else None

    def statement(self, constants: dict[str, Term]) -> list[Rule]:
        """Return the rules that the next statement stands for."""
        start = self.next
        self.anonymous = 0
        if self.found("#show"):
            while not self.found("."):
                if self.take().kind == "end":
                    raise ReadError("'#show' without a '.' at its end", start.span)
            return []
        if self.found("#const"):
            self.constant(constants)
            return []
        if self.found(":-"):
            message = "a constraint is no rule of a game; say in 'legal' what may be done"
            raise ReadError(message, start.span)
        if self.found(":~"):
            raise ReadError("a weak constraint is no rule of a game", start.span)
        if self.at_set():
            return self.choice(start)
        heads = self.heads()
        if heads is None:
            return self.choice(start)
        body = self.body()
        span = self.span_from(start.span)
        return [Rule(head, body, span) for head in heads]

    def constant(self, constants: dict[str, Term]) -> None:
        """Read `name = term.` after `#const`."""
        name = self.take()
        if name.kind != "name":
            raise ReadError(f"'#const' needs a name, found {shown(name)}", name.span)
        if decode(name.text) in constants:
            raise ReadError(f"'#const {name.text}' stands twice", name.span)
        self.expect("=", "after the name of a constant")
        value = self.single()
        for variable in variables(value):
            raise ReadError("a constant cannot depend on a variable", variable.span)
        self.expect(".", "at the end of '#const'")
        constants[decode(name.text)] = value

    def at_set(self) -> bool:
        """Tell whether `{` or an aggregate is next."""
        return self.next.text in FUNCTIONS

    def heads(self) -> tuple[Atom, ...] | None:
        """Return the atoms of a head; None when they turn out to be bounds of a choice."""
        if self.next.text == "not" and self.next.kind == "name":
            raise ReadError("a head cannot be negated", self.next.span)
        start = self.next.span
        if self.next.text == "-":
            raise ReadError("classical negation is not allowed; write 'not' in bodies", start)
        operand = self.pool()
        if self.at_set():
            return None
        if relation := self.relation():
            if self.at_set():
                return None
            message = f"a head is a relation; '{relation}' can only stand in a body"
            raise ReadError(message, self.span_from(start))
        if self.next.text in ("|", ";", ":", ","):
            message = "a rule has one head; write one rule for each"
            raise ReadError(message, self.next.span)
        return tuple(atom(term, operand.span) for term in operand.terms)

    def choice(self, start: AspToken) -> list[Rule]:
        """Go past a choice rule about `does`; others are refused."""
        if self.next.text != "{":
            raise ReadError("an aggregate cannot be a head", self.next.span)
        self.take()
        while not self.found("}"):
            chosen = atom(self.single(), self.next.span)
            if chosen.name != "does":
                message = (
                    f"a choice of '{chosen.name}' is no rule of a game; only does can be chosen"
                )
                raise ReadError(message, chosen.span or start.span)
            if self.found(":"):
                self.conditions()
            if not self.found(";", ",") and self.next.text != "}":
                raise ReadError(f"'}}' expected, found {shown(self.next)}", self.next.span)
        if self.relation() or self.next.text not in (".", ":-"):
            self.single()
        self.body()
        return []

    def body(self) -> tuple[Formula, ...]:
        """Return what stands between `:-` and `.`, nothing for a fact."""
        if self.found("."):
            return ()
        if not self.found(":-"):
            raise ReadError(f"':-' or '.' expected, found {shown(self.next)}", self.next.span)
        if self.found("."):
            return ()
        parts: list[Formula] = []
        while True:
            parts += self.literal()
            if self.found("."):
                return tuple(parts)
            if not self.found(",", ";"):
                if self.next.text == ":":
                    message = "a conditional literal is not allowed; write a relation for it"
                    raise ReadError(message, self.next.span)
                message = f"',' or '.' expected, found {shown(self.next)}"
                raise ReadError(message, self.next.span)

    def conditions(self) -> tuple[Formula, ...]:
        """Return the literals of a condition, separated by `,`."""
        if self.next.text in (";", "}"):
            return ()
        parts = self.literal()
        while self.found(","):
            parts += self.literal()
        return tuple(parts)

    def literal(self) -> list[Formula]:
        """Return the next literal; a chain `1 < X < 5` gives several."""
        signs: list[AspToken] = []
        while self.next.kind == "name" and self.next.text == "not":
            signs.append(self.take())
            if len(signs) > 2:
                raise ReadError("'not' stands three times; once says the same", signs[-1].span)
        start = self.next.span
        before = self.anonymous
        parts = self.positive()
        if not signs:
            return parts
        if len(parts) > 1:
            message = "'not' before a chain of comparisons; write them one by one"
            raise ReadError(message, self.span_from(start))
        if self.anonymous > before and isinstance(parts[0], Atom):
            message = (
                "'_' below 'not': no value is known for it; write a relation for 'there is one'"
            )
            raise ReadError(message, self.span_from(start))
        part = parts[0]
        for sign in reversed(signs):
            part = Not(part, self.span_from(sign.span))
        return [part]

    def positive(self) -> list[Formula]:
        """Return an atom, an aggregate, or one comparison or more."""
        start = self.next.span
        if self.at_set():
            return [self.aggregate(start, None)]
        left = self.single()
        relation = self.relation()
        if self.at_set():
            return [self.aggregate(start, (left, relation or "<="))]
        if relation is None:
            found = atom(left, self.span_from(start))
            if found.name == "distinct" and len(found.args) == 2:
                return [Comparison("!=", *found.args, found.span)]
            return [found]
        chain: list[Formula] = []
        while relation is not None:
            right = self.single()
            chain.append(Comparison(relation, left, right, self.span_from(start)))
            left, relation = right, self.relation()
        return chain

    def aggregate(self, start: Span, left: tuple[Term, Relation] | None) -> Aggregate:
        """Return an aggregate; `{ a : b }` counts the different atoms that hold."""
        token = self.take()
        if token.text != "{":
            self.expect("{", f"after '{token.text}'")
        elements: list[Element] = []
        while not self.found("}"):
            elements.append(self.counted() if token.text == "{" else self.element())
            if not self.found(";") and self.next.text != "}":
                raise ReadError(f"';' or '}}' expected, found {shown(self.next)}", self.next.span)
        relation = self.relation()
        right: tuple[Relation, Term] | None = None
        if relation or self.next.kind in ("number", "variable", "name"):
            right = (relation or "<=", self.single())
        span = self.span_from(start)
        if left is None and right is None:
            raise ReadError("an aggregate must be compared with something, as in '... > 0'", span)
        return Aggregate(FUNCTIONS[token.text], tuple(elements), left, right, span)

    def element(self) -> Element:
        """Return `terms : condition`."""
        terms = [self.single()]
        while self.found(","):
            terms.append(self.single())
        return Element(tuple(terms), self.conditions() if self.found(":") else ())

    def counted(self) -> Element:
        """Return an atom with its condition, as an element that counts it once."""
        place = self.next.span
        term = self.single()
        found = atom(term, place)
        condition = self.conditions() if self.found(":") else ()
        return Element((term,), (found, *condition))


def atom(term: Term, span: Span) -> Atom:
    """Return a term read as a relation applied to terms."""
    match term:
        case Name(text, place) if not is_integer(text) or term_is_coded(place):
            return Atom(text, (), place)
        case Compound(name, args, place):
            return Atom(name, args, place)
        case Variable():
            raise ReadError("a variable cannot stand for a formula", term.span)
    raise ReadError("a relation or a comparison expected, found a number", term.span or span)


def term_is_coded(place: Span | None) -> bool:
    """Tell whether a number was written as a coded name: KIF allows `(5 x)` as a relation."""
    return place is not None and place.text.startswith(PREFIX)


def read(source: Source) -> Sheet:
    """Return the rules of a text in ASP syntax."""
    reader = AspReader(tokens(source))
    rules: list[Rule] = []
    constants: dict[str, Term] = {}
    while reader.next.kind != "end":
        rules += reader.statement(constants)
    return Sheet(tuple(rules), source, tuple(constants.items()))
