"""The server: listens, says where, and ends on request or when nobody asks for long."""

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable

import uvicorn

from zermelo.web.app import application
from zermelo.web.connections import CONNECTIONS, Connection
from zermelo.web.services import Services
from zermelo.web.settings import ServerSettings

KEEP = 15
"""Seconds for which a connection may be idle."""


def serve(
    settings: ServerSettings, listening: Callable[[int], None], idle: float | None = None
) -> None:
    """Serve until interrupted, or until nobody has asked for anything for `idle` seconds.

    Raises:
        OSError: the port cannot be had.
    """
    bound = socket_at(settings.host, settings.port)
    app = application(settings, warm=idle is None)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Connection,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=2,
        ws="none",
        lifespan="on",
    )
    server = Server(config)
    listening(bound.getsockname()[1])

    async def run() -> None:
        watching = (
            asyncio.create_task(until_idle(server, app.state.services, idle)) if idle else None
        )
        await server.serve(sockets=[bound])
        if watching is not None:
            watching.cancel()

    with contextlib.closing(bound):
        asyncio.run(run())


class Server(uvicorn.Server):
    """A server that tells those who listen that it ends; otherwise it would wait for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all matches and processes, then all connections."""
        services = self.config.app.state.services  # type: ignore[union-attr] # it is ours
        await services.close()
        await super().shutdown(sockets)


async def until_idle(server: uvicorn.Server, services: Services, idle: float) -> None:
    """End the server when nobody has asked for anything for so long."""
    while time.monotonic() - services.asked < idle:
        await asyncio.sleep(min(0.1, idle))
    server.should_exit = True


def socket_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; OSError if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(CONNECTIONS)
    except OSError:
        found.close()
        raise
    return found
