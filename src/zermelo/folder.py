"""A folder as a registry: whatever lies in it is known, nothing else has to be edited."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

from zermelo.errors import UsageError


def names_in(package: str) -> list[str]:
    """Return the name of every file in a package's folder, sorted, without loading any of them.

    >>> "kif" in names_in("zermelo.text")
    True
    """
    folder = importlib.import_module(package).__path__
    return sorted(info.name for info in pkgutil.iter_modules(folder))


def modules_in(package: str) -> Iterator[tuple[str, ModuleType]]:
    """Yield the name and the module of every file in a package's folder, sorted by name.

    >>> dict(modules_in("zermelo.text"))["kif"].__name__
    'zermelo.text.kif'
    """
    for name in names_in(package):
        yield name, importlib.import_module(f"{package}.{name}")


def from_outside(group: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and the object of every entry point that installed packages have in a group.

    Raises:
        UsageError: one cannot be loaded; with the package that it comes from.
    """
    for entry in entries_from_outside(group):
        yield entry.name, loaded(entry)


def entries_from_outside(group: str) -> list[EntryPoint]:
    """Return every entry point that installed packages have in a group; nothing is loaded."""
    return sorted(entry_points(group=group))


def loaded(entry: EntryPoint) -> Any:
    """Return the object of an entry point.

    Raises:
        UsageError: it cannot be loaded; with the package that it comes from.
    """
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        package = entry.dist.name if entry.dist else "a package"
        message = f"{package} offers {entry.name} as {entry.group}, which cannot be loaded: {error}"
        raise UsageError(f"{message}; mend or uninstall it") from None


def option(
    default: Any,
    about: str,
    least: float | None = None,
    names: Callable[[], Iterable[str]] = tuple,
) -> Any:
    """Return a dataclass field for an option of what is registered, with the text of its help.

    `least` is the smallest number that reading a spec lets through; `names` returns the only words
    that it lets through, if there are any.
    """
    return field(default=default, metadata={"about": about, "least": least, "names": names})
