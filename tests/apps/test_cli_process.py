"""The command line as a process: what the help loads, signals, pipes, terminals of any kind."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from zermelo.game.load import load
from zermelo.sampling.playouts import play_out

ZERMELO = [sys.executable, "-m", "zermelo"]
GROWING = """role(x). init(s). legal(x,noop). next(s) :- true(s). terminal :- true(s).
goal(x,100). d(0..999). next(f(X,Y,Z)) :- d(X), d(Y), d(Z).
"""


def test_help_imports_nothing_slow() -> None:
    code = """
import sys
sys.argv = ["zermelo", "--help"]
from zermelo.apps.cli import main
try:
    main()
except SystemExit:
    pass
slow = {"numpy", "numba", "clingo", "rich", "zermelo.game"}
print(sorted(slow & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("number", "code", "kind", "word"),
    [
        (signal.SIGINT, 130, "KeyboardInterrupt", "interrupted"),
        (signal.SIGTERM, 143, "Terminated", "terminated"),
    ],
)
def test_a_signal_ends_it_and_its_child(
    tmp_path: Path, number: int, code: int, kind: str, word: str
) -> None:
    path = tmp_path / "growing.lp"
    path.write_text(GROWING)
    started = subprocess.Popen(
        [*ZERMELO, "perft", str(path), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert started.stderr is not None
    assert "grounding" in started.stderr.readline()
    time.sleep(0.5)
    os.kill(started.pid, number)
    out, err = started.communicate(timeout=120)
    assert started.returncode == code
    assert f"zermelo: {word}" in err
    assert "Traceback" not in err
    assert json.loads(out)["error"]["kind"] == kind
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--sid", str(started.pid)], capture_output=True, text=True, check=False
    )
    assert listed.stdout.strip() == "", "a process is left behind"


def test_playouts_stop_at_an_interrupt() -> None:
    game = load("tictactoe")
    play_out(game, passes=1)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            play_out(game, seconds=3600, threads=2)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


def test_a_closed_pipe_is_no_error() -> None:
    started = subprocess.Popen(
        [*ZERMELO, "convert", "chess", "--to", "kif"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None
    assert started.stderr is not None
    started.stdout.close()
    with started.stderr:
        assert started.stderr.read() == b""
    assert started.wait(120) == 141


def test_a_terminal_without_unicode_gets_a_plain_board() -> None:
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [*ZERMELO, "show", "tictactoe", "--moves", "(mark 2 2)"]
    done = subprocess.run(command, capture_output=True, env=plain, check=True)
    assert done.stdout.decode("ascii").splitlines()[1] == "2  . x ."


def test_termination_shows_the_cursor_and_ends_the_child(tmp_path: Path) -> None:
    path = tmp_path / "growing.lp"
    path.write_text(GROWING)
    ours, theirs = os.openpty()
    started = subprocess.Popen(
        [*ZERMELO, "playouts", "tictactoe", "--seconds", "600"],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm"},
    )
    os.close(theirs)
    said = b""
    while b"\x1b[?25l" not in said:  # a progress line has hidden it
        said += os.read(ours, 1000)
    started.terminate()
    with suppress(OSError):  # which is how a terminal says that nobody writes to it any more
        while more := os.read(ours, 1000):
            said += more
    os.close(ours)
    assert started.wait(120) == 143
    assert said.rfind(b"\x1b[?25h") > said.rfind(b"\x1b[?25l")
    assert b"zermelo: terminated" in said
    assert b"Traceback" not in said
