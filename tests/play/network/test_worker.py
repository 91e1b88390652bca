"""What a child process is told to be, and what it says of itself."""

import resource
from pathlib import Path

import pytest

from tests.play.network.orders import box
from zermelo.play.network.referee import Referee
from zermelo.play.network.worker import duty_called, megabytes_held


def test_a_duty_that_nobody_knows_is_refused() -> None:
    assert isinstance(duty_called("referee", box(), lambda _: None, None), Referee)
    with pytest.raises(ValueError, match="no duty is called cook"):
        duty_called("cook", box(), lambda _: None, None)


def test_where_the_system_does_not_tell_the_memory_its_peak_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert megabytes_held() > 0

    def missing(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert megabytes_held() == pytest.approx(peak, abs=10)
