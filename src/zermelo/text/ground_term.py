"""Ground terms: the roles, fluents and moves of a game, parsed once and compared by their text.

clingo's answers are spelled in KIF with single spaces, so that two ground terms are equal when
their texts are. A term therefore keeps its text: it is hashed and printed without being spelled.
"""

import re
from dataclasses import dataclass, field

from zermelo.errors import UnsuitedError
from zermelo.text.tree import Compound, Name, Term

Parts = tuple[str, ...]
"""The name of a term, then its arguments, each in KIF."""
TOKEN = re.compile(r"[()]|[^\s()]+")


@dataclass(frozen=True, slots=True)
class GroundTerm:
    """A term without variables: a name, and its arguments if it is a function of some.

    >>> term = ground_term("(cell (at 1 2) x)")
    >>> term.name, [arg.text for arg in term.args], str(term)
    ('cell', ['(at 1 2)', 'x'], '(cell (at 1 2) x)')
    """

    text: str  # in KIF, single spaces
    name: str = field(compare=False, repr=False)
    args: tuple["GroundTerm", ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        """Return the term in KIF."""
        return self.text

    def __hash__(self) -> int:
        """Hash the text: Python keeps the hash of a string."""
        return hash(self.text)

    @property
    def parts(self) -> Parts:
        """The name and the arguments, each in KIF."""
        return (self.name, *[arg.text for arg in self.args])

    @property
    def tree(self) -> Name | Compound:
        """The term as part of a rule."""
        if not self.args:
            return Name(self.name)
        return Compound(self.name, tuple([arg.tree for arg in self.args]))

    @property
    def leaves(self) -> tuple[str, ...]:
        """The constants that are arguments, from left to right, however deep.

        >>> ground_term("(location wr (square a 1))").leaves
        ('wr', 'a', '1')
        """
        found: list[str] = []
        for arg in self.args:
            found += arg.leaves if arg.args else (arg.text,)
        return tuple(found)

    @property
    def shape(self) -> str:
        """The term with a blank for each leaf.

        >>> ground_term("(location wr (square a 1))").shape
        '(location _ (square _ _))'
        """
        if not self.args:
            return self.name
        return f"({self.name} {' '.join([arg.shape if arg.args else '_' for arg in self.args])})"


def ground_terms(text: str) -> tuple[GroundTerm, ...]:
    """Return terms in KIF that stand side by side, brackets balanced.

    >>> [term.text for term in ground_terms("x (cell 1 (f b)) 3")]
    ['x', '(cell 1 (f b))', '3']
    """
    constants: dict[str, GroundTerm] = {}
    items: list[GroundTerm] = []
    outside: list[list[GroundTerm]] = []
    for token in TOKEN.findall(text):
        if token == "(":
            outside.append(items)
            items = []
        elif token == ")":
            name, args = items[0].text, tuple(items[1:])
            spelled = " ".join([item.text for item in items])
            items = outside.pop()
            items.append(GroundTerm(f"({spelled})" if args else name, name, args))
        else:
            term = constants.get(token)
            if term is None:
                term = constants[token] = GroundTerm(token, token)
            items.append(term)
    return tuple(items)


def ground_term(text: str) -> GroundTerm:
    """Return the one term that a text in KIF spells."""
    (term,) = ground_terms(text)
    return term


def ground_of(tree: Term) -> GroundTerm:
    """Return a term of a rule as a ground term; UnsuitedError if it has variables.

    >>> ground_of(Compound("at", (Name("b"), Name("2")))).text
    '(at b 2)'
    """
    match tree:
        case Name(text):
            return GroundTerm(text, text)
        case Compound(name, args):
            inside = tuple(map(ground_of, args))
            return GroundTerm(f"({' '.join([name, *[arg.text for arg in inside]])})", name, inside)
    raise UnsuitedError(f"{tree} is not a ground term")
