"""A pytest plugin that writes which blocks each test executes, one JSON line for each test."""

import builtins
import json
import os
import resource
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest


def cpu() -> float:
    """Return the CPU seconds that this process and its finished children have used."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class HitRecorder:
    """Clears the probes before each test, and reads them after it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.hits: Any = getattr(builtins, "__hits__")  # noqa: B009 (mypy does not know it)
        self.failed = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record one test with its fixtures."""
        self.hits[:] = bytes(len(self.hits))
        self.failed, begun = False, cpu()
        answer = yield
        content = self.hits[:]
        line = {
            "test": item.nodeid,
            "cpu": round(cpu() - begun, 3),
            "passed": not self.failed,
            "hits": [place for place, hit in enumerate(content) if hit],
        }
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return answer

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure in any phase of a test."""
        self.failed |= report.failed


def pytest_configure(config: pytest.Config) -> None:
    """Start recording."""
    config.pluginmanager.register(HitRecorder(Path(os.environ["ZERMELO_HITS_FILE"])))
