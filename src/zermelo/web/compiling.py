"""Compiling a game in a process of its own, with limits: what it makes is kept on disk for all."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from zermelo.boards.grid import FluentGrid
from zermelo.boards.layout import find_layout
from zermelo.boards.neighbours import neighbourhood
from zermelo.errors import (
    LimitError,
    ReadError,
    RuleError,
    UnsuitedError,
    UsageError,
    ZermeloError,
)
from zermelo.game.compile import Compiled, compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.library import entry, parse_game_name
from zermelo.game.load import compiled_game
from zermelo.process.child import ChildError, MemoryOutError, TimeOutError
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.information import information
from zermelo.rules.parameters import instantiate
from zermelo.text.load import is_blank, refuse_hidden
from zermelo.text.read import read_text, syntax_named
from zermelo.text.source import Source
from zermelo.text.tree import Sheet
from zermelo.web.orders import GameSource

KINDS: dict[str, type[ZermeloError]] = {
    kind.__name__: kind for kind in (LimitError, ReadError, RuleError, UnsuitedError, UsageError)
}
"""Errors that come back from the child as what they were."""
COMPILING = "zermelo.web.compiling:compile_here"
AROUND = 3.0
"""How much more a child gets than grounding in it, so that it lives to name the rule that grew."""


def sheet_of(source: GameSource) -> Sheet:
    """Return the rules of a game: of the library by its name with parameters, or of a text."""
    game, text = source["game"], source["text"]
    if text is None:
        name, values = parse_game_name(game)
        sheet = entry(name).sheet(values)
    else:
        rules = Source(game, text)
        refuse_hidden(rules)
        if is_blank(text):
            raise ReadError("there are no rules in it: it is empty or has only comments")
        sheet = read_text(rules, syntax_named(source["syntax"]))
        sheet = instantiate(sheet, {}) if sheet.constants else sheet
    if information(sheet).hidden:
        raise UnsuitedError(f"{game} has hidden information (sees), which cannot be played yet")
    return sheet


def compile_here(message: Message) -> dict[str, Any]:
    """Compile a game and keep it; run in a child. Returns what went wrong, if something did."""
    allowance = Allowance(message["seconds"], message["megabytes"])
    try:
        compiled(sheet_of(message["source"]), allowance)
    except ZermeloError as error:
        kind = next((name for name, each in KINDS.items() if isinstance(error, each)), "")
        return {"kind": kind, "error": str(error)}
    return {"error": ""}


class NotKeptError(Exception):
    """A game was not compiled before."""


def refuse(_: str) -> None:
    """Stop before anything is compiled in this process."""
    raise NotKeptError


def kept_game(source: GameSource) -> CompiledGame | None:
    """Return a game that was compiled before; None if it was not."""
    try:
        return built(source, compiled(sheet_of(source), tell=refuse))
    except NotKeptError:
        return None


def order_for(source: GameSource, allowance: Allowance) -> tuple[Message, Allowance]:
    """Return the request to `compile_here`, and what its child may use."""
    message = {
        "source": source,
        "seconds": allowance.seconds,
        "megabytes": allowance.megabytes,
    }
    return message, replace(allowance, seconds=AROUND * allowance.seconds)


def raise_failure(answer: Mapping[str, Any]) -> None:
    """Raise what went wrong in the child, if something did."""
    if answer["error"]:
        raise KINDS.get(answer["kind"], ZermeloError)(answer["error"])


def compile_game(source: GameSource, allowance: Allowance) -> CompiledGame:
    """Return a game, compiled in a child process if it was not before.

    Raises:
        ZermeloError: the rules are wrong, or a limit was hit; with the rule that grew.
    """
    known = kept_game(source)
    if known is not None:
        return known
    try:
        raise_failure(call(COMPILING, *order_for(source, allowance)))
    except (ChildError, TimeOutError, MemoryOutError) as error:
        raise LimitError(f"compiling {source['game']} failed: {error}") from None
    return opened_game(source, allowance)


def opened_game(source: GameSource, allowance: Allowance) -> CompiledGame:
    """Return a game that a child has compiled.

    From the store, unless nothing is kept: then grounding is confined once more.
    """
    return built(source, compiled(sheet_of(source), allowance))


def built(source: GameSource, found: Compiled) -> CompiledGame:
    """Return the game of what was compiled: of the library, or of a text."""
    make = library_game if source["text"] is None else dropped_game
    return make(source["game"], found)


def library_game(name: str, found: Compiled) -> CompiledGame:
    """Return a game of the library; where a board has holes, its rules may tell of lines."""
    known = compiled_game(name, found)
    boards = find_layout(known.lexicon, known.lexicon.holding(known.initial), known.board).boards
    if known.board or not boards or not has_holes(boards[0][0]) or known.sheet is None:
        return known
    return replace(known, board=neighbourhood(known.sheet, boards[0][0]))


def has_holes(grid: FluentGrid) -> bool:
    """Tell whether some places within a board are no cells."""
    return len(grid.cells) < len(grid.columns.values) * len(grid.rows.values)


def dropped_game(title: str, found: Compiled) -> CompiledGame:
    """Return a game that is not of the library, whatever it is called.

    Nobody says how to draw it: its rules may tell that cells have six neighbours, or are on lines.
    """
    known = compiled_game("dropped.kif", found)
    boards = find_layout(known.lexicon, known.lexicon.holding(known.initial), {}).boards
    hints = neighbourhood(known.sheet, boards[0][0]) if boards and known.sheet else {}
    return CompiledGame(title, known.lexicon, known.engine, hints, known.sheet, known.program)
