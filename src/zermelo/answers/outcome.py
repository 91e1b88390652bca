"""How a match ended, in plain words and as JSON has it."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from zermelo.answers.values import shown_value
from zermelo.game.game import Game, Role, State
from zermelo.play.running_match import Session
from zermelo.rules.information import RANDOM

if TYPE_CHECKING:
    from zermelo.play.seats import Seats

PERSON = "person"
FULL = 100
"""What all roles share out in a game that one of them wins."""


def in_words(game: Game, state: State, people: Collection[Role] = ()) -> str:
    """Return who won, and what everybody gets."""
    goals = {
        Role(role): goal
        for role, goal in enumerate(game.goals(state))
        if game.roles[role].lower() != RANDOM  # chance wants nothing
    }
    told = ", ".join(f"{game.roles[role]} {shown_value(goal)}" for role, goal in goals.items())
    known = [goal for goal in goals.values() if goal is not None]
    if len(known) < len(goals):
        return f"The match is over, and the rules do not say what everybody gets: {told}."
    if len(goals) == 1:
        return f"The match is over: {told} of {FULL}."
    best = [role for role, goal in goals.items() if goal == max(known)]
    if len(best) == len(goals):
        return f"{'A draw' if sum(known) == FULL else 'All get the same'}: {told}."
    names = " and ".join(game.roles[role] for role in best)
    if len(people) == 1 and best == [*people]:
        return f"You win: {told}."
    lost = "you lose: " if len(people) == 1 and not {*people} & {*best} else ""
    return (
        f"{names} {'wins' if len(best) == 1 else 'come first'}{', ' if lost else ': '}{lost}{told}."
    )


def as_object(name: str, session: Session, seats: "Seats") -> dict[str, Any]:
    """Return a match as JSON has it; goals mean something only if it is over."""
    game = session.game
    return {
        "game": name,
        "roles": {
            role: player_of(Role(number), session, seats) for number, role in enumerate(game.roles)
        },
        "moves": [
            [game.spell(Role(role), move) for role, move in enumerate(joint)]
            for joint in session.joints
        ],
        "terminal": session.over,
        "goals": dict(zip(game.roles, game.goals(session.state), strict=True))
        if session.over
        else None,
        "seed": seats.seed,
    }


def player_of(role: Role, session: Session, seats: "Seats") -> str:
    """Return who plays a role."""
    from zermelo.play.thought import is_chance
    from zermelo.search.spec import spell

    if role in session.people:
        return PERSON
    return "random" if is_chance(session.game, role) else spell(seats.players[role])
