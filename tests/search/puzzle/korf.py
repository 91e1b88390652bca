"""Korf's instances of the fifteen puzzle, as our rules have them.

His goal has the blank in the first place, ours in the last: boards are turned by 180 degrees, and
tile t is called 16 - t (Korf, Depth-first iterative-deepening, 1985, table 1).
"""

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State

BOARDS = {
    79: "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15",
    12: "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
    2: "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
    1: "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
    3: "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15",
}
LENGTHS = {79: 42, 12: 45, 2: 55, 1: 57, 3: 59}


def fluents(number: int) -> list[str]:
    """Where all tiles are, in KIF."""
    tiles = [16 - int(tile) for tile in reversed(BOARDS[number].split())]
    return [
        f"(cell {place % 4 + 1} {place // 4 + 1} {'b' if tile == 16 else tile})"
        for place, tile in enumerate(tiles)
    ]


def start(game: CompiledGame, number: int) -> State:
    """The position of an instance."""
    return game.state_of(fluents(number))
