"""The command line, run in this process: numba is loaded once for all tests."""

import json
from collections.abc import Callable
from dataclasses import dataclass
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
