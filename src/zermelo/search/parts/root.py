"""What every search does at the root: a first answer, the depth, the answer, its other moves."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from math import inf
from random import Random

from zermelo.errors import LimitError, PlayError, UnsuitedError, UsageError
from zermelo.game.game import Evidence, Game, Joint, Move, Role, State, Values
from zermelo.game.proof import by_rules, exact
from zermelo.game.tree_game import TreeGame
from zermelo.search.base import Bound, Clock, Prospect, Result
from zermelo.search.findings import ending
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.premises import vouched
from zermelo.search.parts.windows import Line
from zermelo.search.repetition import comes_back

FLAT = 300
"""Moves that a search can go deep before Python's usual limit of 1000 calls is in the way."""
MOST_WALKED = 100_000
"""Random moves that are made to find an end."""
UNLIMITED = "give a depth, nodes or seconds"
"""What to do where nothing else would stop a search."""
CALLS = 40_000
"""Calls within calls that are allowed for deeper lines; Python's own take no stack from 3.11 on."""


def ended(game: Game, state: State) -> Result | None:
    """Return the result of a match that is over: what the rules give, and no move.

    Raises:
        UnsuitedError: the rules give a role no goal there, or two.
    """
    if not game.terminal(state):
        return None
    return Result(None, final_goals(game, state), proof=by_rules())


def final_goals(game: Game, state: State) -> Values:
    """Return what every role gets at an end; UnsuitedError if that is not defined."""
    goals = game.goals(state)
    for role, goal in zip(game.roles, goals, strict=True):
        if goal is None:
            where = " ".join(game.describe(state))
            raise UnsuitedError(f"{game.name}: {role} has no goal at an end, or two: {where}")
    return tuple(float(goal or 0.0) for goal in goals)


def require_moves(game: Game, state: State) -> None:
    """Raise PlayError if a role has no legal move before the end."""
    for role in range(len(game.roles)):
        first_move(game, Role(role), state)


def first_result(duel: Duel, state: State) -> Result:
    """Return any legal move at once: time may be up before anything better is known.

    Raises:
        UnsuitedError: lemmas are to cut the search that prove nothing about this position.
    """
    if duel.game.terminal(state):
        return Result(None, final_goals(duel.game, state), proof=by_rules())
    if duel.endgames is not None:
        duel.endgames.root = state
        duel.total = duel.endgames.total
    if duel.proved is not None:
        duel.proved.require(state)
        duel.total = total_of_an_end(duel.game, state)  # a lemma may settle all without an end
    guess = duel.guess(state)
    duel.expected = sum(guess)
    return unsearched(duel.game, duel.role, state, tuple(map(float, guess)))


def total_of_an_end(game: Game, state: State) -> Fraction:
    """Return what all roles get together at an end that random matches come to from a state.

    Raises:
        UnsuitedError: they come to none, or one whose goals are not defined.
    """
    chance, here = Random(0), state
    for _ in range(MOST_WALKED):
        if game.terminal(here):
            return sum(map(exact, final_goals(game, here)), Fraction(0))
        legal = [game.legal(here, Role(role)) for role in range(len(game.roles))]
        stuck = not all(legal)
        here = state if stuck else game.next(here, tuple(map(chance.choice, legal)))
    raise UnsuitedError(
        f"{game.name}: random matches come to no end from here within {MOST_WALKED:,} moves, so it "
        "is not known what is shared out; search without lemmas"
    )


def unsearched(game: Game, role: Role, state: State, values: Values | None = None) -> Result:
    """Return any legal move at once: time may be up before anything is searched.

    `values` are what the search itself goes by until then; nobody is shown them.
    """
    even = (50.0,) * len(game.roles)
    move = first_move(game, role, state)
    return Result(move, even if values is None else values, searched=False)


def first_move(game: Game, role: Role, state: State) -> Move:
    """Return the first legal move; PlayError if there is none."""
    moves = game.legal(state, role)
    if not moves:
        where = " ".join(game.describe(state))
        raise PlayError(f"{game.name}: {game.roles[role]} has no legal move: {where}")
    return moves[0]


