"""Where output goes may be full, closed or gone: a word, the right code, and no traceback."""

import os
import subprocess
import sys

import pytest

ZERMELO = [sys.executable, "-m", "zermelo"]
FULL = "zermelo: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    "arguments",
    ["games --json", "convert tictactoe --to asp", "--help", "--version", "check tictactoe"],
)
def test_a_full_disk_behind_standard_output_is_a_limit(arguments: str) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*ZERMELO, *arguments.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (4, FULL)


def test_a_full_disk_behind_standard_error_is_no_traceback() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*ZERMELO, "show", "nonsense"], stderr=full, check=False)
        assert done.returncode == 2
        done = subprocess.run([*ZERMELO, "nonsense"], stderr=full, check=False)
        assert done.returncode == 4


@pytest.mark.parametrize("closed", [1, 2])
def test_closed_streams_are_no_error(closed: int) -> None:
    command = [*ZERMELO, "convert", "tictactoe", "--to", "asp"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}>&-', "sh", *command],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert done.returncode == 0
    assert ("role" in done.stdout) is (closed == 2)
    assert done.stderr == ""
