"""One duty of a player: the process that has it, and processes that stand by to take over.

Who stands by has loaded everything that takes long. When the process on duty ends, in whatever way,
the next one hears where the match stands, and goes on within milliseconds.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from zermelo.play.network.child import Log, PlayerChild
from zermelo.process.child import python
from zermelo.process.frames import framed

SHORTEST_LIFE = 5.0
"""A child that ends sooner is started again only after a pause."""
RESTART_PAUSES = (0.0, 1.0, 5.0)
LONGEST_ENDING = 1.0
"""Seconds in which a child has to end its match if another one stands by."""
LOOK_INTERVAL = 0.1
"""Seconds between two looks whether whoever comes first has loaded everything."""

Order = Mapping[str, Any]
Hear = Callable[[str, dict[str, Any]], None]
MATCH_ORDERS = ("start", "built", "turn", "answered")
"""What a new child has to be told of a match, in this order."""


class DutyKeeper:
    """Sees to it that a process has the duty."""

    def __init__(
        self,
        duty: str,
        arguments: list[str],
        *,
        patience: float,
        pause: float,
        hear: Hear,
        log: Log,
        spares: int = 0,
    ):
        """Remember what to run.

        Args:
            duty: what the children do.
            arguments: of their command, after the duty.
            patience: seconds for which one may be deaf, or not stop.
            pause: seconds until one is replaced, so that who is needed more is there before.
            hear: called with what the child on duty says.
            log: called with what becomes of them.
            spares: how many stand by.
        """
        self.duty = duty
        self.command = python("zermelo.play.network.worker", duty, *arguments)
        self.patience = patience
        self.pause = pause
        self.hear = hear
        self.log = log
        self.spares = spares
        self.children: list[PlayerChild] = []
        self.on_duty: PlayerChild | None = None
        self.script: dict[str, Order] = {}
        self.crashes = 0  # in this match

    @property
    def warm(self) -> bool:
        """Whether the child on duty is ready to start at once."""
        return self.on_duty is not None and self.on_duty.warm

    def order(self, order: Order) -> None:
        """Give an order, and remember it for a child that may have to take over."""
        kind = order["do"]
        if kind == "start":
            self.script.clear()
            self.crashes = 0
        if kind == "turn":
            self.script.pop("answered", None)
        if kind == "stop":
            self.script.clear()
            self.give_rest()
        else:
            self.script[kind] = order
        self.tell(order)

    def give_rest(self) -> None:
        """Expect the child on duty to end its match; soon, if another one could begin the next."""
        child = self.on_duty
        if child is not None:
            child.rest_since = asyncio.get_running_loop().time()
            replaceable = any(each.warm for each in self.children if each is not child)
            child.rest_patience = LONGEST_ENDING if replaceable else self.patience

    def tell(self, order: Order) -> None:
        """Write an order to the child on duty."""
        if self.on_duty is not None:
            self.on_duty.send(framed(order))

    async def live(self) -> None:
        """Keep processes running until cancelled."""
        async with asyncio.TaskGroup() as group:
            for place in range(1 + self.spares):
                group.create_task(self.keep(place))

    async def keep(self, place: int) -> None:
        """Run one process after the other; those that stand by start when the first is warm."""
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            while place and not self.warm:
                await asyncio.sleep(LOOK_INTERVAL)
            began = loop.time()
            child = PlayerChild(
                self.duty, self.command, patience=self.patience, hear=self.heard, log=self.log
            )
            try:
                await child.run(self.came)
            except (OSError, ValueError) as error:  # it cannot be started, or talks nonsense
                self.log(f"the {self.duty} failed: {error}")
            finally:
                self.went(child)
            failures = failures + 1 if loop.time() - began < SHORTEST_LIFE else 0
            await asyncio.sleep(self.pause + RESTART_PAUSES[min(failures, len(RESTART_PAUSES) - 1)])

    def came(self, child: PlayerChild) -> None:
        """Take in a child that has started."""
        self.children.append(child)
        if self.on_duty is None:
            self.put_on_duty(child)

    def went(self, child: PlayerChild) -> None:
        """Replace a child that has ended, if it was on duty and others stand by."""
        if child in self.children:
            self.children.remove(child)
        if child is self.on_duty:
            self.crashes += child.crashed
            self.on_duty = None
            if self.children:
                self.put_on_duty(self.children[0])

    def put_on_duty(self, child: PlayerChild) -> None:
        """Tell a child where the match stands; how often others failed at it, it may heed."""
        self.on_duty = child
        for kind in MATCH_ORDERS:
            if kind in self.script:
                self.tell({**self.script[kind], "crashes": self.crashes})

    def heard(self, child: PlayerChild, said: dict[str, Any]) -> None:
        """Pass on what the child on duty says."""
        if child is self.on_duty:
            self.hear(self.duty, said)
