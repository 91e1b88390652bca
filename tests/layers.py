"""The order of folders, and who imports whom: printed, and drawn for the docs.

`python -m tests.layers` prints each folder with the folders that it imports and the number of
import statements, first of the package, then of the rooms of `search`, and draws the same as
docs/pictures/imports.svg. `tests/test_layers.py` holds the sources to the order.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "zermelo"
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "imports.svg"
LAYERS = (
    ("errors", "registry", "versions", "writing", "store", "process"),
    ("kernels",),
    ("text",),
    ("rules",),
    ("ground",),
    ("audit",),
    ("circuit",),
    ("engine",),
    ("boards",),
    ("game",),
    ("sampling",),
    ("grid",),
    ("proofs",),
    ("strategies",),
    ("evaluate",),
    ("search",),
    ("learn",),
    ("play",),
    ("pictures",),
    ("exercises",),
    ("answers",),
    ("web", "apps"),
)
ROOMS = (
    "search",
    "search/positions/kernels",
    "search/positions",
    "search/tables",
    "search/parts",
    "search/window/kernels",
    "search/window",
    "search/proofnumber/kernels",
    "search/proofnumber",
    "search/exact/kernels",
    "search/exact",
    "search/mustplay/kernels",
    "search/mustplay",
    "search/many",
    "search/mcts/kernels",
    "search/mcts",
    "search/puzzle",
    "search/heuristics",
    "search/one_role/kernels",
    "search/one_role",
    "search/plan/kernels",
    "search/plan",
    "search/asp",
    "search/solve/kernels",
    "search/solve",
    "search/algorithms",
)
"""Folders of `search`, each importing only those before it; what lies in `search` itself is first.

A folder of kernels comes before the folder that it is in: kernels know nothing of who runs them.
"""


@dataclass(frozen=True, slots=True)
class Import:
    """A module that a line imports, and whether that waits for a function to be called."""

    module: str
    line: int
    in_function: bool


def imports(tree: ast.Module, package: str) -> Iterator[Import]:
    """Every import of a module in `package`, except those for the type checker alone."""
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    while todo:
        node, in_function = todo.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                todo += [(child, in_function) for child in orelse]
                continue
            case ast.Import(names=names):
                for alias in names:
                    yield Import(alias.name, node.lineno, in_function)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                for alias in names:
                    yield Import(f"{base}.{alias.name}", node.lineno, in_function)
        inner = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        todo += [(child, inner) for child in ast.iter_child_nodes(node)]


def folders_of(module: str) -> list[str]:
    """The folders of the package that a module is in, the innermost first."""
    parts = module.split(".")[1:]
    return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]


@dataclass(frozen=True, slots=True)
class Graph:
    """Folders in their order, and how often each imports another."""

    title: str
    folders: tuple[str, ...]
    counts: Counter[tuple[str, str]]

    def rows(self) -> Iterator[tuple[str, list[tuple[str, int]]]]:
        """Each folder with those that it imports, in their order."""
        for folder in self.folders:
            found = [(other, self.counts[folder, other]) for other in self.folders]
            yield folder, [(other, count) for other, count in found if count]

    def upward(self) -> list[tuple[str, str]]:
        """Imports of a folder that comes later: none, or the order is broken."""
        place = {folder: number for number, folder in enumerate(self.folders)}
        return [edge for edge in self.counts if place[edge[0]] < place[edge[1]]]


def graph(title: str, folders: tuple[str, ...]) -> Graph:
    """Return how often each of these folders imports another one of them.

    An import statement counts once, however many names it has; those that only a type checker sees
    do not count.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for path in sorted(PACKAGE.glob("**/*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        own = folder_in(folders, ".".join(parts))
        found = imports(ast.parse(path.read_text(encoding="utf-8")), ".".join(parts[:-1]))
        lines = {(one.line, folder_in(folders, one.module)) for one in found if is_ours(one)}
        counts.update(
            (own, other)
            for _, other in sorted(lines, key=str)
            if own is not None and other is not None and own != other
        )
    return Graph(title, folders, counts)


def is_ours(one: Import) -> bool:
    """Whether a module of the package is imported."""
    return one.module.startswith("zermelo.")


def folder_in(folders: tuple[str, ...], module: str) -> str | None:
    """Return which of the folders a module is in; None if it is in none of them."""
    return next((folder for folder in folders_of(module) if folder in folders), None)


def graphs() -> tuple[Graph, Graph]:
    """Return the graph of the package's folders, and that of the rooms of `search`."""
    every = tuple(name for names in LAYERS for name in names)
    return graph("folders of zermelo", every), graph("rooms of search", ROOMS)


CELL, FONT, MARGIN = 22, 12, 16
STYLE = "text{font:12px sans-serif;fill:#222}.t{font-weight:bold}.r{text-anchor:end}"


def svg_text(*drawn: Graph) -> str:
    """Return the graphs as triangles: a row for each folder, a column for each that is imported.

    Nothing stands right of the diagonal: no folder imports one that comes later.
    """
    parts, top, width = list[str](), MARGIN, 0
    for one in drawn:
        margin = MARGIN + round(max(map(len, one.folders)) * FONT * 0.56)
        high = top + 30
        parts.append(f'<text class="t" x="{MARGIN}" y="{top + FONT}">{one.title}</text>')
        for row, (folder, imported) in enumerate(one.rows()):
            y, x = high + row * CELL, margin + row * CELL
            parts.append(f'<text class="r" x="{margin - 6}" y="{y + 15}">{folder}</text>')
            parts.append(
                f'<path fill="#eee" d="M{margin} {y}h{row * CELL}v{CELL - 1}H{margin}z"/>'
                f'<rect fill="#888" x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}"/>'
                f'<text x="{x + CELL + 5}" y="{y + 15}">{folder}</text>'
            )
            for other, _ in imported:
                at = margin + one.folders.index(other) * CELL
                size = f'width="{CELL - 1}" height="{CELL - 1}"'
                parts.append(f'<rect fill="#4a90c8" x="{at}" y="{y}" {size}/>')
        top = high + len(one.folders) * CELL + MARGIN
        width = max(width, 2 * margin + len(one.folders) * CELL)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}">'
    back = f'<rect fill="#fff" width="{width}" height="{top}"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", back, *parts, "</svg>", ""])


def main() -> None:
    """Print the graphs, and draw them."""
    drawn = graphs()
    lines = list[str]()
    for one in drawn:
        lines.append(f"{one.title}:")
        for folder, imported in one.rows():
            found = ", ".join(f"{other} {count}" for other, count in imported)
            lines.append(f"  {folder:26} {found}".rstrip())
        lines.append(f"  imports of a later one: {len(one.upward())}")
    PICTURE.write_text(svg_text(*drawn), encoding="utf-8")
    lines.append(f"drawn in {PICTURE}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
