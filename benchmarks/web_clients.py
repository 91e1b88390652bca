"""Clients of the web server as persons and strangers are: they play, listen, dribble and upload."""

import asyncio
import json
import re
import socket
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from tests.web.served import Served

from zermelo.web.guarding import TOKEN

PATIENCE = 300.0


@dataclass(eq=False)
class Visitor:
    """One who has loaded a page, and so has the token."""

    http: httpx2.AsyncClient
    served: Served

    async def post(self, path: str, content: Any) -> Any:
        """Ask for something to be done; return what was answered, with its status."""
        answer = await self.http.post(path, json=content)
        return {"status": answer.status_code} | answer.json()

    async def events(self, table: str) -> AsyncIterator[tuple[str, Any]]:
        """Yield what happens at a table."""
        async with self.http.stream("GET", f"/api/tables/{table}/events") as answer:
            if answer.status_code != 200:
                yield "refused", json.loads(await answer.aread())
                return
            kind = ""
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield kind, json.loads(line.removeprefix("data: "))


@asynccontextmanager
async def visitor(served: Served) -> AsyncIterator[Visitor]:
    """Load a page, and have what it has."""
    limits = httpx2.Limits(max_connections=1000, max_keepalive_connections=50)
    async with httpx2.AsyncClient(
        base_url=served.address, timeout=PATIENCE, limits=limits
    ) as client:
        found = re.search(r'name="token" content="([^"]+)"', (await client.get("/")).text)
        assert found is not None
        client.headers[TOKEN] = found[1]
        yield Visitor(client, served)


@dataclass
class Waits:
    """How long somebody waited, each time."""

    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.seconds:
            return "-"
        ordered = sorted(self.seconds)
        middle, worst = ordered[len(ordered) // 2], ordered[-1]
        return f"{1000 * middle:.0f} / {1000 * worst:.0f} ms"


@asynccontextmanager
async def onlooker(served: Served) -> AsyncIterator[dict[str, Waits]]:
    """Let somebody ask for the first page and the library meanwhile, and note the waits."""
    command = [sys.executable, "-m", "benchmarks.web_onlooker", served.address]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    waits: dict[str, Waits] = {}
    yield waits
    output, _ = await process.communicate(b"")  # so that its standard input ends
    waits |= {path: Waits(noted) for path, noted in json.loads(output).items()}


def megabytes(pid: int) -> float:
    """Return how much memory a process has."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert found is not None
    return int(found[1]) / 1024


def workers_of(pid: int) -> list[int]:
    """Return the processes that a server has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(word) for word in text.split()]


async def dribbled(served: Served, text: bytes, seconds: float) -> str:
    """Say a request one byte a second; return how that ended."""
    host, port = served.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    until = time.monotonic() + seconds
    try:
        for byte in text:
            writer.write(bytes([byte]))
            await writer.drain()
            with suppress(TimeoutError):
                answer = await asyncio.wait_for(reader.read(400), 1.0)
                return answer.decode(errors="replace").partition("\r\n")[0] or "closed"
            if time.monotonic() > until:
                break
    except OSError:
        return "closed"
    finally:
        writer.close()
    return "still there"


async def play(visitor: Visitor, game: str, seats: dict[str, str], *, most: int) -> Waits:
    """Play a match against a search, and note how long every reply took beyond its thinking."""
    opened = await visitor.post("/api/tables", {"game": game, "seats": seats, "seconds": 0.05})
    waits = Waits()
    assert opened["status"] == 201, opened
    begun, version = 0.0, -1
    async for kind, found in visitor.events(opened["table"]):
        if kind == "refused" or (kind == "position" and found["problem"]):
            raise AssertionError(found)
        if kind != "position":
            continue
        if begun and (found["over"] or found["asked"]):
            waits.seconds.append(time.monotonic() - begun)
            begun = 0.0
        if found["over"] or len(waits.seconds) >= most:
            break
        if found["asked"] and found["version"] != version:
            version, asked = found["version"], found["asked"][0]
            move = asked["moves"][len(waits.seconds) % len(asked["moves"])]["move"]
            begun = time.monotonic()
            content = {"role": asked["role"], "move": move, "version": version}
            answer = await visitor.post(f"/api/tables/{opened['table']}/move", content)
            assert answer["status"] == 200, answer
    return waits
