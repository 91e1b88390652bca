"""`zermelo web`: what it is told, and what it refuses."""

import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.conftest import Run
from tests.apps.conftest import run as run  # a fixture
from zermelo.web import serving
from zermelo.web.settings import ServerSettings


def test_limits_and_address_are_those_of_the_server(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[ServerSettings] = []

    def serve(
        settings: ServerSettings, listening: Callable[[int], None], idle: float | None
    ) -> None:
        told.append(settings)
        assert idle is None
        listening(4711)

    monkeypatch.setattr(serving, "serve", serve)
    assert run("web").out == "Zermelo is at http://127.0.0.1:4711/\n"
    ran = run("web", "--host", "::1", "--port", "0", "--max-seconds", "90", "--max-memory", "4096")
    assert ran.out == "Zermelo is at http://[::1]:4711/\n"
    usual, asked = told
    assert (usual.seconds, usual.megabytes) == (
        ServerSettings().seconds,
        ServerSettings().megabytes,
    )
    assert (asked.host, asked.port, asked.seconds, asked.megabytes) == ("::1", 0, 90, 4096)


@pytest.mark.parametrize(
    ("host", "warned"),
    [("0.0.0.0", True), ("::", True), ("192.0.2.1", True), ("localhost", False), ("::1", False)],
)
def test_who_opens_it_to_the_network_is_warned(
    run: Run, monkeypatch: pytest.MonkeyPatch, host: str, warned: bool
) -> None:
    monkeypatch.setattr(serving, "serve", lambda settings, listening, idle: listening(4711))
    message = f"warning: everybody whose machine reaches {host} can use this server"
    assert (message in run("web", "--host", host).err) is warned
    assert message not in run("web").err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--port", "70000"], "65535"),
        (["--max-memory", "100"], "1024"),
        (["--max-seconds", "0"], "0.1"),
        (["--host", "300.1.2.3", "--port", "0"], "cannot listen on 300.1.2.3:0: "),
    ],
)
def test_wrong_usage_is_said(run: Run, options: list[str], message: str) -> None:
    ran = run("web", *options)
    assert ran.code == 2
    assert message in ran.err


def test_a_port_that_is_taken_is_said(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("web", "--port", str(port))
    assert ran.code == 2
    assert ran.err == f"zermelo: cannot listen on 127.0.0.1:{port}: Address already in use\n"


def test_a_store_that_is_not_there_is_said(run: Run, tmp_path: Path) -> None:
    ran = run("web", "--store", str(tmp_path / "none.db"))
    assert ran.code == 3
    assert "none.db" in ran.err


def test_without_its_packages_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "zermelo.web.serving")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ran = run("web")
    assert ran.code == 2
    assert "the web page needs uvicorn, which is not installed" in ran.err
    assert "pip install 'zermelo[web]'" in ran.err
