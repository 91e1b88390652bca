"""The certificate of a solution: for each role, moves that guarantee its value against all replies.

A table of all positions would be larger, and say no more about the base: what a role plays by needs
a row only for the positions that its own moves lead to.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role, State
from zermelo.proofs.certificate import Json, certificate
from zermelo.search.solve.position_report import Lookup, best_of, choices
from zermelo.search.solve.prove import Solved
from zermelo.search.solve.solution import Solution, Worth

MOST_ROWS = 100_000
"""Positions that a claim may list."""
HIGHEST = 100
TOO_MANY = " (there are too many positions)"


@dataclass(frozen=True, slots=True)
class GuaranteedMoves:
    """The move of one role in positions, and which positions may follow each."""

    moves: dict[State, str | None] = field(default_factory=dict)
    following: dict[State, set[State]] = field(default_factory=dict)

    def ranks(self) -> dict[State, int] | None:
        """Return the most moves that a match can take from each position; None if it can loop."""
        longest: dict[State, int] = {}
        try:
            for state in TopologicalSorter(self.following).static_order():
                after = [1 + longest[each] for each in self.following[state]]
                longest[state] = max(after, default=0)
        except CycleError:
            return None
        return longest


def solution_certificate(
    game: CompiledGame, start: State, answer: Solved, solution: Solution | None
) -> tuple[str, list[str]]:
    """Return the certificate of an answer, and what it had to leave out.

    Raises:
        UnsuitedError: the answer is not proved by positions, or no match ends.
        LimitError: the moves of a role need too many rows.
    """

    def worth_of(state: State) -> Worth:
        worth = None if solution is None else solution.worth(game.row(state))
        assert worth is not None, "all positions are solved"
        return worth

    if answer.values is None:
        raise UnsuitedError(f"no match of {game.name} ends from here: there is no value to certify")
    if len(game.roles) == 1:
        claims, omitted = alone(game, start, answer, worth_of if solution else None)
    elif solution is None:
        raise UnsuitedError(
            f"{game.name} was solved by {answer.method}, which leaves no moves to certify: a "
            "certificate needs all positions (--max-memory allows more)"
        )
    else:
        claims, omitted = duel(game, start, worth_of)
    return certificate("solution", game, start, claims), omitted


def duel(game: CompiledGame, start: State, worth_of: Lookup) -> tuple[list[Json], list[str]]:
    """Return the claims of the value for two roles that take turns, and what had to be left out.

    Certificates have whole numbers. Where an endless match counts half of an odd total, no claim
    can be made for a role that may have to play on for ever.
    """
    values = worth_of(start).values
    assert values is not None, "with two roles, an endless match has a value"
    claims, omitted, total = list[Json](), list[str](), round(sum(values))
    endless: Json | None = None
    for role in (Role(0), Role(1)):
        plan = plan_of(game, start, best_move(game, worth_of, role), role)
        ranks = plan.ranks()
        if ranks is None:
            if total % 2:
                half = f"an endless match counts {total / 2:g}, which is not a whole number"
                omitted.append(f"what {game.roles[role]} can be sure of ({half})")
                continue
            endless = dict.fromkeys(game.roles, total // 2)
        mine, other = round(values[role]), round(values[1 - role])
        goals = {game.roles[role]: [mine, HIGHEST], game.roles[1 - role]: [0, other]}
        claims.append(guarantee(game, [role], goals, plan, ranks, total // 2))
    if not omitted:
        named = dict(zip(game.roles, map(round, values), strict=True))
        claims.append({"claim": "value", "values": named, "endless": endless})
    return claims, omitted


def alone(
    game: CompiledGame, start: State, answer: Solved, worth_of: Lookup | None
) -> tuple[list[Json], list[str]]:
    """Return the claims of the best match of a single role, and what had to be left out."""
    assert answer.values is not None, "a match is known"
    (name,), value = game.roles, round(answer.values[0])
    plan = line_plan(game, start, answer.line)
    claims = [guarantee(game, [0], {name: [value, HIGHEST]}, plan, plan.ranks(), 0)]
    omitted: list[str] = []
    endless = None
    if value < max(int(goal) for goal in game.dimensions.goal_values):
        try:
            if worth_of is None:
                raise LimitError("positions were not all looked at")
            every = plan_of(game, start, None)
        except LimitError:
            return claims, [
                f"that no match brings more{TOO_MANY}",
                f"that no match as good is shorter{TOO_MANY}",
            ]
        ranks = every.ranks()
        claims.append(guarantee(game, [], {name: [0, value]}, every, ranks, 0))
        endless = claims[-1]["endless"]
    claims.append({"claim": "value", "values": {name: value}, "endless": endless})
    if answer.shortest:
        try:
            claims.append(shortest(game, start, value, len(answer.line)))
        except LimitError:
            omitted.append(f"that no match as good is shorter{TOO_MANY}")
    return claims, omitted


def line_plan(game: CompiledGame, start: State, line: Iterable[Joint]) -> GuaranteedMoves:
    """Return the moves of one match."""
    plan, state = GuaranteedMoves(), start
    for joint in line:
        plan.moves[state] = game.spell(Role(0), joint[0])
        after = game.next(state, joint)
        plan.following[state] = {after}
        state = after
    plan.moves[state] = None
    plan.following[state] = set()
    return plan


def shortest(game: CompiledGame, start: State, goal: int, length: int) -> Json:
    """Return the claim that a goal takes `length` moves: a lower bound for each position.

    A position n moves from the start needs no higher bound than `length - n`, so none farther away
    has a row.
    """
    bounds: dict[State, int] = {}
    layer = {start}
    for left in range(length, 0, -1):
        bounds |= dict.fromkeys(layer, left)
        if len(bounds) > MOST_ROWS:
            raise LimitError(f"{game.name} needs more than {MOST_ROWS:,} rows to be certified")
        following = {child.state for state in layer for child in game.children(state)}
        layer = following - bounds.keys()
    return {
        "claim": "shortest",
        "role": game.roles[0],
        "goal": goal,
        "length": length,
        "fluents": list(game.lexicon.fluents),
        "bounds": [[held(state), bound] for state, bound in {start: 0, **bounds}.items()],
    }


def best_move(game: CompiledGame, worth_of: Lookup, role: Role) -> Callable[[State], int]:
    """Return what chooses a role's best move: of the best value, in the best time."""

    def chosen(state: State) -> int:
        legal = game.legal(state, role)
        if len(legal) == 1:
            return legal[0]
        return best_of(game, state, choices(game, worth_of, state))[0].joint[role]

    return chosen


