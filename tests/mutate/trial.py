"""A trial: tests run on a mutant until one fails, the quickest first.

Tests that execute the changed block come first, one by one; then whole test files, because what
one test computed may be kept for the next. Time is CPU time: how busy the machine is decides
nothing.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from tests.mutate.coverage import FileRecord
from tests.mutate.mutants import Mutant
from tests.mutate.uses import Uses
from tests.mutate.watching import watched
from tests.mutate.workspace import Workspace, pytest_command

QUICK = 6.0
"""CPU seconds of single tests that are tried before whole files."""
MOST_QUICK = 30
"""How many of them; every file of theirs has to be imported."""
BATCHES = (10.0, 40.0, 160.0)
"""CPU seconds of the first batches of files; what is left is the last one."""
PATIENCE = 5.0
"""How many times as much CPU as usual a batch may take."""
START = 20.0
"""CPU seconds that a batch may take besides."""
COMPILING = 300.0
"""CPU seconds more if kernels have to be compiled for the mutant."""
NOT_STORED = frozenset({"search", "learn", "play", "audit"})
"""Parts that have no share in what is stored of a game: its compiled form may be used again."""
changes = count(1)


@dataclass(frozen=True, slots=True)
class TrialResult:
    """What came of a mutant: killed, timeout, survived or uncovered."""

    mutant: Mutant
    outcome: str
    test: str = ""  # that failed
    cpu: float = 0.0
    run: int = 0  # test files that were run
    covering: int = 0  # test files that execute it


@dataclass(frozen=True, slots=True)
class Trier:
    """Tries mutants in a copy of the tree."""

    space: Workspace
    uses: Uses
    records: Sequence[FileRecord]
    budget: float  # CPU seconds of whole files, usual ones, for each mutant
    compiled_from: frozenset[str] = field(default_factory=frozenset)  # sources of kernels

    def tried(self, mutant: Mutant) -> TrialResult:
        """Return what came of a mutant."""
        files = self.covering(mutant)
        if not files:
            return TrialResult(mutant, "uncovered")
        path = self.space.tree / mutant.path
        source, status = path.read_bytes(), path.stat()
        kept = mutant.part in NOT_STORED
        if not kept:
            self.space.forget_games()
        compiles = mutant.path in self.compiled_from
        kernels = self.space.kernels()
        spent, done = 0.0, 0

        def put(text: bytes) -> None:
            path.write_bytes(text)
            # Python keeps compiled modules by size and second: each text has its own second.
            later = status.st_mtime_ns + next(changes) * 1_000_000_000
            os.utime(path, ns=(later, later))

        try:
            put(mutant.applied(source))
            for usual, number, tests in self.batches(mutant, files):
                limit = usual * PATIENCE + START + (COMPILING if compiles else 0.0)
                known = self.space.compiled()
                outcome, test, cpu = self.run(tests, limit)
                if outcome == "timeout" and self.space.compiled() > known:
                    # The first tests in a copy compile its kernels: that says nothing of a mutant.
                    outcome, test, cpu = self.run(tests, limit)
                spent += cpu
                if outcome == "timeout":
                    put(source)
                    if self.run(tests, limit)[0] == "timeout":  # so it is not the mutant's fault
                        outcome, number = "survived", 0
                    put(mutant.applied(source))
                done += number
                if outcome != "survived":
                    return TrialResult(mutant, outcome, test, spent, done, len(files))
        finally:
            path.write_bytes(source)
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            if not kept:
                self.space.forget_games()
            if compiles:
                self.space.forget_kernels(but=kernels)
        return TrialResult(mutant, "survived", "", spent, done, len(files))

    def covering(self, mutant: Mutant) -> list[tuple[FileRecord, list[str]]]:
        """Return the test files that execute a mutant, quickest first, with their quick tests."""
        wanted: dict[str, set[int]] = {}
        for path, number in self.uses.covering(mutant.path, mutant.statement):
            wanted.setdefault(path, set()).add(number)
        found: list[tuple[FileRecord, list[str]]] = []
        for record in sorted(self.records, key=lambda record: record.cpu):
            if any(numbers & record.blocks.get(path, set()) for path, numbers in wanted.items()):
                hit = [
                    test
                    for test in sorted(record.tests, key=lambda test: test.cpu)
                    if any(
                        numbers & test.blocks.get(path, set()) for path, numbers in wanted.items()
                    )
                ]
                found.append((record, [test.test for test in hit if test.cpu < QUICK / 6]))
        return found

    def batches(
        self, mutant: Mutant, files: list[tuple[FileRecord, list[str]]]
    ) -> Iterator[tuple[float, int, list[str]]]:
        """Yield tests to run together: their usual CPU time, how many are whole files, and them."""
        cpu = {test.test: test.cpu for record, _ in files for test in record.tests}
        own = f"tests/{mutant.part}/"
        # First one test of each file, then a second one: those of one file are much alike.
        ranked = sorted(
            (not test.startswith(own), place, cpu[test], test)
            for _, tests in files
            for place, test in enumerate(tests)
        )
        quick: list[str] = []
        usual = 0.0
        for *_, seconds, test in ranked[:MOST_QUICK]:
            if usual + seconds <= QUICK:
                quick.append(test)
                usual += seconds
        if quick:
            yield usual, 0, quick
        left = self.budget
        batch: list[FileRecord] = []
        sizes = [*BATCHES, float("inf")]
        for record, _ in sorted(
            files, key=lambda each: (not each[0].path.startswith(own), each[0].cpu)
        ):
            if record.cpu > left:
                continue
            left -= record.cpu
            batch.append(record)
            total = sum(each.cpu for each in batch)
            if total >= sizes[0]:
                yield total, len(batch), whole(batch)
                batch = []
                sizes.pop(0)
        if batch:
            yield sum(each.cpu for each in batch), len(batch), whole(batch)

    def run(self, tests: Sequence[str], limit: float) -> tuple[str, str, float]:
        """Return the outcome of tests, the one that failed, and the CPU seconds they took."""
        log = self.space.folder / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                pytest_command("-x", "--tb=no", *tests),
                cwd=self.space.tree,
                env=self.space.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            cpu, code = watched(process, limit)
        if code is None:
            return "timeout", "", cpu
        failed = [
            line.split(" ")[1]
            for line in log.read_text(encoding="utf-8", errors="replace").splitlines()
            if line.startswith(("FAILED ", "ERROR "))
        ]
        if code == 5:  # nothing was collected
            return "survived", "", cpu
        return ("killed" if code else "survived"), "".join(failed[:1]) or f"exit {code}", cpu


def whole(batch: Sequence[FileRecord]) -> list[str]:
    """Return what runs all tests of some files, but for those that fail without a mutant."""
    failed = [f"--deselect={test}" for each in batch for test in each.failed]
    return [*failed, *(each.path for each in batch)]
