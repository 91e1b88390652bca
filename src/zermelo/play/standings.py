"""What the searches of a series came to: matches won, and scores with their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.play.match import Match, errors_of
from zermelo.play.score import MeanScore, score


@dataclass(frozen=True, slots=True)
class SeriesMatch:
    """A match of a series: who sat where (numbers of searches by role), and how it went."""

    seats: tuple[int | None, ...]  # None for the role `random`
    opening: int  # how many of its turns were random, or chosen before
    match: Match
    number: int = 0
    name: str = ""  # what it is called in the store, if there is one
    known: bool = False  # not played now: it was in the store


@dataclass(frozen=True, slots=True)
class Row:
    """What one search came to."""

    games: int
    wins: int
    draws: int
    losses: int
    score: MeanScore | None
    decisions: int = 0  # how often it had a choice
    errors: int = 0  # decisions that went wrong


def distinct(played: Sequence[SeriesMatch]) -> int:
    """Return how many different matches there were, whoever played them."""
    return len({tuple(turn.joint for turn in each.match.turns) for each in played})


def table(played: Sequence[SeriesMatch], searches: int) -> list[Row]:
    """Return what each search came to; only matches that ended with goals for all count.

    A search's score is its mean goal of 100; where it sits in several seats, their mean. Decisions
    and errors are those of all matches.
    """
    return [row_of(played, number) for number in range(searches)]


def row_of(played: Sequence[SeriesMatch], number: int) -> Row:
    """Return what the search of that number came to."""
    own = [each for each in played if number in each.seats]
    ended = [each for each in own if None not in each.match.goals and not each.match.error]
    scores: list[float] = []
    signs: list[int] = []
    for each in ended:
        goals = [goal or 0.0 for goal in each.match.goals]
        seated = list(zip(each.seats, goals, strict=True))
        mine = [goal for seat, goal in seated if seat == number]
        others = [goal for seat, goal in seated if seat not in (number, None)]
        scores.append(min(1.0, max(0.0, sum(mine) / len(mine) / 100)))
        best = max(mine)
        signs.append(0 if not others else (best > max(others)) - (best < max(others)))
    return Row(
        len(ended),
        signs.count(1),
        signs.count(0),
        signs.count(-1),
        score(scores, distinct(ended)),
        sum(decisions(each, number) for each in own),
        sum(each.seats[role] == number for each in own for _, role, _ in errors_of(each.match)),
    )


def decisions(played: SeriesMatch, number: int) -> int:
    """Return how often a search had a choice in a match."""
    return sum(
        seat == number and decision is not None
        for turn in played.match.turns
        for seat, decision in zip(played.seats, turn.decisions, strict=bool(turn.decisions))
    )
