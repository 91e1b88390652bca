"""Search kernels say the same whether they are compiled or plain Python."""

import json
import os
import subprocess
import sys

import pytest

from tests.search.window.plain import all_answers
from zermelo.kernels.kernel import settings
from zermelo.sampling import traits
from zermelo.search.window import fast


@pytest.mark.skipif(settings.DISABLE_JIT, reason="nothing is compiled in this run")
def test_search_kernels_answer_alike_with_the_jit_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_CELLS", "FIRST_HISTORY"):
        monkeypatch.setattr(fast, name, getattr(fast, name))
    monkeypatch.setattr(traits, "PASSES", traits.PASSES)
    environment = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.search.window.plain"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    assert json.loads(run.stdout) == all_answers()
