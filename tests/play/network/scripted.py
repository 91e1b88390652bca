"""A match in the front process by a script, with a children that only listens."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, cast

from zermelo.play.network.children import PlayerChildren
from zermelo.play.network.fallback import Reserve
from zermelo.play.network.match import NetworkMatch
from zermelo.play.network.messages import Start
from zermelo.play.network.settings import PlayerSettings

Script = Callable[[NetworkMatch, "Told"], Coroutine[Any, Any, None]]


class Told:
    """A children that only writes down what it is told."""

    def __init__(self) -> None:
        self.orders: list[Mapping[str, Any]] = []

    def tell_all(self, order: Mapping[str, Any]) -> None:
        self.orders.append(order)

    def tell(self, order: Mapping[str, Any], *duties: str) -> None:
        self.orders.append(order)

    def __getitem__(self, kind: str) -> list[Mapping[str, Any]]:
        return [order for order in self.orders if order["do"] == kind]


class Says:
    """A reserve that says what it is told to, and remembers what it was asked."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said = said
        self.asked: list[tuple[Sequence[str] | None, Sequence[Sequence[str]]]] = []

    async def look(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        self.asked.append((fluents, moves))
        return self.said


SILENT = Says({"say": "note", "text": "too many steps"})


def run(script: Script, *, start: float = 0, play: float = 0, reserve: Says = SILENT) -> list[str]:
    """Run a script in a match that has begun; returns its log."""
    log: list[str] = []

    async def match() -> None:
        told = Told()
        rules = Start("m1", "x", "(role x)", "kif", start, play)
        children, spare = cast(PlayerChildren, told), cast(Reserve, reserve)
        contest = NetworkMatch(rules, children, spare, PlayerSettings(), log.append)
        contest.begin(now())
        contest.hear("referee", {"say": "role", "number": contest.first, "role": 0})
        await script(contest, told)

    asyncio.run(match())
    return log


def now() -> float:
    return asyncio.get_running_loop().time()


def legal(match: NetworkMatch, *moves: str) -> None:
    fluents = [f"(turn {len(match.turn.moves)})"]
    said = {"say": "legal", "legal": moves, "state": fluents}
    match.hear("referee", said | {"number": match.turn.number})


def move(
    match: NetworkMatch, text: str, *, proven: bool = False, number: int | None = None
) -> None:
    said = {"say": "move", "move": text, "proven": proven, "worth": 50.0, "depth": 3}
    match.hear("thinker", said | {"number": number or match.turn.number})
