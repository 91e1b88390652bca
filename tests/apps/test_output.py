"""Progress: a line on a terminal's stderr that is there after a second, and gone at the end."""

import io
import sys
import time

import pytest

from zermelo.apps import output


class Terminal(io.StringIO):
    """A stderr that people look at."""

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return True


def before(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Stderr as a terminal, and nobody patient before it."""
    # Not a fixture: pytest puts its own stderr back when the test begins.
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    return shown


def wait_for(shown: Terminal, text: str) -> bool:
    end = time.monotonic() + 120
    while text not in shown.getvalue() and time.monotonic() < end:
        time.sleep(0.02)
    return text in shown.getvalue()


def test_what_goes_on_is_asked_again_while_nothing_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = before(monkeypatch)
    nodes = [1]
    with output.progress() as shown:
        shown.report(lambda: f"{nodes[0]} nodes")
        assert wait_for(terminal, "1 nodes")
        nodes[0] = 2
        assert wait_for(terminal, "2 nodes")
        sys.stdout.write("an answer")
    assert "an answer" not in terminal.getvalue(), "stdout is left alone"


def test_what_is_said_stays_and_the_line_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = before(monkeypatch)
    with output.progress(2) as shown:
        shown.report("the first", 1)
        assert wait_for(terminal, "the first")
        shown.say("something else now")
        assert wait_for(terminal, "something else now\n")
        shown.report("the second", 2)
        assert wait_for(terminal, "the second")


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = before(monkeypatch)
    monkeypatch.setattr(output, "PATIENCE", 60.0)
    with output.progress() as shown:
        shown.report("hardly worth it")
    assert terminal.getvalue() == ""


def test_nobody_looks_at_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    with output.progress() as shown:
        shown.report("going on")
        shown.say("this is said all the same")
    assert pipe.getvalue() == "this is said all the same\n"
