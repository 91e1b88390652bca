"""The scene of a state: all that a page draws, and what every legal move names of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from zermelo.boards.edges import BOXES, fenced
from zermelo.boards.sides import drawn_by
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.game.game import Move, Role, State
from zermelo.play.running_match import is_deed
from zermelo.text.ground_term import GroundTerm
from zermelo.web.scene.boards import SceneBoard, scene_boards
from zermelo.web.scene.effects import after, arrivals, changes
from zermelo.web.scene.facts import Heap, chips, heaps_of, own_rows, table
from zermelo.web.scene.naming import Naming, chosen_from, is_line
from zermelo.web.scene.pieces import tones_of

WIDE = 6
"""From this size on, a board on which pieces move is chequered."""
FIRST = 50
"""Moves of a role at the start that are tried."""


@dataclass(frozen=True)
class Stage:
    """How the states of one game are shown."""

    game: CompiledGame
    boards: tuple[SceneBoard, ...]
    heaps: tuple[Heap, ...]
    hidden: frozenset[str]
    naming: Naming

    @classmethod
    def of(cls, game: CompiledGame) -> "Stage":
        """Find out how to show a game."""
        drawing = drawing_of(game)
        boards = with_sides(game, scene_boards(drawing, game.roles))
        start = game.lexicon.holding(game.initial)
        heaps = () if boards else heaps_of(game.lexicon.fluent_terms, start)
        heaps = chosen_from(game, heaps) if heaps else ()
        naming = Naming.of(game.lexicon.move_terms, boards, heaps)
        if naming.moving and len(boards[0].base.columns.values) >= WIDE:
            boards = tuple(replace(board, chequered=is_plain(board)) for board in boards)
        naming = replace(naming, boards=boards)
        between = {sides.shape for board in boards for sides in board.sides}
        return cls(game, boards, heaps, drawing.layout.shapes | between, naming)

    def scene(self, state: State, before: State | None = None) -> dict[str, Any]:
        """Return what is drawn of a state; what changed since `before` is marked."""
        fluents = self.game.lexicon.holding(state)
        earlier = None if before is None else self.game.lexicon.holding(before)
        return {
            "boards": [board.drawn(fluents, earlier) for board in self.boards],
            "heaps": [heap.drawn(fluents, earlier) for heap in self.heaps],
            "table": self.shown(fluents, earlier),
            "tones": tones_of(self.game.roles),
        }

    def shown(
        self, fluents: Sequence[GroundTerm], earlier: Sequence[GroundTerm] | None = None
    ) -> list[dict[str, Any]]:
        """Return the table of what nothing else shows."""
        return table(fluents, self.hidden, self.heaps, self.game.roles, earlier)

    def moves(self, state: State, role: Role, legal: Sequence[Move]) -> list[dict[str, Any]]:
        """Return legal moves in KIF, each with what it names of the scene."""
        fluents = self.game.lexicon.holding(state)
        known = chips(own_rows(self.shown(fluents), self.game.roles, role))
        texts = {move: self.game.spell(role, move) for move in legal}
        named = {move: self.names(state, role, move, known) for move in legal}
        if not all(named.values()):
            put = arrivals(self.game, state, role, self.boards)
            some = any(named.values())
            for move, text in texts.items():
                if not named[move] and not (some and not is_deed(text)):  # beside others, a pass
                    named[move] = put.get(move, [])
        return [{"move": texts[move], "names": named[move]} for move in legal]

    def names(
        self, state: State, role: Role, move: Move, known: Mapping[str, list[str]]
    ) -> list[list[str]]:
        """Return what a move names; of each group, the place to aim at comes first."""
        naming, game = self.naming, self.game
        taken = naming.counters(game, state, role, move)
        if taken:
            return taken
        groups = naming.groups(game.lexicon.move_terms[role][move], known)
        if groups and self.boards and is_line(self.boards[0].base):
            # `(run 2)` may be a number of cells, and not the second one.
            touched = changes(game, state, role, move, self.boards)
            groups = groups if any(touched & {*group} for group in groups) else []
        return naming.aimed(game, state, role, move, groups)


def with_sides(game: CompiledGame, boards: tuple[SceneBoard, ...]) -> tuple[SceneBoard, ...]:
    """Return the board of a game with what stands between its cells; several have nothing there."""
    if len(boards) > 1 or any(board.hexagons for board in boards):
        return boards
    known = boards[0].grids if boards else ()
    grids, found = fenced(game.lexicon.fluent_terms, known)
    if not found:
        return boards
    made = first_moves(game)
    sides = tuple(drawn_by(one, made) for one in found)
    board = SceneBoard.bare(grids) if grids[0].shape == BOXES else replace(boards[0], grids=grids)
    downward = board.top_down or any(one.downward for one in sides)
    return (replace(board, sides=sides, top_down=downward),)


def first_moves(game: CompiledGame) -> list[tuple[GroundTerm, frozenset[GroundTerm]]]:
    """Return the moves at the start, each with the fluents that it makes hold."""
    held = frozenset(game.lexicon.holding(game.initial))
    return [
        (
            game.lexicon.move_terms[role][move],
            frozenset(after(game, game.initial, role, move)) - held,
        )
        for role in map(Role, range(len(game.roles)))
        for legal in [game.legal(game.initial, role)]
        for move in legal[:: 1 + len(legal) // FIRST]
    ]


def is_plain(board: SceneBoard) -> bool:
    """Tell whether a board may be chequered."""
    return board.form == "square" and not any(sides.dotted for sides in board.sides)


@lru_cache(maxsize=32)
def stage_of(game: CompiledGame) -> Stage:
    """Return how a game is shown; found out once."""
    return Stage.of(game)
