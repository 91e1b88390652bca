"""Tasks: what a page sends a worker for, and what is refused."""

import asyncio

from starlette.testclient import TestClient

from zermelo.web.routes.tasks import offered, running
from zermelo.web.services import Services
from zermelo.web.settings import ServerSettings


def test_what_pages_do_not_offer_is_not_there(client: TestClient) -> None:
    for name in ("think", "warm", "nothing", "__init__", "..%2fthink"):
        answer = client.post(f"/api/tasks/{name}", json={"game": "tictactoe"})
        assert answer.status_code == 404
        assert "think" not in offered()


def test_a_page_that_waits_hears_that_the_server_ends() -> None:
    async def end() -> list[str]:
        services = Services(ServerSettings(workers=0))
        stream = running(services, {"do": "suits"})
        heard = [await anext(stream)]
        await services.close()
        return heard + [text async for text in stream]

    waiting, told = asyncio.run(end())
    assert waiting.startswith("event: waiting")
    assert told == 'event: failed\ndata: {"error": "the server is being ended"}\n\n'
