"""The first commands of a newcomer, with an empty cache, wait for no compilation."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernels.sources import compiled_in, wanted_in
from zermelo.kernels.background import MEANWHILE, locked

COMMANDS = {
    "think tictactoe --search alphabeta:depth=3 --json": [],
    "think tictactoe --search mcts --nodes 50 --json": [],
    "solve nim:pile1=1,pile2=2 --json": [],
    "perft tictactoe --depth 2 --json": [],
    "playouts tictactoe --passes 5 --json": ["seconds", "playouts_per_second", "steps_per_second"],
    "match tictactoe random alphabeta --nodes 30 --json": [],
    "think hanoi:disks=2 --search bfs --json": [],
    "path maze:width=9,height=7 --from 0,0 --to 8,6 --json": [],
}
"""Commands, and keys of their answers that are never the same twice."""


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment with an empty cache, for which another process seems to compile."""
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    with locked(kernels) as mine:
        assert mine
        yield {"ZERMELO_CACHE": str(tmp_path), "ZERMELO_WARM": "on"}


def zermelo(line: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A command, run as a process."""
    command = [sys.executable, "-m", "zermelo", *line.split()]
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        command, env=os.environ | path | environment, capture_output=True, text=True, check=True
    )


def without_times(text: str, keys: list[str]) -> object:
    """An answer without what is never the same twice."""

    def bare(part: object) -> object:
        if isinstance(part, dict):
            return {key: bare(value) for key, value in part.items() if key not in dropped}
        return [bare(each) for each in part] if isinstance(part, list) else part

    dropped = {"seconds", "cpu_seconds", "ready", *keys}
    return bare(json.loads(text))


@pytest.mark.parametrize("line", COMMANDS)
def test_a_first_command_compiles_nothing_and_answers_right(
    line: str, cold: dict[str, str], tmp_path: Path
) -> None:
    first = zermelo(line, cold)
    assert compiled_in(tmp_path / "kernels") == 0
    assert wanted_in(tmp_path / "kernels") > 0
    assert first.stderr.count(MEANWHILE) == 1
    assert "compiling the kernels" not in first.stderr
    later = zermelo(line, {})
    assert MEANWHILE not in later.stderr
    keys = COMMANDS[line]
    assert without_times(first.stdout, keys) == without_times(later.stdout, keys)


def test_who_insists_on_kernels_waits_for_them(cold: dict[str, str], tmp_path: Path) -> None:
    line = "think hanoi:disks=2 --search bfs:kernel=on --json"
    ran = zermelo(line, cold)
    assert MEANWHILE not in ran.stderr
    assert compiled_in(tmp_path / "kernels") > 0


def test_it_can_be_turned_off(cold: dict[str, str], tmp_path: Path) -> None:
    ran = zermelo("perft nim --depth 1 --json", cold | {"ZERMELO_WARM": "off"})
    assert "compiling the kernels" in ran.stderr
    assert MEANWHILE not in ran.stderr
    assert compiled_in(tmp_path / "kernels") > 0
    assert wanted_in(tmp_path / "kernels") == 0
