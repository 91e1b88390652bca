"""A search or an evaluator with its options."""

from dataclasses import fields
from typing import Any

from zermelo.search.spec import spell_value, spell_weighted


def as_object(name: str, kind: type[Any]) -> dict[str, Any]:
    """Return a search or an evaluator as JSON has it; `needs` is of searches only."""
    found: dict[str, Any] = {
        "name": name,
        "summary": (kind.__doc__ or "").strip().splitlines()[0],
        "options": [
            {"name": each.name, "default": plain(each.default), "about": about(each.metadata)}
            for each in fields(kind)
        ],
    }
    if hasattr(kind, "needs"):
        found["needs"] = [trait.name.lower() for trait in kind.needs]
    return found


def about(metadata: Any) -> str:
    """Return what an option's field says of itself."""
    return str(metadata.get("about", ""))


def plain(default: Any) -> Any:
    """Return a default as JSON can have it: evaluators as they are spelled."""
    if default is None or isinstance(default, bool | int | float | str):
        return default
    if isinstance(default, tuple):
        return ",".join(map(spell_weighted, default))
    return spell_value(default)
