"""Before a match: which searches suit a game, and getting them ready.

Kernels take seconds to load, and minutes the first time on a machine: numba compiles them.
"""

from zermelo.game.game import Role
from zermelo.search.base import Clock, Limits, last
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
    """Search a few nodes, so that the kernels are loaded."""
    game = worker.known(order)
    clock = Clock(Limits(nodes=100, memory=1 << 22))
    last(parse(order["spec"]).start(game, Role(0), clock)(game.initial, clock))
    return {}


tasks = {"prepare": Task(prepare), "suits": Task(suits), "warm": Task(warm)}
