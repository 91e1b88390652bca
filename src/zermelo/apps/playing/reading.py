"""What a person types -> a command, or one of the legal moves.

A move is meant by its number in the list, by its text in any spelling, or by any part of the text
that no other legal move has: `5`, `(mark 2 2)`, `mark 2 2`, `mark(2,2)`, `2 2`; `e2e4` means
`(move e 2 e 4)`.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from zermelo.errors import PlayError, ReadError
from zermelo.game.game import Game, Role

COMMANDS = {
    "hint": "what the search would play for you",
    "why": "what the search thinks of this position, and for what reason",
    "undo": "take back your last move",
    "level": "how long it thinks: `level 2` is seconds, `level 500 nodes` are nodes",
    "moves": "the legal moves; `moves e2` lists those with e2 in them",
    "board": "the position again",
    "help": "this list",
    "quit": "leave the match",
}
ALIASES = {"?": "help", "exit": "quit", "q": "quit"}
TAKES_MORE = frozenset({"level", "moves"})
WORD = re.compile(r"[^\s(),]+")
FINE = re.compile(r"[^\W\d_]+|\d+|[^\s(),\w]+")
SHOWN_MOVES = 8
"""How many moves a message lists."""
QUOTED_CHARACTERS = 40
"""How much of a wrong text a message repeats."""

Words = tuple[str, ...]


def command_in(text: str) -> tuple[str, str] | None:
    """Return the command that a text begins with, and what follows; None if there is none.

    >>> command_in("Level 2"), command_in("hint"), command_in("hint me"), command_in("1 1")
    (('level', '2'), ('hint', ''), None, None)
    """
    word, _, rest = text.strip().partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    if name not in COMMANDS or (rest and name not in TAKES_MORE):
        return None
    return name, rest.strip()


def move_in(text: str, moves: Sequence[str]) -> int:
    """Return which of the moves a text means.

    >>> moves = ["(mark 1 1)", "(mark 1 2)", "(mark 2 1)"]
    >>> [move_in(text, moves) for text in ("3", "mark 1 2", "2 1")]
    [2, 1, 2]

    Raises:
        PlayError: it means none of them, or several.
    """
    if text.strip().isdecimal():
        number = int(text) if len(text.strip()) < 10 else 0
        if not 1 <= number <= len(moves):
            there = "is 1 move" if len(moves) == 1 else f"are {len(moves)} moves"
            raise PlayError(f"there {there}, and none has the number {shortened(text)}")
        return number - 1
    found = matching(text, moves)
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"{place + 1} {moves[place]}" for place in found[:SHOWN_MOVES])
        more = f" and {len(found) - SHOWN_MOVES} more" if len(found) > SHOWN_MOVES else ""
        raise PlayError(f"{shortened(text)} may mean {listed}{more}")
    near = get_close_matches(text.strip().lower(), COMMANDS, n=1)
    other = f"did you mean {near[0]}?" if near else "`moves` lists them, `help` tells the rest"
    raise PlayError(f"no legal move has {shortened(text)!r} in it; {other}")


def move_elsewhere(text: str, game: Game, role: Role) -> str:
    """Return what to say of a text that spells a move which is not legal now; else nothing."""
    bare = " ".join(cut(text, WORD))
    for spelled in (text.strip(), f"({bare})"):
        try:
            move = game.spell(role, game.read(role, spelled))
        except (PlayError, ReadError):
            continue
        return f"{game.roles[role]} cannot play {move} here; `moves` lists what can be played"
    return ""


def matching(text: str, moves: Sequence[str]) -> list[int]:
    """Return the moves that a text may mean: of those that it fits most closely, all."""
    words, fine = cut(text, WORD), cut(text, FINE)
    if not words:
        return []
    spelled = [cut(move, WORD) for move in moves]
    apart = [cut(move, FINE) for move in moves]
    ways: list[tuple[Callable[[Words, Words], bool], Words, list[Words]]] = [
        (tuple.__eq__, words, spelled),
        (is_tail, words, spelled),
        (tuple.__eq__, fine, apart),
        (is_tail, fine, apart),
        (is_part, words, spelled),
        (is_part, fine, apart),
        (begins_part, words, spelled),
    ]
    for fits, said, known in ways:
        found = [place for place, move in enumerate(known) if fits(said, move)]
        if found and said:
            return found
    return []


def cut(text: str, pattern: re.Pattern[str]) -> Words:
    """Return the words of a text, small and capital letters alike.

    >>> cut("(move e2 E4)", WORD), cut("e2e4", FINE)
    (('move', 'e2', 'e4'), ('e', '2', 'e', '4'))
    """
    return tuple(pattern.findall(text.casefold()))


def is_tail(said: Words, move: Words) -> bool:
    """Whether all arguments of a move were said."""
    return said == move[1:]


def is_part(said: Words, move: Words) -> bool:
    """Whether the words stand side by side in the move."""
    places = range(len(move) - len(said) + 1)
    return any(move[place : place + len(said)] == said for place in places)


def begins_part(said: Words, move: Words) -> bool:
    """Whether words side by side in the move begin like those that were said."""
    places = range(len(move) - len(said) + 1)
    return any(
        all(whole.startswith(word) for word, whole in zip(said, move[place:], strict=False))
        for place in places
    )


def shortened(text: str) -> str:
    """Return a text as a message repeats it: not too long, nothing that a terminal obeys."""
    seen = "".join(char if char.isprintable() else "?" for char in text.strip())
    return seen if len(seen) <= QUOTED_CHARACTERS else f"{seen[:QUOTED_CHARACTERS]}..."
