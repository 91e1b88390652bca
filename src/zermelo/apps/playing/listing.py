"""Many legal moves -> lines that can be read: columns for a few, groups for more.

Of `(move a 2 a 3)` and `(move a 2 a 4)` the common beginning is said once.
"""

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

MOST_IN_COLUMNS = 12
"""Up to this many moves stand in columns, each as it is spelled."""
MOST_LISTED = 300
"""How many moves are listed at once."""
GAP = 2
FOUR = 4
NUMBER = "cyan"
ITEM = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s()]+")
Numbered = tuple[int, str]


def listed(moves: Sequence[Numbered], width: int) -> Iterator[Text]:
    """Yield the lines of a list of moves with their numbers."""
    shown = moves[:MOST_LISTED]
    digits = max((len(str(number)) for number, _ in shown), default=0)
    if len(shown) <= MOST_IN_COLUMNS:
        cell = max((len(text) for _, text in shown), default=0)
        yield from columns(shown, "", width, digits, cell)
    else:
        groups = list(grouped(shown))
        margin = max(len(title) for title, _ in groups) + GAP
        cell = max(len(text) for _, group in groups for _, text in group)
        for title, group in groups:
            yield from columns(group, f"{title:<{margin}}", width, digits, cell)
    if len(moves) > MOST_LISTED:
        more = (
            f"... and {len(moves) - MOST_LISTED:,} more; `moves TEXT` lists those with TEXT in them"
        )
        yield Text(more, style="dim")


def columns(
    moves: Sequence[Numbered], title: str, width: int, digits: int, cell: int
) -> Iterator[Text]:
    """Yield moves side by side below each other, behind a title."""
    room = max(1, (width - len(title)) // (digits + 2 + cell + GAP))
    if not title:
        room = -(-len(moves) // -(-len(moves) // room))  # lines of about the same length
    for begin in range(0, len(moves), room):
        line = Text().append(title if begin == 0 else " " * len(title), "bold")
        for number, text in moves[begin : begin + room]:
            line.append(f"{number:>{digits}}: ", NUMBER).append(f"{text:<{cell + GAP}}")
        line.rstrip()
        yield line


def grouped(moves: Sequence[Numbered]) -> Iterator[tuple[str, list[Numbered]]]:
    """Yield groups of moves that begin alike: what they share, and the rest of each.

    Where there are four arguments or more, the first half says from where: it is shared. Of fewer,
    all but the last. But there are three moves to two groups at least, on average.

    >>> moves = ["(move a 2 a 3)", "(move a 2 a 4)", "(move b 1 a 3)", "(move b 1 c 3)"]
    >>> dict(grouped(list(enumerate(moves, 1))))
    {'move a 2': [(1, 'a 3'), (2, 'a 4')], 'move b 1': [(3, 'a 3'), (4, 'c 3')]}
    """
    items = [(number, arguments(text)) for number, text in moves]
    shared = max(len(words) for _, words in items) - 1
    if shared >= FOUR:
        shared = 1 + shared // 2
    while len({words[:shared] for _, words in items}) * 3 > len(items) * 2:
        shared -= 1
    groups: dict[tuple[str, ...], list[Numbered]] = {}
    for number, words in items:
        # A move that is all title, like `pass` beside `(mark 1 1)`, stands under no title.
        title = words[:shared] if len(words) > shared else ()
        groups.setdefault(title, []).append((number, " ".join(words[len(title) :])))
    for title, group in groups.items():
        yield " ".join(title), group


def arguments(text: str) -> tuple[str, ...]:
    """Return the parts of a move, its name first.

    >>> arguments("(put (cell 1 2) x)"), arguments("noop")
    (('put', '(cell 1 2)', 'x'), ('noop',))
    """
    inner = text[1:-1] if text.startswith("(") else text
    return tuple(ITEM.findall(inner))
