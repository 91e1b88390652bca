"""What `zermelo replay` answers: a match that was kept, or a list of all in a store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import NOT_IN_JSON, ByRole, CommandAnswer, SpelledLine
from zermelo.game.drawing import draw
from zermelo.game.game import Game, Role, State
from zermelo.game.position import Position
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.text import described
from zermelo.play.match import Match, Turn
from zermelo.play.player import Decision
from zermelo.play.record import Record, clock_of, outcome_of
from zermelo.play.store import StoreEntry


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match of a store; goals are None if it is not over, `started` is in ms since 1970."""

    id: str
    game: str
    roles: Mapping[str, str]
    goals: ByRole | None
    turns: int
    outcome: str
    started: int


@dataclass(frozen=True, slots=True)
class StoreAnswer(CommandAnswer):
    """All matches of a store."""

    matches: Sequence[StoredMatch]
    path: str = field(metadata=NOT_IN_JSON)


@dataclass(frozen=True, slots=True)
class ReplayedDecision:
    """What a player found, what that took, and what went wrong; values are in role order."""

    move: str | None
    values: Sequence[float | None]
    line: SpelledLine
    depth: int
    proven: bool
    nodes: int
    seconds: float
    margin: float | None
    error: str
    message: str


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """A state, the moves that were made in it, and the decisions of those who had a choice."""

    step: int
    time: int
    fluents: Sequence[str]
    board: str
    moves: Mapping[str, str] | None
    decisions: Mapping[str, ReplayedDecision]
    movers: Sequence[str] = field(metadata=NOT_IN_JSON)  # those with a choice, or all
    position: Position | None = field(metadata=NOT_IN_JSON, repr=False)  # None in explicit trees


@dataclass(frozen=True, slots=True)
class ReplayAnswer(CommandAnswer):
    """A match that was kept, with the steps that were asked for."""

    match: str
    game: str
    rules_hash: str
    roles: Mapping[str, str]
    goals: ByRole
    outcome: str
    problem: str
    seed: int
    start_clock: float | None
    play_clock: float | None
    opening: int
    length: int
    steps: Sequence[ReplayedStep]
    started: int = field(metadata=NOT_IN_JSON)  # in ms since 1970
    limits: Mapping[str, float] = field(metadata=NOT_IN_JSON)  # of a decision


def store_answer(entries: Iterable[StoreEntry], path: str) -> StoreAnswer:
    """Return the matches of a store that is kept in a file."""
    return StoreAnswer([stored_match(entry) for entry in entries], path)


def stored_match(entry: StoreEntry) -> StoredMatch:
    """Return a match of a store at a glance."""
    return StoredMatch(
        id=entry.id,
        game=entry.game,
        roles=dict(zip(entry.roles, entry.players, strict=True)),
        goals=dict(zip(entry.roles, entry.goals, strict=True)) if entry.goals else None,
        turns=entry.turns,
        outcome=entry.outcome,
        started=entry.started,
    )


def replay_answer(game: Game, record: Record, match: Match, steps: Iterable[int]) -> ReplayAnswer:
    """Return a match with the chosen steps."""
    return ReplayAnswer(
        match=record["matchId"],
        game=record["game"],
        rules_hash=record["rulesHash"],
        roles=dict(zip(game.roles, record["playerNamesFromHost"], strict=True)),
        goals=dict(zip(game.roles, match.goals, strict=True)),
        outcome=outcome_of(record),
        problem=match.error,
        seed=record["seed"],
        start_clock=clock_of(record, "startClock"),
        play_clock=clock_of(record, "playClock"),
        opening=record["opening"],
        length=len(match.turns) - 1,
        steps=[replayed_step(game, number, match.turns[number]) for number in steps],
        started=record["startTime"],
        limits=limits_of(record),
    )


def limits_of(record: Record) -> dict[str, float]:
    """Return the limits of a decision in a record, by name."""
    limits = record.get("limits") or {}
    return {name: limits[name] for name in ("depth", "nodes", "seconds") if limits.get(name)}


def movers_of(game: Game, turn: Turn) -> list[str]:
    """Return the roles that had a choice in a turn; all if nobody had one."""
    if turn.joint is None:
        return []
    legal = (game.legal(turn.state, Role(role)) for role in range(len(game.roles)))
    free = [len(moves) > 1 for moves in legal]
    return [name for role, name in enumerate(game.roles) if free[role] or not any(free)]


def replayed_step(game: Game, number: int, turn: Turn) -> ReplayedStep:
    """Return a step of a match."""
    moves = None
    if turn.joint is not None:
        moves = {
            name: game.spell(Role(role), turn.joint[role]) for role, name in enumerate(game.roles)
        }
    return ReplayedStep(
        step=number,
        time=turn.time,
        fluents=game.describe(turn.state),
        board=board_of(game, turn.state),
        moves=moves,
        decisions={
            name: replayed_decision(decision)
            for name, decision in zip(game.roles, turn.decisions, strict=bool(turn.decisions))
            if decision is not None
        },
        movers=movers_of(game, turn),
        position=None if game.compiled is None else Position(game.compiled, turn.state),
    )


def replayed_decision(decision: Decision) -> ReplayedDecision:
    """Return a decision."""
    return ReplayedDecision(
        move=decision.move,
        values=decision.values,
        line=decision.line,
        depth=decision.depth,
        proven=decision.proven,
        nodes=decision.nodes,
        seconds=decision.seconds,
        margin=decision.margin,
        error=decision.error,
        message=decision.problem,
    )


def board_of(game: Game, state: State) -> str:
    """Return a state as plain text."""
    if isinstance(game, TreeGame):
        return described(game, state)
    compiled = game.compiled
    return " ".join(game.describe(state)) if compiled is None else draw(compiled, state)
