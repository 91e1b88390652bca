"""The rules that a strategy needs: those that a role plays by, from a position on.

A proof has lemmas for both sides and all thresholds. To play, a role needs only rules for positions
that it can come to by its own rules, and among rules that serve the same those it has already.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.learn.learning import LearnedStrategy
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.proofs.lemmas import Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.playbook import Playbook

MOST_POSITIONS = 100_000
"""Positions that roles are followed through."""
SECONDS_OF_CPU = 600.0
"""CPU time after which the choice is believed to hang: its conflicts are limited."""
LEAST_SECONDS = 1.0
"""CPU time that it always has: most choices take less."""


def rules_to_play_by(
    game: CompiledGame, found: LearnedStrategy, seconds: float | None = None
) -> list[Lemma]:
    """Return the lemmas that a strategy plays by; all of them where less than the whole is proved.

    Where positions may repeat, all that have moves are kept: each leads to positions of earlier
    ones, and so to an end, but fewer of them might lead round and round. `seconds` of CPU time are
    what the choice of few may take; without enough of it, all that have moves are kept, too.
    """
    if not found.complete:
        return list(found.lemmas)
    if found.ends:
        try:
            return selected(
                game,
                found.start,
                found.lemmas,
                found.symmetries,
                found.values,
                seconds=SECONDS_OF_CPU
                if seconds is None
                else min(SECONDS_OF_CPU, max(LEAST_SECONDS, seconds)),
            )
        except LimitError:
            pass  # all of them play as well
    return [lemma for lemma in found.lemmas if lemma.moves]


def selected(
    game: CompiledGame,
    start: State,
    lemmas: Sequence[Lemma],
    symmetries: Sequence[Symmetry],
    values: Sequence[int],
    *,
    seconds: float = SECONDS_OF_CPU,
) -> list[Lemma]:
    """Return few of the lemmas by which each role gets what it can force, in order of proof.

    A role that follows them always has a rule for at least its value. Which positions it comes to
    depends on its rules, so the fewest are found by a solver; among sets of that size it takes one
    that forces more where a mistake of the others allows it. Games with too many positions keep all
    lemmas with moves. Only for games in which no position repeats.
    """
    book = Playbook(game, lemmas, symmetries)
    table = RuleChoices([], [], [], [], [])
    for role, value in enumerate(values):
        if not follow(book, start, Role(role), value, table):
            return [lemma for lemma in lemmas if lemma.moves]
    message = {
        "starts": table.starts,
        "position": np.array(table.positions, np.int32),
        "rule": np.array(table.rules, np.int32),
        "short": np.array(table.short, np.int32),
        "to": np.array(table.to, np.int32).reshape(-1),
    }
    answer = call("zermelo.learn.fewest:choose", message, Allowance(seconds=seconds))
    return [lemmas[origin] for origin in answer["rules"].tolist()]


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """Positions that ask for a rule, the rules that would do, and where each leads."""

    starts: list[int]
    positions: list[int]  # of each option
    rules: list[int]  # of each option
    short: list[int]  # of each option: how much more another rule forces there
    to: list[tuple[int, int]]  # option and position


def follow(book: Playbook, start: State, role: Role, value: int, table: RuleChoices) -> bool:
    """Add all that may happen when a role plays by rules for `value` or more; False if too much."""
    number: dict[State, int] = {}
    first = len(set(table.positions)) + len(table.starts)

    def numbers(states: Iterable[State]) -> list[int]:
        """Return positions that ask for a rule, each with its number."""
        found = []
        for state in states:
            if state not in number:
                number[state] = first + len(number)
                todo.append(state)
            found.append(number[state])
        return found

    todo: list[State] = []
    table.starts.extend(numbers(asking(book, [start], role)))
    for state in todo:  # which grows meanwhile
        if len(number) > MOST_POSITIONS:
            return False
        covering = book.covering(state, role)
        most = covering[0].lemma.claim.value
        moves: dict[int, set[int]] = {}  # of each rule: by symmetry it may have several
        short: dict[int, int] = {}
        for one in covering:
            if one.lemma.claim.value >= min(value, most):
                moves.setdefault(one.origin, set()).add(one.lemma.moves[0])
                short[one.origin] = most - one.lemma.claim.value
        for rule in moves:  # as they are taken: the highest value first, then the first rule
            option = len(table.positions)
            table.positions.append(number[state])
            table.rules.append(rule)
            table.short.append(short[rule])
            after = [
                book.game.next(state, joint)
                for joint in joints(book.game, state)
                if joint[role] in moves[rule]
            ]
            table.to.extend((option, place) for place in numbers(asking(book, after, role)))
    return True


def asking(book: Playbook, states: Iterable[State], role: Role) -> list[State]:
    """Return the first positions, from some on, in which a role has a choice and a rule for it."""
    game = book.game
    found, seen, todo = [], set(states), list(states)
    for state in todo:  # which grows meanwhile
        if game.terminal(state):
            continue
        if len(game.legal(state, role)) > 1:
            if book.covering(state, role):
                found.append(state)
            continue
        for joint in joints(game, state):
            after = game.next(state, joint)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return found
