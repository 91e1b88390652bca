"""The rule that a move goes by: of a strategy that is at the table, or one that is proved here.

Where no strategy is given, a solver is asked for some seconds: if the move is good for a reason
that can be proved at once, that reason is a rule too, and true of many positions more.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.learn.prover import Prover, role_claims
from zermelo.proofs.lemmas import Lemma
from zermelo.rules.information import RANDOM
from zermelo.strategies.wording import relation, wording
from zermelo.web.strategies.description import reading
from zermelo.web.strategies.highlights import places

FLUENTS = 2000
"""Fluents up to which a proof is tried."""
DEEPEST_PROOF = 12
"""Moves that a proof looks ahead."""


class SearchedEnoughError(Exception):
    """There is no more time for a proof."""


def of_strategy(game: CompiledGame, text: str, state: State, role: Role) -> dict[str, Any] | None:
    """Return the rule of a strategy that applies; None if none does."""
    read = reading(game, text)
    lemma = read.book.best(state, role)
    if lemma is None or Move(lemma.moves[0]) not in game.legal(state, role):
        return None
    status = read.strategy.status
    return as_object(game, lemma, state, role) | {"status": status, "from": "strategy"}


def proved_here(
    game: CompiledGame,
    state: State,
    role: Role,
    move: Move | None,
    *,
    seconds: float,
    stop: Callable[[], bool],
) -> dict[str, Any] | None:
    """Return a rule that is proved at once, for the move in question if one can be; else None."""
    chance = RANDOM in map(str.lower, game.roles)
    if game.program is None or chance or len(game.lexicon.fluents) > FLUENTS:
        return None
    try:
        lemma = proved(game, state, role, move, seconds, stop)
    except (SearchedEnoughError, ZermeloError):
        return None
    if lemma is None:
        return None
    return as_object(game, lemma, state, role) | {"status": "proved", "from": "here"}


def proved(
    game: CompiledGame,
    state: State,
    role: Role,
    move: Move | None,
    seconds: float,
    stop: Callable[[], bool],
) -> Lemma | None:
    """Return a lemma for the highest goal that the role can force within a few moves."""
    claims = role_claims(game, role)
    begun: list[float] = []

    def watch(_: Prover) -> None:
        if stop() or time.monotonic() - begun[0] > seconds:
            raise SearchedEnoughError

    with Prover(game, claims, total=None, watch=watch) as prover:
        begun.append(time.monotonic())  # the solver has started
        for depth in range(DEEPEST_PROOF):
            for claim in reversed(claims):
                forks = prover.forks(claim, state)
                mine = [fork for fork in forks if move is None or fork.moves == (move,)]
                if prover.force(claim, state, mine, depth):
                    return prover.lemmas[-1]
    return None


def as_object(game: CompiledGame, lemma: Lemma, state: State, role: Role) -> dict[str, Any]:
    """Return a rule in words, with the places that it speaks of."""
    rule = spoken(game, lemma)
    names = game.lexicon.fluent_terms
    there = places(game, state, [names[each - 1] for each in rule.literals if each > 0])
    absent = places(game, state, [names[-each - 1] for each in rule.literals if each < 0])
    return {
        "said": wording(game).lemma(rule, state),
        "move": game.spell(role, Move(lemma.moves[0])),
        "places": there,
        "absent": [place for place in absent if place not in there],
    }


def spoken(game: CompiledGame, lemma: Lemma) -> Lemma:
    """Return a lemma without what goes without saying: a cell that is x is not o."""
    words = wording(game)
    terms = {each: game.lexicon.fluent_terms[abs(each) - 1].parts for each in lemma.literals}
    taken = {
        (term[:-1], len(term))
        for each, term in terms.items()
        if each > 0 and relation(term) in words.values
    }
    left = [each for each, term in terms.items() if each > 0 or (term[:-1], len(term)) not in taken]
    return replace(lemma, literals=tuple(left))
