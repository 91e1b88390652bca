"""Terms and literals in ASP syntax; infix syntax spells its terms the same way."""

from zermelo.errors import RuleError
from zermelo.text.names import encode
from zermelo.text.terms import BINARY, UNARY
from zermelo.text.tree import (
    Aggregate,
    And,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Name,
    Not,
    Or,
    Term,
    Variable,
)


def asp_term(term: Term, tight: int = 0) -> str:
    """Return a term, in brackets if it stands where only a tighter one can."""
    match term:
        case Variable(name):
            return name
        case Name(text):
            return encode(text)
        case Compound(name, args):
            return f"{encode(name, number=False)}({','.join(map(asp_term, args))})"
        case Arithmetic("|", (arg,)):
            return f"|{asp_term(arg)}|"
        case Arithmetic("-", (arg,)):
            return f"-{asp_term(arg, UNARY + 1)}"
        case Arithmetic(operator, (left, right)):
            level = BINARY[operator][1]
            # `**` groups from the right, the others from the left.
            sides = (level + 1, level) if operator == "**" else (level, level + 1)
            text = f"{asp_term(left, sides[0])}{operator}{asp_term(right, sides[1])}"
            return f"({text})" if level < tight else text
    raise TypeError(f"no such arithmetic: {term}")


def asp_formula(formula: Formula) -> str:
    """Return a literal."""
    match formula:
        case Atom(name, args):
            arguments = f"({','.join(map(asp_term, args))})" if args else ""
            return encode(name, number=False) + arguments
        case Comparison(relation, left, right):
            return f"{asp_term(left)} {relation} {asp_term(right)}"
        case Not(part):
            return f"not {asp_formula(part)}"
        case Aggregate(function, elements, left_guard, right_guard):
            text = f"{function} {{ {'; '.join(map(asp_element, elements))} }}"
            if left_guard:
                text = f"{asp_term(left_guard[0])} {left_guard[1]} {text}"
            if right_guard:
                text = f"{text} {right_guard[0]} {asp_term(right_guard[1])}"
            return text
        case And() | Or():
            message = "ASP syntax has no brackets around formulas; write a relation for this"
            raise RuleError(message, formula.span)


def asp_element(element: Element) -> str:
    """Return one element of an aggregate."""
    terms = ",".join(map(asp_term, element.terms))
    if not element.condition:
        return terms
    return f"{terms} : {', '.join(map(asp_formula, element.condition))}"
