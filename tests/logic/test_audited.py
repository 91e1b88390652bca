"""What an audit says to people, and where it remembers what passed."""

from collections.abc import Mapping

import pytest

from zermelo.logic.audited import remembered, told


@pytest.mark.parametrize(
    ("example", "text"),
    [
        ({"role": "a", "goal": 50}, "role: a, goal: 50"),
        ({"position": ["(at 1)", "low"]}, "in (at 1) low"),
        (
            {"position": ["low"], "moves": {"a": "go", "b": "noop"}, "next": ["high", "(at 2)"]},
            "in low, by a go, b noop, to high (at 2)",
        ),
    ],
)
def test_a_counterexample_is_told_with_all_that_is_known_of_it(
    example: Mapping[str, object], text: str
) -> None:
    assert told(example) == text


def test_without_a_store_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    assert remembered("a strategy") is None
