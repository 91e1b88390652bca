"""Names for new relations, made from what they calculate."""

from zermelo.text.tree import Aggregate, Arithmetic, Comparison, Compound, Name, Term, Variable

WORDS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "over",
    "\\": "modulo",
    "**": "power",
    "..": "to",
    "|": "size",
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
    "!=": "unlike",
    "=": "is",
}


def title(part: Comparison) -> str:
    """Return a name for the table of a comparison, such as `plus_1` for `N = M+1`."""
    relation = [] if part.relation == "=" else [WORDS[part.relation]]
    text = "_".join([*words(part.left), *relation, *words(part.right)])
    return text if text[:1].isalpha() else f"is_{text}" if text else "is"


def guard_title(aggregate: Aggregate) -> str:
    """Return a name for the table of what an aggregate is compared with."""
    left = [*words(aggregate.left[0]), WORDS[aggregate.left[1]]] if aggregate.left else []
    right = [WORDS[aggregate.right[0]], *words(aggregate.right[1])] if aggregate.right else []
    return "_".join([*left, *right])


def words(term: Term) -> list[str]:
    """Return the numbers and operators of a term as words."""
    match term:
        case Variable():
            return []
        case Name(text):
            plain = "".join(char if char.isascii() and char.isalnum() else "_" for char in text)
            return [plain.replace("_", "minus_", 1) if text.startswith("-") else plain]
        case Compound(name, args):
            return [name, *(word for arg in args for word in words(arg))]
        case Arithmetic(operator, (arg,)):
            return [WORDS[operator], *words(arg)]
        case Arithmetic(operator, args):
            return [*words(args[0]), WORDS[operator], *words(args[1])]
