"""Kernels are compiled whole, whatever happens meanwhile."""

import os
import signal
import threading

import pytest

from zermelo.circuit.kernels.kernel import undisturbed


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
