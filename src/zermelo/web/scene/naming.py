"""Legal moves -> the parts of a scene that they name, so that they can be chosen by clicks.

A move names groups of places: `(move 1 2 1 3)` two cells, `(drop 3)` any cell of a column. Each
click must lie in another group; who clicks narrows the moves down until one is left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.boards.grid import PAIR, FluentGrid, joined
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.text.ground_term import GroundTerm
from zermelo.web.scene.boards import SceneBoard
from zermelo.web.scene.effects import Groups, after, takes
from zermelo.web.scene.facts import Heap

SAMPLE = 200
"""Moves of a role that are looked at to see whether pieces move."""


@dataclass(frozen=True)
class Naming:
    """What the moves of a game can name."""

    boards: tuple[SceneBoard, ...]
    heaps: tuple[Heap, ...]
    columns: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Moves whose only argument is a column, by name, with their columns."""
    moving: bool = False  # some moves name two cells: from where, and where to
    stacked: frozenset[str] = frozenset()
    """Moves that name a column of one of several boards, and no more."""

    @classmethod
    def of(
        cls,
        moves: Sequence[Sequence[GroundTerm]],
        boards: tuple[SceneBoard, ...],
        heaps: tuple[Heap, ...],
    ) -> "Naming":
        """Find out which moves name columns: those with one argument, that has all of them."""
        single: dict[str, set[str]] = {}
        for terms in moves:
            for term in terms:
                if len(term.leaves) == 1:
                    single.setdefault(term.shape, set()).add(term.leaves[0])
        known = set(boards[0].base.columns.values) if boards else set()
        columns = {shape: frozenset(values) for shape, values in single.items() if values == known}
        stacked = stacked_columns(moves, boards)
        found = cls(boards, heaps, columns, stacked=stacked)
        some = (term for terms in moves for term in terms[-SAMPLE:])
        moving = any(len(found.cells(term.shape, term.leaves)) > 1 for term in some)
        return cls(boards, heaps, columns, moving, stacked)

    def cells(self, shape: str, leaves: Sequence[str]) -> Groups:
        """Return the cells that a move with these arguments names."""
        found = self.on_one_of_several(shape, leaves)
        place = len(leaves) if found or not self.boards else 0
        while place < len(leaves):
            words = leaves[place : place + words_for(self.boards[0])]
            group = [
                board.identity(*cell)
                for board in self.boards
                for cell in cells_in(board, words)
                if board.base.part is None or board.base.part[1] in leaves
            ]
            if group:
                found.append(group)
            place += len(words) if group else 1
        if not found and shape in self.columns:
            board = self.boards[0]
            rows = [cell for cell in sorted(board.base.cells) if cell[0] == leaves[0]]
            return [[board.identity(*cell) for cell in rows]]
        return found

    def sides(self, shape: str, leaves: tuple[str, ...]) -> Groups:
        """Return the side that a move with these arguments draws."""
        drawn = (one for board in self.boards for one in board.sides if shape in one.played)
        return [[one.identity(leaves)] for one in drawn if leaves in one.segments]

    def on_one_of_several(self, shape: str, leaves: Sequence[str]) -> Groups:
        """Return the cells of boards that have to be named too, in the order of their fluents."""
        several = [board for board in self.boards if is_stacked(board)]
        if shape in self.stacked:
            return [
                [board.identity(*cell) for cell in sorted(board.base.cells) if cell[0] == column]
                for board in several
                for part, column in [part_and_column(board, leaves)]
                if board.base.part is not None and part == board.base.part[1]
            ]
        found: Groups = []
        place = 0
        while several and place + 3 <= len(leaves):
            words = leaves[place : place + 3]
            group = [board.identity(*cell) for board in several for cell in cells_on(board, words)]
            found += [group] if group else []
            place += 3 if group else 1
        return found

    def groups(self, move: GroundTerm, chips: Mapping[str, list[str]]) -> Groups:
        """Return what a move names: cells, or else fluents of the table."""
        leaves = move.leaves
        if self.boards:
            found = self.sides(move.shape, leaves) or self.cells(move.shape, leaves)
            if found:
                return found
        whole = " ".join(leaves)
        if len(leaves) > 1 and whole in chips:
            return [chips[whole]]
        words = leaves or (move.text,)
        return [chips[word] for word in words if word in chips]

    def aimed(
        self, game: CompiledGame, state: State, role: Role, move: Move, groups: Groups
    ) -> Groups:
        """Return groups with the cell that the move changes first: where a piece drops to."""
        if not self.boards or all(len(group) < 2 for group in groups):
            return groups
        board = self.boards[0]
        now, then = board.things(game.lexicon.holding(state)), after(game, state, role, move)
        later = board.things(then)
        same = {
            board.identity(*cell)
            for cell in board.base.cells
            if now.get(cell, ()) == later.get(cell, ())
        }
        return [sorted(group, key=same.__contains__) for group in groups]

    def counters(self, game: CompiledGame, state: State, role: Role, move: Move) -> Groups:
        """Return the counters that a move takes away."""
        taken = takes(game, state, role, move, self.heaps) if self.heaps else ()
        return [
            [heap.identity(count)]
            for heap, count in zip(self.heaps, taken, strict=False)
            if count > 0
        ]


