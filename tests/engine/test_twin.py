"""Kernels say the same whether they are compiled or plain Python."""

import json
import os
import subprocess
import sys

import pytest

from tests.engine.twin import all_answers
from zermelo.kernels.kernel import settings


@pytest.mark.skipif(settings.DISABLE_JIT, reason="nothing is compiled in this run")
def test_kernels_answer_alike_with_the_jit_off() -> None:
    environment = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.engine.twin"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    assert json.loads(run.stdout) == all_answers()
