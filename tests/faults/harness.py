"""Commands in processes of their own in which something goes wrong at a place that is counted."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PRELOAD = Path(__file__).parent / "preload"
LONG = 300
"""Seconds after which a command hangs: none takes as long, however busy the machine is."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    def without_traceback(self) -> "Ended":
        """Return it, if nobody saw a traceback."""
        assert "Traceback" not in self.err, self.err
        assert "Exception ignored" not in self.err, self.err
        return self


def run(
    *arguments: str,
    fault: dict[str, Any] | None = None,
    cwd: Path | None = None,
    **environment: str,
) -> Ended:
    """Run a command in which a fault happens."""
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments],
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
        cwd=cwd,
        env=surroundings(fault) | environment,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def surroundings(fault: dict[str, Any] | None) -> dict[str, str]:
    """Return the environment of a process in which a fault is to happen."""
    if fault is None:
        return dict(os.environ)
    paths = [str(PRELOAD), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "FAULT": json.dumps(fault)}
