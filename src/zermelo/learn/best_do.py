"""Best moves as rules: made by a search that asks a solver, spelled in time syntax or in GDL.

A rule says what a role does best in one state, whole, and in all that are symmetric to it.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.lifted import ConstantSort, check_sorts, lifted
from zermelo.proofs.counts import Count
from zermelo.search.algorithms.asp import Asp, AspMatch
from zermelo.search.asp.rule_file import ENFORCED, in_gdl, in_time, spell_rules
from zermelo.search.asp.rules import BestMoveRule
from zermelo.search.base import Clock, last
from zermelo.text.read import Syntax
from zermelo.text.spell import spell_rule


def best_moves(
    game: CompiledGame,
    state: State | None = None,
    clock: Clock | None = None,
    *,
    symmetric: bool = True,
) -> list[BestMoveRule]:
    """Return the rules that a search of a state makes, as far as the clock lets it."""
    clock = clock or Clock()
    thinking = AspMatch.of(Asp(learn=True, symmetric=symmetric), game, Role(0))
    last(thinking.think(game.initial if state is None else state, clock))
    assert thinking.book is not None
    return thinking.book.rules


def spell_best_moves(
    rules: Sequence[BestMoveRule],
    game: CompiledGame,
    syntax: Syntax | Literal["time"] = "time",
    counts: Iterable[Count] = (),
    sorts: Sequence[ConstantSort] = (),
) -> str:
    """Return rules as text: for the explicit-time program, or for GDL in any syntax.

    Args:
        rules: what is best.
        game: the game they are of.
        syntax: time, where the choice rule that enforces them is added, or a syntax of GDL.
        counts: invariants of the game that were proved: what they rule out is not said.
        sorts: of constants that become variables; they are checked.

    Raises:
        UnsuitedError: constants of a sort may not be exchanged.
    """
    known = tuple(counts)
    if sorts:
        check_sorts(game, sorts)
    elif syntax == "time":
        return spell_rules(rules, game, known)
    made = in_time if syntax == "time" else in_gdl
    written = [lifted(made(rule, game, known), sorts) for rule in rules]
    spelling: Syntax = "asp" if syntax == "time" else syntax
    texts = [text for rule in dict.fromkeys(written) for text in spell_rule(rule, spelling)]
    texts += [ENFORCED] if syntax == "time" else []
    return "".join(f"{text}\n" for text in texts)
