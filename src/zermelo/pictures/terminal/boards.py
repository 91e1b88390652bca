"""Boards with lines and colours, for terminals that have them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle

from rich.console import Console, ConsoleOptions
from rich.text import Text

from zermelo.boards.board import BLANK, Board, Place, changed
from zermelo.boards.owners import owners_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.game.game import State
from zermelo.pictures.terminal.edges import edged_board_of, with_edges

COLOURS = ("bright_cyan", "bright_red", "bright_green", "bright_yellow", "bright_magenta")
NAMED = {
    "red": "bright_red",
    "blue": "bright_blue",
    "green": "bright_green",
    "yellow": "bright_yellow",
    "white": "default",
    "black": "bright_magenta",
}
"""Roles that are called after a colour have it; white and black are seen on any background."""
OTHER = "default"
TALL = 12
"""From this many rows on there are no lines between them."""
MARK = "reverse"
"""How a piece is shown that the last moves have put there."""
LEFT = "·"
"""What is shown where the last moves have left a cell empty."""


@dataclass(frozen=True, slots=True)
class DrawnState:
    """The boards of a state, for rich: with lines where they can be shown and there is room.

    If they are `spaced`, an empty line follows each part.
    """

    game: CompiledGame
    state: State
    spaced: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Yield the boards as `drawn` does."""
        lines = not options.ascii_only
        for part in drawn(self.game, self.state, lines=lines, width=options.max_width):
            yield part
            if self.spaced:
                yield Text()


def drawn(
    game: CompiledGame, state: State, *, lines: bool, width: int, before: State | None = None
) -> Iterator[Text]:
    """Yield the boards of a state, their legends, and whatever else holds.

    There are lines between the cells if `lines` can be shown and fit into `width`. Cells that are
    not as they were `before` are marked.
    """
    fluents = game.lexicon.holding(state)
    old_fluents = fluents if before is None else game.lexicon.holding(before)
    edged = edged_board_of(game) if lines else None
    drawing = edged.drawing if edged else drawing_of(game)
    boards, earlier = drawing.boards(fluents), drawing.boards(old_fluents)
    for board, old, symbols in zip(boards, earlier, drawing.symbols, strict=True):
        if len(boards) > 1:
            yield Text(board.name, style="bold")
        colours = colours_of(symbols, game.roles)
        marked = changed(old, board)
        if edged:
            styles = styles_of(board, colours, marked)
            text = with_edges(board, edged, fluents, old_fluents, styles)
        else:
            text = lined(board, colours, marked)
        fits = lines and not board.skew and max(map(len, text.plain.split("\n"))) <= width
        if edged and not fits:  # plain characters have no room for what stands between cells
            yield from drawn(game, state, lines=False, width=width, before=before)
            return
        yield text if fits else plain(board, colours, marked)
        if board.legend:
            legend = Text("  ")
            for symbol, name in board.legend.items():
                legend.append(symbol, style=colours.get(symbol, OTHER)).append(f" {name}  ")
            legend.rstrip()
            yield legend
    rest = drawing.rest(fluents)
    if rest:
        yield Text("\n".join(rest), style="dim" if boards else "default")


def styles_of(
    board: Board, colours: Mapping[str, str], marked: Collection[Place]
) -> Mapping[Place, str]:
    """Return how the content of each cell is shown."""
    return {
        (row, column): style_of(cell, colours, marked=(row, column) in marked)
        for row, cells in enumerate(board.cells)
        for column, cell in enumerate(cells)
    }


def colours_for(roles: tuple[str, ...]) -> tuple[str, ...]:
    """Return a colour for each role, no two alike as long as there are enough.

    >>> colours_for(("red", "blue")), colours_for(("x", "o"))
    (('bright_red', 'bright_blue'), ('bright_cyan', 'bright_red'))
    """
    named = [NAMED.get(role.lower()) for role in roles]
    free = [colour for colour in COLOURS if colour not in named] or list(COLOURS)
    left = cycle(free)
    return tuple(colour or next(left) for colour in named)


def colours_of(symbols: Mapping[str, str], roles: tuple[str, ...]) -> Mapping[str, str]:
    """Return a colour for each symbol, given what there is by name: that of the role it belongs to.

    >>> dict(colours_of({"red": "r", "blue_wall": "bw", "tree": "t"}, ("red", "blue")))
    {'r': 'bright_red', 'bw': 'bright_blue'}
    """
    colours = colours_for(roles)
    owners = owners_of(symbols, roles)
    return {symbols[name]: colours[owner] for name, owner in owners.items()}


def plain(board: Board, colours: Mapping[str, str], marked: Collection[Place] = ()) -> Text:
    """Return the drawing without lines, as `str` draws it, its symbols in colours."""
    width = board.width
    margin = max(map(len, board.rows))
    shift = (width + 1) // 2 if board.skew else 0
    text = Text()
    for number, (label, row) in enumerate(zip(board.rows, board.cells, strict=True)):
        indent = " " * (shift * (len(board.rows) - 1 - number))
        line = Text(indent).append(f"{label:>{margin}}  ", "dim")
        for place, cell in enumerate(row):
            shown = " " if cell is None else cell or BLANK
            line.append(shown, style_of(cell, colours, marked=(number, place) in marked))
            line.append(" " * (width - len(shown) + 1))
        line.rstrip()
        text.append(line).append("\n")
    foot = " ".join(f"{column:<{width}}" for column in board.columns)
    return text.append(f"{' ' * margin}  {foot}".rstrip(), "dim")


def style_of(cell: str | None, colours: Mapping[str, str], *, marked: bool) -> str:
    """Return how the content of a cell is shown: empty ones are calm, pieces are not."""
    if not cell:
        return "bold" if marked else "dim"
    style = f"bold {colours.get(cell, OTHER)}"
    return f"{style} {MARK}" if marked else style


def lined(board: Board, colours: Mapping[str, str], marked: Collection[Place] = ()) -> Text:
    """Return the drawing with lines between the cells."""
    width = board.width
    margin = max(map(len, board.rows))
    text = Text()
    dense = len(board.rows) >= TALL

    def rule(left: str, middle: str, right: str) -> None:
        bar = "─" * (width + 2)
        text.append(
            f"{' ' * margin} {left}{middle.join([bar] * len(board.columns))}{right}\n", "dim"
        )

    bar = "│"
    rule("┌", "─" if dense else "┬", "┐")
    for number, (label, row) in enumerate(zip(board.rows, board.cells, strict=True)):
        if number and not dense:
            rule("├", "┼", "┤")
        text.append(f"{label:>{margin}} ", "dim").append(bar, "dim")
        for place, cell in enumerate(row):
            is_marked = (number, place) in marked
            empty = LEFT if dense or is_marked else ""
            shown = "░" * width if cell is None else cell or empty
            style = style_of(cell, colours, marked=is_marked)
            text.append(f" {shown:^{width}} ", style)
            last = place == len(row) - 1
            text.append(bar if last or not dense else " ", "dim")
        text.append("\n")
    rule("└", "─" if dense else "┴", "┘")
    foot = " ".join(f" {column:^{width}} " for column in board.columns)
    text.append(f"{' ' * margin}  {foot}".rstrip(), "dim")
    return text
