"""Files of preferences: weak constraints in ASP syntax, and the facts that they speak of.

    % Zermelo preferences, version 1
    % preferences for tictactoe: 2 constraints
    :~ goal(P,0). [-1@2,1,P]
    :~ rival(P), way(A,b,P,P). [1@1,2,A,P]

The title tells how many constraints there are, so that a file that was cut off is noticed. Files
that were written by hand, or before the version was part of them, may have neither title nor
version: they are read as version 1. Behind weight and level stand a number and all variables, so
that clingo counts instances too.
"""

import re
from collections.abc import Iterator, Sequence

from zermelo.errors import ReadError, UnsuitedError
from zermelo.strategies.preferences.constraint import (
    DIFFERENT,
    Constraint,
    ConstraintBody,
    Preferences,
    ShapeLiteral,
    is_variable,
)
from zermelo.strategies.preferences.facts import (
    GOAL,
    MOVER,
    ODD,
    RIVAL,
    TOTAL,
    Vocabulary,
    flattened,
    fluent_literal,
    way_shape,
)
from zermelo.strategies.preferences.ways import MOST_PLACES
from zermelo.text.asp import AspReader, read
from zermelo.text.load import load_source
from zermelo.text.source import Source, Span
from zermelo.text.tokens import tokens
from zermelo.text.tree import Arithmetic, Atom, Comparison, Compound, Formula, Term
from zermelo.versions import FileFormat

PREFERENCES = FileFormat("preferences", 1, "Zermelo preferences, version ")
TITLE = re.compile(
    r"^% preferences for (?P<game>[^\n]*): (?P<size>[0-9]+) constraints?\b", re.MULTILINE
)
WEAK = re.compile(r":~(?P<body>[^\[]*)(?P<end>\[[^\]\n]*\])?")
WEIGHT = re.compile(
    r"\[\s*(?P<weight>-?\s*(?:[0-9]{1,6}|[A-Z]\w*))\s*@\s*(?P<level>[0-9]{1,3})\s*"
    r"(?P<terms>(?:,\s*\w+\s*)*)\]"
)
COMMENT = re.compile(r"%[^\n]*")
FEATURES = frozenset(
    {
        MOVER,
        RIVAL,
        GOAL,
        ODD,
        TOTAL,
        DIFFERENT,
        *(way_shape(size) for size in range(2, MOST_PLACES + 1)),
    }
)


def spelled(preferences: Preferences, game: str, notes: Sequence[str] = ()) -> str:
    """Return preferences as text, to which a file adds its version; notes become comments."""
    size = len(preferences.constraints)
    lines = [f"% preferences for {game}: {size} constraint{'' if size == 1 else 's'}"]
    lines += [f"% {note}" for note in notes]
    lines += [f"{fact}." for fact in preferences.background]
    lines += [one.spelled(number) for number, one in enumerate(preferences.constraints, start=1)]
    return "\n".join(lines) + "\n"


def versioned(text: str) -> str:
    """Return a text that `spelled` returned as the content of a file.

    >>> print(versioned(":~ goal(P,0). [-1@2,1,P]"))
    % Zermelo preferences, version 1
    :~ goal(P,0). [-1@2,1,P]
    """
    return f"% {PREFERENCES.title}\n{text}"


def load_preferences(path: str) -> Preferences:
    """Return the preferences of a file; ReadError if it is none, or not whole."""
    return read_preferences(load_source(path))


def read_preferences(source: Source) -> Preferences:
    """Return the preferences that a text spells.

    Raises:
        ReadError: it is not in the form that `spelled` writes, of a newer version, or cut off.
    """
    first, _, _ = source.text.lstrip().partition("\n")
    version = PREFERENCES.version_in(first.removeprefix("%").strip())
    if PREFERENCES.is_newer(version):
        raise ReadError(PREFERENCES.refusal(version, source.name))
    title = TITLE.search(source.text)
    plain = COMMENT.sub(lambda comment: " " * len(comment[0]), source.text)
    constraints = []
    for found in WEAK.finditer(plain):
        constraints.append(constraint_of(source, plain, found))
        plain = plain[: found.start()] + blank(found[0]) + plain[found.end() :]
    background = tuple(facts_of(Source(source.name, plain)))
    if title and int(title["size"]) != len(constraints):
        message = f"{source.name} tells of {title['size']} constraints, but has {len(constraints)}"
        raise ReadError(f"{message}: it was cut off, or changed; write it anew")
    if not constraints:
        raise ReadError(f"no weak constraint (':~ ... . [1@1]') is in {source.name}")
    return Preferences(tuple(constraints), background)


