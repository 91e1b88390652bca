"""An explicit tree -> a drawing in plain characters, the root on top."""

from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.pictures.trees.picture import own_name

MOST_LEAVES = 40
"""Trees with more leaves are too wide to be drawn, and are listed."""


def described(game: TreeGame, top: int = 0) -> str:
    """Return a tree from a node on as a drawing; a graph, or a wide tree, as a list of its nodes.

    >>> leaf = DrawnNode("C", 0, values=(3,))
    >>> nodes = DrawnNode("A", 0, (1, 2), ("B", "C")), DrawnNode("B", 1, (2,), ("C",)), leaf
    >>> print(described(TreeGame("graph", ("max", "min"), nodes)))
    A: max to B, C
    B: min to C
    C=3
    """
    found, known = [top], {top}
    parents = 0
    for number in found:
        children = game.nodes[number].children
        parents += len(children)
        found += [child for child in dict.fromkeys(children) if child not in known]
        known |= {*children}
    leaves = sum(not game.nodes[number].children for number in found)
    if parents == len(found) - 1 and leaves <= MOST_LEAVES:
        return draw_tree(game, top)
    return "\n".join(line_of(game, number) for number in found)


def line_of(game: TreeGame, number: int) -> str:
    """Return a node as a line of a list."""
    node = game.nodes[number]
    if not node.children:
        return f"{node.name}={worth_of(node)}"
    names = ", ".join(game.nodes[child].name for child in node.children)
    return f"{node.name}: {game.roles[node.mover]} to {names}"


def draw_tree(game: TreeGame, top: int = 0) -> str:
    """Return a drawing of a tree: names of inner nodes, values of leaves, who moves on the left.

    >>> from zermelo.game.tree_file import read_tree
    >>> from zermelo.text.source import Source
    >>> game = read_tree(Source("a", "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"))
    >>> print(draw_tree(game))
    max                  A
            ┌────────────┼────────────┐
    min     B            C            D
        ┌───┼───┐    ┌───┼───┐    ┌───┼───┐
        3   12  8    2   4   6    14  5   2
    >>> print(draw_tree(game, top=1))
    min     B
        ┌───┼───┐
        3   12  8
    """
    texts = [text_of(node) for node in game.nodes]
    depths, places = placed(game, texts, top)
    margin = max(map(len, game.roles)) + 1
    rows: list[list[str]] = [[] for _ in range(2 * max(depths.values()) + 1)]
    movers: dict[int, int] = {}
    for number in sorted(depths):
        node, depth, place = game.nodes[number], depths[number], places[number]
        write(rows[2 * depth], place - (len(texts[number]) - 1) // 2, texts[number])
        if node.children:
            movers[depth] = node.mover
            connect(rows[2 * depth + 1], place, [places[child] for child in node.children])
    lines = []
    for number, row in enumerate(rows):
        role = movers.get(number // 2) if number % 2 == 0 else None
        name = "" if role is None else game.roles[role]
        lines.append(f"{name:<{margin}}{''.join(row)}".rstrip())
    return "\n".join(lines)


def text_of(node: DrawnNode) -> str:
    """Return what stands for a node: its name, or the values of a leaf."""
    if node.children:
        return node.name
    return f"{own_name(node.name)}={worth_of(node)}" if own_name(node.name) else worth_of(node)


def worth_of(node: DrawnNode) -> str:
    """Return what a leaf is worth: for the first role, or for each of three or more."""
    assert node.values is not None, "a leaf has values"
    return f"{node.values[0]:g}" if len(node.values) < 3 else vector(node.values)


def vector(values: tuple[float, ...]) -> str:
    """Return the values of all roles."""
    return f"({','.join(f'{value:g}' for value in values)})"


Numbers = dict[int, int]


def placed(game: TreeGame, texts: list[str], top: int) -> tuple[Numbers, Numbers]:
    """Return depth and column of each node below one: leaves in a row, parents in the middle."""
    depths: Numbers = {}
    places: Numbers = {}
    right = 0
    widest = max(map(len, texts))
    stack = [(top, 0, False)]
    while stack:
        number, depth, done = stack.pop()
        depths[number] = depth
        children = game.nodes[number].children
        if not children:
            places[number] = right + (widest - 1) // 2
            right += widest + 2
        elif done:
            places[number] = (places[children[0]] + places[children[-1]]) // 2
            right += 1  # a little more room between families
        else:
            stack.append((number, depth, True))
            stack += [(child, depth + 1, False) for child in reversed(children)]
    return depths, places


def write(row: list[str], column: int, text: str) -> None:
    """Put a text into a row from a column on."""
    row += [" "] * (column + len(text) - len(row))
    row[column : column + len(text)] = text


def connect(row: list[str], parent: int, children: list[int]) -> None:
    """Draw the branches from a parent to its children."""
    first, last = children[0], children[-1]
    row += [" "] * (last + 1 - len(row))
    if first == last:
        row[first] = "│"
        return
    for column in range(first, last + 1):
        above, below = column == parent, column in children
        row[column] = "┼" if above and below else "┴" if above else "┬" if below else "─"
    row[first], row[last] = "┌", "┐"
