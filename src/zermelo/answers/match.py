"""What `zermelo match` answers: matches between searches, and the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.answers.answer import ABSENT, Absent, ByRole, CommandAnswer, SpelledLine
from zermelo.game.game import Game, Role
from zermelo.play.match import errors_of
from zermelo.play.standings import Row, SeriesMatch, distinct


@dataclass(frozen=True, slots=True)
class MatchFault:
    """What went wrong in a turn; role and error are None if the match could not go on."""

    turn: int
    role: str | None
    error: str | None
    message: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match: who played which role, what each got, and all moves; `match` is its name."""

    roles: Mapping[str, str]
    goals: ByRole
    moves: SpelledLine
    opening: int
    errors: Sequence[MatchFault]
    match: str | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class MatchRow:
    """What a search came to: its score with the 95% interval, and how often it failed."""

    search: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    interval: tuple[float, float] | None
    decisions: int
    errors: int


@dataclass(frozen=True, slots=True)
class MatchAnswer(CommandAnswer):
    """The matches of a series, and how many of them were different."""

    game: str
    games: int
    distinct: int
    results: Sequence[MatchResult]
    table: Sequence[MatchRow]


def match_answer(
    name: str,
    game: Game,
    searches: Sequence[str],
    found: Sequence[SeriesMatch],
    rows: Sequence[Row],
) -> MatchAnswer:
    """Return a series of matches, everything spelled."""
    return MatchAnswer(
        game=name,
        games=len(found),
        distinct=distinct(found),
        results=[match_result(game, searches, each) for each in found],
        table=[match_row(*pair) for pair in zip(searches, rows, strict=True)],
    )


def match_result(game: Game, searches: Sequence[str], played: SeriesMatch) -> MatchResult:
    """Return a match, with all that went wrong in it."""
    faults = [
        MatchFault(number, game.roles[role], decision.error, decision.problem)
        for number, role, decision in errors_of(played.match)
    ]
    if played.match.error:
        faults.append(MatchFault(len(played.match.turns) - 1, None, None, played.match.error))
    return MatchResult(
        roles=seated(game, searches, played),
        goals=dict(zip(game.roles, played.match.goals, strict=True)),
        moves=[
            [game.spell(Role(role), move) for role, move in enumerate(turn.joint)]
            for turn in played.match.turns
            if turn.joint is not None
        ],
        opening=played.opening,
        errors=faults,
        match=played.name or ABSENT,
    )


def seated(game: Game, searches: Sequence[str], played: SeriesMatch) -> dict[str, str]:
    """Return who plays which role."""
    return {
        role: "random" if seat is None else searches[seat]
        for role, seat in zip(game.roles, played.seats, strict=True)
    }


def match_row(search: str, row: Row) -> MatchRow:
    """Return what a search came to."""
    return MatchRow(
        search=search,
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        score=row.score.mean if row.score else None,
        interval=(row.score.low, row.score.high) if row.score else None,
        decisions=row.decisions,
        errors=row.errors,
    )
