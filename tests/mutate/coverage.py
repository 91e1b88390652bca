"""Which test executes which block: recorded once for each test file, and kept on disk.

A record is used again as long as its test file is the same. Where a source has changed since, its
tests are taken to execute all of it: a mutant there meets a few tests more, but none is missed.
"""

import ast
import gzip
import hashlib
import json
import marshal
import os
import shutil
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from tests.mutate.blocks import blocks, probed
from tests.mutate.watching import watched
from tests.mutate.workspace import Workspace, pytest_command

NOT_RUN = (
    "tests/web",
    "tests/grid",
    "tests/mutate",
    "tests/test_docs.py",
    "tests/test_readme.py",
    "tests/test_wheel.py",
    "tests/test_layers.py",
)
"""Tests of other things than the core, or that would notice only what others notice sooner."""
FIRST = (
    *(
        "rules",
        "circuit",
        "engine",
        "game",
        "sampling",
        "proofs",
        "strategies",
        "play",
        "learn",
        "search",
        "solve",
        "laws",
    ),
    *("evaluate", "text", "ground"),
)
"""Test folders that are recorded first."""
RAN = (0, 1, 5)
"""Exit codes of pytest if it could run the tests: all passed, some failed, there are none."""
PROBING = Path(__file__).parent / "probing.py"


@dataclass(frozen=True, slots=True)
class Executed:
    """A test, the CPU seconds that it takes, and the blocks that it executes by source file."""

    test: str
    cpu: float
    blocks: dict[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A test file, the CPU seconds of all its tests, and those of them that pass."""

    path: str
    cpu: float
    tests: tuple[Executed, ...]
    blocks: dict[str, frozenset[int]] = field(default_factory=dict)  # of all tests together
    failed: tuple[str, ...] = ()  # tests that fail without a mutant: they would kill all of them


def files_of_tests(tree: Path, parts: Collection[str]) -> list[str]:
    """Return the test files for some parts, those of the core first, and sources with doctests.

    The tests of the auditor take long, and notice little of other parts.
    """
    left_out = NOT_RUN if "audit" in parts else (*NOT_RUN, "tests/audit")
    found = [str(path.relative_to(tree)) for path in (tree / "tests").rglob("test_*.py")]
    found = [path for path in found if not path.startswith(left_out)]
    rank = {f"tests/{name}": number for number, name in enumerate(FIRST)}
    found.sort(key=lambda path: (rank.get("/".join(path.split("/")[:2]), len(FIRST)), path))
    sources = sorted((tree / "src").rglob("*.py"))
    doctests = [path for path in sources if ">>> " in path.read_text(encoding="utf-8")]
    doctests = [path for path in doctests if not {"web", "grid", "apps"}.intersection(path.parts)]
    return [*found, *(str(path.relative_to(tree)) for path in doctests)]


def digest(path: Path) -> str:
    """Return what tells two versions of a file apart."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def place_of(folder: Path, path: str) -> Path:
    """Return where the record of a test file is kept."""
    return folder / f"{path.replace('/', '.')}.json.gz"


def known(folder: Path, tree: Path, path: str) -> FileRecord | None:
    """Return the record of a test file, if there is one that still holds."""
    place = place_of(folder, path)
    if not place.is_file():
        return None
    kept = json.loads(gzip.decompress(place.read_bytes()))
    changed = {source for source, then in kept["digests"].items() if digest(tree / source) != then}
    if path in changed:
        return None
    return read(kept, {source: every_block(tree / source) for source in changed})


def every_block(source: Path) -> frozenset[int]:
    """Return the numbers of all blocks of a source file; none if it is gone."""
    if not source.is_file():
        return frozenset()
    return frozenset(blocks(ast.parse(source.read_text(encoding="utf-8"))).values())


def read(kept: dict[str, Any], changed: Mapping[str, frozenset[int]]) -> FileRecord:
    """Return a record as it is used, from how it is kept; `changed` has blocks of sources now."""
    tests: list[Executed] = []
    united: dict[str, set[int]] = {}
    for each in kept["tests"]:
        executed = {
            source: changed.get(source, frozenset(numbers))
            for source, numbers in each["blocks"].items()
        }
        if each["passed"]:
            tests.append(Executed(each["test"], each["cpu"], executed))
            for source, numbers in executed.items():
                united.setdefault(source, set()).update(numbers)
    whole = {source: frozenset(numbers) for source, numbers in united.items()}
    failed = tuple(each["test"] for each in kept["tests"] if not each["passed"])
    return FileRecord(kept["path"], kept["cpu"], tuple(tests), whole, failed)


@dataclass(slots=True)
class ProbedTree:
    """The code of a tree with probes, ready to be imported by tests."""

    space: Workspace
    folder: Path
    kept: Path  # folder of the records
    bases: list[tuple[int, str]] = field(default_factory=list)
    size: int = 0

    def prepare(self) -> None:
        """Write the code of every module with its probes."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        source = self.space.tree / "src"
        for path in sorted(source.rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self.bases.append((self.size, str(path.relative_to(self.space.tree))))
            self.size += probed(tree, self.size)
            name = str(path.relative_to(source)).replace("/", ".")
            code = compile(tree, str(path), "exec")
            (self.folder / f"{name}.code").write_bytes(marshal.dumps(code))
        (self.folder / "hits").write_bytes(bytes(self.size))
        shutil.copy(PROBING, self.folder / "sitecustomize.py")

    def blocks(self, hits: Iterable[int]) -> dict[str, list[int]]:
        """Return the blocks of each source file that probes belong to."""
        found: dict[str, list[int]] = {}
        place = 0
        for hit in sorted(hits):
            while place + 1 < len(self.bases) and self.bases[place + 1][0] <= hit:
                place += 1
            base, path = self.bases[place]
            found.setdefault(path, []).append(hit - base)
        return found

    def record(self, path: str) -> FileRecord:
        """Run a test file, and keep what its tests execute."""
        self.space.forget_games()
        lines = self.folder / "hits.jsonl"
        lines.unlink(missing_ok=True)
        environment = self.space.environment(
            ZERMELO_PROBES=str(self.folder), ZERMELO_HITS_FILE=str(lines)
        )
        environment["PYTHONPATH"] = os.pathsep.join([str(self.folder), environment["PYTHONPATH"]])
        process = subprocess.Popen(
            pytest_command("-p", "tests.mutate.recording", path),
            cwd=self.space.tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        cpu, code = watched(process, limit=inf)
        tests = list(self.tests(lines))
        cpu = max(cpu, sum(test["cpu"] for test in tests))  # the end of it is not watched
        sources = {path, *(source for each in tests for source in each["blocks"])}
        kept = {
            "path": path,
            "cpu": round(cpu, 2),
            "digests": {source: digest(self.space.tree / source) for source in sorted(sources)},
            "tests": tests,
        }
        if code in RAN:
            place = place_of(self.kept, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(gzip.compress(json.dumps(kept).encode(), 3))
        return read(kept, {})

    def tests(self, lines: Path) -> Iterator[dict[str, Any]]:
        """Yield the tests of a run, as they are kept."""
        if not lines.is_file():
            return
        for line in lines.read_text(encoding="utf-8").splitlines():
            test = json.loads(line)
            yield {**test, "hits": None, "blocks": self.blocks(test["hits"])}