def depth_limit(game: Game, own: int | None, clock: Clock) -> int | None:
    """Return the smaller of a search's own depth and the clock's; None is to the end.

    Raises:
        UnsuitedError: to the end of a game that may have none.
        UsageError: a depth below zero.
    """
    limits = [limit for limit in (own, clock.limits.depth) if limit is not None]
    if limits:
        if min(limits) < 0:
            raise UsageError(f"a depth of {min(limits)} makes no sense; 0 looks at nothing ahead")
        return min(limits)
    refuse_endless(game, "give a depth")
    return None


def deepest(game: Game, state: State, own: int | None, clock: Clock) -> int | None:
    """Return the depth of the last iteration; UnsuitedError if nothing would ever stop it."""
    if own is not None or clock.limits.depth is not None:
        return depth_limit(game, own, clock)
    if clock.limits.nodes is None and clock.limits.seconds is None:
        refuse_endless(game, UNLIMITED)
        if ending(game).evidence is not Evidence.PROVED and comes_back(game, state):
            raise UnsuitedError(
                f"{game.name}: a match can come back to a position it has been in, so it need "
                f"never end: {UNLIMITED}"
            )
    return None


def refuse_endless(game: Game, what_would_do: str) -> None:
    """Raise UnsuitedError unless every match of the game is known to end, or seems to."""
    finding = ending(game)
    if finding.evidence not in (Evidence.PROVED, Evidence.UNREFUTED):
        because = finding.because or "nothing is known of how its matches end"
        raise UnsuitedError(
            f"{game.name} is not known to end, so it cannot be searched to the end "
            f"({because}): {what_would_do}"
        )


@contextmanager
def deep_calls(game: Game, depth: int | None) -> Iterator[None]:
    """Let a search call itself once for every move of a long line.

    Raises:
        LimitError: a line is longer than could be followed: it may never end.
    """
    longest = len(game.nodes) if isinstance(game, TreeGame) else CALLS
    if min(longest, CALLS if depth is None else depth) > FLAT:
        # Not set back: another thread may be in the depths.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), CALLS))
    try:
        yield
    except RecursionError:
        raise LimitError(
            f"{game.name}: a line of moves is too long to be followed and may never end; "
            "give a depth"
        ) from None


def result(
    duel: Duel,
    state: State,
    value: float,
    line: tuple[Joint, ...],
    depth: int | None,
    complete: bool,
    bound: Bound = Bound.EXACT,
    prospects: tuple[Prospect, ...] = (),
) -> Result:
    """Return what a search found for the root; `complete`: nothing was left out, nor guessed."""
    if duel.game.terminal(state):
        move = None
    elif line:
        move = line[0][duel.role]
    else:
        move = first_move(duel.game, duel.role, state)
    reached = len(line) if depth is None else depth
    found = Result(move, duel.values(value), line, reached, bound=bound, prospects=prospects)
    if not complete:
        return found
    also = None if duel.endgames is None else duel.endgames.proof
    return vouched(found, duel.game, state, also=also)


def exact_prospects(role: Role, roots: Iterable[tuple[float, Line]]) -> tuple[Prospect, ...]:
    """Return the prospects of moves that were looked at whole."""
    return tuple(
        Prospect(line[0][role], value, expected=partial(tuple, line)) for value, line in roots
    )


def window_prospects(
    role: Role, roots: Iterable[tuple[float, Line]], low: float = -inf
) -> tuple[Prospect, ...]:
    """Return the prospects of max's moves, in the order in which a window above `low` saw them.

    One that is no better than those before it has a bound only: its other replies were left out.

    >>> roots = [(50.0, ((3,),)), (20.0, ((1,),)), (60.0, ((2,),))]
    >>> [(one.worth, one.bound.value) for one in window_prospects(Role(0), roots)]
    [(50.0, 'exact'), (20.0, 'at most'), (60.0, 'exact')]
    """
    found = []
    for value, line in roots:
        bound = Bound.EXACT if value > low else Bound.AT_MOST
        low = max(low, value)
        found.append(Prospect(line[0][role], value, bound=bound, expected=partial(tuple, line)))
    return tuple(found)
