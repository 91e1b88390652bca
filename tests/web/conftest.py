"""A server in this process, asked as a page would ask it."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from zermelo.web.app import application
from zermelo.web.guarding import TOKEN
from zermelo.web.settings import ServerSettings

ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture(scope="session")
def settings() -> ServerSettings:
    return ServerSettings(workers=1, seconds=10, body=1 << 16)


@pytest.fixture(scope="session")
def client(settings: ServerSettings) -> Iterator[TestClient]:
    """A page of ours: it has the token."""
    with TestClient(application(settings), ADDRESS, headers={TOKEN: settings.token}) as found:
        yield found
