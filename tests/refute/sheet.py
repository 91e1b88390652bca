"""Rule sheets as the adversary writes them: terms and rules, spelled in all three syntaxes.

Shares nothing with the program's readers, so that a fault there shows as well. A constant is a
string, a variable a string that starts with `?`, everything else a tuple: a name and its arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

Term = str | tuple["Term", ...]
Atom = tuple[Term, ...]
"""A predicate and its arguments."""
ENDINGS = (".kif", ".gdl", ".lp")


@dataclass(frozen=True, slots=True)
class Lit:
    """A condition: an atom, or that it does not hold; `distinct` compares two terms."""

    atom: Atom
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Law:
    """A rule; without conditions a fact."""

    head: Atom
    body: tuple[Lit, ...] = ()


@dataclass(frozen=True)
class Rules:
    """A game."""

    laws: tuple[Law, ...]
    family: str = ""
    sugar: int | None = None  # a seed: conditions are written in other words

    def spelled(self, ending: str) -> str:
        """Return the text of a rule sheet, in the syntax of a file with this ending."""
        from tests.refute.disguise import sugared

        spell = {".kif": kif_law, ".gdl": infix_law, ".lp": asp_law}[ending]
        plain = {".kif": kif_lit, ".gdl": infix_lit, ".lp": asp_lit}[ending]
        random = Random(self.sugar)
        lines = []
        for one in self.laws:
            worded = plain if self.sugar is None else partial(sugared, random, ending=ending)
            lines.append(spell(one, [worded(lit) for lit in one.body]))
        return "\n".join(lines) + "\n"

    def fewer(self) -> list["Rules"]:
        """Return the game without some rule, or without a condition: a step of the minimiser."""
        laws = list(self.laws)
        found = [] if self.sugar is None else [replace(self, sugar=None)]
        width = max(1, len(laws) // 2)
        while True:
            found += [
                replace(self, laws=tuple(laws[:at] + laws[at + width :]))
                for at in range(0, len(laws), width)
            ]
            if width == 1:
                break
            width //= 2
        for at, law in enumerate(laws):
            for gone in range(len(law.body)):
                less = replace(law, body=law.body[:gone] + law.body[gone + 1 :])
                found.append(replace(self, laws=(*laws[:at], less, *laws[at + 1 :])))
        return found

    @property
    def size(self) -> tuple[int, int, bool]:
        """How large it is: rules, and conditions; whether they are written in other words."""
        conditions = sum(len(law.body) for law in self.laws)
        return len(self.laws), conditions, self.sugar is not None


def law(head: str, *body: str) -> Law:
    """Return a rule from KIF texts.

    >>> law("(next (on ?x))", "(true (on ?x))", "(not (does a noop))").body[1].holds
    False
    """
    return Law(as_atom(head), tuple(as_lit(text) for text in body))


def as_lit(text: str) -> Lit:
    """Return a condition from a KIF text."""
    atom = as_atom(text)
    if atom[0] == "not":
        inner = atom[1]
        return Lit(inner if isinstance(inner, tuple) else (inner,), holds=False)
    return Lit(atom)


def as_atom(text: str) -> Atom:
    """Return an atom from a KIF text."""
    term = as_term(text)
    return term if isinstance(term, tuple) else (term,)


def as_term(text: str) -> Term:
    """Return a term from a KIF text."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    stack: list[list[Term]] = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    (term,) = stack[0]
    return term


def kif(term: Term) -> str:
    """Return a term in KIF, with single blanks."""
    return term if isinstance(term, str) else f"({' '.join(map(kif, term))})"


def kif_atom(atom: Atom) -> str:
    """Return an atom in KIF."""
    return kif(atom[0]) if len(atom) == 1 else kif(atom)


def kif_lit(lit: Lit) -> str:
    """Return a condition in KIF."""
    return kif_atom(lit.atom) if lit.holds else f"(not {kif_atom(lit.atom)})"


def kif_law(one: Law, body: Sequence[str]) -> str:
    """Return a rule in KIF, with its conditions as they are written."""
    return f"(<= {kif_atom(one.head)} {' '.join(body)})" if body else kif_atom(one.head)


def infix(term: Term) -> str:
    """Return a term in infix or ASP syntax."""
    if isinstance(term, str):
        return term[1:].capitalize() if term.startswith("?") else term
    if len(term) == 1:
        return infix(term[0])
    return f"{infix(term[0])}({','.join(map(infix, term[1:]))})"


def infix_lit(lit: Lit) -> str:
    """Return a condition in infix syntax."""
    return ("" if lit.holds else "~") + infix(lit.atom)


def infix_law(one: Law, body: Sequence[str]) -> str:
    """Return a rule in infix syntax, with its conditions as they are written."""
    return infix(one.head) + (f" :- {' & '.join(body)}" if body else "")


def asp_lit(lit: Lit) -> str:
    """Return a condition in the syntax of answer set programs."""
    if lit.atom[0] == "distinct":
        return f"{infix(lit.atom[1])} {'!=' if lit.holds else '='} {infix(lit.atom[2])}"
    return ("" if lit.holds else "not ") + infix(lit.atom)


def asp_law(one: Law, body: Sequence[str]) -> str:
    """Return a rule in the syntax of answer set programs, with its conditions as written."""
    return infix(one.head) + (f" :- {', '.join(body)}" if body else "") + "."


def laws(*texts: str | Sequence[str]) -> list[Law]:
    """Return facts and rules: a text is a fact, a list a head and its conditions."""
    return [law(text) if isinstance(text, str) else law(text[0], *text[1:]) for text in texts]
