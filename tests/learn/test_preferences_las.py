"""Tasks in ILASP's format, and its answers."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import LimitError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.learn.preferences.derive import derived
from zermelo.learn.preferences.examples import choices
from zermelo.learn.preferences.las import has_ilasp, ilasp_answer, las_text, run_ilasp
from zermelo.learn.preferences.learner import HypothesisLimits, learn_preferences
from zermelo.strategies.preferences.facts import vocabulary


@pytest.fixture(scope="module")
def nim() -> CompiledGame:
    return load("nim:pile1=0,pile2=1,pile3=2,pile4=2")


def test_a_task_has_states_orderings_and_modes(nim: CompiledGame) -> None:
    found = choices(nim, [nim.initial])
    words = vocabulary(nim)
    text = las_text(words, derived(words), found)
    states = re.findall(r"^#pos\((s\d+),\{\},\{\},\{(.*)\}\)\.$", text, re.MULTILINE)
    orderings = re.findall(r"^#brave_ordering\((s\d+),(s\d+)\)\.$", text, re.MULTILINE)
    assert len(orderings) == sum(len(list(choice.pairs)) for choice in found) > 20
    assert {name for pair in orderings for name in pair} <= {name for name, _ in states}
    contexts = dict(states)
    assert len(contexts) == len(states)
    # Where a move takes the last stick, nothing is better: no digit is odd there.
    better = {contexts[one] for one, _ in orderings}
    assert all("odd(has,2," not in context for context in better)
    assert all("true(has(1,0))." in context for context in contexts.values())
    assert "#modeo(1,odd(has,2,var(bit)),(positive))." in text.splitlines()
    assert {"#weight(-1).", "#weight(1).", "#maxp(3)."} <= set(text.splitlines())


def test_a_penalty_makes_examples_noisy(nim: CompiledGame) -> None:
    words = vocabulary(nim)
    text = las_text(words, derived(words), choices(nim, [nim.initial]), penalty=7)
    assert re.search(r"^#brave_ordering\(o1@7,s\d+,s\d+\)\.$", text, re.MULTILINE)


def test_the_answer_is_read() -> None:
    found = ilasp_answer(":~ odd(has, 2, V1).[1@2, 1, V1]\n%% Pre-processing : 0.1s\n")
    assert [one.spelled(1) for one in found.constraints] == [":~ odd(has,2,V1). [1@2,1,V1]"]


@pytest.mark.parametrize("output", ["UNSATISFIABLE\n", ""])
def test_no_answer_is_told(output: str) -> None:
    with pytest.raises(LimitError, match="ILASP found no weak constraints; it said: "):
        ilasp_answer(output)


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program called ILASP on the PATH."""
    program = folder / "ILASP"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_ilasp_is_run_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, 'grep -q maxv "$3" && echo ":~ odd(has,2,V1).[1@1, 1, V1]"')
    assert has_ilasp()
    found = run_ilasp("#maxv(4).\n", length=2, seconds=600)
    assert found.length == 1


def test_what_ilasp_finds_is_judged_like_our_own(
    nim: CompiledGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, 'echo ":~ odd(has,2,V1).[1@1, 1, V1]"')
    learned = learn_preferences(nim, [nim.initial], bounds=HypothesisLimits(solver="ilasp"))
    assert learned.satisfied == learned.orderings
    assert learned.strength == 1.0
    assert not learned.shortest  # nobody has proved it here


def test_ilasp_that_is_not_installed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not has_ilasp()
    with pytest.raises(UsageError, match="ILASP is not on the PATH; leave it out"):
        run_ilasp("", length=2, seconds=600)


def test_ilasp_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "echo syntax error >&2; exit 1")
    with pytest.raises(UsageError, match="ILASP failed: syntax error"):
        run_ilasp("", length=2, seconds=600)


def test_ilasp_that_takes_too_long_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, "exec sleep 30")
    with pytest.raises(LimitError, match=r"0\.2 s were not enough for ILASP"):
        run_ilasp("", length=2, seconds=0.2)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what a process has started")
def test_what_ilasp_has_started_is_stopped_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "solver"
    part = tmp_path / "part"
    script = f"sh -c 'echo $$ > {part}; mv {part} {file}; exec sleep 600'; true"
    installed(tmp_path, monkeypatch, script)
    communicate = subprocess.Popen.communicate

    def once_it_has_started(run: Any, *, timeout: float) -> Any:
        eventually(file.exists)
        return communicate(run, timeout=timeout)

    monkeypatch.setattr(subprocess.Popen, "communicate", once_it_has_started)
    with pytest.raises(LimitError, match=r"0\.1 s were not enough"):
        run_ilasp("", length=2, seconds=0.1)
    eventually(lambda: is_over(int(file.read_text())))


def is_over(process: int) -> bool:
    """Whether a process has ended, though it may not be forgotten yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something is true; a minute is for ever."""
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("waited a minute in vain")


@pytest.mark.parametrize(
    ("output", "said"),
    [("", "nothing"), ("one\ntwo\n\n", "two"), (f"one\n{'x' * 300}\n", "x" * 200)],
)
def test_without_constraints_the_last_line_of_ilasp_is_told(output: str, said: str) -> None:
    with pytest.raises(LimitError) as refused:
        ilasp_answer(output)
    assert str(refused.value) == f"ILASP found no weak constraints; it said: {said}"
