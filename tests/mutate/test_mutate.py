"""Mutation testing itself: mutants of a tiny program are killed, time out, or survive."""

import shutil
from pathlib import Path

import pytest

from tests.mutate import trial
from tests.mutate.__main__ import arguments
from tests.mutate.coverage import FileRecord, ProbedTree, every_block, files_of_tests, known
from tests.mutate.mutants import Mutant, all_mutants, mutants, sample
from tests.mutate.results import append, line_of, read_results, summary
from tests.mutate.trial import Trier, whole
from tests.mutate.uses import Uses
from tests.mutate.workspace import Workspace

SOURCE = '''"""A module."""

LOWEST = 0
MOST_TURNS = 7


def clamp(value: int, high: int) -> int:
    """Return a value between the bounds."""
    if value < LOWEST:
        return LOWEST
    return min(value, high)


def countdown(value: int) -> int:
    """Return how often one can be taken away."""
    steps = 0
    while value > 0:
        value -= 1
        steps += 1
    return steps


def unused(value: int) -> int:
    """Return what nobody asks for."""
    return value + 1
'''
TESTS = """
from zermelo.rules.tiny import clamp, countdown


def test_clamp():
    assert clamp(3, 2) == 2
    assert clamp(1, 2) == 1


def test_clamp_from_below():
    assert clamp(-1, 2) == 0


def test_countdown():
    assert countdown(2) == 2
"""
PATH = "src/zermelo/rules/tiny.py"
TEST = "tests/test_tiny.py"


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A tree with one module and its tests."""
    made = Workspace(tmp_path_factory.mktemp("mutation"))
    (made.tree / PATH).parent.mkdir(parents=True)
    for place in ("src/zermelo/__init__.py", "src/zermelo/rules/__init__.py"):
        (made.tree / place).touch()
    (made.tree / PATH).write_text(SOURCE)
    shutil.copytree(Path(__file__).parent, made.tree / "tests" / "mutate")
    (made.tree / "tests" / "__init__.py").touch()
    (made.tree / TEST).write_text(TESTS)
    (made.tree / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    return made


@pytest.fixture(scope="module")
def records(space: Workspace) -> list[FileRecord]:
    """What the tests of the tree execute."""
    assert files_of_tests(space.tree, ["rules"]) == [TEST]
    assert known(space.folder / "map", space.tree, TEST) is None
    probes = ProbedTree(space, space.folder / "probes", space.folder / "map")
    probes.prepare()
    return [probes.record(TEST)]


def only(text: str) -> Mutant:
    """The mutant of the tiny module with this change."""
    (found,) = [
        each for each in mutants(PATH, SOURCE.encode()) if each.diff(SOURCE.encode()) == text
    ]
    return found


def test_the_record_says_which_test_executes_what(
    space: Workspace, records: list[FileRecord]
) -> None:
    (record,) = records
    assert [test.test.split("::")[1] for test in record.tests] == [
        "test_clamp",
        "test_clamp_from_below",
        "test_countdown",
    ]
    above, below, countdown = (test.blocks[PATH] for test in record.tests)
    assert above - below, "only one of them comes to the last line"
    assert below - above, "only the other returns early"
    assert not countdown & (above | below)
    assert known(space.folder / "map", space.tree, TEST) == record


def test_a_source_that_has_changed_is_taken_to_be_executed_whole(
    space: Workspace, records: list[FileRecord]
) -> None:
    path = space.tree / PATH
    path.write_text(f"{SOURCE}\n\ndef more():\n    return 1\n")
    try:
        found = known(space.folder / "map", space.tree, TEST)
    finally:
        path.write_text(SOURCE)
    assert found is not None
    every = every_block(path)
    assert all(test.blocks[PATH] > every for test in found.tests), "all that was, and one more"
    assert [test.test for test in found.tests] == [test.test for test in records[0].tests]


def test_a_test_file_that_has_changed_is_recorded_again(
    space: Workspace, records: list[FileRecord]
) -> None:
    path = space.tree / TEST
    path.write_text(f"{TESTS}\n")
    try:
        assert known(space.folder / "map", space.tree, TEST) is None
    finally:
        path.write_text(TESTS)


@pytest.mark.parametrize(
    ("change", "outcome", "test"),
    [
        ("-    return min(value, high)\n+    return (max(value, high))", "killed", "test_clamp"),
        ("-    if value < LOWEST:\n+    if (value <= LOWEST):", "survived", ""),
        ("-LOWEST = 0\n+LOWEST = (1)", "killed", "test_clamp_from_below"),
        ("-        value -= 1\n+        value += 1", "timeout", ""),
        ("-    return value + 1\n+    return (value - 1)", "uncovered", ""),
    ],
)
def test_outcomes(
    change: str,
    outcome: str,
    test: str,
    space: Workspace,
    records: list[FileRecord],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "START", 3.0)
    uses = Uses(space.tree)
    uses.read()
    result = Trier(space, uses, records, 100.0).tried(only(change))
    assert (result.outcome, result.test.rpartition("::")[2]) == (outcome, test)
    assert (space.tree / PATH).read_text() == SOURCE, "the copy is as it was"


def test_tests_that_are_too_slow_without_a_mutant_kill_none(
    space: Workspace, records: list[FileRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "START", -1000.0)  # nothing can be done in that time
    uses = Uses(space.tree)
    uses.read()
    change = "-    return min(value, high)\n+    return (max(value, high))"
    result = Trier(space, uses, records, 100.0).tried(only(change))
    assert (result.outcome, result.run) == ("survived", 0)
    assert (space.tree / PATH).read_text() == SOURCE


def test_limits_and_docstrings_stay() -> None:
    changed = {each.line for each in mutants(PATH, SOURCE.encode())}
    lines = SOURCE.splitlines()
    assert not any('"""' in lines[line - 1] or "MOST" in lines[line - 1] for line in changed)


