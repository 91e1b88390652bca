"""Best moves as rules: made by a search that asks a solver, spelled in time syntax or in GDL.

A rule says what a role does best in one state, whole, and in all that are symmetric to it.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from zermelo.logic.counts import Count
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role, State
from zermelo.search.algorithms.asp import Asp, Thinking
from zermelo.search.asp.rule_file import in_gdl, spell_rules
from zermelo.search.asp.rules import Rule
from zermelo.search.base import Clock, last
from zermelo.text.read import Syntax
from zermelo.text.spell import spell_rule


def best_moves(
    game: CircuitGame,
    state: State | None = None,
    clock: Clock | None = None,
    *,
    symmetric: bool = True,
) -> list[Rule]:
    """Return the rules that a search of a state makes, as far as the clock lets it."""
    clock = clock or Clock()
    thinking = Thinking.of(Asp(learn=True, symmetric=symmetric), game, Role(0))
    last(thinking.think(game.initial if state is None else state, clock))
    assert thinking.book is not None
    return thinking.book.rules


def spell_best_moves(
    rules: Sequence[Rule],
    game: CircuitGame,
    syntax: Syntax | Literal["time"] = "time",
    counts: Iterable[Count] = (),
) -> str:
    """Return rules as text: for the explicit-time program, enforced, or for GDL in any syntax.

    `counts` are invariants of the game that were proved: what they rule out is not said.
    """
    known = tuple(counts)
    if syntax == "time":
        return spell_rules(rules, game, known)
    texts = [text for rule in rules for text in spell_rule(in_gdl(rule, game, known), syntax)]
    return "".join(f"{text}\n" for text in texts)
