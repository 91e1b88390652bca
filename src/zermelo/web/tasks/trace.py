"""Tracing a search: a tree to walk through, with its steps; more of it whenever a page unfolds."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from zermelo.errors import PlayError, UsageError
from zermelo.pictures.trees.picture import Picture
from zermelo.web.answering import number_in, text_in
from zermelo.web.orders import TraceOrder
from zermelo.web.settings import ServerSettings
from zermelo.web.task import Task
from zermelo.web.trees.drawn import LONGEST_TREE, tree_of
from zermelo.web.trees.tracing import TRACES, found, tracer
from zermelo.web.trees.view import MOST_NODES, places
from zermelo.web.worker_state import Answer, WorkerState

NODES = 20_000
"""Nodes that a search may look at."""
DEEPEST_TRACE = 100
SECONDS_OF_TRACE = 30.0
"""In which it has to be done."""
OPEN = 150
"""Nodes that are unfolded at first, if the page does not say otherwise."""
PART = 500
"""Nodes or steps that are sent at once: the server passes them on between other things."""


def asked(request: Mapping[str, Any], _: ServerSettings) -> dict[str, Any]:
    """Return which search is to be traced, how far, and what of it is to be shown."""
    spec = text_in({"search": "alphabeta"} | dict(request), "search")
    tracer(spec)
    depth = request.get("depth")
    order: dict[str, Any] = {
        "spec": spec,
        "depth": None if depth is None else whole(request, "depth", 1, DEEPEST_TRACE),
        "nodes": whole(request, "nodes", 1, NODES, 1000),
        "most": whole(request, "most", 1, MOST_NODES, OPEN),
        "step": whole(request, "step", 0, 10**9, 0),
        "below": None,
        "open": opened(request.get("open")),
        "boards": request.get("boards", True) is not False,
        "digest": text_in({"digest": ""} | dict(request), "digest"),
        "seconds": SECONDS_OF_TRACE,
        "match": f"tree {spec} {str(request.get('game'))[:200]} {str(request.get('moves'))[:200]}",
    }
    if request.get("below") is not None:
        order["below"] = whole(request, "below", 0, 10**9)
    if request.get("tree") is not None:
        tree = text_in(request, "tree", LONGEST_TREE)
        tree_of(tree)
        order["source"] = {"tree": tree}
    return order


def whole(
    request: Mapping[str, Any], name: str, least: int, most: int, default: int | None = None
) -> int:
    """Return a whole number of a request."""
    value = number_in(request, name, least, most, default)
    if value != int(value):
        raise UsageError(f"{name} must be a whole number")
    return int(value)


def opened(given: object) -> list[int] | None:
    """Return the nodes that a page has unfolded; None if it leaves that to us."""
    if given is None:
        return None
    if (
        not isinstance(given, list)
        or len(given) > MOST_NODES
        or not all(isinstance(number, int) and not isinstance(number, bool) for number in given)
    ):
        raise UsageError(f"open must be a list of at most {MOST_NODES:,} numbers of nodes")
    return given


def run(worker: WorkerState, order: TraceOrder) -> Answer:
    """Say nodes and steps in parts; the answer has where everything stands."""
    trace = TRACES.trace(worker, order)
    view, picture = trace.view, trace.view.picture
    if order["digest"] and order["digest"] != trace.digest:
        raise PlayError("the search was run again and went another way; please start it anew")
    plan = view.plan(order["most"], order["open"], order["step"])
    layout = view.layout(plan, boards=order["boards"])
    new = view.fresh(plan, order["below"])
    for part in parts(view.nodes(new, boards=order["boards"])):
        worker.tell({"nodes": part})
    for part in parts(view.steps(new)):
        worker.tell({"steps": part})
    return {
        "search": trace.search,
        "roles": list(picture.game.roles),
        "role": picture.game.roles[picture.role],
        "vectors": picture.vectors,
        "windowed": view.words.windowed,
        "roots": picture.roots,
        "places": places(layout, plan),
        "width": round(layout.width, 1),
        "height": round(layout.height, 1),
        "open": sorted(plan.unfolded),
        "counts": counts(picture),
        "stopped": trace.stopped,
        "digest": trace.digest,
        "found": found(trace),
    }


def parts(of: Iterator[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    """Yield a few at a time."""
    while part := list(islice(of, PART)):
        yield part


def counts(picture: Picture) -> dict[str, int]:
    """Return how much was searched."""
    searched = [spot for spot in picture.spots if not spot.pruned]
    return {
        "shown": len(picture.spots),
        "nodes": len(searched),
        "leaves": sum(spot.leaf for spot in searched),
        "cuts": sum(bool(spot.cut) for spot in searched),
        "steps": len(picture.steps),
    }


tasks = {"trace": Task(run, asked)}
