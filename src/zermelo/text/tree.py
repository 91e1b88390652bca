"""The trees that every reader makes: terms, formulas, rules; each with its span.

Spans do not take part in equality: two trees are equal when they say the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from zermelo.text.source import Source, Span

KEYWORDS = frozenset(
    "role init true next legal does goal terminal base input distinct sees random".split()
)

Operator = Literal["+", "-", "*", "/", "\\", "**", "..", "|"]
Relation = Literal["!=", "=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, named without the `?` of KIF."""

    name: str
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A constant; numbers are names too."""

    text: str
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Compound:
    """A function applied to terms, such as `(cell 1 1 b)`."""

    name: str
    args: tuple["Term", ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A calculation (ASP syntax only): `N+1`, `-N`, `|N|`, `1..N`."""

    operator: Operator
    args: tuple["Term", ...]
    span: Span | None = field(default=None, compare=False, repr=False)


Term = Variable | Name | Compound | Arithmetic


@dataclass(frozen=True, slots=True)
class Atom:
    """A relation applied to terms; `terminal` has none."""

    name: str
    args: tuple[Term, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two terms compared; `!=` is GDL's `distinct`, the others are ASP syntax only."""

    relation: Relation
    left: Term
    right: Term
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Element:
    """One element of an aggregate: `terms : condition`."""

    terms: tuple[Term, ...]
    condition: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`left relation #function { elements } relation right` (ASP syntax only)."""

    function: Literal["#sum", "#sum+", "#count", "#min", "#max"]
    elements: tuple[Element, ...]
    left: tuple[Term, Relation] | None = None
    right: tuple[Relation, Term] | None = None
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def guards(self) -> tuple[Term, ...]:
        """The terms that it is compared with."""
        left = () if self.left is None else (self.left[0],)
        right = () if self.right is None else (self.right[1],)
        return (*left, *right)


@dataclass(frozen=True, slots=True)
class Not:
    """Negation as failure."""

    part: "Formula"
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold."""

    parts: tuple["Formula", ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds."""

    parts: tuple["Formula", ...]
    span: Span | None = field(default=None, compare=False, repr=False)


Formula = Atom | Comparison | Aggregate | Not | And | Or


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` holds whenever all of `body` does; a fact has no body."""

    head: Atom
    body: tuple[Formula, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet: its rules in the order of the text, and its `#const` values."""

    rules: tuple[Rule, ...]
    source: Source = field(compare=False, repr=False)
    constants: tuple[tuple[str, Term], ...] = ()


def variables(node: Term | Formula | Element) -> Iterator[Variable]:
    """Every occurrence of a variable in `node`, from left to right."""
    stack: list[Term | Formula | Element] = [node]
    while stack:
        top = stack.pop()
        match top:
            case Variable():
                yield top
            case Name():
                pass
            case Compound() | Arithmetic() | Atom():
                stack.extend(reversed(top.args))
            case Comparison():
                stack += (top.right, top.left)
            case Not():
                stack.append(top.part)
            case And() | Or():
                stack.extend(reversed(top.parts))
            case Element():
                stack.extend(reversed(top.condition))
                stack.extend(reversed(top.terms))
            case Aggregate():
                if top.right:
                    stack.append(top.right[1])
                stack.extend(reversed(top.elements))
                if top.left:
                    stack.append(top.left[0])
