"""Everything that a search says and does, as one line of text."""

from random import Random

from tests.signatures import digest
from zermelo.errors import ZermeloError
from zermelo.game.game import Game, Role, State, joints
from zermelo.game.proof import rests_on
from zermelo.search.base import Clock, Limits, OutOfTimeError, Prospect, Result, Search
from zermelo.search.events import Event


def after(game: Game, moves: int, seed: int) -> State:
    """Return a position after some random moves, or the last one before the end."""
    generator = Random(seed)
    state = game.initial
    for _ in range(moves):
        child = game.next(state, generator.choice(list(joints(game, state))))
        if game.terminal(child):
            break
        state = child
    return state


def answer(
    search: Search,
    game: Game,
    states: list[State],
    *,
    role: int = 0,
    limits: Limits | None = None,
    watched: bool = False,
    reports: bool = True,
) -> str:
    """Return what a search says of positions that follow each other, and what that took.

    Without `reports` only the last result counts: some searches report now and then, by the clock.
    """
    events: list[Event] = []
    watch = events.append if watched else None
    try:
        think = search.start(game, Role(role), Clock(limits), watch)
    except ZermeloError as error:
        return f"{type(error).__name__}: {error}"
    told = []
    for state in states:
        clock = Clock(limits)
        found: list[Result] = []
        try:
            found.extend(think(state, clock))
        except OutOfTimeError:
            pass
        except ZermeloError as error:
            return f"{type(error).__name__}: {error}"
        found = found if reports else found[-1:]
        count = clock.count
        spent = f"{count.nodes} nodes, {count.leaves} leaves, {count.cuts} cuts"
        every = digest(map(spelled, found))
        told.append(f"{plainly(game, role, found[-1])}; {len(found)} results {every}; {spent}")
    if watched:
        told.append(f"{len(events)} events {digest(events)}")
    return " | ".join(told)


def spelled(result: Result) -> str:
    """Return all parts of a result."""
    proof = rests_on(result.proof)
    values = [round(value, 6) for value in result.values]
    fields = (result.move, values, result.line, result.depth, proof, result.bound, result.note)
    every = [prospect_of(each) for each in result.prospects]
    return f"{fields} {result.shortest} {result.premise} {every}"


def prospect_of(prospect: Prospect) -> str:
    """Return all parts of a prospect, and the line that it expects."""
    line = prospect.expected() if prospect.expected else None
    worth = round(prospect.worth, 6)
    return f"{prospect.move} {worth} {prospect.visits} {prospect.bound} {line}"


def plainly(game: Game, role: int, result: Result) -> str:
    """Return what people look at first."""
    move = "no move" if result.move is None else game.spell(Role(role), result.move)
    values = " ".join(f"{value:g}" for value in result.values)
    sure = "proven" if result.proven else result.bound.value
    return f"{move} {values} at {result.depth}, {len(result.line)} moves, {sure}"
