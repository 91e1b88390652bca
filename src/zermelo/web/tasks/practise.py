"""An exercise on a position of a game: the tree below it, with its moves and boards."""

from collections.abc import Mapping
from typing import Any

from zermelo.errors import PlayError
from zermelo.exercises.position_exercise import ExercisePlace, PositionExercise, position_exercise
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role, State
from zermelo.game.spelling import joint_of, moves_in
from zermelo.search.base import OutOfTimeError
from zermelo.web.orders import PractiseOrder
from zermelo.web.practising.asking import wanted
from zermelo.web.practising.layout import Looks, tree_object
from zermelo.web.scene.scene import Stage, stage_of
from zermelo.web.settings import ServerSettings
from zermelo.web.task import Task
from zermelo.web.worker_state import Answer, WorkerState

MOST_CELLS = 2600
"""Cells of all boards together; with more of them, nodes have no boards."""


def asked(found: Mapping[str, Any], _: ServerSettings) -> dict[str, Any]:
    """Make sure that the size of the exercise is in order."""
    return wanted(found)


def run(worker: WorkerState, order: PractiseOrder) -> Answer:
    """Return an exercise as its page shows it."""
    game = worker.known(order)
    line = line_of(game, order["moves"])
    try:
        task = position_exercise(
            game, order["seed"], order["depth"], order["branching"], line=line, clock=worker.clock()
        )
    except OutOfTimeError:
        raise PlayError("the exercise was given up") from None
    stage = stage_of(game)
    root = task.places[0].state
    before = None if not task.line else before_last(game, task.line)
    return {name: order[name] for name in ("ask", "seed", "depth", "branching")} | {
        "tree": task.text,
        "picture": tree_object(task.key, order["ask"], looks_of(game, stage, task)),
        "position": {
            "scene": stage.scene(root, before),
            "moves": "; ".join(" ".join(spelled(game, joint)) for joint in task.line),
            "turn": len(task.line),
            "max": game.roles[task.role],
            "min": game.roles[1 - task.role],
            "evaluator": task.evaluator,
            "guessed": any(
                not node.children and not game.terminal(place.state)
                for node, place in zip(task.key.game.nodes, task.places, strict=True)
            ),
            "left": sum(place.more for place in task.places),
        },
    }


def line_of(game: CompiledGame, text: str) -> tuple[Joint, ...]:
    """Return the joint moves that lead to a position; PlayError if one cannot be made."""
    state, found = game.initial, list[Joint]()
    for line in moves_in(text):
        found.append(joint_of(game, state, line.moves))
        state = game.next(state, found[-1])
    return tuple(found)


def before_last(game: CompiledGame, line: tuple[Joint, ...]) -> State:
    """Return the state before the last move of a line, to show what changed."""
    state = game.initial
    for joint in line[:-1]:
        state = game.next(state, joint)
    return state


def spelled(game: CompiledGame, joint: Joint) -> list[str]:
    """Return a joint move in KIF."""
    return [game.spell(Role(role), move) for role, move in enumerate(joint)]


def looks_of(game: CompiledGame, stage: Stage, task: PositionExercise) -> dict[int, Looks]:
    """Return how the nodes of an exercise look."""
    parents = {
        child: number for number, node in enumerate(task.key.game.nodes) for child in node.children
    }
    found = {}
    for number, place in enumerate(task.places):
        above = task.places[parents[number]].state if number in parents else None
        move = "" if above is None else move_of(game, above, place)
        scene = stage.scene(place.state, above)
        cells = len(scene["boards"][0]["cells"]) if scene["boards"] else 0
        if cells and cells * len(task.places) <= MOST_CELLS:
            found[number] = Looks(move, scene["boards"][0])
        elif scene["heaps"]:
            text = " ".join(str(len(heap["counters"])) for heap in scene["heaps"])
            found[number] = Looks(move, None, text)
        else:
            found[number] = Looks(move)
    return found


def move_of(game: CompiledGame, state: State, place: ExercisePlace) -> str:
    """Return the move that leads to a node: of whoever had a choice."""
    assert place.joint is not None
    texts = spelled(game, place.joint)
    free = [r for r in range(len(texts)) if len(game.legal(state, Role(r))) > 1]
    did = [r for r in range(len(texts)) if texts[r].startswith("(")]
    return " ".join(texts[role].strip("()") for role in free or did or range(len(texts)))


tasks = {"practise": Task(run, asked)}
