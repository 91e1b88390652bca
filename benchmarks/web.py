"""What the web server bears: large uploads, slow clients, many listeners, many players, explosions.

While each is going on, somebody asks for the first page and the library again and again: the median
and the longest wait are printed, and the server's memory before and after. Run as
`python -m benchmarks.web`; with names of cases, those alone.
"""

import asyncio
import gc
import os
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.web.served import Served, served
from tests.web.sheets import EXPLODING

from benchmarks.web_clients import (
    Visitor,
    Waits,
    dribbled,
    megabytes,
    onlooker,
    play,
    visitor,
    workers_of,
)
from zermelo.web.guarding import TOKEN

PERSONS = {"x": "person", "o": "person"}


async def uploads(one: Visitor, count: int = 20) -> str:
    """20 uploads of 10 MB, four at a time."""
    gate = asyncio.Semaphore(4)
    content = b'{"name": "a.kif", "text": "' + b"x" * (10 << 20) + b'"}'

    async def upload() -> str:
        async with gate:
            answer = await one.http.post("/api/games", content=content)
        return f"{answer.status_code} {answer.json()['error']}"

    return counted(await asyncio.gather(*(upload() for _ in range(count))))


async def slow_heads(one: Visitor, count: int = 300) -> str:
    """300 clients that say the first lines of a request one byte a second."""
    text = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    tasks = (dribbled(one.served, text, 15) for _ in range(count))
    return counted(await asyncio.gather(*tasks))


async def slow_bodies(one: Visitor, count: int = 100) -> str:
    """100 clients that begin at once, and then say a body one byte a second."""
    token = one.http.headers[TOKEN]
    head = (
        f"POST /api/games HTTP/1.1\r\nhost: {one.http.base_url.netloc.decode()}\r\n"
        f"{TOKEN}: {token}\r\ncontent-length: 100\r\n\r\n"
    )

    async def slow() -> str:
        host, port = one.served.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(head.encode())
        try:
            for _ in range(20):
                writer.write(b"x")
                await writer.drain()
                with suppress(TimeoutError):
                    answer = await asyncio.wait_for(reader.read(), 1.0)
                    return answer.decode().partition("\r\n")[0]
        except OSError:
            return "closed"
        finally:
            writer.close()
        return "still there"

    return counted(await asyncio.gather(*(slow() for _ in range(count))))


async def listeners(one: Visitor, count: int = 100) -> str:
    """100 streams at one table, all of which hear of every move; then more than are let in."""
    table = await one.post("/api/tables", {"game": "tictactoe", "seats": PERSONS})
    heard: Counter[str] = Counter()

    async def listen() -> None:
        async for kind, found in one.events(table["table"]):
            if kind == "refused":
                heard[found["error"]] += 1
                return
            heard["positions"] += 1
            if found["turn"] == 3:
                return

    tasks = [asyncio.create_task(listen()) for _ in range(count)]
    while heard["positions"] < count:
        await asyncio.sleep(0.05)
    more = [asyncio.create_task(listen()) for _ in range(120)]
    while sum(heard.values()) < count + 120:
        await asyncio.sleep(0.05)
    for move in ("(mark 1 1)", "(mark 2 2)", "(mark 3 3)"):
        now = (await one.http.get(f"/api/tables/{table['table']}")).json()
        role = now["asked"][0]["role"]
        content = {"role": role, "move": move, "version": now["version"]}
        answer = await one.post(f"/api/tables/{table['table']}/move", content)
        assert answer["status"] == 200, answer
    await asyncio.gather(*tasks, *more)
    return counted(list(heard.elements()))


