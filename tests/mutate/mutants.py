"""Mutants: one small change of one source file each, and a sample of them by seed."""

import ast
import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.mutate.operators import replacements
from tests.mutate.skipped import SPEED, returns, shown, skipped

PARTS = (
    "rules",
    "circuit",
    "engine",
    "boards",
    "game",
    "sampling",
    "proofs",
    "strategies",
    "search",
    "learn",
    "play",
    "audit",
)
"""The core: what rules mean, what is proved, what is played."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a source file, and the line of the statement that it is in."""

    path: str
    kind: str
    line: int
    statement: int
    begin: int  # in the bytes of the file
    end: int
    text: str

    @property
    def part(self) -> str:
        """The folder of the program that it belongs to."""
        return self.path.split("/")[2].removesuffix(".py")

    @property
    def name(self) -> str:
        """What it is called in the results."""
        return f"{self.path}:{self.line} {self.kind} {self.begin}-{self.end} {self.text}"

    def applied(self, source: bytes) -> bytes:
        """Return the source with the change."""
        return source[: self.begin] + self.text.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """Return the change as a diff without context."""
        before = source.decode().splitlines()
        after = self.applied(source).decode().splitlines()
        lines = difflib.unified_diff(before, after, n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def mutants(path: str, source: bytes) -> Iterator[Mutant]:
    """Yield every mutant of a source file, in the order of the text."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    todo: list[tuple[ast.AST, str, int]] = [(ast.parse(source), "", 1)]
    while todo:
        node, annotation, statement = todo.pop()
        if skipped(node):
            continue
        if isinstance(node, ast.stmt):
            statement = node.lineno
        for kind, gone, text in replacements(node, annotation):
            begin, end = span(gone, lines)
            yield Mutant(path, kind, getattr(gone, "lineno", 1), statement, begin, end, text)
        annotation = returns(node) or annotation
        todo += [(child, annotation, statement) for child in reversed(shown(node))]


def span(node: ast.AST, lines: list[int]) -> tuple[int, int]:
    """Return where a node begins and ends in the bytes of its file."""
    assert isinstance(node, ast.expr | ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (
        lines[node.lineno - 1] + node.col_offset,
        lines[node.end_lineno - 1] + node.end_col_offset,
    )


def all_mutants(tree: Path, parts: Iterable[str]) -> list[Mutant]:
    """Return every mutant of some parts of the program."""
    found: list[Mutant] = []
    for part in parts:
        folder = tree / "src" / "zermelo" / part
        for path in sorted(folder.rglob("*.py")):
            name = str(path.relative_to(tree))
            if name not in SPEED:
                found.extend(mutants(name, path.read_bytes()))
    return found


def sample(found: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return some mutants; a larger sample of the same seed begins with the smaller one."""
    order = list(found)
    Random(seed).shuffle(order)
    return order[:count]
