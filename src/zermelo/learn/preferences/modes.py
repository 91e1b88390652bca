"""Mode declarations from a file, in the words of ILASP.

    #modeo(2,true(cell(var(column),var(row),var(content))),(positive)).
    #modeo(1,true(cell(var(column),var(row),const(blank)))).
    #modeo(1,var(column) != var(column)).
    #constant(blank,b).
    #maxv(4).  #maxp(2).  #weight(1).  #weight(-1).

`#modeo` has how often a body may have the literal, and what may stand in its places: `var(type)`,
`const(type)` with the values that `#constant` lists, or a value. `#maxv` bounds the variables of a
body, `#maxp` the levels. `(positive,symmetric)` says that like places from the second on may be
exchanged. All else in the file are facts, which hold in every state.
"""

import re
from collections.abc import Mapping

from zermelo.errors import ReadError
from zermelo.learn.preferences.language import ArgumentPlace, Language, Mode
from zermelo.strategies.preferences.constraint import DIFFERENT
from zermelo.strategies.preferences.file import COMMENT, blank, facts_of
from zermelo.text.asp import read
from zermelo.text.load import load_source
from zermelo.text.names import encode
from zermelo.text.source import Source, Span
from zermelo.text.tree import Compound, Name, Term

DIRECTIVE = re.compile(r"#(?P<name>\w+)\s*(?P<open>\((?P<inside>[^#]*?)\))?\s*\.(?!\.)")
OPTIONS = re.compile(r",\s*\((?P<words>[\w,\s]*)\)\s*\Z")
UNEQUAL = re.compile(r"\s*([0-9]+)\s*,\s*var\(\s*(\w+)\s*\)\s*!=\s*var\(\s*(\w+)\s*\)\s*")
NUMBERS = {"maxv": "variables", "maxp": "levels"}
KNOWN = ("modeo", "constant", "weight", *NUMBERS)
LARGEST_NUMBER = 99


def load_modes(path: str) -> Language:
    """Return the language that a file of mode declarations describes."""
    return read_modes(load_source(path))


def read_modes(source: Source) -> Language:
    """Return the language that a text describes.

    Raises:
        ReadError: a declaration is unknown or cannot be read, or there is no `#modeo`.
    """
    plain = COMMENT.sub(lambda comment: " " * len(comment[0]), source.text)
    modes: list[Mode] = []
    constants: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, int] = {}
    weights: list[int] = []
    for found in DIRECTIVE.finditer(plain):
        span = Span(source, found.start(), found.end())
        inside = found["inside"] or ""
        match found["name"]:
            case "modeo":
                modes.append(mode_of(inside, found.start("inside"), source, span))
            case "constant":
                kind, _, value = (part.strip() for part in inside.partition(","))
                if not re.fullmatch(r"\w+", kind) or not re.fullmatch(r"-?\w+", value):
                    raise ReadError("'#constant(type,value).' expected", span)
                constants[kind] = (*constants.get(kind, ()), value)
            case "weight":
                weights.append(weight_of(inside, span))
            case name if name in NUMBERS:
                numbers[NUMBERS[name]] = number_of(inside, span, least=1)
            case name:
                known = ", ".join(f"#{word}" for word in KNOWN)
                raise ReadError(f"'#{name}' is not known here; there are {known}", span)
        plain = plain[: found.start()] + blank(found[0]) + plain[found.end() :]
    refuse_rest(plain, source)
    if not modes:
        raise ReadError(f"{source.name} has no '#modeo(...).', so that nothing could be said")
    background = tuple(facts_of(Source(source.name, plain)))
    language = Language(tuple(modes), constants, weights=signs(weights), background=background)
    return with_numbers(language, numbers)


def refuse_rest(plain: str, source: Source) -> None:
    """Raise ReadError for a declaration that is not whole."""
    start = plain.find("#")
    if start >= 0:
        message = "a declaration has brackets and a '.' at its end, as in '#maxv(4).'"
        raise ReadError(message, Span(source, start, start + 1))


def with_numbers(language: Language, numbers: Mapping[str, int]) -> Language:
    """Return a language with other bounds."""
    return Language(
        language.modes,
        language.constants,
        numbers.get("variables", language.variables),
        numbers.get("levels", language.levels),
        language.weights,
        language.background,
    )


def signs(weights: list[int]) -> tuple[int, ...]:
    """Return the weights that were declared, or those that are used if none were."""
    return tuple(sorted(set(weights))) or (-1, 1)


def number_of(text: str, span: Span, least: int) -> int:
    """Return the number in the brackets of a declaration."""
    if not re.fullmatch(r"\s*-?[0-9]{1,4}\s*", text) or not least <= int(text) <= LARGEST_NUMBER:
        raise ReadError(
            f"a number from {least} to {LARGEST_NUMBER} expected, not {text.strip()!r}", span
        )
    return int(text)


def weight_of(text: str, span: Span) -> int:
    """Return a weight: what counts more is said by levels, not by greater weights."""
    if text.strip() not in ("1", "-1"):
        raise ReadError(f"a weight is 1 or -1, not {text.strip()!r}", span)
    return int(text)


def mode_of(inside: str, start: int, source: Source, span: Span) -> Mode:
    """Return what stands in the brackets of `#modeo`."""
    options = OPTIONS.search(inside)
    words = {word.strip() for word in options["words"].split(",")} if options else set()
    for word in words - {"positive", "symmetric", "anti_reflexive", ""}:
        raise ReadError(f"'{word}' is no option of '#modeo'; 'positive' and 'symmetric' are", span)
    inside = inside[: options.start()] if options else inside
    if unequal := UNEQUAL.fullmatch(inside):
        places = tuple(ArgumentPlace("variable", kind) for kind in unequal.groups()[1:])
        return Mode(DIFFERENT, places, int(unequal[1]), symmetric=True)
    # Where it stood, with blanks around it: so the places of errors are right.
    text = f"{blank(source.text[: start - 6])}modeo({inside})."
    (rule,) = read(Source(source.name, text)).rules
    match rule.head.args:
        case (Name(most), Compound(name, args)) if most.isdigit() and int(most) > 0:
            shape, places = shape_of(Compound(name, args), span)
            return Mode(shape, places, int(most), symmetric="symmetric" in words)
        case (Name(most), Name(name)) if most.isdigit() and int(most) > 0:
            return Mode(encode(name), (), int(most))
    raise ReadError("'#modeo(how often,literal).' expected", span)


def shape_of(term: Term, span: Span) -> tuple[str, tuple[ArgumentPlace, ...]]:
    """Return the shape of a term, and what may stand in its places."""
    match term:
        case Compound("var", (Name(kind),)):
            return "{}", (ArgumentPlace("variable", kind),)
        case Compound("const", (Name(kind),)):
            return "{}", (ArgumentPlace("constant", kind),)
        case Compound("true", (Name(fluent),)):
            return f"true({encode(fluent)})", ()
        case Name(text):
            return "{}", (ArgumentPlace("value", encode(text)),)
        case Compound(name, args):
            parts = [shape_of(arg, span) for arg in args]
            inside = ",".join(shape for shape, _ in parts)
            shape = f"{encode(name, number=False)}({inside})"
            return shape, tuple(place for _, places in parts for place in places)
    raise ReadError("places have 'var(type)', 'const(type)' or a value", span)
