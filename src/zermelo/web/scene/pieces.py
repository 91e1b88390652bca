"""The names of things on cells -> how they are drawn: stones, crosses, chess men, or their text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zermelo.boards.owners import owners_of

COLOURS = frozenset("white black red blue green yellow orange purple brown grey gray pink".split())
MEN = {"king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}
OFFICERS = ("queen", "rook", "bishop", "knight")
"""Words that mean a chess man on any board; draughts have kings too."""
GLYPHS = {"k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟"}
PLAIN_MEN = frozenset({"m", "p", "c", "man", "pawn", "piece", "checker", "stone", "disc", "disk"})
ROUND = frozenset("peg pearl marble ball stone disc disk checker token counter coin".split())
LETTERS = {"w": "white", "b": "black"}
BLOCKS = re.compile(r"(?:^|[_\W])(?:wall|arrow|box|block|burnt|tree)s?$", re.IGNORECASE)
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
LONGEST_IN_CELL = 8
"""Characters of a text that fit into a cell."""


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """How one thing is drawn; `tone` is the colour of its owner, or none."""

    form: str  # disc, cross, ring, block, glyph or text
    tone: str
    text: str = ""
    name: str = ""


def tones_of(roles: Sequence[str]) -> list[str]:
    """Return the colour of each role: the one that it is called after, else one of its own.

    >>> tones_of(["red", "blue_team"]), tones_of(["x", "o"])
    (['red', 'blue'], ['role0', 'role1'])
    """
    return [colour_in(role) or f"role{number % 6}" for number, role in enumerate(roles)]


def colour_in(name: str) -> str:
    """Return the colour that a name speaks of; nothing if it does of none."""
    words = (word.lower() for word in PARTS.findall(name))
    found = next((word for word in words if word in COLOURS), "")
    return "grey" if found == "gray" else found


def pieces_of(symbols: Mapping[str, str], roles: Sequence[str]) -> dict[str, DrawnPiece]:
    """Return how everything is drawn that may lie on a board, given its symbols by name."""
    owners = owners_of(symbols, tuple(roles))
    tones = tones_of(roles)
    chess = is_chess(symbols)
    sides = LETTERS if are_lettered(symbols) else {}
    found = {}
    for name, symbol in symbols.items():
        if name in owners:
            owner, tone = roles[owners[name]], tones[owners[name]]
        else:
            owner = sides.get(name[0].lower(), "")
            tone = colour_in(name) or owner or "plain"
        found[name] = drawn(name, symbol, tone, owner, chess)
    return found


def are_lettered(names: Iterable[str]) -> bool:
    """Tell whether pieces are white or black by their letters, whatever the roles are called.

    >>> are_lettered(["wp", "bp", "bk"]), are_lettered(["wp", "box"]), are_lettered(["b", "w"])
    (True, False, False)
    """
    low = [name.lower() for name in names]
    return all(len(name) == 2 for name in low) and {name[0] for name in low} == LETTERS.keys()


def drawn(name: str, symbol: str, tone: str, owner: str, chess: bool) -> DrawnPiece:
    """Return how one thing is drawn."""
    low = name.lower()
    if low in ("x", "o"):
        return DrawnPiece("cross" if low == "x" else "ring", tone, name=name)
    man = man_in(name)
    if man and (chess or low.endswith(OFFICERS)):
        return DrawnPiece("glyph", tone, GLYPHS[man], name)
    if BLOCKS.search(name):
        return DrawnPiece("block", tone, name=name)
    if low in ROUND and tone == "plain":
        return DrawnPiece("disc", "brown", name=name)
    rest = low.removeprefix(owner.lower()).strip("_ ") if owner else low
    same = owner and (rest in ("", "s") or owner.lower() in (f"{low}s", low.removesuffix("s")))
    if low in COLOURS or same or (owner and (low == owner[0].lower() or rest in PLAIN_MEN)):
        return DrawnPiece("disc", tone, name=name)
    if owner and rest == "king":
        return DrawnPiece("disc", tone, "K", name)
    if owner and len(low) == 2 and low[0] == owner[0].lower():
        kind = low[1]
        return DrawnPiece("disc", tone, "" if kind in PLAIN_MEN else kind.upper(), name)
    return DrawnPiece("text", tone, name if len(name) <= LONGEST_IN_CELL else symbol, name)


def man_in(name: str) -> str:
    """Return the letter of the chess man that a name is of: `wk`, `whiteKing`; else nothing.

    >>> man_in("bn"), man_in("white_knight"), man_in("whiteKing"), man_in("stone")
    ('n', 'n', 'k', '')
    """
    low = name.lower()
    if len(low) == 2 and low[0] in LETTERS and low[1] in GLYPHS:
        return low[1]
    words = PARTS.findall(name)
    return MEN.get(words[-1].lower(), "q" if low == "q" else "") if words else ""


def is_chess(names: Iterable[str]) -> bool:
    """Tell whether there are several kinds of chess men besides pawns, or nothing but such men.

    >>> is_chess(["wk", "wr", "box"]), is_chess(["queen"]), is_chess(["wp", "wk"])
    (True, True, False)
    """
    men = {man_in(name) for name in names}
    officers = men & {"n", "b", "r", "q"}
    return bool(officers) and (len(officers | men & {"k"}) > 1 or men == officers)
