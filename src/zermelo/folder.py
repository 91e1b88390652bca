"""A folder as a registry: whatever lies in it is known, nothing else has to be edited."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import field
from types import ModuleType
from typing import Any


def modules_in(package: str) -> Iterator[tuple[str, ModuleType]]:
    """Yield the name and the module of every file in a package's folder, sorted by name.

    >>> [name for name, _ in modules_in("zermelo.text")][:2]
    ['asp', 'characters']
    """
    folder = importlib.import_module(package).__path__
    for name in sorted(info.name for info in pkgutil.iter_modules(folder)):
        yield name, importlib.import_module(f"{package}.{name}")


def option(default: Any, about: str, least: float | None = None) -> Any:
    """Return a dataclass field for an option of what is registered, with the text of its help.

    `least` is the smallest number that reading a spec lets through.
    """
    return field(default=default, metadata={"about": about, "least": least})
