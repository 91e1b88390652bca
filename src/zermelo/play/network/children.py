"""The child processes of a player, each with its duty."""

import asyncio
from collections.abc import Mapping
from typing import Any

from zermelo.play.network.child import Log
from zermelo.play.network.duty import DutyKeeper, Hear
from zermelo.play.network.settings import PlayerSettings

PATIENCE = {"referee": 5.0, "thinker": 10.0, "solver": 60.0}
"""Seconds for which each may be deaf, or not stop when a match is over: on a busy machine it takes
ten seconds until another one is warm, and the solver sorts millions of positions at a time."""

PAUSE = {"referee": 0.0, "thinker": 0.3, "solver": 2.0}
"""Seconds until each is replaced: if all were killed, legal moves come first."""

SPARES = {"thinker": 1}
"""How many stand by: a thinker loads kernels for seconds."""


class PlayerChildren:
    """Starts, addresses and ends the children."""

    def __init__(self, settings: PlayerSettings, hear: Hear, log: Log):
        """Remember whom to start."""
        memory = str(settings.megabytes)
        search = [settings.search] if settings.search else []
        self.keepers = {
            duty: DutyKeeper(
                duty,
                [memory, *(search if duty == "thinker" else [])],
                patience=patience,
                pause=PAUSE[duty],
                hear=hear,
                log=log,
                spares=SPARES.get(duty, 0),
            )
            for duty, patience in PATIENCE.items()
        }

    @property
    def warm(self) -> bool:
        """Whether everybody is ready to start at once."""
        return all(keeper.warm for keeper in self.keepers.values())

    async def live(self) -> None:
        """Keep everybody running until cancelled."""
        async with asyncio.TaskGroup() as group:
            for keeper in self.keepers.values():
                group.create_task(keeper.live())

    def tell_all(self, order: Mapping[str, Any]) -> None:
        """Give everybody an order."""
        self.tell(order, *self.keepers)

    def tell(self, order: Mapping[str, Any], *duties: str) -> None:
        """Give an order to those that are named."""
        for duty in duties:
            self.keepers[duty].order(order)
