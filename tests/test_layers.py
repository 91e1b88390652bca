"""Imports run one way, and what is slow to load is loaded only where it is needed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.layers import LAYERS, PACKAGE, ROOMS, Import, imports

RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
APART = frozenset({"apps", "web"})
"""Two front doors of the same layer: neither imports the other, so that either can be left out."""
STARTS_THE_SERVER = ("apps", "commands", "web")
"""The one module of `apps` that imports `web`: `zermelo web` starts the server."""
CHILDREN = (
    *(("ground", "clingo"), ("ground", "recorder"), ("ground", "native", "recorder")),
    ("audit", "solver"),
)
"""Modules that are imported in a child process only."""
PRINTS = ("answers", "display"), ("pictures", "terminal")
"""Folders besides `apps` that import rich: they are imported when something is shown."""
RENDER = ("answers", "render")
TOP = len(LAYERS)
"""`zermelo/__init__.py` and `__main__.py` hand out what lies below them, from inside functions."""


def rank_of(module: str) -> int | None:
    """The layer of a module of the package; None for others, and for the package itself."""
    first, _, rest = module.partition(".")
    return RANK.get(rest.split(".")[0]) if first == "zermelo" else None


def room_of(module: str) -> int | None:
    """The place of a module's folder among the rooms; None for modules that are in no room."""
    parts = module.split(".")
    folders = ("/".join(parts[1:end]) for end in range(len(parts), 1, -1))
    return next((ROOMS.index(folder) for folder in folders if folder in ROOMS), None)


