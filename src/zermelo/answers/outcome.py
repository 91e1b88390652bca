"""How a match ended, in plain words."""

from collections.abc import Collection

from zermelo.answers.answer import shown_value
from zermelo.game.game import Game, Role, State
from zermelo.rules.information import RANDOM

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
