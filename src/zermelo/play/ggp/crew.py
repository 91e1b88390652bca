"""The crew: the child processes of a player, each with its duty."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from zermelo.play.ggp.child import Child, Hear, Log
from zermelo.play.ggp.settings import Settings

PATIENCE = {"referee": 5.0, "thinker": 10.0, "solver": 60.0}
"""Seconds for which each may be deaf, or not stop when a match is over: on a busy machine it takes
ten seconds until another one is warm, and the solver sorts millions of positions at a time."""

PAUSE = {"referee": 0.0, "thinker": 0.3, "solver": 2.0}
"""Seconds until each is replaced: if all were killed, legal moves come first."""


class Crew:
    """Starts, addresses and ends the children."""

    def __init__(self, settings: Settings, hear: Hear, log: Log):
        """Remember whom to start."""
        memory = str(settings.megabytes)
        search = [settings.search] if settings.search else []
        self.children = {
            duty: Child(
                duty,
                [memory, *(search if duty == "thinker" else [])],
                patience=patience,
                pause=PAUSE[duty],
                hear=hear,
                log=log,
            )
            for duty, patience in PATIENCE.items()
        }

    @property
    def warm(self) -> bool:
        """Whether everybody is ready to start at once."""
        return all(child.warm for child in self.children.values())

    async def live(self) -> None:
        """Keep everybody running until cancelled."""
        async with asyncio.TaskGroup() as group:
            for child in self.children.values():
                group.create_task(child.live())

    def tell_all(self, order: Mapping[str, Any]) -> None:
        """Give everybody an order."""
        self.tell(order, *self.children)

    def tell(self, order: Mapping[str, Any], *duties: str) -> None:
        """Give an order to those that are named."""
        line = json.dumps(order).encode() + b"\n"
        for duty in duties:
            self.children[duty].told(order["do"], line)
