"""The checker is small enough to be read in one sitting, and stays so."""

import ast
import io
import tokenize
from pathlib import Path

import zermelo.audit

FOLDER = Path(zermelo.audit.__file__).parent
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """Lines of Python that are neither blank nor comments nor docstrings."""
    used: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT:
            used.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            used.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(used)


def test_lines_are_counted() -> None:
    assert code_lines('"""Text."""\n\n# why\nx = (\n    1\n)\n"""About x."""\n') == 3


def test_the_checker_has_less_than_500_lines() -> None:
    python = sum(code_lines(path.read_text()) for path in FOLDER.glob("*.py"))
    lines = (FOLDER / "claims.lp").read_text().splitlines()
    asp = sum(bool(line.strip()) and not line.startswith("%") for line in lines)
    assert python < 500
    assert asp < 140
