"""Which blocks use a name: for code that has no block of its own.

Constants and classes are made when a module is imported, by every test alike, and kernels are
compiled. A change of either is seen by tests that execute a block that uses the name, directly or
through other kernels and constants.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutate.blocks import Functions, blocks, is_compiled

Named = tuple[str, str]
"""A source file, and a name at the top of it."""
Block = tuple[str, int]
"""A source file, and the number of a block in it."""


@dataclass(slots=True)
class Uses:
    """What uses each name of a tree: blocks, and other names whose definitions use it."""

    tree: Path
    by_block: dict[Named, set[Block]] = field(default_factory=dict)
    by_name: dict[Named, set[Named]] = field(default_factory=dict)
    imported: dict[Named, Named] = field(default_factory=dict)
    places: dict[str, dict[int, Block | Named]] = field(default_factory=dict)
    kernels: set[str] = field(default_factory=set)  # files that have some

    def read(self) -> None:
        """Read all sources of the tree."""
        paths = sorted((self.tree / "src").rglob("*.py"))
        trees = {
            str(path.relative_to(self.tree)): ast.parse(path.read_text(encoding="utf-8"))
            for path in paths
        }
        for path, tree in trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module:
                    for alias in node.names:
                        origin = f"src/{node.module.replace('.', '/')}"
                        local = alias.asname or alias.name
                        self.imported[path, local] = (f"{origin}.py", alias.name)
        for path, tree in trees.items():
            numbers = blocks(tree)
            for statement in tree.body:
                self.note(path, statement, numbers)

    def note(self, path: str, top: ast.stmt, numbers: dict[ast.stmt, int]) -> None:
        """Note what a statement at the top of a module uses, and where each line belongs."""
        name = defined(top)
        lines = self.places.setdefault(path, {})
        for statement, enclosing in statements(top):
            owner: Block | Named = (path, name)
            if is_compiled(statement):
                self.kernels.add(path)
            if enclosing is not None and not is_compiled(enclosing):
                owner = (path, numbers.get(statement, -1))
            lines[statement.lineno] = owner
            for used in self.mentioned(path, statement):
                if isinstance(owner[1], int):
                    self.by_block.setdefault(used, set()).add((path, owner[1]))
                elif used != owner:
                    self.by_name.setdefault(used, set()).add((path, owner[1]))

    def mentioned(self, path: str, statement: ast.stmt) -> Iterator[Named]:
        """Yield the names that a statement mentions, apart from statements inside it."""
        for node in own_nodes(statement):
            match node:
                case ast.Name(id=name):
                    yield self.origin((path, name))
                case ast.Attribute(value=ast.Name(id=module), attr=name):
                    file, inner = self.imported.get((path, module), ("", ""))
                    yield f"{file.removesuffix('.py')}/{inner}.py", name

    def origin(self, named: Named) -> Named:
        """Return where a name was defined that may be imported."""
        for _ in range(10):
            if named not in self.imported:
                break
            named = self.imported[named]
        return named

    def covering(self, path: str, line: int) -> set[Block]:
        """Return the blocks whose tests may notice a change of the statement at a line."""
        owner = self.places[path].get(line)
        if owner is None:
            return self.all_blocks(path)
        if isinstance(owner[1], int):
            return {(path, owner[1])}
        found: set[Block] = set()
        todo: list[Named] = [(path, owner[1])]
        for named in todo:  # which grows meanwhile
            found |= self.by_block.get(named, set())
            todo += [other for other in self.by_name.get(named, ()) if other not in todo]
        return found or self.all_blocks(path)

    def compiled_from(self) -> frozenset[str]:
        """Return the sources whose change has kernels compiled again."""
        found = set(self.kernels)
        for (path, _), (origin, name) in self.imported.items():
            if path in self.kernels:
                found |= {origin, f"{origin.removesuffix('.py')}/{name}.py"}
        return frozenset(found)

    def all_blocks(self, path: str) -> set[Block]:
        """Return every block of a file that is part of a function."""
        return {
            (path, owner[1]) for owner in self.places[path].values() if isinstance(owner[1], int)
        }


def defined(statement: ast.stmt) -> str:
    """Return the name that a statement at the top of a module defines."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def statements(
    top: ast.stmt, enclosing: ast.stmt | None = None
) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    """Yield a statement and all inside it, each with the outermost function that it is in."""
    yield top, enclosing
    within = enclosing or (top if isinstance(top, Functions) else None)
    for node in ast.iter_child_nodes(top):
        if isinstance(node, ast.stmt):
            yield from statements(node, within)
        elif isinstance(node, ast.ExceptHandler | ast.match_case):
            for inner in node.body:
                yield from statements(inner, within)


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield all nodes of a statement that are not part of a statement inside it."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        todo += [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt)]