def plan_of(
    game: CompiledGame, start: State, chosen: Callable[[State], int] | None, role: int = 0
) -> GuaranteedMoves:
    """Return all positions that can come if a role makes the chosen moves, or, without, any."""
    plan, todo = GuaranteedMoves(), [start]
    plan.following[start] = set()
    while todo:
        state = todo.pop()
        plan.moves[state] = None
        if game.terminal(state):
            continue
        own = None if chosen is None else chosen(state)
        if own is not None:
            plan.moves[state] = game.lexicon.moves[role][own]
        for child in game.children(state):
            if own is None or child.joint[role] == own:
                plan.following[state].add(child.state)
                if child.state not in plan.following:
                    plan.following[child.state] = set()
                    todo.append(child.state)
        if len(plan.following) > MOST_ROWS:
            raise LimitError(f"{game.name} needs more than {MOST_ROWS:,} rows to be certified")
    return plan


def guarantee(
    game: CompiledGame,
    side: Iterable[int],
    goals: Json,
    plan: GuaranteedMoves,
    ranks: dict[State, int] | None,
    endless: int,
) -> Json:
    """Return the claim that a plan brings goals about; without ranks, a match may be endless."""
    rows = [
        [held(state), None if move is None else [move], None if ranks is None else ranks[state]]
        for state, move in plan.moves.items()
    ]
    roles = [game.roles[role] for role in side]
    counts = dict.fromkeys(game.roles, endless) if ranks is None else None
    return {
        "claim": "guarantee",
        "side": roles,
        "goals": goals,
        "endless": counts,
        "fluents": list(game.lexicon.fluents),
        "rows": rows,
    }


def held(state: State) -> list[int]:
    """Return the fluents that hold, by number.

    >>> held(State(0b1010))
    [1, 3]
    """
    return [bit for bit in range(state.bit_length()) if state >> bit & 1]
