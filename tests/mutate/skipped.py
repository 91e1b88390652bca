"""What is not mutated, because no test could or should notice."""

import ast

from tests.mutate.blocks import Functions

UNSEEN = frozenset({"__repr__", "__str__", "__rich__"})
"""Functions that only describe a value to people."""
TOLD = frozenset(
    {"tell", "log", "info", "debug", "warning", "print", "progress", "collect", "freeze"}
)
"""Calls that report progress, or that tidy memory."""
NAMED = frozenset({"strict", "maxsize", "encoding", "check", "flush", "repr"})
"""Arguments that check what holds anyway, or that say how much is kept or shown."""
ALIASES = frozenset({"NewType", "TypeVar", "ParamSpec", "cast"})
LIMITS = ("MOST", "LARGEST", "LONGEST", "SLOWEST", "FIRST_", "SECONDS", "STEPS", "MEGABYTES")
"""Constants that say how much is done at most: no test should insist on 100,000, not 100,001."""
SPEED = {
    "src/zermelo/kernels/vector.py": "LLVM code: a wrong one crashes the process",
    "src/zermelo/kernels/operations.py": "fetches memory ahead of its use",
    "src/zermelo/kernels/kernel.py": "where compiled kernels are kept",
}
"""Files that change only how fast or where something is computed, each with its reason."""


def skipped(node: ast.AST) -> bool:
    """Whether a node and everything below it stays as it is."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return True  # a docstring
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name in UNSEEN
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]) if name.startswith(LIMITS):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id=name))) if name in ALIASES:
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
            return name[:1].isupper() and not name.isupper()  # an alias of types
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in TOLD
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in TOLD
        case ast.Call(func=ast.Name(id=name)):
            return name in ALIASES
        case ast.keyword(arg=name):
            return name in NAMED
    return False


def shown(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node that may be mutated: no annotations, messages or decorators."""
    match node:
        case ast.Raise():
            return []
        case ast.Assert(test=test):
            return [test]
        case ast.AnnAssign(target=target, value=value):
            return [target, *([value] if value else [])]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]
        case ast.ClassDef():
            return list(node.body)
        case ast.Lambda(body=body):
            return [body]
    return list(ast.iter_child_nodes(node))


def returns(node: ast.AST) -> str:
    """Return how a function's result is annotated."""
    return ast.unparse(node.returns) if isinstance(node, Functions) and node.returns else ""
