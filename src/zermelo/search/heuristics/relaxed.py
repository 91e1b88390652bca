"""Relaxed reachability: after how many moves may the target hold, if effects never clash?

A layer says of every fluent whether it may be true, and whether it may be false. The next one has
all that any move may bring about that may be legal. The first layer in which the target may hold
is no later than it can hold in truth (the heuristic h-max of Bonet and Geffner, Planning as
heuristic search, 2001, with negative literals and frame axioms as the rules have them). Layers that
repeat without the target show that there is no way at all.
"""

from functools import lru_cache
from math import inf

from zermelo.engine.rails import Cases, Rails
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.search.heuristics.pattern import compiled
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle

REMEMBERED = 1 << 16


def relaxed(puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the number of layers to the target."""
    game = compiled(puzzle, "relaxed")
    rails = game.engine.rails
    estimate = lru_cache(maxsize=REMEMBERED)(lambda state: layers(game, rails, target, state))
    why = "what is possible is possible in the layers no later"
    return Heuristic("relaxed", estimate, admissible=True, why=why)


def layers(game: CompiledGame, rails: Rails, target: float, state: State) -> float:
    """Return how many layers a state is from the target; infinite if there is no way."""
    fluents, moves = game.dimensions.fluents, game.dimensions.moves
    ones = (1 << moves) - 1
    may = [ones if state >> fluent & 1 else 0 for fluent in range(fluents)]
    may_not = [ones & ~holds for holds in may]
    made = [1 << move for move in range(moves)]
    seen_layers: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    depth = 0
    while True:
        cases = Cases(moves, may, may_not)
        seen, after, after_not = rails.step(cases, made)
        if rails.reached(seen, target):
            return depth
        layer = tuple(may), tuple(may_not)
        if layer in seen_layers:
            return inf
        seen_layers.add(layer)
        allowed = seen.terminal[1] & sum(
            own & legal for own, legal in zip(made, seen.legal, strict=True)
        )
        # In any case in which a move may be made: the next layer knows no more than all of them.
        may = [ones if holds & allowed else 0 for holds in after]
        may_not = [ones if fails & allowed else 0 for fails in after_not]
        depth += 1
