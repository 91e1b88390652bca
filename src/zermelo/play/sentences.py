"""What is known of a position, in sentences."""

from collections.abc import Sequence

from zermelo.game.game import Move, Role
from zermelo.play.known import LONGEST_LINE, Known, Line
from zermelo.proofs.patterns import Patterns
from zermelo.search.solve.position_report import best_of
from zermelo.strategies.wording import listed, plain

NAMED = 4
"""Moves of the same worth that are named; of more, how many there are."""


def sentences(known: Known, line: Line, line_from: str) -> list[str]:
    """Return everything for people."""
    said = []
    if known.rule:
        said.append(known.rule)
        said.append(f"this rule is {how_sure(known)}")
        if known.result is not None and known.result.move not in (None, known.move):
            assert known.result.move is not None
            said.append(f"the search would play {spell(known, known.result.move)}")
    elif known.rules is not None:
        said.append(f"no rule applies to {known.game.roles[known.role]} here{outside(known)}")
    said += comparison(known)
    if line:
        said.append(f"line ({line_from}): {told_line(known, line)}")
    elif not said:
        said.append("nothing is known of this position: no rule, no exact value, no search")
    return said


def how_sure(known: Known) -> str:
    """Return how the rule is known, and of which positions."""
    if known.status != "proved":
        return "only claimed: nobody has proved it"
    proved = "proved, for every position with these features"
    if known.rules is None or not known.rules.strategy.invariants:
        return proved
    return f"{proved} that keeps the invariants of the strategy, as this one does"


def outside(known: Known) -> str:
    """Return which invariant keeps all rules from applying; nothing if there is none."""
    broken = None if known.rules is None else known.rules.book.keeping.broken(known.state)
    if broken is None or (compiled := known.game.compiled) is None:
        return ""
    text = broken.spell(Patterns(compiled.lexicon.fluent_terms))
    return f": they are about positions with {text}, and this is none"


def comparison(known: Known) -> list[str]:
    """Return what the move is worth, and what the others would be, by exact values."""
    if known.move is None or known.move not in known.worths:
        return []
    mine = known.worths[known.move]
    chosen = spell(known, known.move)
    said = [f"{chosen} is worth {worth_text(known, mine)}{distance(known, known.move)}"]
    groups: dict[float | None, list[str]] = {}
    for move, worth in known.worths.items():
        if move != known.move:
            groups.setdefault(worth, []).append(spell(known, move))
    ranked = sorted(groups, key=lambda worth: -1.0 if worth is None else worth, reverse=True)
    parts = [f"{worth_text(known, worth)} by {named(groups[worth])}" for worth in ranked]
    if list(groups) == [mine]:
        said.append(f"every other move is worth the same: {named(groups[mine])}")
    elif parts:
        said.append(f"the others: {'; '.join(parts)}")
    return said


def spell(known: Known, move: Move) -> str:
    """Return a move of the role for people."""
    return plain(known.game.spell(known.role, move))


def worth_text(known: Known, worth: float | None) -> str:
    """Return a worth for people."""
    if worth is None:
        return "no end"
    return f"{worth:g}" if known.words is None else known.words.worth(known.role, worth)


def distance(known: Known, move: Move) -> str:
    """Return how long it takes after a move, by best play."""
    found = [choice for choice in known.choices if choice.joint[known.role] == move]
    moves = best_of(known.game, known.state, found)[0].worth.distance
    if moves is None:
        return ", without an end"
    return " at once" if moves == 0 else f", in {moves + 1} moves"


def told_line(known: Known, line: Line) -> str:
    """Return a line for people: the moves of those who have a choice."""
    state, said = known.state, []
    for joint in line[:LONGEST_LINE]:
        texts = [
            (plain(known.game.spell(Role(role), move)), known.game.legal(state, Role(role)))
            for role, move in enumerate(joint)
        ]
        chosen = [text for text, legal in texts if len(legal) > 1]
        said.append(" and ".join(chosen or [texts[0][0]]))
        state = known.game.next(state, joint)
    return "; ".join(said) + ("; ..." if len(line) > LONGEST_LINE else "")


def named(moves: Sequence[str]) -> str:
    """Return some moves by name, and how many more there are.

    >>> named(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d and 2 more'
    """
    more = len(moves) - NAMED
    if more <= 1:
        return listed(moves)
    return f"{', '.join(moves[:NAMED])} and {more} more"