def chosen_from(game: CompiledGame, heaps: Sequence[Heap]) -> tuple[Heap, ...]:
    """Return the heaps that moves differ in: a number that every move lowers alike is a clock."""
    names = set()
    for role in map(Role, range(len(game.roles))):
        legal = game.legal(game.initial, role)
        taken = [takes(game, game.initial, role, move, heaps) for move in legal]
        differing = [len({*column}) > 1 for column in zip(*taken, strict=True)]
        names |= {heap.name for heap, differs in zip(heaps, differing, strict=False) if differs}
    return tuple(heap for heap in heaps if heap.name in names)


def cells_in(board: SceneBoard, words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the cell of a board that one or two words name: in a list, that may be empty."""
    base = board.base
    if base.pair is not None:
        match = PAIR.match(words[0])
        cell = (match[1], match[2]) if match else ("", "")
        return [cell] if cell in base.cells else []
    if base.block:
        cell = joined(words)[:2] if len(words) == 4 else ("", "")
        return [cell] if cell in base.cells else []
    if is_line(base):
        along = 0 if len(base.columns.values) > 1 else 1
        return [cell for cell in base.cells if cell[along] == words[0]]
    if len(words) < 2:
        return []
    cell = (words[0], words[1]) if base.column < base.row else (words[1], words[0])
    return [cell] if cell in base.cells else []


def is_stacked(board: SceneBoard) -> bool:
    """Tell whether a board is one of several that a coordinate of their fluents tells apart."""
    return board.base.part is not None and board.base.pair is None


def cells_on(board: SceneBoard, words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the cell of this one of several boards that three words name, if they do."""
    base = board.base
    assert base.part is not None
    leaf, part = base.part
    named = dict(zip(sorted((leaf, base.column, base.row)), words, strict=True))
    cell = named[base.column], named[base.row]
    return [cell] if named[leaf] == part and cell in base.cells else []


def part_and_column(board: SceneBoard, words: Sequence[str]) -> tuple[str, str]:
    """Return which board and which column two words would name, in the order of its fluents."""
    assert board.base.part is not None
    first, second = words
    return (first, second) if board.base.part[0] < board.base.column else (second, first)


def stacked_columns(
    moves: Sequence[Sequence[GroundTerm]], boards: Sequence[SceneBoard]
) -> frozenset[str]:
    """Return the moves whose two arguments have all boards and all their columns."""
    several = [board for board in boards if is_stacked(board)]
    if not several:
        return frozenset()
    named: dict[str, set[tuple[str, str]]] = {}
    for terms in moves:
        for term in terms:
            if len(term.leaves) == 2:
                pair = part_and_column(several[0], term.leaves)
                named.setdefault(term.shape, set()).add(pair)
    parts = {board.base.part[1] for board in several if board.base.part is not None}
    columns = set(several[0].base.columns.values)
    return frozenset(
        shape
        for shape, pairs in named.items()
        if {part for part, _ in pairs} == parts and {column for _, column in pairs} == columns
    )


def is_line(grid: FluentGrid) -> bool:
    """Tell whether a board is a single row or column, so that one word names a cell."""
    return min(len(grid.columns.values), len(grid.rows.values)) == 1


def words_for(board: SceneBoard) -> int:
    """Return how many words name a cell: `c4` is one, a block and a cell in it are four."""
    if board.base.pair is not None or is_line(board.base):
        return 1
    return 4 if board.base.block else 2
