"""Rule sheets as the adversary writes them: terms and rules, spelled in all three syntaxes.

Shares nothing with the program's readers, so that a fault there shows as well. A constant is a
string, a variable a string that starts with `?`, everything else a tuple: a name and its arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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

    def spelled(self, ending: str) -> str:
        """Return the text of a rule sheet, in the syntax of a file with this ending."""
        spell = {".kif": kif_law, ".gdl": infix_law, ".lp": asp_law}[ending]
        return "\n".join(spell(law) for law in self.laws) + "\n"

    def fewer(self) -> list["Rules"]:
        """Return the game without some rule, or without a condition: a step of the minimiser."""
        laws = list(self.laws)
        found = []
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
    def size(self) -> tuple[int, int]:
        """How large it is: rules, and conditions."""
        return len(self.laws), sum(len(law.body) for law in self.laws)


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


def kif_law(one: Law) -> str:
    """Return a rule in KIF."""
    if not one.body:
        return kif_atom(one.head)
    body = [kif_atom(lit.atom) if lit.holds else f"(not {kif_atom(lit.atom)})" for lit in one.body]
    return f"(<= {kif_atom(one.head)} {' '.join(body)})"


def infix(term: Term) -> str:
    """Return a term in infix or ASP syntax."""
    if isinstance(term, str):
        return term[1:].capitalize() if term.startswith("?") else term
    if len(term) == 1:
        return infix(term[0])
    return f"{infix(term[0])}({','.join(map(infix, term[1:]))})"


def infix_law(one: Law) -> str:
    """Return a rule in infix syntax."""
    body = [("" if lit.holds else "~") + infix(lit.atom) for lit in one.body]
    return infix(one.head) + (f" :- {' & '.join(body)}" if body else "")


def asp_law(one: Law) -> str:
    """Return a rule in the syntax of answer set programs."""
    body = []
    for lit in one.body:
        if lit.atom[0] == "distinct":
            body.append(f"{infix(lit.atom[1])} != {infix(lit.atom[2])}")
        else:
            body.append(("" if lit.holds else "not ") + infix(lit.atom))
    return infix(one.head) + (f" :- {', '.join(body)}" if body else "") + "."


def laws(*texts: str | Sequence[str]) -> list[Law]:
    """Return facts and rules: a text is a fact, a list a head and its conditions."""
    return [law(text) if isinstance(text, str) else law(text[0], *text[1:]) for text in texts]
