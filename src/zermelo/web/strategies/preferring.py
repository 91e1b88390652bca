"""Preferences on a page: weak constraints that were learned, and positions that they decide."""

from random import Random
from typing import Any

from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role, State
from zermelo.learn.preferences.learner import HypothesisLimits, learn_preferences
from zermelo.play.thought import role_in_turn
from zermelo.strategies.preferences.facts import vocabulary
from zermelo.strategies.preferences.file import read_preferences, versioned
from zermelo.text.plural import several
from zermelo.text.source import Source
from zermelo.web.analysing.boards import address, scene
from zermelo.web.strategies.highlights import aims

SHOWN_POSITIONS = 4
MATCHES = 60
LONGEST_WALK = 60
LIKED = 6
"""Moves of a position that are named as liked."""


def learned_preferences(
    game: CompiledGame, start: State, role: str, seconds: float
) -> dict[str, Any]:
    """Return preferences for a role with everything that a page shows of them.

    Raises:
        UnsuitedError, LimitError: the game cannot be solved, or nothing was found.
    """
    player = role_in_turn(game, start, role or None)
    found = learn_preferences(game, [start], role=player, bounds=HypothesisLimits(seconds=seconds))
    constraints = found.preferences.constraints
    count = len(constraints)
    share = f"{found.satisfied:,} of {found.orderings:,}"
    shortest = "no shorter ones do" if found.shortest else "shorter ones may"
    return {
        "method": "preferences",
        "status": "learned",
        "text": versioned(found.text(game.name)),
        "rules": [
            {
                "rule": number - 1,
                "text": one.spelled(number),
                "outcome": "",
                "roles": [game.roles[player]],
                "status": "learned",
            }
            for number, one in enumerate(constraints, start=1)
        ],
        "count": count,
        "title": f"learned preferences, {several(count, 'rule')}",
        "roles": list(game.roles),
        "complete": True,
        "seconds": round(found.seconds, 1),
        "sentences": [
            f"{several(count, 'weak constraint')} for {game.roles[player]}: "
            f"{'it orders' if count == 1 else 'they order'} {share} pairs of moves as these are "
            f"worth; {shortest}.",
            f"In other positions they keep {found.strength:.1%} of what is at stake. "
            "They are learned from examples, not proved.",
        ],
    }


def preferred(
    game: CompiledGame, text: str, number: int, start: State, before: tuple[Joint, ...]
) -> list[dict[str, Any]]:
    """Return positions in which a constraint likes some moves better than others, with these."""
    known = read_preferences(Source("these preferences", text))
    if number >= len(known.constraints):
        raise UsageError(f"there is no rule {number}: there are {len(known.constraints)}")
    constraint = known.constraints[number]
    words = vocabulary(game, known.background)
    random = Random(0)
    found: dict[State, dict[str, Any]] = {}
    for _ in range(MATCHES):
        state = start
        line: list[Joint] = []
        while (
            not game.terminal(state) and len(line) < LONGEST_WALK and len(found) < SHOWN_POSITIONS
        ):
            role = role_in_turn(game, state)
            costs: dict[Joint, int] = {}
            for move in game.legal(state, role):
                joint = tuple(
                    move if other == role else game.legal(state, Role(other))[0]
                    for other in range(len(game.roles))
                )
                costs[joint] = constraint.cost(words.facts(game.next(state, joint), role))
            if len(set(costs.values())) > 1 and state not in found:
                path = (*before, *line)
                found[state] = example(game, state, role, costs) | {"address": address(game, path)}
            line.append(random.choice(list(costs)))
            state = game.next(state, line[-1])
    return list(found.values())


def example(
    game: CompiledGame, state: State, role: Role, costs: dict[Joint, int]
) -> dict[str, Any]:
    """Return a position with the moves that cost least in it."""
    least = min(costs.values())
    liked = [joint[role] for joint, cost in costs.items() if cost == least]
    names = [game.spell(role, move) for move in liked[:LIKED]]
    more = f" and {len(liked) - LIKED} more" if len(liked) > LIKED else ""
    return {
        "scene": scene(game, state),
        "text": f"{game.roles[role]} to move: {', '.join(names)}{more} "
        f"cost {least}, other moves up to {max(costs.values())}",
        "held": [],
        "absent": [],
        "aims": [place for move in liked for place in aims(game, state, role, move)],
        "moves": [{"role": game.roles[role], "move": name} for name in names],
        "played": True,
    }