def blank(text: str) -> str:
    """Return as many blanks as there are characters; lines stay lines."""
    return re.sub(r"[^\n]", " ", text)


def constraint_of(source: Source, text: str, found: re.Match[str]) -> Constraint:
    """Return the weak constraint at a place of a text."""
    place = Span(source, found.start(), found.start() + 2)
    if found["end"] is None:
        raise ReadError("a weak constraint ends with its weight and level, as in '[1@2]'", place)
    end = WEIGHT.fullmatch(found["end"])
    span = Span(source, found.start("end"), found.end("end"))
    if end is None:
        raise ReadError("a weight and a level expected, as in '[1@2]' or '[-N@1,1,N]'", span)
    # All but the body is blank, and the rest where it was: so the places of errors are right.
    before, inside = text[: found.start()], text[found.start() + 2 : found.end("body")]
    literals = body_of(Source(source.name, f"{blank(before)}:-{inside}"))
    weight = end["weight"].replace(" ", "")
    weigh = weight.lstrip("-") if is_variable(weight.lstrip("-")) else None
    sign = -1 if weight.startswith("-") else 1
    body = ConstraintBody(literals, weigh)
    terms = {term.strip() for term in end["terms"].split(",")}
    missing = [name for name in body.variables if name not in terms]
    if weigh and weigh not in body.variables:
        raise ReadError(f"the weight {weigh} is no variable of the body", span)
    if missing:
        every = ",".join(["1", *body.variables])
        message = f"instances are counted, so all variables belong here: '[{weight}@{end['level']}"
        raise ReadError(f"{message},{every}]'", span)
    return Constraint(body, sign if weigh else int(weight), int(end["level"]))


def body_of(source: Source) -> tuple[ShapeLiteral, ...]:
    """Return the literals of a text that starts with `:-`."""
    reader = AspReader(tokens(source))
    body = reader.body()
    return tuple(literal_of(formula) for formula in body)


def literal_of(formula: Formula) -> ShapeLiteral:
    """Return a formula as a literal; ReadError if it is none."""
    match formula:
        case Atom("true", (fluent,)):
            refuse_arithmetic(fluent, formula.span)
            return fluent_literal(fluent)
        case Atom(name, args) if args:
            term = Compound(name, args)
            refuse_arithmetic(term, formula.span)
            return flattened(term)
        case Atom(name):
            return ShapeLiteral(name)
        case Comparison("!=", left, right):
            refuse_arithmetic(Compound("pair", (left, right)), formula.span)
            return ShapeLiteral(DIFFERENT, (*flattened(left).args, *flattened(right).args))
    raise ReadError("preferences have atoms and '!=' in their bodies, nothing else", formula.span)


def refuse_arithmetic(term: Term, span: Span | None) -> None:
    """Raise ReadError if there is something to calculate."""
    todo = [term]
    for one in todo:  # which grows meanwhile
        if isinstance(one, Arithmetic):
            raise ReadError("preferences do not calculate; write the value itself", span)
        if isinstance(one, Compound):
            todo += one.args


def facts_of(source: Source) -> Iterator[ShapeLiteral]:
    """Yield the facts of a text that has nothing else in it."""
    if not source.text.strip():
        return
    for rule in read(source).rules:
        if rule.body:
            message = "only facts may stand beside weak constraints; write what follows from rules"
            raise ReadError(message, rule.span)
        literal = literal_of(rule.head)
        if literal.variables:
            raise ReadError("a fact cannot have variables", rule.span)
        yield literal


def require_words(preferences: Preferences, vocabulary: Vocabulary) -> None:
    """Raise UnsuitedError if preferences speak of what a game does not have."""
    fluents = {fluent.shape for fluent in vocabulary.fluents}
    own = {fact.shape for fact in preferences.background}
    for constraint in preferences.constraints:
        for literal in constraint.body.literals:
            if literal.shape not in fluents | own | FEATURES:
                has = ", ".join(sorted(shape.replace("{}", "_") for shape in fluents))
                raise UnsuitedError(
                    f"these preferences are not for {vocabulary.game.name}: it has no {literal}; "
                    f"it has {has}"
                )
