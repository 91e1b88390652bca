"""Random trees for two to five roles, by seed, and what their nodes are worth by definition."""

from collections.abc import Callable, Sequence
from random import Random

from zermelo.game.game import Role, Values
from zermelo.game.tree_game import DrawnNode, TreeGame

Key = Callable[[Role, Values], tuple[float, ...]]
"""What a role that decides maximises."""


def tree(seed: int, roles: int, *, total: int | None = None, most: int = 40) -> TreeGame:
    """A ragged tree with many ties: inner nodes have guesses; with a total, a constant sum."""
    random = Random(f"{seed} {roles} {total}")
    nodes: list[DrawnNode] = []

    def values() -> Values:
        if total is None:
            return tuple(float(random.randrange(5)) for _ in range(roles))
        cuts = sorted(random.randrange(total + 1) for _ in range(roles - 1))
        return tuple(
            float(high - low) for low, high in zip([0, *cuts], [*cuts, total], strict=True)
        )

    def add(depth: int, mover: Role) -> int:
        number = len(nodes)
        nodes.append(DrawnNode(f"n{number}", mover, values=values()))
        if depth and number < most and (depth > 3 or random.random() < 0.8):
            following = Role(random.randrange(roles) if random.random() < 0.3 else mover + 1)
            children = tuple(
                add(depth - 1, Role(following % roles)) for _ in range(random.choice([1, 2, 2, 3]))
            )
            labels = tuple(f"m{index}" for index in range(len(children)))
            nodes[number] = DrawnNode(f"n{number}", mover, children, labels, nodes[number].values)
        return number

    add(5, Role(random.randrange(roles)))
    return TreeGame("a tree", tuple(f"r{role}" for role in range(roles)), tuple(nodes))


def shared(seed: int, roles: int, total: int) -> TreeGame:
    """A graph without cycles whose nodes are reached in several ways, at several depths."""
    random = Random(f"shared {seed} {roles} {total}")
    size = random.randint(6, 24)
    nodes = []
    for number in range(size):
        targets = range(number + 1, min(size, number + 8))
        few = min(len(targets), random.randint(1, 3)) if random.random() < 0.9 else 0
        children = tuple(random.sample(targets, few))
        labels = tuple(f"m{index}" for index in range(few))
        cuts = sorted(random.randrange(total + 1) for _ in range(roles - 1))
        values = tuple(
            float(high - low) for low, high in zip([0, *cuts], [*cuts, total], strict=True)
        )
        nodes.append(
            DrawnNode(f"n{number}", Role(random.randrange(roles)), children, labels, values)
        )
    return TreeGame("a graph", tuple(f"r{role}" for role in range(roles)), tuple(nodes))


def by_key(game: TreeGame, key: Key, depth: int | None, node: int = 0) -> Values:
    """What a node is worth if everybody takes the first child with the highest key."""
    children = game.nodes[node].children
    if depth == 0 or not children:
        values = game.nodes[node].values
        assert values is not None
        return values
    below = None if depth is None else depth - 1
    found = [by_key(game, key, below, child) for child in children]
    return max(found, key=lambda values: key(game.nodes[node].mover, values))


def maxn(owner: Role, values: Values) -> tuple[float, ...]:
    """Everybody for itself."""
    return (values[owner],)


def paranoid(root: Role) -> Key:
    """All against the root."""
    return lambda owner, values: (values[root] if owner == root else -values[root],)


def offensive(root: Role, target: Role) -> Key:
    """The root against its target, of equals for itself; everybody else for itself."""
    return lambda owner, values: (
        (-values[target], values[root]) if owner == root else (values[owner],)
    )


def offensive_that_stops(
    game: TreeGame, root: Role, target: Role, depth: int | None, node: int = 0
) -> Values:
    """What a node is worth to an offensive: below, the first move with the target down is taken."""
    children, mover = game.nodes[node].children, game.nodes[node].mover
    if depth == 0 or not children:
        values = game.nodes[node].values
        assert values is not None
        return values
    below = None if depth is None else depth - 1
    found = [offensive_that_stops(game, root, target, below, child) for child in children]
    floor = min(each.values[target] for each in game.nodes if each.values)
    down = [values for values in found if values[target] <= floor]
    if node != 0 and mover == root and down:
        return down[0]
    return max(found, key=lambda values: offensive(root, target)(mover, values))


def relabelled(game: TreeGame, places: Sequence[int]) -> TreeGame:
    """The same tree with role r in the place of `places[r]`."""
    nodes = tuple(
        DrawnNode(
            node.name,
            Role(places[node.mover]),
            node.children,
            node.labels,
            None if node.values is None else permuted(node.values, places),
        )
        for node in game.nodes
    )
    names = [f"r{role}" for role in range(len(places))]
    return TreeGame(game.name, tuple(names), nodes)


def permuted(values: Values, places: Sequence[int]) -> Values:
    """A vector with the worth of role r in the place of `places[r]`."""
    return tuple(values[places.index(place)] for place in range(len(values)))
