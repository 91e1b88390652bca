"""The catalogue of searches -> forms: every option with its kind, so that a page can ask for it."""

from typing import Any

from zermelo.answers.algorithms import spelled_default
from zermelo.errors import UsageError
from zermelo.evaluate.base import Evaluator, evaluators
from zermelo.search.base import Search, searches
from zermelo.search.spec import SpecOption, options, parse

FILES = frozenset({"file", "rules", "lemmas", "endgames"})
"""Options that name a file: a page may not, or it could ask for any file of this machine."""
LONGEST_SPEC = 300
"""Characters of a search with its options."""


def forms() -> list[dict[str, Any]]:
    """Return every search that a page may offer, with its options."""
    return [
        {
            "name": name,
            "summary": (kind.__doc__ or "").strip().splitlines()[0],
            "options": [field(one) for one in options(kind) if one.name not in FILES],
        }
        for name, kind in searches().items()
        if not lives_by_files(kind)
    ]


def lives_by_files(kind: type[Any]) -> bool:
    """Tell whether a search is nothing without a file."""
    return any(one.name in FILES and one.default == "" for one in options(kind))


def field(option: SpecOption) -> dict[str, Any]:
    """Return an option as a field of a form."""
    words = [kind for kind in option.kinds if isinstance(kind, str)]
    found: dict[str, Any] = {
        "name": option.name,
        "about": option.about,
        "default": spelled(spelled_default(option.default)),
        "kind": "text",
        "least": option.least,
        "none": type(None) in option.kinds,
    }
    if Evaluator in option.kinds:
        found |= {"kind": "words", "words": sorted(evaluators())}
    elif words:
        found |= {"kind": "words", "words": words}
    elif bool in option.kinds:
        found |= {"kind": "words", "words": ["true", "false"]}
    elif int in option.kinds or float in option.kinds:
        found["kind"] = "number" if float in option.kinds else "whole number"
    elif option.about.endswith("auto, on or off"):
        found |= {"kind": "words", "words": ["auto", "on", "off"]}
    return found


def spelled(default: Any) -> str:
    """Return a default as it is written in a spec."""
    if default is None:
        return "none"
    return str(default).lower() if isinstance(default, bool) else str(default)


def safe(spec: str) -> Search:
    """Return the search that a page asks for; UsageError if it is none, or names a file."""
    if len(spec) > LONGEST_SPEC:
        raise UsageError(f"a search is spelled in at most {LONGEST_SPEC} characters")
    search = parse(spec)
    for option in options(type(search)):
        if option.name in FILES and getattr(search, option.name) != option.default:
            raise UsageError(f"{option.name} names a file, which a page may not")
    if lives_by_files(type(search)):
        raise UsageError(f"{spec} plays by a file, which a page may not name")
    return search
