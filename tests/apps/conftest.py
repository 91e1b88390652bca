"""The command line, run in this process: numba is loaded once for all tests."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from zermelo.apps.application import application


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, and the code that it ended with."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        answer = json.loads(self.out)
        assert isinstance(answer, dict)
        assert self.out.count("\n") == 1
        return answer


Run = Callable[..., Ran]
LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]\n"
NIM = "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0"
FORGOTTEN = [f"(cell {x} {y} b)" for x in "123" for y in "123" if (x, y) != ("2", "2")]


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs `zermelo` with these arguments."""
    runner, app = CliRunner(), application()

    def ran(*arguments: str, given: str | bytes | None = None) -> Ran:
        result = runner.invoke(app, list(arguments), input=given, prog_name="zermelo")
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return ran


@pytest.fixture
def lecture(tmp_path: Path) -> str:
    path = tmp_path / "lecture.tree"
    path.write_text(LECTURE)
    return str(path)


@pytest.fixture(scope="session")
def nim(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("strategies") / "nim.lp"
    answer = run("learn", NIM, "-o", str(path), "--json").answer
    assert answer["values"] == {"a": 100, "b": 0}
    assert answer["complete"]
    assert 0 < answer["rules"] <= answer["lemmas"]
    assert answer["nodes"] <= 22
    assert answer["calls"] >= answer["nodes"]
    return path


@pytest.fixture(scope="session")
def forgotten(run: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A board that lacks a cell, and what is learnt from there."""
    folder = tmp_path_factory.mktemp("forgotten")
    state, strategy = folder / "state.kif", folder / "strategy.lp"
    state.write_text("\n".join([*FORGOTTEN, "(control x)"]))
    given = ("--state", str(state), "-o", str(strategy), "--json")
    assert run("learn", "tictactoe", *given).answer["values"] == {"x": 50, "o": 50}
    return state, strategy
