"""Kernels are compiled whole, whatever happens meanwhile."""

import os
import signal
import threading
import time

import pytest

from zermelo.circuit.kernels.kernel import Waited, undisturbed


def test_an_interrupt_waits_until_a_kernel_is_compiled() -> None:
    done: list[str] = []

    def compiled() -> None:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("compiled")
        done.append("gone on")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        compiled()
    assert done == ["compiled"]
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_have_no_interrupts() -> None:
    done: list[str] = []

    def compiled() -> None:
        with undisturbed():
            done.append("compiled")

    thread = threading.Thread(target=compiled)
    thread.start()
    thread.join()
    assert done == ["compiled"]


def test_a_wait_for_kernels_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 13.0, 20.0, 21.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    waited = Waited()
    with waited.noted(), waited.noted():  # a kernel that another one calls
        assert waited.seconds == 0
    assert waited.seconds == 3
    with pytest.raises(ZeroDivisionError), waited.noted():
        raise ZeroDivisionError
    assert (waited.seconds, waited.waits) == (4, False)
