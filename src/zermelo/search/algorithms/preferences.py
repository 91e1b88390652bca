"""Preferences: take the move that weak constraints like best.

Of all states one move ahead, the one that costs least at the highest level at which they differ.
Weak constraints are learned from ordered examples (`learn/preferences`), or written by hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.root import ended, first_move, unsearched
from zermelo.strategies.preferences.constraint import Preferences as Constraints
from zermelo.strategies.preferences.facts import Vocabulary, vocabulary
from zermelo.strategies.preferences.file import load_preferences, require_words

NOTE = "preferred by the constraints, which give no value"


@dataclass(frozen=True, slots=True)
class PreferencesSearch:
    """Looks one move ahead and takes what weak constraints of a file like best."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.CIRCUIT
    file: str = option("", "the file of weak constraints to play by")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match.

        Raises:
            UsageError: no file is named.
            ReadError, UnsuitedError: the file has no preferences for this game.
        """
        if not self.file:
            made = "`zermelo learn --method preferences` makes one"
            raise UsageError(f"preferences needs a file: preferences:file=NAME; {made}")
        if (compiled := game.compiled) is None:
            raise UnsuitedError(f"preferences are for rules, and {game.name} has none")
        constraints = load_preferences(self.file)
        words = vocabulary(compiled, constraints.background)
        require_words(constraints, words)
        return partial(think, words, constraints, role)


def think(
    words: Vocabulary,
    constraints: Constraints,
    role: Role,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the one with the lowest cost; among equals, the first.

    Costs order the moves; they are no values.
    """
    game = words.game
    over = ended(game, state)
    yield over or unsearched(game, role, state)
    if over or clock.limits.depth == 0:
        return
    others = [first_move(game, Role(other), state) for other in range(len(game.roles))]
    moves = game.legal(state, role)
    joints = [(*others[:role], move, *others[role + 1 :]) for move in moves]
    costs = []
    for joint in joints:
        clock.tick()
        costs.append(constraints.costs(words.facts(game.next(state, joint), role)))
    best = costs.index(min(costs))
    line = (joints[best],)
    yield replace(unsearched(game, role, state), move=moves[best], line=line, depth=1, note=NOTE)
