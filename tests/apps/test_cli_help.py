"""Help: there at once, and its examples work."""

import ast
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.conftest import Run
from zermelo.apps import application, options
from zermelo.process.limits import Allowance
from zermelo.registry import modules_in

COMMANDS = dict(modules_in("zermelo.apps.commands"))


def examples() -> Iterator[str]:
    """Every example in the help of a command."""
    for name, module in COMMANDS.items():
        docstring = getattr(module, name).__doc__
        lines = docstring.partition("Examples:\n")[2].splitlines()
        yield from (line.strip() for line in lines if line.strip())


@pytest.mark.parametrize("line", list(examples()))
def test_examples_work(
    run: Run, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in line.split(" && "):
        text = None
        for part in command.split(" | "):
            program, *arguments = shlex.split(part)
            assert program == "zermelo"
            ran = run(*arguments, given=text)
            assert ran.code == 0, ran.err
            text = ran.out
        assert text


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help_with_examples(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert "Examples:\n  " in ran.out
    assert any(f"{before} zermelo {name} " in ran.out for before in ("   ", "|", "&&"))
    listed = [line for line in run("--help").out.splitlines() if line.startswith(f"  {name} ")]
    assert len(listed) == 1
    assert "..." not in listed[0], "the first line of the docstring is too long for the list"


def test_nothing_slow_is_imported_for_help() -> None:
    """What a command needs it imports when it runs: typer and our own small files are enough."""
    folder = Path(application.__file__).parent
    light = {"zermelo", "typer"}
    slow = ("zermelo.game", "zermelo.circuit", "zermelo.ground", "zermelo.process.sandbox")
    for path in [folder / "application.py", folder / "guard.py", *folder.glob("commands/*.py")]:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                assert not module.startswith(slow), f"{path.name}: {module}"
                assert module.split(".")[0] in light | {"typing", "collections", "functools"} | {
                    "dataclasses",
                    "pathlib",
                }, f"{path.name}: {module}"


def test_the_limits_are_those_of_the_sandbox() -> None:
    assert Allowance() == Allowance(options.MAX_SECONDS, options.MAX_MEMORY)
