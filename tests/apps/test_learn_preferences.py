"""`zermelo learn --method preferences`: a file that plays, and tasks for ILASP."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.apps.conftest import Run
from zermelo.learn.preferences import learner

NIM = "nim:pile1=1,pile2=2,pile3=3,pile4=3"
LARGE = "nim:pile1=3,pile2=9,pile3=12,pile4=21"


@pytest.fixture(scope="module")
def bouton(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("preferences") / "nim.lp"
    las = path.with_suffix(".las")
    command = ("learn", NIM, "--method", "preferences", "--reach", "all", "--las", str(las))
    answer = run(*command, "-o", str(path), "--json").answer
    assert answer["rules"] == answer["length"] == 1
    assert answer["satisfied"] == answer["orderings"] == 524
    assert answer["shortest"]
    assert las.read_text().count("#brave_ordering(") == 524
    return path


def test_what_was_learnt_plays_larger_games(run: Run, bouton: Path) -> None:
    answer = run("think", LARGE, "--search", f"preferences:file={bouton}", "--json").answer
    assert answer["move"] == "(remove 4 15)"
    ran = run("match", NIM, f"preferences:file={bouton}", "random", "--games", "4", "--json").answer
    first = [one for one in ran["results"] if one["roles"]["a"].startswith("preferences")]
    assert first
    assert all(one["goals"]["a"] == 100 for one in first)


def test_people_are_shown_the_constraints(run: Run, tmp_path: Path) -> None:
    modes = tmp_path / "modes.las"
    modes.write_text("#modeo(1,odd(has,2,var(digit))).\n")
    out = str(tmp_path / "nim.lp")
    shown = run("learn", NIM, "--method", "preferences", "--modes", str(modes), "-o", out).out
    assert ":~ odd(has,2,A). [1@1,1,A]" in shown
    assert "length 1, the least" in shown


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--reach", "far"), 2, "--reach is one of line, best, all, not 'far'"),
        (("--modes", "/nowhere.las"), 3, "there is no file /nowhere.las"),
        (("--las", "/nowhere/x.las"), 3, "/nowhere/x.las"),
        (("--ilasp",), 2, "ILASP is not on the PATH"),
        (("--role", "z"), 2, "no role is called 'z'"),
    ],
)
def test_what_cannot_be_is_said(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    out = str(tmp_path / "x.lp")
    ran = run("learn", NIM, "--method", "preferences", "-o", out, *arguments)
    assert ran.code == code
    assert message in ran.err


def test_the_other_role_may_be_the_one_that_plays_well(run: Run, tmp_path: Path) -> None:
    small, out = "nim:pile1=1,pile2=2,pile3=2,pile4=0", str(tmp_path / "x.lp")
    orderings = [
        run("learn", small, "--method", "preferences", "--role", role, "-o", out, "--json").answer[
            "orderings"
        ]
        for role in ("a", "b")
    ]
    assert min(orderings) > 0
    assert orderings[0] != orderings[1]


def test_out_of_time_leaves_the_file_as_it_was(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.lp"
    path.write_text("precious")
    command = ("learn", NIM, "--method", "preferences", "-o", str(path))
    ran = run(*command, "--seconds", "0")
    assert ran.code == 4
    assert f"zermelo: 0 s were not enough to solve {NIM}; give more --seconds" in ran.err
    learned = learner.learn_preferences

    def cut(
        *given: Any, bounds: learner.HypothesisLimits, **more: Any
    ) -> learner.LearnedPreferences:
        assert bounds.seconds == 50
        return replace(learned(*given, bounds=learner.HypothesisLimits(), **more), cut=True)

    monkeypatch.setattr(learner, "learn_preferences", cut)
    ran = run(*command, "--seconds", "50", "--json")
    assert (ran.code, ran.answer["file"], path.read_text()) == (4, None, "precious")
    assert "a limit was hit before learning was done; " in ran.err
    ran = run(*command, "--seconds", "50", "--partial")
    assert ran.code == 4
    assert path.read_text().startswith("% Zermelo preferences, version 1\n% preferences for nim")
