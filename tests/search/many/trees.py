"""Random trees of vectors with many ties, and the ways to search them."""

from random import Random

from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.game import Role, State, Values
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.base import Clock
from zermelo.search.many.bounds import tree_bounds
from zermelo.search.many.exact import Number, Vector
from zermelo.search.many.node import Pruning
from zermelo.search.many.order import VectorOrder
from zermelo.search.many.plain import PlainMaxn
from zermelo.search.many.pruned import PrunedMaxn
from zermelo.search.many.ties import Ties
from zermelo.search.many.vector_game import VectorGame
from zermelo.search.many.watching import Telling
from zermelo.text.source import Source

ROOT = State(0)
PRUNINGS: tuple[Pruning, ...] = ("immediate", "shallow", "last_branch", "speculative")
THREE = "[[[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],[[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]]"
"""After Russell and Norvig, figure 5.4."""


def drawn(text: str) -> TreeGame:
    """A tree of players a, b and c."""
    return read_tree(Source("drawn.tree", f"roles: a b c\n{text}"))


def random_tree(
    random: Random,
    roles: int,
    depth: int,
    branching: int,
    *,
    step: float = 1,
    steps: int = 6,
    least: float = 0,
    cyclic: bool = True,
    ragged: bool = True,
) -> TreeGame:
    """A tree whose leaves share out at most `steps` of `step` each: few, so that ties are many.

    Everybody gets `least` beside that.
    """
    nodes: list[DrawnNode] = []

    def add(left: int, mover: int) -> int:
        number = len(nodes)
        # As a file would have it: 0.3, not the sum of a tenth and two.
        values = tuple(round(least + own, 9) for own in leaf(random, roles, step, steps))
        nodes.append(DrawnNode(f"n{number}", Role(mover), values=values))
        if left > 0 and not (ragged and left < depth and random.random() < 0.1):
            size = random.randint(1, branching) if ragged else branching
            after = [
                (mover + 1) % roles if cyclic else random.randrange(roles) for _ in range(size)
            ]
            children = tuple(add(left - 1, each) for each in after)
            labels = tuple(f"m{place}" for place in range(size))
            nodes[number] = DrawnNode(f"n{number}", Role(mover), children, labels, values)
        return number

    add(depth, random.randrange(roles))
    return TreeGame("a tree", tuple(f"p{role}" for role in range(roles)), tuple(nodes))


def leaf(random: Random, roles: int, step: float, steps: int) -> Values:
    """What a leaf gives; a few give less than there is."""
    cuts = sorted(random.randint(0, steps) for _ in range(roles - 1))
    parts = [after - before for before, after in zip([0, *cuts], [*cuts, steps], strict=True)]
    if random.random() < 0.2:
        parts[random.randrange(roles)] = 0
    return tuple(float(step * part) for part in parts)


def plain(game: TreeGame, ties: Ties | None = None) -> tuple[Vector, int]:
    """The vector of max^n, and how many leaves it takes."""
    clock = Clock()
    search = PlainMaxn(
        VectorGame(game, Goal().start(game)),
        Telling(clock),
        ties or Ties("leftmost"),
        VectorOrder(),
    )
    return search.value(ROOT, None)[0], clock.count.leaves


def pruned(
    game: TreeGame, pruning: Pruning, granularity: Number = 0, order: VectorOrder | None = None
) -> tuple[Vector | None, int]:
    """The vector by a pruning, and how many leaves it takes."""
    clock = Clock()
    search = PrunedMaxn(
        VectorGame(game, Goal().start(game)),
        Telling(clock),
        tree_bounds(game),
        pruning,
        order or VectorOrder(),
        granularity,
    )
    return search.value(ROOT, None).values, clock.count.leaves
