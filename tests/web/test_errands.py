"""Errands: what a page sends a worker for, and what is refused."""

from starlette.testclient import TestClient

from zermelo.web.routes.errands import offered


def test_what_pages_do_not_offer_is_not_there(client: TestClient) -> None:
    for name in ("think", "warm", "nothing", "__init__", "..%2fthink"):
        answer = client.post(f"/api/errands/{name}", json={"game": "tictactoe"})
        assert answer.status_code == 404
        assert "think" not in offered()
