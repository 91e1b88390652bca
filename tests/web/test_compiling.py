"""Rules in a child: who hits a limit is told what was being done, and by which rule."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from zermelo.errors import LimitError
from zermelo.sandbox import Allowance, TimeOutError
from zermelo.web import children, compiling


def test_what_was_looked_at_is_told_when_a_limit_is_hit(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(*_: object) -> dict[str, Any]:
        raise TimeOutError("20 s of time were not enough")

    monkeypatch.setattr(children, "answer", slow)
    answer = client.post("/api/write/check", json={"text": "(role x)", "syntax": "kif"})
    assert answer.status_code == 422
    problem = "looking at 8 characters of rules: 20 s of time were not enough"
    assert answer.json()["error"] == problem


def test_compiling_has_time_to_name_the_rule_that_grew(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms: list[Allowance] = []

    def slow(_function: str, _message: object, room: Allowance) -> dict[str, Any]:
        rooms.append(room)
        raise TimeOutError("6 s of time were not enough")

    monkeypatch.setattr(compiling, "call", slow)
    with pytest.raises(LimitError, match=r"^compiling a\.kif failed: 6 s of time were not enough$"):
        compiling.compile_game("a.kif", "(role x)", "kif", Allowance(2, 100))
    assert rooms == [Allowance(6, 100)]
