"""What `zermelo replay` answers: a match that was kept, or a list of all in a store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ByRole, CommandAnswer, SpelledLine
from zermelo.game.drawing import draw
from zermelo.game.game import Game, Role, State
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


def store_answer(entries: Iterable[StoreEntry]) -> StoreAnswer:
    """Return the matches of a store."""
    return StoreAnswer([stored_match(entry) for entry in entries])


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
    )


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
