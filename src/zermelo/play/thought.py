"""One decision: a search thinks about a state, and what that came to and cost."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from zermelo.errors import PlayError, UsageError
from zermelo.game.game import Game, Joint, Role, State
from zermelo.game.tree_game import TreeGame
from zermelo.process.interrupts import signals
from zermelo.rules.information import RANDOM
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Search, Spent
from zermelo.search.events import Watch
from zermelo.search.parts.premises import discharged


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found, and what it spent."""

    result: Result
    count: Spent
    seconds: float
    interrupted: bool = False  # by the user: the result is the best until then


def thought(
    game: Game,
    search: Search,
    state: State,
    role: Role,
    limits: Limits | None = None,
    watch: Watch | None = None,
    begin: Callable[[Clock], None] | None = None,
    *,
    stoppable: bool = False,
) -> Thought:
    """Return what `search` finds for `role` in a state, within limits.

    Args:
        game: the game.
        search: what thinks.
        state: where.
        role: for whom.
        limits: what it may use.
        watch: receives the events of the search.
        begin: is called with the clock when thinking begins: its count tells how far that is.
        stoppable: Ctrl-C ends the search, and the best result so far is returned.

    Raises:
        PlayError: no move was found in time.
        KeyboardInterrupt: on Ctrl-C, if it is not stoppable or no result is known yet.
    """
    thinker = search.start(game, role, Clock(limits), watch)
    clock = Clock(limits)
    if begin is not None:
        begin(clock)
    result, interrupted, seconds = None, False, None
    try:
        try:
            for found in thinker(state, clock):
                result = found
        except OutOfTimeError:
            pass
        seconds = clock.seconds
        if result is not None:
            result = discharged(result, game, state)
    except KeyboardInterrupt:
        if result is None or not stoppable:
            raise
        signals.taken()
        interrupted = True
    if result is None:
        raise PlayError(f"{game.roles[role]} found no move in time")
    return Thought(result, clock.count, seconds or clock.seconds, interrupted)


def role_in_turn(game: Game, state: State, name: str | None = None) -> Role:
    """Return the role that is called `name`; without a name, the first that has a choice.

    Chance, which does not think, has none: where nobody else has a choice, it is the first role.

    Raises:
        UsageError: there is no such role.
    """
    if name is not None:
        if name not in game.roles:
            there = ", ".join(game.roles)
            raise UsageError(f"no role is called {name!r}; {game.name} has {there}")
        return Role(game.roles.index(name))
    if isinstance(game, TreeGame):
        return game.mover(state)
    thinking = [role for role in map(Role, range(len(game.roles))) if not is_chance(game, role)]
    if not game.terminal(state):
        for role in thinking:
            if len(game.legal(state, role)) > 1:
                return role
    return thinking[0] if thinking else Role(0)


def is_chance(game: Game, role: Role) -> bool:
    """Whether a role is played by chance."""
    return game.roles[role].lower() == RANDOM


def only_chance_chooses(game: Game, state: State) -> bool:
    """Whether chance has a choice in a state, and nobody else."""
    if game.terminal(state):
        return False
    choosing = [
        role for role in map(Role, range(len(game.roles))) if len(game.legal(state, role)) > 1
    ]
    return bool(choosing) and all(is_chance(game, role) for role in choosing)


def spelled_line(game: Game, result: Result) -> list[list[str]]:
    """Return the moves that a search expects, in role order."""
    return spelled_joints(game, result.line)


def spelled_joints(game: Game, joints: Iterable[Joint]) -> list[list[str]]:
    """Return joint moves in KIF, each in role order."""
    return [[game.spell(Role(role), move) for role, move in enumerate(joint)] for joint in joints]
