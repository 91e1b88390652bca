"""A short run of the adversary; `make refute` is the long one."""

import re

import pytest

from tests.refute.__main__ import main
from tests.refute.kept import cases
from tests.refute.running import tried

SHORT = {
    "trees": range(40),
    "rules": range(8),
    "solving": range(6),
    "tables": range(6),
    "knowledge": range(2),
    "learning": range(2),
    "positions": range(1, 4),
    "mutants": range(12),
    "commands": range(2),
}


@pytest.mark.parametrize("part", SHORT)
def test_no_claim_is_refuted(part: str) -> None:
    tally = tried(part, SHORT[part])
    excuses = [case.excuses for case in cases() if case.known and case.excuses]
    faults = [str(fault) for fault in tally.faults]
    assert [one for one in faults if not any(re.search(each, one) for each in excuses)] == []
    assert tally.counts["claims"] >= 5


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--part", "trees", "--games", "1", "--seed", "3", "--jobs", "1"]) == 0
    assert "trees: games 1, searches" in capsys.readouterr().out
