"""Clocks that jump: nothing hangs, nothing is wrong, nobody sees a traceback."""

import json
from pathlib import Path

import pytest

from tests.faults.commands import SHEET, TREE
from tests.faults.harness import run

HOUR = 3600.0
COMMANDS = [
    "think few.lp --search mcts --seconds 0.2 --json",
    "think few.tree --search iterative --seconds 0.2 --json",
    "solve few.lp --json",
    "playouts few.lp --seconds 0.1 --json",
    "check few.lp --play 0.1 --json",
    "match few.lp random mcts --games 2 --seconds 0.1 --json",
    "perft few.lp --depth 3 --json",
    "learn few.lp --method lemmas -o out.rules --json",
    "analyse few.lp --json",
]
JUMPS = [
    pytest.param({"jump": HOUR, "every": 3}, id="an hour forth"),
    pytest.param({"jump": -HOUR, "every": 2}, id="an hour back"),
    pytest.param({"jump": 1e9, "every": 5}, id="thirty years forth"),
]


SAMPLE = "think few.tree --search iterative --seconds 0.2 --json"
"""What is tried every time: it takes the least to start."""


@pytest.mark.parametrize("jump", JUMPS)
@pytest.mark.parametrize(
    "command",
    [pytest.param(each, marks=[] if each == SAMPLE else pytest.mark.slow) for each in COMMANDS],
)
def test_a_clock_that_jumps_does_no_harm(
    tmp_path: Path, command: str, jump: dict[str, float]
) -> None:
    (tmp_path / "few.lp").write_text(SHEET)
    (tmp_path / "few.tree").write_text(TREE)
    fault = {"kind": "clock", **jump}
    ended = run(*command.split(), fault=fault, cwd=tmp_path).without_traceback()
    found = json.loads(ended.out)
    # Out of time is an answer; what is proved by then, or found to be wrong, is the same.
    assert ended.code in (0, 4), ended
    if command == SAMPLE and found["proven"]:
        assert found["values"]["max"] == 3
    if command.startswith("perft"):
        assert found["paths"] == [1, 2, 4, 2]
    if command.startswith("check"):
        assert found["ok"]