def test_samples_are_by_seed(space: Workspace) -> None:
    found = all_mutants(space.tree, ["rules"])
    assert sample(found, 5, 1) == sample(found, 9, 1)[:5] != sample(found, 5, 2)
    for mutant in found:
        compile(mutant.applied(SOURCE.encode()), PATH, "exec")


def test_results_are_kept_and_summed_up(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    change = only("-    return min(value, high)\n+    return (max(value, high))")
    other = only("-    if value < LOWEST:\n+    if (value <= LOWEST):")
    for mutant, outcome in ((other, "killed"), (change, "survived")):
        append(file, line_of(trial.TrialResult(mutant, outcome, "", 1.5, 1, 2), SOURCE.encode()))
    with file.open("a") as cut_short:
        cut_short.write('{"name": "')
    lines = read_results(file)
    assert [line["outcome"] for line in lines] == ["killed", "survived"]
    told = list(summary(lines))
    assert told[1].split() == ["rules", "1", "0", "1", "0", "50.0"]
    assert told[2].split() == ["all", "1", "0", "1", "0", "50.0"]
    assert told[3].startswith(f"\n{PATH}:11 survived (1 of 2 test files run)\n-    return min(")


def test_a_mutant_that_was_tried_again_counts_by_its_last_result(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    for name, outcome in (("a", "survived"), ("b", "killed"), ("a", "killed")):
        append(file, {"name": name, "outcome": outcome})
    assert read_results(file) == [
        {"name": "a", "outcome": "killed"},
        {"name": "b", "outcome": "killed"},
    ]


def test_a_part_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        arguments(["--part", "rules,cirquit"])
    assert raised.value.code == 2
    assert "no part is called cirquit; there are rules, circuit" in capsys.readouterr().err


def test_tests_that_fail_anyway_are_left_out_of_whole_files() -> None:
    record = FileRecord("tests/a.py", 1.0, (), failed=("tests/a.py::test_b",))
    assert whole([record]) == ["--deselect=tests/a.py::test_b", "tests/a.py"]
