"""Registries: what lies in a folder, one file each, and what other packages offer.

The names are known without loading anything: they are the names of files and of entry points. Only
what is asked for is loaded, so that a search does not wait for all the others to be imported.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, TypeVar

from zermelo.errors import UsageError

Entry = TypeVar("Entry")


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


class Registry(Mapping[str, Entry]):
    """Everything of one kind, by name: first the files of a folder, then entry points.

    Args:
        kind: what the entries are, for messages.
        package: whose folder has one file for each.
        group: the entry points by which other packages offer more.
        fits: whether an object is one.
        lacking: what an object lacks that is none, for messages.
    """

    def __init__(
        self, kind: str, package: str, group: str, fits: Callable[[Any], bool], lacking: str
    ) -> None:
        """Note where to look; nothing is loaded yet."""
        self.kind, self.package, self.group = kind, package, group
        self.fits, self.lacking = fits, lacking
        self.loaded: dict[str, Entry] = {}

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The names of the files in the folder."""
        return tuple(names_in(self.package))

    @cached_property
    def outside(self) -> Mapping[str, EntryPoint]:
        """What other packages offer, by name.

        Raises:
            UsageError: a package offers a name that is taken.
        """
        found: dict[str, EntryPoint] = {}
        for entry in entries_from_outside(self.group):
            if entry.name in self.files or entry.name in found:
                raise UsageError(f"{entry.module}: {entry.name} is there already")
            found[entry.name] = entry
        return found

    def __iter__(self) -> Iterator[str]:
        """Yield all names; nothing is loaded."""
        yield from self.files
        yield from self.outside

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.files) + len(self.outside)

    def __contains__(self, name: object) -> bool:
        """Whether there is one of a name; it is not loaded."""
        return name in self.files or name in self.outside

    def __getitem__(self, name: str) -> Entry:
        """Return the one of a name, which is loaded now if it was not before.

        Raises:
            KeyError: there is none of that name.
            TypeError: its file does not define exactly one.
            UsageError: another package offers what cannot be loaded or used.
        """
        if name not in self.loaded:
            if name in self.files:
                module = importlib.import_module(f"{self.package}.{name}")
                self.loaded[name] = self.only(module)
            else:
                self.loaded[name] = self.offered(self.outside[name])
        return self.loaded[name]

    def only(self, module: ModuleType) -> Entry:
        """Return what the file of a module defines; TypeError unless it is exactly one."""
        own = [
            member
            for member in vars(module).values()
            if getattr(member, "__module__", None) == module.__name__ and self.fits(member)
        ]
        if len(own) != 1:
            raise TypeError(f"{module.__name__} must have exactly one {self.kind}, not {len(own)}")
        only: Entry = own[0]
        return only

    def offered(self, entry: EntryPoint) -> Entry:
        """Return what an entry point offers; UsageError if it is not of this kind."""
        found = loaded(entry)
        if not self.fits(found):
            raise UsageError(
                f"{entry.module}: {entry.name} is not {a(self.kind)}: it {self.lacking}"
            )
        offer: Entry = found
        return offer

    def name_of(self, entry: object) -> str | None:
        """Return the name of what was registered; None if it was not."""
        package, _, name = entry.__module__.rpartition(".")
        if package == self.package and name in self.files:
            return str(name) if self[name] is entry else None
        return next((name for name in self.outside if self[name] is entry), None)


def a(noun: str) -> str:
    """Return a noun with its article.

    >>> a("search"), a("evaluator")
    ('a search', 'an evaluator')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


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
