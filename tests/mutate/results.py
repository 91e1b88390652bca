"""Results: one JSON line for each mutant, so that a run can be resumed; and the summary."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.mutate.trial import TrialResult

OUTCOMES = ("killed", "timeout", "survived", "uncovered")
KILLED = ("killed", "timeout")


def read_results(path: Path) -> list[dict[str, Any]]:
    """Return the last result of each mutant so far; a line that a kill cut short is left out."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    found = [json.loads(line) for line in lines if line.endswith("\n")]
    return list({line["name"]: line for line in found}.values())


def line_of(result: TrialResult, source: bytes) -> dict[str, Any]:
    """Return a result as it is written."""
    mutant = result.mutant
    return {
        "name": mutant.name,
        "part": mutant.part,
        "path": mutant.path,
        "line": mutant.line,
        "outcome": result.outcome,
        "test": result.test,
        "cpu": round(result.cpu, 1),
        "files_run": result.run,
        "files_covering": result.covering,
        "diff": mutant.diff(source),
    }


def append(path: Path, line: dict[str, Any]) -> None:
    """Add a result to a file."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    start = "" if not text or text.endswith("\n") else "\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(start + json.dumps(line) + "\n")


def summary(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a table by part, then every mutant that no test killed, with its diff."""
    lines = list(lines)
    counts = Counter((line["part"], line["outcome"]) for line in lines)
    yield f"{'part':<10}" + "".join(f"{outcome:>10}" for outcome in OUTCOMES) + f"{'killed %':>10}"
    for part in [*sorted({line["part"] for line in lines}), "all"]:
        row = [
            sum(n for (of, what), n in counts.items() if what == outcome and part in (of, "all"))
            for outcome in OUTCOMES
        ]
        share = 100 * sum(row[: len(KILLED)]) / max(1, sum(row))
        yield f"{part:<10}" + "".join(f"{n:>10}" for n in row) + f"{share:>10.1f}"
    for line in lines:
        if line["outcome"] not in KILLED:
            run = f"{line['files_run']} of {line['files_covering']} test files run"
            yield f"\n{line['path']}:{line['line']} {line['outcome']} ({run})\n{line['diff']}"
