"""A task: something that takes long, which the server leaves to a worker."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from zermelo.registry import modules_in
from zermelo.web.settings import ServerSettings
from zermelo.web.worker_state import Answer, WorkerState

Run = Callable[[WorkerState, Any], Answer]
"""Its second argument is the kind of order that the task is for."""
Asked = Callable[[Mapping[str, Any], ServerSettings], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Task:
    """How a worker answers an order, and how a request of a page becomes one.

    Attributes:
        run: answers an order, in the worker process.
        asked: checks a request, in the server, and returns what `run` needs to know beyond the game
            and the position; without it, pages cannot request the task.
    """

    run: Run
    asked: Asked | None = None


@cache
def all_tasks() -> dict[str, Task]:
    """Return the tasks of all files in the folder `tasks`, by name."""
    found: dict[str, Task] = {}
    for _, module in modules_in("zermelo.web.tasks"):
        found |= module.tasks
    return found
