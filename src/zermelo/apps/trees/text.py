"""An explicit tree -> a drawing in plain characters, the root on top."""

from zermelo.apps.trees.picture import own_name
from zermelo.position.tree_game import Node, TreeGame


def draw_tree(game: TreeGame) -> str:
    """Return a drawing of a tree: names of inner nodes, values of leaves, who moves on the left.

    >>> from zermelo.position.tree_file import read_tree
    >>> from zermelo.text.source import Source
    >>> print(draw_tree(read_tree(Source("a", "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"))))
    max                  A
            ┌────────────┼────────────┐
    min     B            C            D
        ┌───┼───┐    ┌───┼───┐    ┌───┼───┐
        3   12  8    2   4   6    14  5   2
    """
    texts = [text_of(node) for node in game.nodes]
    depths, places = placed(game, texts)
    margin = max(map(len, game.roles)) + 1
    rows: list[list[str]] = [[] for _ in range(2 * max(depths) + 1)]
    for number, node in enumerate(game.nodes):
        write(
            rows[2 * depths[number]], places[number] - (len(texts[number]) - 1) // 2, texts[number]
        )
        if node.children:
            connect(
                rows[2 * depths[number] + 1],
                places[number],
                [places[child] for child in node.children],
            )
    movers = {depths[number]: node.mover for number, node in enumerate(game.nodes) if node.children}
    lines = []
    for number, row in enumerate(rows):
        role = movers.get(number // 2) if number % 2 == 0 else None
        name = "" if role is None else game.roles[role]
        lines.append(f"{name:<{margin}}{''.join(row)}".rstrip())
    return "\n".join(lines)


def text_of(node: Node) -> str:
    """Return what stands for a node: its name, or the values of a leaf."""
    if node.children or node.values is None:
        return node.name
    worth = f"{node.values[0]:g}" if len(node.values) < 3 else vector(node.values)
    return f"{own_name(node.name)}={worth}" if own_name(node.name) else worth


def vector(values: tuple[float, ...]) -> str:
    """Return the values of all roles."""
    return f"({','.join(f'{value:g}' for value in values)})"


def placed(game: TreeGame, texts: list[str]) -> tuple[list[int], list[int]]:
    """Return the depth and the column of every node: leaves side by side, parents in the middle."""
    depths, places = [0] * len(texts), [0] * len(texts)
    right = 0
    widest = max(map(len, texts))
    stack = [(0, 0, False)]
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
