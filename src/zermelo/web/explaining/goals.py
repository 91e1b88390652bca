"""The fuzzy value of a position, term by term, and its heat on the cells."""

from typing import Any

from zermelo.errors import LimitError, RuleError
from zermelo.evaluate.base import Guess
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.heat import heat
from zermelo.evaluate.term import Term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.strategies.wording import plain
from zermelo.web.scene.scene import Stage

DEEPEST_TERM = 6
MOST_PARTS = 10
"""Parts of a term that are shown, those nearest to the truth first."""
LONGEST_FORMULA = 90
"""Characters of a formula without a name."""
CELLS = 600
"""Cells of all boards together up to which heat is measured."""


def fuzzy(game: CompiledGame, stage: Stage, state: State, role: Role) -> dict[str, Any]:
    """Return how true the goals of a role are, and what each cell could add; or why not."""
    try:
        evaluator, guess = started(game)
        term = evaluator.terms(game, state)[role]
    except (RuleError, LimitError) as error:
        return {"problem": str(error).splitlines()[0]}
    values = dict(zip(game.roles, guess(state), strict=True))
    return {
        "values": values,
        "term": as_object(term, DEEPEST_TERM),
        "heat": heated(game, stage, guess, state, role),
    }


def started(game: CompiledGame) -> tuple[Fuzzy, Guess]:
    """Return the evaluator and its guess; where relations depend on themselves, unrolled."""
    try:
        return Fuzzy(), Fuzzy().start(game)
    except RuleError:
        return Fuzzy(unroll=True), Fuzzy(unroll=True).start(game)


def as_object(term: Term, deepest: int) -> dict[str, Any]:
    """Return a term as JSON has it, down to some depth."""
    found: dict[str, Any] = {"text": in_words(term), "value": round(term.value, 6)}
    if term.parts and deepest > 0:
        nearest = sorted(term.parts, key=lambda part: -part.value)
        found["parts"] = [as_object(part, deepest - 1) for part in nearest[:MOST_PARTS]]
        found["more"] = max(0, len(nearest) - MOST_PARTS)
    return found


def in_words(term: Term) -> str:
    """Return what a term says: atoms by their names, other formulas by what they ask for.

    >>> in_words(Term("(true (cell 1 1 x))", 0.9)), in_words(Term("(and (line x) (line o))", 0.5))
    ('cell 1 1 x', 'all of these')
    """
    text = term.text
    if text.startswith("(true "):
        return plain(text[len("(true ") : -1])
    if text.startswith("(not "):
        return f"not {in_words(Term(text[len('(not ') : -1], term.value))}"
    for sign, words in (("(and ", "all of these"), ("(or ", "one of these")):
        if text.startswith(sign):
            return words
    shown = plain(text)
    return shown if len(shown) <= LONGEST_FORMULA else f"{shown[:LONGEST_FORMULA]} ..."


def heated(
    game: CompiledGame, stage: Stage, guess: Guess, state: State, role: Role
) -> list[dict[str, Any]]:
    """Return the gain of every cell that has one, and its part of the largest."""
    if game.terminal(state) or sum(len(one.base.cells) for one in stage.boards) > CELLS:
        return []
    found = []
    for board, one in zip(stage.boards, heat(game, guess, state, role), strict=True):
        most = one.most
        if any(sides.dotted for sides in board.sides):
            continue  # what matters are lines, and they have no cells to be warm
        for row, gains in zip(board.rows, one.gains, strict=True):
            for column, gain in zip(board.base.columns.values, gains, strict=True):
                if gain and most > 0:
                    part = round(gain / most, 3)
                    place = board.identity(column, row)
                    found.append({"id": place, "gain": round(gain, 4), "part": part})
    return found
