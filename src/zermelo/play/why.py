"""Why a move: the rule that it goes by, what it and the others are worth, and the best line.

Three things may be known of a position: a rule of a strategy file, the exact worth of every
position after it, and what a search has found. Every part says which of them it is from.
"""

from dataclasses import dataclass

from zermelo.game.game import Game, Role, State
from zermelo.play.known import MEGABYTES, Known, exact_worths, rules_of
from zermelo.play.sentences import sentences
from zermelo.search.base import Result
from zermelo.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Why:
    """Why a role would play a move."""

    role: str
    move: str | None  # in KIF; None where the match is over
    rule: str  # in words; nothing if no rule applies
    status: str  # of the rule: proved, claimed; else no rule
    rests_on: tuple[str, ...]  # what the rule rests on, if it is proved
    worth: float | None  # of the move for the role, where it is known exactly
    others: tuple[tuple[str, float | None], ...]  # every other move, with what it is worth
    line: tuple[tuple[str, ...], ...]  # in KIF, in role order
    line_from: str  # what the line is: by whom, and how sure
    text: tuple[str, ...]  # all of it, for people


def why(
    game: Game,
    state: State,
    role: Role,
    *,
    strategy: str | Strategy | None = None,
    result: Result | None = None,
    megabytes: int = MEGABYTES,
) -> Why:
    """Return why a role would play its move in a state.

    Args:
        game: the game.
        state: where.
        role: who.
        strategy: a strategy file to go by, or what was read from one.
        result: what a search has found here: its move is explained, unless a rule has another.
        megabytes: for the exact worth of all positions after this one; without it, 0.

    Raises:
        ReadError, UnsuitedError: the file is no strategy for this game.
    """
    rules = rules_of(game, strategy) if strategy is not None else None
    return told(Known(game, state, role, rules, exact_worths(game, state, megabytes), result))


def told(known: Known) -> Why:
    """Return why the move is played."""
    game, role = known.game, known.role
    if game.terminal(known.state):
        return Why(game.roles[role], None, "", "no rule", (), None, (), (), "", ("it is over",))
    move, worths = known.move, known.worths
    line, line_from = known.line()
    texts = {each: game.spell(role, each) for each in game.legal(known.state, role)}
    spelled = tuple(
        tuple(game.spell(Role(each), one) for each, one in enumerate(joint)) for joint in line
    )
    others = tuple((text, worths.get(each)) for each, text in texts.items() if each != move)
    return Why(
        role=game.roles[role],
        move=None if move is None else texts.get(move),
        rule=known.rule,
        status=known.status,
        rests_on=known.rests_on,
        worth=None if move is None else worths.get(move),
        others=others if worths else (),
        line=spelled,
        line_from=line_from,
        text=tuple(sentences(known, line, line_from)),
    )
