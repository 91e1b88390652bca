"""What `zermelo play` answers: the match that was played."""

from collections.abc import Mapping
from dataclasses import dataclass

from zermelo.answers.answer import ByRole, CommandAnswer, SpelledLine
from zermelo.game.game import Role
from zermelo.play.running_match import RunningMatch
from zermelo.play.seats import Seats
from zermelo.play.thought import is_chance
from zermelo.search.spec import spell

PERSON = "person"


@dataclass(frozen=True, slots=True)
class PlayAnswer(CommandAnswer):
    """A match and who played it; goals are None if it is not over."""

    game: str
    roles: Mapping[str, str]
    moves: SpelledLine
    terminal: bool
    goals: ByRole | None
    seed: int


def play_answer(name: str, session: RunningMatch, seats: Seats) -> PlayAnswer:
    """Return a match as it is now."""
    game = session.game
    goals = dict(zip(game.roles, game.goals(session.state), strict=True))
    return PlayAnswer(
        game=name,
        roles={
            role: player_of(Role(number), session, seats) for number, role in enumerate(game.roles)
        },
        moves=[
            [game.spell(Role(role), move) for role, move in enumerate(joint)]
            for joint in session.joints
        ],
        terminal=session.over,
        goals=goals if session.over else None,
        seed=seats.seed,
    )


def player_of(role: Role, session: RunningMatch, seats: Seats) -> str:
    """Return who plays a role."""
    if role in session.people:
        return PERSON
    return "random" if is_chance(session.game, role) else spell(seats.players[role])
