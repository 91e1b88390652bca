"""What `zermelo algorithms` answers: searches and evaluators with their options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from zermelo.answers.answer import ABSENT, Absent, CommandAnswer
from zermelo.search.spec import spell_value, spell_weighted


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option; a default that is an evaluator, or several, is a text."""

    name: str
    default: bool | float | str | None
    about: str


@dataclass(frozen=True, slots=True)
class AlgorithmEntry:
    """A search or an evaluator; `needs` are the traits of games, for searches only."""

    name: str
    summary: str
    options: Sequence[OptionEntry]
    needs: Sequence[str] | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class AlgorithmsAnswer(CommandAnswer):
    """All searches and evaluators."""

    searches: Sequence[AlgorithmEntry]
    evaluators: Sequence[AlgorithmEntry]


def algorithms_answer(
    searches: Mapping[str, type[Any]], evaluators: Mapping[str, type[Any]]
) -> AlgorithmsAnswer:
    """Return searches and evaluators by name."""
    return AlgorithmsAnswer(
        [algorithm_entry(name, kind) for name, kind in searches.items()],
        [algorithm_entry(name, kind) for name, kind in evaluators.items()],
    )


def algorithm_entry(name: str, kind: type[Any]) -> AlgorithmEntry:
    """Return a search or an evaluator."""
    return AlgorithmEntry(
        name=name,
        summary=(kind.__doc__ or "").strip().splitlines()[0],
        options=[
            OptionEntry(each.name, spelled_default(each.default), about(each.metadata))
            for each in fields(kind)
        ],
        needs=[trait.name.lower() for trait in kind.needs] if hasattr(kind, "needs") else ABSENT,
    )


def about(metadata: Any) -> str:
    """Return what an option's field says of itself."""
    return str(metadata.get("about", ""))


def spelled_default(default: Any) -> bool | float | str | None:
    """Return a default as JSON can have it: evaluators as they are spelled."""
    if default is None or isinstance(default, bool | int | float | str):
        return default
    if isinstance(default, tuple):
        return ",".join(map(spell_weighted, default))
    return spell_value(default)
