"""Speculative pruning by a text that goes round, taken at its word: what it misses, ours does not.

With the score of a node that has none read as 0, this copy of the published text loses the value of
the root, or comes to another one: it compares the wrong way round when to search again, prunes at
the root, and takes nothing for a bound of 0.
"""

from collections.abc import Sequence
from random import Random

from tests.search.many.trees import plain, pruned, random_tree
from zermelo.game.game import Role, Values
from zermelo.game.tree_game import DrawnNode, TreeGame

NIL = None
TREES = 150
MOST_CALLS = 20_000


class CallsError(Exception):
    """It goes round and round."""


def literal(game: TreeGame, most: float) -> Values | None:
    """The root's value by that text, line by line; NIL where it has none."""
    calls = 0

    def score(values: Values | None, role: int) -> float:
        return 0.0 if values is NIL else values[role]

    def specmax(node: DrawnNode, parent: float, grandparent: float) -> Values | None:
        nonlocal calls
        calls += 1
        if calls > MOST_CALLS:
            raise CallsError
        if not node.children:
            return node.values
        current, previous = node.mover, (node.mover - 1) % 3
        best: Values | None = NIL
        pruned_queue: list[int] = []
        children = list(node.children)
        for child in children:  # it grows while it is gone through
            if parent >= score(best, previous):
                result = specmax(game.nodes[child], score(best, current), parent)
            else:
                result = specmax(game.nodes[child], score(best, current), 0)
            if best is NIL:
                best = result
            elif result is NIL:
                pruned_queue.append(child)
            elif best[current] < result[current]:
                best = result
                if parent > best[previous]:
                    children += pruned_queue
            if grandparent + parent + score(best, current) >= most:
                return NIL
        return best

    return specmax(game.nodes[0], 0, 0)


def trees() -> Sequence[TreeGame]:
    random = Random(2003)
    shapes = [(random.randint(2, 4), random.choice([2, 3, 4, 6, 10])) for _ in range(TREES)]
    return [random_tree(random, 3, depth, 3, steps=most, ragged=False) for depth, most in shapes]


def test_the_copied_text_taken_at_its_word_is_wrong() -> None:
    nothing = wrong = 0
    for game in trees():
        most = max(sum(node.values or ()) for node in game.nodes if not node.children)
        found = literal(game, most)
        nothing += found is NIL
        wrong += found is not NIL and found != plain(game)[0]
    assert nothing > 0
    assert wrong > TREES / 20


def test_ours_is_right_on_the_same_trees() -> None:
    for game in trees():
        assert pruned(game, "speculative")[0] == plain(game)[0]


def test_a_root_that_is_won_has_a_value() -> None:
    leaves = (
        DrawnNode("won", Role(0), values=(10.0, 0.0, 0.0)),
        DrawnNode("lost", Role(0), values=(0.0, 5.0, 5.0)),
    )
    game = TreeGame(
        "won", ("a", "b", "c"), (DrawnNode("root", Role(0), (1, 2), ("x", "y")), *leaves)
    )
    assert literal(game, 10) is NIL
    assert pruned(game, "speculative")[0] == (10.0, 0.0, 0.0)
