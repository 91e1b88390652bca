"""Boards with lines and colours, for terminals that have them."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from zermelo.position.board import Board, drawing_of
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import State

COLOURS = ("bright_cyan", "bright_red", "bright_green", "bright_yellow", "bright_magenta")
OTHER = "white"
TALL = 12
"""From this many rows on there are no lines between them."""


def drawn(game: CircuitGame, state: State, *, lines: bool, width: int) -> Iterator[Text]:
    """Yield the boards of a state, their legends, and whatever else holds.

    There are lines between the cells if `lines` can be shown and fit into `width`.
    """
    drawing, fluents = drawing_of(game), game.describe(state)
    boards = drawing.boards(fluents)
    for board in boards:
        if len(boards) > 1:
            yield Text(board.name, style="bold")
        colours = colours_of(board, game.roles)
        text = lined(board, colours)
        fits = lines and not board.skew and max(map(len, text.plain.split("\n"))) <= width
        yield text if fits else plain(board, colours)
        if board.legend:
            legend = Text("  ")
            for symbol, name in board.legend.items():
                legend.append(symbol, style=colours.get(symbol, OTHER)).append(f" {name}  ")
            yield legend
    rest = drawing.rest(fluents)
    if rest:
        yield Text("\n".join(rest), style="dim")


def colours_of(board: Board, roles: tuple[str, ...]) -> Mapping[str, str]:
    """Return a colour for each symbol: that of the role whose name it starts like."""
    colours = {}
    for row in board.cells:
        for symbol in row:
            if symbol and symbol not in colours:
                name = board.legend.get(symbol, symbol)
                owner = owner_of(name, roles)
                if owner is not None:
                    colours[symbol] = COLOURS[owner % len(COLOURS)]
    return colours


def owner_of(name: str, roles: tuple[str, ...]) -> int | None:
    """Return the number of the role that a piece seems to belong to.

    >>> owner_of("red_king", ("black", "red")), owner_of("wp", ("white", "black"))
    (1, 0)
    """
    for number, role in enumerate(roles):
        if name.lower().startswith(role.lower()):
            return number
    alike = [number for number, role in enumerate(roles) if role[0].lower() == name[0].lower()]
    return alike[0] if len(alike) == 1 and len(roles) > 1 else None


def plain(board: Board, colours: Mapping[str, str]) -> Text:
    """Return the drawing without lines, its symbols in colours."""
    text = Text(str(board), style="default")
    for symbol, colour in colours.items():
        text.highlight_words([f" {symbol} ", f" {symbol}\n"], style=colour)
    return text


def lined(board: Board, colours: Mapping[str, str]) -> Text:
    """Return the drawing with lines between the cells."""
    width = max([len(cell or "") for row in board.cells for cell in row] + [1])
    width = max(width, *map(len, board.columns))
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
            shown = "░" * width if cell is None else cell or ("·" if dense else "")
            style = "dim" if not cell else f"bold {colours.get(cell, OTHER)}"
            text.append(f" {shown:^{width}} ", style)
            last = place == len(row) - 1
            text.append(bar if last or not dense else " ", "dim")
        text.append("\n")
    rule("└", "─" if dense else "┴", "┘")
    foot = " ".join(f" {column:^{width}} " for column in board.columns)
    text.append(f"{' ' * margin}  {foot}".rstrip(), "dim")
    return text