async def players(one: Visitor, count: int = 50) -> str:
    """50 persons who play at once, each against mcts with 0.05 s for a move."""
    seats = {"red": "person", "yellow": "mcts"}
    about = (await one.http.get("/api/games/connect_four/players")).json()
    seats = dict(zip(about["roles"], seats.values(), strict=True))
    begun = time.monotonic()
    every = await asyncio.gather(
        *(play(one, "connect_four", seats, most=8) for _ in range(count)), return_exceptions=True
    )
    failed = [str(found) for found in every if not isinstance(found, Waits)]
    waits = Waits([wait for found in every if isinstance(found, Waits) for wait in found.seconds])
    told = f"; {counted(failed)}" if failed else ""
    spent = time.monotonic() - begun
    return f"{len(waits.seconds)} replies in {spent:.0f} s, each after {waits}{told}"


async def explosion(one: Visitor) -> str:
    """A rule sheet with 30^8 moves."""
    begun = time.monotonic()
    found = await one.post("/api/games", {"name": "big.kif", "text": EXPLODING})
    return f"{found['status']} after {time.monotonic() - begun:.1f} s: {found['error']}"


async def killed(one: Visitor) -> str:
    """All workers are killed while one of them thinks for two seconds."""
    seats = {"x": "mcts", "o": "person"}
    content = {"game": "tictactoe", "seats": seats, "seconds": 2}
    before = set(workers_of(one.served.pid))
    opened = await one.post("/api/tables", content)
    said: list[str] = []
    async for kind, found in one.events(opened["table"]):
        if kind == "thinking" and found["say"] in ("result", "lost"):
            if not said:
                for pid in before:
                    os.kill(pid, signal.SIGKILL)
            said.append(found["say"])
        if kind == "position" and found["turn"] == 1:
            break
    left = before & set(workers_of(one.served.pid))
    return f"{counted(said)}; a move was made; {len(left)} of {len(before)} processes are the same"


async def first_pages(one: Visitor) -> str:
    """The first page in Chromium, from the address to the cards, on a fresh server and again."""
    from playwright.async_api import async_playwright

    told = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        with served() as fresh:
            for name, address in (
                ("cold server", fresh.address),
                ("warm server", one.served.address),
            ):
                context = await browser.new_context()
                page = await context.new_page()
                for often in ("first", "again"):
                    begun = time.monotonic()
                    await page.goto(f"{address}/")
                    await page.wait_for_selector(".card h2 a")
                    cards = time.monotonic() - begun
                    await page.wait_for_selector(".card .board")
                    board = time.monotonic() - begun
                    told.append(f"{name}, {often}: cards {cards:.2f} s, first board {board:.2f} s")
                await context.close()
        await browser.close()
    return "; ".join(told)


Case = Callable[[Visitor], Awaitable[str]]
CASES: list[Case] = [
    first_pages, uploads, slow_heads, slow_bodies, listeners, players, explosion, killed,
]  # fmt: skip


def counted(said: list[str]) -> str:
    """Return what was said, each once and how often."""
    return ", ".join(f"{count} x {text}" for text, count in Counter(said).most_common())


async def run(found: Served, cases: list[Case]) -> None:
    """Do everything to one server, and print how it bears it."""
    async with visitor(found) as one:
        await one.http.get("/api/games/tictactoe/players")  # the kernels are there
        await one.post("/api/tables", {"game": "tictactoe", "seats": PERSONS})
        for case in cases:
            gc.collect()
            before = megabytes(found.pid)
            async with onlooker(found) as waits:
                told = await case(one)
                most = megabytes(found.pid)
            await asyncio.sleep(1)
            meanwhile = ", ".join(f"{path} {noted}" for path, noted in waits.items())
            print(f"{case.__name__}: {(case.__doc__ or '').strip()}")
            print(f"  {told}")
            print(f"  meanwhile {meanwhile}")
            memory = f"{before:.0f} before, {most:.0f} then, {megabytes(found.pid):.0f} after"
            print(f"  MB {memory}", flush=True)


def main() -> None:
    """Run all cases, or those that are named."""
    wanted = set(sys.argv[1:])
    cases = [case for case in CASES if not wanted or case.__name__ in wanted]
    with served() as found:
        asyncio.run(run(found, cases))


if __name__ == "__main__":
    main()
