"""A copy of the tree that tests run in: the files that are being worked on are never touched.

The copy stays where it is between runs, and unchanged files keep their times, because numba keeps
compiled kernels by path and time.
"""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOME = ROOT / ".mutation"
"""Everything that mutation testing writes."""
COPIED = ("src", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md")
LEFT_OUT = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis"})


@dataclass(frozen=True, slots=True)
class Workspace:
    """A copy of the tree, with a cache of compiled games and kernels of its own."""

    folder: Path

    @property
    def tree(self) -> Path:
        """The root of the copy."""
        return self.folder / "tree"

    def refresh(self, origin: Path = ROOT) -> None:
        """Make the copy equal to the tree that it is a copy of."""
        wanted = {path.relative_to(origin) for name in COPIED for path in files(origin / name)}
        present = {path.relative_to(self.tree) for path in files(self.tree)}
        for gone in present - wanted:
            (self.tree / gone).unlink()
        for path in wanted:
            given, taken = origin / path, self.tree / path
            if path in present and stamp(given) == stamp(taken):
                continue
            taken.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(given, taken)

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment of tests: they import the copy, and share no cache with it."""
        path = os.pathsep.join([str(self.tree / "src"), str(self.tree)])
        own = {
            "PYTHONPATH": path,
            "ZERMELO_CACHE": str(self.folder / "cache"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # no test of the core needs one; a second each
        }
        return os.environ | own | more

    def kernels(self) -> set[Path]:
        """Return the folders of compiled kernels, one for each version of their sources."""
        return set((self.folder / "cache" / "kernels").glob("*"))

    def compiled(self) -> int:
        """Return how many files of compiled kernels there are."""
        return sum(1 for _ in files(self.folder / "cache" / "kernels"))

    def forget_kernels(self, but: set[Path]) -> None:
        """Delete compiled kernels that have come since."""
        for folder in self.kernels() - but:
            shutil.rmtree(folder, ignore_errors=True)

    def forget_games(self) -> None:
        """Delete the compiled games: a mutant must neither be hidden by them nor change them."""
        shutil.rmtree(self.folder / "cache" / "games", ignore_errors=True)


def pytest_command(*arguments: str) -> list[str]:
    """Return the command that runs tests."""
    quiet = ("-q", "-p", "no:cacheprovider", "-m", "not slow")
    return [sys.executable, "-m", "pytest", *quiet, *arguments]


def files(place: Path) -> list[Path]:
    """Return all files at or below a place that belong to the tree."""
    if place.is_file():
        return [place]
    return [
        path
        for path in place.rglob("*")
        if path.is_file() and not LEFT_OUT.intersection(path.parts) and path.suffix != ".pyc"
    ]


def stamp(path: Path) -> tuple[int, int]:
    """Return what tells two versions of a file apart without reading them."""
    status = path.stat()
    return status.st_size, status.st_mtime_ns
