"""Answers are the same, to the last digit and node, whether kernels are compiled yet or not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernels.plainly import all_answers
from zermelo.kernels.kernel import settings


@pytest.mark.skipif(settings.DISABLE_JIT, reason="nothing is compiled in this run")
def test_answers_are_the_same_without_compiled_kernels(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "ZERMELO_CACHE": str(tmp_path)}
    del (kept := dict(os.environ))["ZERMELO_WARM"]
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.kernels.plainly"],
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    plain, compiled = json.loads(run.stdout), all_answers()
    assert plain.keys() == compiled.keys()
    assert [name for name in plain if plain[name] != compiled[name]] == []
