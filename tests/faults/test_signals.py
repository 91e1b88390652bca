"""Signals at every stage of a command: it ends with the right code, a word, and no traceback."""

import json
import signal

import pytest

from tests.faults.harness import run


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
        "zermelo.position.load",
        "zermelo.circuit.kernels.lanes",
    ],
)
def test_an_interrupt_ends_it_while_anything_is_imported(module: str) -> None:
    fault = {"kind": "signal", "module": module, "number": signal.SIGINT}
    ended = run("perft", "tictactoe", "--depth", "2", fault=fault).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")


@pytest.mark.parametrize("module", ["zermelo.position.perft", "numba"])
def test_an_interrupt_that_gets_lost_comes_again(module: str) -> None:
    fault = {"kind": "lost", "module": module, "number": signal.SIGINT}
    ended = run("perft", "hex", "--depth", "9", fault=fault).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")


def test_an_interrupt_within_exec_is_no_death_by_signal() -> None:
    """The interpreter notes a KeyboardInterrupt that leaves `exec` as one that nobody caught."""
    fault = {"kind": "exec", "module": "zermelo.position.perft", "number": signal.SIGINT}
    ended = run("perft", "tictactoe", fault=fault).without_traceback()
    assert (ended.code, ended.err.splitlines()[-1]) == (130, "zermelo: interrupted")