def breaches(path: Path, text: str) -> Iterator[str]:
    """Every line of a file that breaks a rule of the layers, with the rule."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    own = RANK[parts[0]] if parts[0] in RANK else TOP
    package = ".".join(["zermelo", *parts[:-1]])
    for one in imports(ast.parse(text), package):
        where = f"{path.relative_to(PACKAGE.parent)}:{one.line} imports {one.module}"
        rank = rank_of(one.module)
        if rank is not None and rank > own:
            yield f"{where}, which lies above it"
        room, imported = room_of(package), room_of(one.module)
        if room is not None and imported is not None and imported > room:
            yield f"{where}; {ROOMS[imported]} lies above {ROOMS[room]}"
        folder = one.module.split(".")[1] if rank is not None else ""
        if {parts[0], folder} == APART and parts != STARTS_THE_SERVER:
            yield f"{where}; apps and web do not import each other"
        if "kernels" in one.module.split(".") and "kernels" not in parts and not one.in_function:
            yield f"{where}; kernels are imported inside the function that needs them"
        match one.module.split(".")[0]:
            case "numba" if "kernels" not in parts:
                yield f"{where}; that is for kernels only"
            case "llvmlite" if "kernels" not in parts and "native" not in parts:
                yield f"{where}; that is for kernels and machine code only"
            case "clingo" if parts[0] not in ("proofs", "learn") and parts not in CHILDREN:
                yield f"{where}; that is for ground/clingo.py, audit/solver.py, proofs, learn only"
            case "typer" | "click" if parts[0] != "apps":
                yield f"{where}; that is for apps only"
            case "rich" if not may_print(parts, one):
                yield f"{where}; that is for apps, answers/display and pictures/terminal only"
            case "starlette" | "uvicorn" | "anyio" if parts[0] != "web":
                yield f"{where}; that is for web only"


def may_print(parts: tuple[str, ...], one: Import) -> bool:
    """Whether a file may have an import of rich; renderers wait until there is an answer."""
    folder = parts[:2]
    return parts[0] == "apps" or folder in PRINTS or (folder == RENDER and one.in_function)


FILES = sorted(PACKAGE.glob("**/*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_lies_below_it(path: Path) -> None:
    assert list(breaches(path, path.read_text(encoding="utf-8"))) == []


def test_every_folder_has_its_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert folders | modules <= RANK.keys()


def test_every_folder_of_search_is_a_room() -> None:
    found = [path.parent for path in (PACKAGE / "search").glob("**/__init__.py")]
    assert {str(path.relative_to(PACKAGE)) for path in found} == set(ROOMS)


@pytest.mark.parametrize(
    ("file", "text", "rule"),
    [
        (
            "search/many/against.py",
            "from zermelo.search.algorithms.alphabeta import Alphabeta",
            "search/algorithms lies above search/many",
        ),
        (
            "search/mcts/kernels/backup.py",
            "from zermelo.search.mcts import bounds",
            "search/mcts lies above search/mcts/kernels",
        ),
        (
            "search/spec.py",
            "def f():\n    import zermelo.search.parts.duel",
            "search/parts lies above search",
        ),
        ("text/kif.py", "from zermelo.rules.check import check", "lies above it"),
        ("text/kif.py", "from ..rules import check", "lies above it"),
        ("errors.py", "import zermelo.text.source", "lies above it"),
        ("ground/ground.py", "def f():\n    from zermelo import game", "lies above it"),
        ("game/perft.py", "from zermelo.engine.kernels import lanes", "inside the function"),
        ("game/perft.py", "from zermelo.engine import kernels", "inside the function"),
        ("game/perft.py", "def f():\n    import numba", "kernels only"),
        ("circuit/order.py", "from llvmlite import ir", "machine code only"),
        (
            "ground/ground.py",
            "import clingo",
            "clingo.py, audit/solver.py, proofs, learn",
        ),
        ("audit/lemmas.py", "from zermelo.proofs.lemmas import Lemma", "lies above it"),
        ("audit/audit.py", "def f():\n    import zermelo.search.suitability", "lies above it"),
        ("audit/theory.py", "import clingo", "audit/solver.py"),
        ("apps/cli.py", "import clingo.ast", "clingo.py, audit/solver.py, proofs, learn"),
        ("search/spec.py", "from typer import Option", "apps only"),
        ("answers/render/text.py", "from rich.console import Console", "apps, answers/display and"),
        ("search/spec.py", "def f():\n    import rich", "apps, answers/display and pictures"),
        ("answers/think.py", "from rich.table import Table", "apps, answers/display and pictures"),
        ("apps/commands/web.py", "import uvicorn", "web only"),
        ("web/forms.py", "from zermelo.apps import output", "do not import each other"),
        ("apps/commands/play.py", "def f():\n    import zermelo.web.table", "do not import each"),
        ("answers/values.py", "from zermelo.apps.output import number", "lies above it"),
    ],
)
def test_a_breach_is_named_with_its_line(file: str, text: str, rule: str) -> None:
    (found,) = breaches(PACKAGE / file, f'"""."""\n{text}\n')
    assert f"{file}:{text.count(chr(10)) + 2} imports" in found
    assert rule in found


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("search/solve/prove.py", "from zermelo.search.plan import progress"),
        ("search/many/against.py", "from zermelo.search.many import table"),
        ("errors.py", "if TYPE_CHECKING:\n    from zermelo.text.source import Span"),
        ("game/perft.py", "def f():\n    from zermelo.engine.kernels import lanes"),
        ("engine/kernels/run.py", "import numba\nfrom zermelo.engine.kernels import vector"),
        ("proofs/latches.py", "import clingo"),
        ("answers/display/think.py", "from rich.text import Text"),
        ("answers/render/text.py", "def f():\n    from rich.console import Console"),
        ("apps/cli.py", "import typer\nfrom zermelo.game.load import load"),
        ("apps/commands/web.py", "def f():\n    from zermelo.web.serving import serve"),
        ("process/sandbox.py", "from zermelo.errors import LimitError\nimport zermelo"),
    ],
)
def test_what_is_allowed_is_no_breach(file: str, text: str) -> None:
    assert list(breaches(PACKAGE / file, text)) == []


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import zermelo", "numpy numba llvmlite clingo typer rich zermelo.game"),
        ("import zermelo.answers.evaluate, zermelo.answers.render", "typer rich"),
        ("import zermelo.game.load", "numba llvmlite clingo typer rich"),
        ("import zermelo.apps.cli", "numpy numba llvmlite clingo starlette uvicorn"),
    ],
)
def test_importing_loads_nothing_heavy(statement: str, absent: str) -> None:
    code = f"{statement}, sys; print([name for name in {absent.split()} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
