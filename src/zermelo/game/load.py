"""Loading a game by its name in the library, with parameters, or from a file of rules."""

from collections.abc import Mapping
from pathlib import Path, PurePath

from zermelo.engine.engine import AUTO, engine_named
from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.compile import Compiled, Tell, compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game
from zermelo.game.ground_game import GroundGame
from zermelo.game.library import ENDINGS, GameEntry, entry, folders, parse_game_name
from zermelo.ground.lexicon import Lexicon
from zermelo.process.limits import Allowance
from zermelo.rules.information import information
from zermelo.rules.parameters import instantiate
from zermelo.text.load import load_source
from zermelo.text.read import read_text, syntax_of
from zermelo.text.tree import Sheet

TREE_ENDINGS = (".tree", ".json")


def read_rules(game: str) -> Sheet:
    """Return the rules of `game`: a name of the library, with parameters if need be, or a path."""
    if is_tree_file(game):
        message = f"{game} is an explicit tree, which has no rules to compile"
        raise UnsuitedError(f"{message}; show, think, compare, solve and match take it")
    path, colon, rest = game.rpartition(":")
    if colon and PurePath(path).suffix in ENDINGS:
        sheet = read_text(load_source(path), syntax_of(path))
        return instantiate(sheet, parse_game_name(f"rules:{rest}")[1])
    if is_path(game):
        sheet = read_text(load_source(game), syntax_of(game))
        return instantiate(sheet, {}) if sheet.constants else sheet
    name, values = parse_game_name(game)
    return entry(name).sheet(values)


def is_path(game: str) -> bool:
    """Tell whether a file is meant, not a name of the library."""
    if PurePath(game).suffix in ENDINGS or "/" in game:
        return True
    # A name of the library comes before a file of that name; other files get their own message.
    return ":" not in game and game not in folders() and Path(game).exists()


def entry_of(game: str) -> GameEntry | None:
    """Return what the library says of a game; None if it is not from there."""
    if is_path(game) or PurePath(game.rpartition(":")[0]).suffix in ENDINGS:
        return None
    name = game.partition(":")[0]
    return entry(name) if name in folders() else None


def load(
    game: str,
    *,
    allowance: Allowance | None = None,
    tell: Tell | None = None,
    keep: bool = True,
    engine: str = AUTO,
) -> CompiledGame:
    """Return a game by its name in the library, with parameters (`nim:pile1=2`), or by its path.

    What was compiled is kept on disk for the next time, unless `keep` is false. The `engine` runs
    it: `interpreter` by kernels, `plain` in Python alone; `auto` is the fastest.

    >>> game = load("tictactoe")
    >>> game.roles
    ('x', 'o')
    """
    engine_named(engine)  # compiling may take minutes: a slip is told before
    sheet = read_rules(game)
    if information(sheet).hidden:
        message = f"{game} has hidden information (sees), which cannot be played yet"
        raise UnsuitedError(message)
    return compiled_game(game, compiled(sheet, allowance, tell, keep=keep), engine)


def is_tree_file(game: str) -> bool:
    """Tell whether an explicit tree is meant.

    >>> is_tree_file("lecture.tree"), is_tree_file("tictactoe"), is_tree_file("nim.lp")
    (True, False, False)
    """
    return PurePath(game).suffix in TREE_ENDINGS


def load_game(
    game: str,
    *,
    allowance: Allowance | None = None,
    tell: Tell | None = None,
    keep: bool = True,
    engine: str = AUTO,
) -> Game:
    """Return a game as `load` does, or an explicit tree (`.tree`, `.json`): all that is searched.

    A tree has no circuit, so what needs one refuses it, and no engine but `auto` suits it.
    """
    if is_tree_file(game):
        from zermelo.game.tree_file import load_tree

        engine_named(engine)
        if engine != AUTO:
            hint = f"leave out {engine}"
            raise UsageError(f"{game} is an explicit tree, which no engine runs: {hint}")
        return load_tree(game)
    return load(game, allowance=allowance, tell=tell, keep=keep, engine=engine)


def compiled_game(
    name: str,
    result: Compiled,
    engine: str = AUTO,
    board: Mapping[str, object] | None = None,
) -> CompiledGame:
    """Return the game of what was compiled, to be run by an engine.

    How to draw it is told by `board`, or else by the library, if the name is there.
    """
    program = result.program
    lexicon = Lexicon(program.roles, program.fluents, program.moves)
    if board is None:
        known = entry_of(name)
        board = known.board if known else {}
    runs = engine_named(engine)(result.gates, result.keep)
    return CompiledGame(name, lexicon, runs, board, result.sheet, program, result.keep)


def ground_game(name: str, result: Compiled) -> GroundGame:
    """Return the slow, obvious game of what was compiled."""
    return GroundGame(name, result.program)
