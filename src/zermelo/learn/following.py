"""What a role gets that follows a strategy, whatever the others do: by looking at every position.

Of the rules that apply, the one of the highest value is followed; of several, the first. A move
that is not legal is no rule. Where none applies, any own move may be made.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.guarantees import NONE, Guarantees
from zermelo.learn.repetition import goes_on
from zermelo.proofs.lemmas import Lemma

NO_MOVE = -1


class Policies:
    """The move of each role in each position, as rules are added in their order."""

    def __init__(self, game: CompiledGame, graph: Guarantees) -> None:
        """Start without rules."""
        size = len(graph.rows), len(game.roles)
        self.graph = graph
        self.values: Ints = np.full(size, NONE, np.int32)
        self.moves: Ints = np.full(size, NO_MOVE, np.int32)

    def add(self, lemma: Lemma, here: NDArray[np.bool_]) -> None:
        """Let a lemma be followed in some positions, unless an earlier one is worth as much."""
        claim = lemma.claim
        if claim.least and lemma.moves:
            better = here & (self.values[:, claim.role] < claim.value)
            self.values[better, claim.role] = claim.value
            self.moves[better, claim.role] = lemma.moves[0]

    def guaranteed(self, role: Role) -> int | None:
        """Return the lowest goal at all ends that a role may come to; None if there may be none."""
        graph, chosen = self.graph, self.moves[:, role]
        legal = np.zeros(len(graph.rows), np.bool_)
        legal[graph.parents[graph.joints[:, role] == chosen[graph.parents]]] = True
        by_rule = legal[graph.parents]
        played = ~by_rule | (graph.joints[:, role] == chosen[graph.parents])
        parents, children = graph.parents[played], graph.children[played]
        reached = np.zeros(len(graph.rows), np.bool_)
        reached[0], size = True, 0
        while size != (size := int(reached.sum())):
            reached[children[reached[parents]]] = True
        met = reached[parents]
        if goes_on(graph.ended | ~reached, parents[met], children[met]):
            return None
        goals = graph.sole[reached & graph.ended, role]
        return None if (goals == NONE).any() else int(goals.min())
