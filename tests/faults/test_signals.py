"""Signals at every stage of a command: it ends with the right code, a word, and no traceback."""

import json
import signal
from pathlib import Path

import pytest

from tests.faults.harness import run

LONG = """role(x). init(s). legal(x,a). next(s) :- true(s). terminal :- true(s), q. goal(x,100).
n(0..99). q :- n(A), n(B), n(C), n(D), n(E), A + B + C + D + E < 0.
"""


def code(number: signal.Signals) -> int:
    return 128 + number


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("module", ["zermelo.apps.application", "numba"])
def test_a_signal_ends_it_at_any_stage(module: str, number: signal.Signals) -> None:
    fault = {"kind": "signal", "module": module, "number": number}
    ended = run("perft", "tictactoe", "--depth", "2", "--json", fault=fault).without_traceback()
    word = "interrupted" if number is signal.SIGINT else "terminated"
    assert (ended.code, ended.err.splitlines()[-1][: len(word) + 9]) == (
        code(number),
        f"zermelo: {word}",
    )
    kind = "KeyboardInterrupt" if number is signal.SIGINT else "Terminated"
    assert json.loads(ended.out)["error"]["kind"] == kind


@pytest.mark.slow
@pytest.mark.parametrize(
    "module",
    [
        "typer",
        "zermelo.apps.commands.web",
        "numpy",
        "numpy._core.multiarray",
        "numba.core.types",
        "llvmlite.binding",
        "zermelo.game.load",
        "zermelo.engine.kernels.lanes",
    ],
)
def test_an_interrupt_ends_it_while_anything_is_imported(module: str) -> None:
    fault = {"kind": "signal", "module": module, "number": signal.SIGINT}
    ended = run("perft", "tictactoe", "--depth", "2", fault=fault).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")


def test_an_interrupt_that_gets_lost_comes_again(tmp_path: Path) -> None:
    """In a destructor, no exception gets through; a child then works for ever."""
    (tmp_path / "long.lp").write_text(LONG)
    fault = {"kind": "lost", "module": "zermelo.apps.converting", "number": signal.SIGINT}
    command = "convert long.lp --to kif --max-seconds 100000"
    ended = run(*command.split(), fault=fault, cwd=tmp_path).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")


def test_an_interrupt_that_gets_lost_comes_again_with_the_next_kernel() -> None:
    fault = {"kind": "lost", "module": "zermelo.sampling.playouts", "number": signal.SIGINT}
    ended = run("playouts", "tictactoe", "--seconds", "600", fault=fault).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")


def test_an_interrupt_within_exec_is_no_death_by_signal() -> None:
    """The interpreter notes a KeyboardInterrupt that leaves `exec` as one that nobody caught."""
    fault = {"kind": "exec", "module": "zermelo.game.perft", "number": signal.SIGINT}
    ended = run("perft", "tictactoe", fault=fault).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")
