"""Blocks: runs of statements that are executed together, numbered in each file.

A probe at the start of each block records which tests execute it. A new block starts with every
suite, and after every compound statement, because that may leave the suite. Compiled functions
(kernels) have no blocks: numba would have to compile the probes.
"""

import ast
from collections.abc import Iterator

HITS = "__hits__"
"""The builtin name under which probes find the array that they write to."""
COMPILED = frozenset({"kernel", "inner", "operation"})
"""Decorators of functions that numba compiles."""
Functions = ast.FunctionDef | ast.AsyncFunctionDef
COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.With, ast.AsyncWith, ast.Match)


def is_compiled(node: ast.AST) -> bool:
    """Whether a node is a function that numba compiles."""
    if not isinstance(node, Functions):
        return False
    names = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return any(isinstance(name, ast.Name) and name.id in COMPILED for name in names)


def suites(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield every suite below a node, outer ones first, leaving out those of compiled functions."""
    for field in ("body", "orelse", "finalbody"):
        suite = getattr(node, field, None)
        if isinstance(suite, list) and suite:
            yield suite
            for statement in suite:
                if not is_compiled(statement):
                    yield from suites(statement)
    for field in ("handlers", "cases"):
        for part in getattr(node, field, ()):
            yield from suites(part)


def starts(suite: list[ast.stmt]) -> Iterator[int]:
    """Yield the positions in a suite where blocks start."""
    first = 0
    while first < len(suite) and is_preamble(suite[first]):
        first += 1
    if first < len(suite):
        yield first
    for index in range(first + 1, len(suite)):
        if isinstance(suite[index - 1], COMPOUND):
            yield index


def is_preamble(statement: ast.stmt) -> bool:
    """Whether a statement must stay first in its suite: a docstring, or a future import."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def blocks(tree: ast.Module) -> dict[ast.stmt, int]:
    """Return the number of the block that each statement belongs to."""
    found: dict[ast.stmt, int] = {}
    number = 0
    for suite in suites(tree):
        opens = set(starts(suite))
        for index, statement in enumerate(suite):
            number += index in opens
            if opens and index >= min(opens):
                found[statement] = number - 1
    return found


def probed(tree: ast.Module, base: int) -> int:
    """Insert a probe at the start of each block, numbered from `base` on; return how many."""
    number = 0
    places: list[tuple[list[ast.stmt], int, int]] = []
    for suite in suites(tree):
        for index in starts(suite):
            places.append((suite, index, base + number))
            number += 1
    for suite, index, probe in reversed(places):
        (hit,) = ast.parse(f"{HITS}[{probe}] = 1").body
        for node in ast.walk(hit):
            ast.copy_location(node, suite[index])
        suite.insert(index, hit)
    return number
