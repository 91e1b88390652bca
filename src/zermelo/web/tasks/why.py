"""Why a move: what the others would lose, the rule that it goes by, and the goals by degrees.

Each part is sent as soon as it is found; a page that has seen enough goes away.
"""

from collections.abc import Iterator

from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.play.thought import role_in_turn
from zermelo.web.explaining.goals import fuzzy
from zermelo.web.explaining.moves import Question, compared
from zermelo.web.explaining.rules import of_strategy, proved_here
from zermelo.web.orders import WhyOrder
from zermelo.web.scene.scene import stage_of
from zermelo.web.strategies.highlights import aims
from zermelo.web.task import Task
from zermelo.web.worker_state import Answer, WorkerState

PROVING = 5.0
"""Seconds that a proof may take at least: it is asked for last, when all else is sent."""


def run(worker: WorkerState, order: WhyOrder) -> Answer:
    """Tell part by part why; the answer has them all."""
    answer: Answer = {}
    for name, part in parts(worker, order):
        answer[name] = part
        if worker.inbox.orders:
            break  # nobody waits any more
        worker.tell({"part": name, "content": part})
    return answer


def parts(worker: WorkerState, order: WhyOrder) -> Iterator[tuple[str, Answer | None]]:
    """Yield what there is to be told, the quickest first."""
    game, state = worker.known(order), worker.position(order)
    if game.terminal(state):
        raise PlayError("the match is over here: there is no move to ask about")
    role = role_in_turn(game, state, order["role"] or None)
    move = chosen(game, state, role, order["move"])
    stage = stage_of(game)
    yield (
        "position",
        {
            "scene": stage.scene(state),
            "role": game.roles[role],
            "move": order["move"] or None,
            "aims": [] if move is None else aims(game, state, role, move),
        },
    )
    rule = of_strategy(game, order["strategy"], state, role) if order["strategy"] else None
    if rule is not None:
        yield "rule", rule
    yield "fuzzy", fuzzy(game, stage, state, role)
    seconds = order["seconds"]
    question = Question(
        game, state, role, move, seconds, worker.clock, lambda: bool(worker.inbox.orders)
    )
    found = compared(question)
    if move is None and found["move"] is not None:
        move = game.read(role, found["move"])
    yield "moves", found | {"aims": [] if move is None else aims(game, state, role, move)}
    if rule is None:
        time_for = max(PROVING, seconds)
        yield (
            "rule",
            proved_here(game, state, role, move, seconds=time_for, stop=question.stop),
        )


def chosen(game: CompiledGame, state: State, role: Role, text: str) -> Move | None:
    """Return the move that is asked about; None for the best, PlayError if it is not legal."""
    if not text:
        return None
    move = game.read(role, text)
    if move not in game.legal(state, role):
        raise PlayError(f"{game.roles[role]} cannot play {text} here")
    return move


tasks = {"why": Task(run)}
