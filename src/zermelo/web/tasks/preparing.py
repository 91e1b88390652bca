"""Before a match: which searches suit a game, and getting them ready.

Kernels take seconds to load, and minutes the first time on a machine: numba compiles them.
"""

from zermelo.search.base import Limits
from zermelo.search.loading import load_kernels
from zermelo.search.spec import parse
from zermelo.search.suitability import suiting
from zermelo.web.orders import GameOrder, SearchOrder, WarmOrder
from zermelo.web.task import Task
from zermelo.web.tasks.think import thinker_for
from zermelo.web.worker_state import Answer, WorkerState


def suits(worker: WorkerState, order: GameOrder) -> Answer:
    """Return the names of the searches that suit the game of an order."""
    return {"suits": suiting(worker.known(order))}


def prepare(worker: WorkerState, order: SearchOrder) -> Answer:
    """Start the search of an order; it is then there when the match asks for it."""
    thinker_for(worker, order)
    return {}


def warm(worker: WorkerState, order: WarmOrder) -> Answer:
    """Load the kernels of a search."""
    game = worker.known(order)
    load_kernels(parse(order["spec"]), game, game.initial, Limits(nodes=100, memory=1 << 22))
    return {}


tasks = {"prepare": Task(prepare), "suits": Task(suits), "warm": Task(warm)}
