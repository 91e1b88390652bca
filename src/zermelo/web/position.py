"""A match -> all that its page shows of it now: the scene, the legal moves, and what was played."""

from typing import Any, TypedDict

from zermelo.answers.outcome import in_words
from zermelo.game.game import Joint, Role, State
from zermelo.play.running_match import RunningMatch
from zermelo.web.scene.scene import stage_of

MOST_MOVES = 3000
"""Legal moves that are sent to a page."""


class MoveMade(TypedDict):
    """Who moved, and how."""

    role: str
    move: str


def position(session: RunningMatch) -> dict[str, Any]:
    """Return how a match stands, as JSON has it."""
    game = session.game
    compiled = game.compiled
    assert compiled is not None, "explicit trees have no board"
    stage = stage_of(compiled)
    state = session.state
    choosing = [role for role in session.choosing if role in session.people]
    asked = [] if session.over else choosing[:1]
    offered = {role: session.moves(role) for role in asked}  # sorted: of thousands, that takes time
    return {
        "scene": stage.scene(state, session.before),
        "roles": list(game.roles),
        "turn": len(session.joints),
        "asked": [
            {
                "role": game.roles[role],
                "moves": stage.moves(state, role, moves[:MOST_MOVES]),
                "more": max(0, len(moves) - MOST_MOVES),
            }
            for role, moves in offered.items()
        ],
        "choosing": [] if session.over else [game.roles[role] for role in session.free(state)],
        "over": session.over,
        "goals": dict(zip(game.roles, game.goals(state), strict=True)) if session.over else None,
        "outcome": in_words(game, state, session.people) if session.over else "",
        "played": played(session),
        "moves": address(session),
        "undo": session.undo() is not None,
    }


def address(session: RunningMatch) -> str:
    """Return the joint moves that led here, as `--moves` takes them: they name the position."""
    game = session.game
    return "; ".join(
        " ".join(game.spell(Role(role), move) for role, move in enumerate(joint))
        for joint in session.joints
    )


def played(session: RunningMatch) -> list[list[MoveMade]]:
    """Return the moves of every turn that pages show."""
    return [
        moves_made(session, state, joint)
        for state, joint in zip(session.states, session.joints, strict=False)
    ]


def moves_made(session: RunningMatch, state: State, joint: Joint) -> list[MoveMade]:
    """Return the moves of a turn that pages show: those of roles that had something to do."""
    game = session.game
    return [
        MoveMade(role=game.roles[role], move=game.spell(role, joint[role]))
        for role in session.acting(state, joint)
    ]
