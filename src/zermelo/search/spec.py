"""Searches as text: `alphabeta:depth=6,evaluator=goal` in commands, files and records alike.

A name, a colon, options with commas between. An evaluator is spelled the same way; one with several
options goes into brackets: `evaluator=(name:a=1,b=2)`, or has them in brackets itself:
`evaluator=name(a=1,b=2)`. What is not said keeps its default. A sum of evaluators has them in
brackets with their weights: `evaluator=sum(goal,0.2*mobility)`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from math import isnan
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator, evaluators
from zermelo.evaluate.evaluators.sum import Weighted
from zermelo.search.base import Search, is_search, searches

WEIGHTED = tuple[Weighted, ...]
TERM = re.compile(r"\s*([-+.0-9eE]+)\s*\*(.*)", re.DOTALL)
CALL = re.compile(r"(\w+)\s*\((.*)\)", re.DOTALL)
KINDS = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a word",
    Evaluator: "an evaluator",
    WEIGHTED: "evaluators with weights",
}


@dataclass(frozen=True, slots=True)
class SpecOption:
    """An option of a search or evaluator, as help shows it."""

    name: str
    kinds: tuple[Any, ...]  # types, or the words of a Literal
    default: Any
    about: str
    least: float | None = None

    @property
    def kind(self) -> str:
        """What it takes, for people."""
        words = [KINDS.get(kind, str(kind)) for kind in self.kinds if kind is not type(None)]
        if self.least is not None:
            words = [f"{word} of at least {self.least:g}" for word in words]
        if type(None) in self.kinds:
            words.append("none")
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def parse(text: str) -> Search:
    """Return the search that `text` names, with its options.

    >>> parse("alphabeta:depth=6,table=false").depth
    6
    >>> spell(parse("alphabeta:evaluator=goal"))
    'alphabeta:evaluator=goal'

    Raises:
        UsageError: no such search, no such option, or a value that it does not take.
    """
    return cast(Search, made(text, searches(), "search"))


def parse_evaluator(text: str) -> Evaluator:
    """Return the evaluator that `text` names, with its options; UsageError as `parse`.

    >>> parse_evaluator("mobility")
    Mobility()
    >>> spell(parse_evaluator("sum(goal, 0.2 * mobility)"))
    'sum(goal,0.2*mobility)'
    """
    return cast(Evaluator, made(text, evaluators(), "evaluator"))


def spell(thing: Search | Evaluator) -> str:
    """Return the text that names a search or evaluator: only what is not default is said."""
    weighted = getattr(thing, "parts", None)
    if weighted is not None:
        return f"{name_of(thing)}({','.join(map(spell_weighted, weighted))})"
    said = [
        f"{option.name}={spell_value(getattr(thing, option.name))}"
        for option in options(type(thing))
        if getattr(thing, option.name) != option.default
    ]
    return name_of(thing) + (f":{','.join(said)}" if said else "")


def name_of(thing: Search | Evaluator) -> str:
    """Return what a search or evaluator is called: as in the catalogue, or by its file."""
    known = searches() if is_search(type(thing)) else evaluators()
    return known.name_of(type(thing)) or type(thing).__module__.rpartition(".")[2]


def options(kind: type[Any]) -> list[SpecOption]:
    """Return the options of a search or evaluator, in the order of its fields."""
    hints = get_type_hints(kind)
    return [
        SpecOption(
            field.name,
            tuple(field.metadata.get("names", tuple)()) or kinds_of(hints[field.name]),
            None if field.default is MISSING else field.default,
            field.metadata.get("about", ""),
            field.metadata.get("least"),
        )
        for field in fields(kind)
    ]


def kinds_of(hint: Any) -> tuple[Any, ...]:
    """Return the types that an annotation allows, and the words of a Literal as they are."""
    if get_origin(hint) in (Union, UnionType, Literal):
        return tuple(kind for part in get_args(hint) for kind in kinds_of(part))
    return (hint,)


def made(text: str, known: Mapping[str, type[Any]], what: str) -> object:
    """Return what `text` spells, of a catalogue."""
    call = CALL.fullmatch(text.strip())
    name, colon, rest = (call[1], "", call[2]) if call else text.strip().partition(":")
    chosen = known.get(name)
    if chosen is None:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise UsageError(f"no {what} is called {name!r}; {hint}")
    by_name = {option.name: option for option in options(chosen)}
    values: dict[str, Any] = {}
    if call and "parts" in by_name:
        values["parts"] = tuple(map(read_weighted, parts(rest, text)))
        rest = ""
    for part in parts(rest, text) if colon or rest else ():
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals or key not in by_name:
            has = ", ".join(by_name) or "none"
            raise UsageError(f"{part!r} is no option of {name}; its options: {has}")
        if key in values:
            raise UsageError(f"{name}: {key} is given twice")
        values[key] = read_value(value.strip(), by_name[key], f"{name}:{key}")
    return chosen(**values)


def read_weighted(text: str) -> Weighted:
    """Return an evaluator with its weight: `0.2*mobility`, or `mobility` with weight one."""
    term = TERM.fullmatch(text)
    number = 1.0 if term is None else read_kind(term[1], float)
    if number is MISSING:
        raise UsageError(f"{text.strip()!r} has no weight before the '*'; a weight is a number")
    return Weighted(number, read_kind((term[2] if term else text).strip(), Evaluator))


def spell_weighted(term: Weighted) -> str:
    """Return the text of an evaluator with its weight."""
    text = spell_value(term.evaluator)
    return text if term.weight == 1 else f"{term.weight:g}*{text}"


def parts(text: str, whole: str) -> Iterator[str]:
    """Yield what stands between commas, except for commas in brackets."""
    begin = depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and depth == 0:
            yield text[begin:place]
            begin = place + 1
    if depth:
        raise UsageError(f"{whole!r} has brackets that do not match")
    yield text[begin:]


def read_value(text: str, option: SpecOption, where: str) -> Any:
    """Return an option's value; UsageError if it is of the wrong kind."""
    value = MISSING
    for kind in sorted(option.kinds, key=lambda kind: kind is not type(None)):
        value = read_kind(text, kind)
        if value is not MISSING:
            break
    if value is MISSING:
        raise UsageError(f"{where} takes {option.kind}, not {text!r}")
    if option.least is not None and isinstance(value, int | float) and value < option.least:
        raise UsageError(f"{where} takes {option.kind}, not {text}")
    return value


def read_kind(text: str, kind: Any) -> Any:
    """Return a value of one kind, or MISSING if the text does not spell one."""
    if kind is Evaluator:
        bracketed = text.startswith("(") and text.endswith(")")
        return parse_evaluator(text[1:-1] if bracketed else text)
    if kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            return MISSING
        return MISSING if isnan(number) else number
    words: dict[str, Any] = {"true": True, "false": False} if kind is bool else {}
    words |= {"none": None} if kind is type(None) else {}
    words |= {kind: kind} if isinstance(kind, str) else {}
    return text if kind is str else words.get(text, MISSING)


def spell_value(value: Any) -> str:
    """Return the text of an option's value, that reads back as the same."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, int | float | str):
        return f"{value}"
    text = spell(value)
    return f"({text})" if "," in text and not CALL.fullmatch(text) else text
