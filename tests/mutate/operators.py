"""Mutations: what may be put in the place of a part of the program, one small change each."""

import ast
from collections.abc import Iterator

Replacement = tuple[str, ast.AST, str]
"""What kind of change it is, the node that goes, and the text that takes its place."""
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
FIXED = frozenset({"isinstance", "issubclass", "getattr", "setattr", "hasattr", "partial", "cast"})
"""Calls that fail at once if their arguments are exchanged: nothing would be learned."""
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
EMPTY = {
    "list": "[]",
    "tuple": "()",
    "dict": "{}",
    "set": "set()",
    "frozenset": "frozenset()",
    "int": "0",
    "float": "0.0",
    "str": "''",
}
"""What a function returns instead of its result, by how the result is annotated."""


def replacements(node: ast.AST, annotation: str) -> Iterator[Replacement]:
    """Yield every change of a node itself; `annotation` is that of the function's result."""
    match node:
        case ast.Compare():
            yield from compared(node)
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "boolean", node, text(ast.BoolOp(other, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", node, text(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not is_number(operand):
            yield "sign", node, text(operand)
        case ast.BinOp(left=left, op=op, right=right) if not (is_text(left) or is_text(right)):
            yield (
                "arithmetic",
                node,
                text(ast.BinOp(left, ARITHMETIC.get(type(op), type(op))(), right)),
            )
        case ast.Constant(value=bool() as value):
            yield "constant", node, str(not value)
        case ast.Constant(value=int() as value):
            yield "constant", node, f"({value + 1})"
            yield "constant", node, f"({value - 1})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "branches", node, text(ast.IfExp(test, orelse, body))
        case ast.Call():
            yield from called(node)
        case ast.stmt():
            yield from stated(node, annotation)


def compared(node: ast.Compare) -> Iterator[Replacement]:
    """Yield other comparisons, and other strings to compare with."""
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield "comparison", node, text(ast.Compare(node.left, ops, node.comparators))
    for place, each in enumerate(node.comparators):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            wrong = ast.Constant(f"not {each.value}")
            right = [*node.comparators[:place], wrong, *node.comparators[place + 1 :]]
            yield "string", node, text(ast.Compare(node.left, node.ops, right))


def called(node: ast.Call) -> Iterator[Replacement]:
    """Yield other calls: `max` for `min`, no order, two arguments exchanged."""
    args = node.args
    if isinstance(node.func, ast.Name) and node.func.id in CALLS:
        other = CALLS[node.func.id]
        keywords = [] if other == "list" else node.keywords
        yield node.func.id, node, text(ast.Call(ast.Name(other), args, keywords))
        return
    if isinstance(node.func, ast.Name) and node.func.id in FIXED:
        return
    for place in range(len(args) - 1):
        one, two = args[place : place + 2]
        if isinstance(one, ast.Starred) or isinstance(two, ast.Starred):
            continue
        if ast.dump(one) != ast.dump(two):
            swapped = [*args[:place], two, one, *args[place + 2 :]]
            yield "swapped", node, text(ast.Call(node.func, swapped, node.keywords))


def stated(node: ast.stmt, annotation: str) -> Iterator[Replacement]:
    """Yield other statements, most of them none at all."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            if not isinstance(test, ast.Compare | ast.Constant | ast.UnaryOp):  # they have others
                yield "condition", test, text(ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.Constant(value=None) | None):
            yield "return removed", node, "pass"
        case ast.Return(value=value) if value is not None:
            yield from returned(node, value, annotation)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield "removed", node, "pass"
        case ast.AugAssign(target=target, op=op, value=value):
            yield "removed", node, "pass"
            other = ARITHMETIC.get(type(op))
            if other is not None:
                yield "arithmetic", node, ast.unparse(ast.AugAssign(target, other(), value))
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Raise():
            yield "removed", node, "pass"
        case ast.Break():
            yield "break", node, "continue"
        case ast.Continue():
            yield "continue", node, "break"
            yield "removed", node, "pass"


def returned(node: ast.Return, value: ast.expr, annotation: str) -> Iterator[Replacement]:
    """Yield other results of the same type."""
    if annotation == "bool":
        for constant in ("True", "False"):
            if ast.unparse(value) != constant:
                yield "result", node, f"return {constant}"
    elif "None" in annotation.split(" | "):
        yield "result", node, "return None"
    else:
        empty = EMPTY.get(annotation.partition("[")[0])
        if empty is not None and ast.unparse(value) != empty:
            yield "result", node, f"return {empty}"


def text(node: ast.expr) -> str:
    """Return an expression as it can stand anywhere."""
    return f"({ast.unparse(node)})"


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a number."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def is_text(node: ast.expr) -> bool:
    """Whether an expression is certainly a text."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.BinOp(left=left, right=right):
            return is_text(left) or is_text(right)
    return False
