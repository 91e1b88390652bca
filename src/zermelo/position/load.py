"""Loading a game by its name in the library, with parameters, or from a file of rules."""

from pathlib import PurePath

from zermelo.errors import UsageError
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.compile import Compiled, Tell, compiled
from zermelo.position.ground_game import GroundGame
from zermelo.position.lexicon import Lexicon
from zermelo.position.library import ENDINGS, entry
from zermelo.rules.information import information
from zermelo.rules.parameters import instantiate, parse_game_name
from zermelo.sandbox import Allowance
from zermelo.text.load import load_source
from zermelo.text.read import read_text, syntax_of
from zermelo.text.tree import Sheet


def read_rules(game: str) -> Sheet:
    """Return the rules of `game`: a name of the library, with parameters if need be, or a path."""
    path, colon, rest = game.rpartition(":")
    if colon and PurePath(path).suffix in ENDINGS:
        sheet = read_text(load_source(path), syntax_of(path))
        return instantiate(sheet, parse_game_name(f"rules:{rest}")[1])
    if PurePath(game).suffix in ENDINGS or "/" in game:
        sheet = read_text(load_source(game), syntax_of(game))
        return instantiate(sheet, {}) if sheet.constants else sheet
    name, values = parse_game_name(game)
    return entry(name).sheet(values)


def load(game: str, *, allowance: Allowance | None = None, tell: Tell | None = None) -> CircuitGame:
    """Return a game by its name in the library, with parameters (`nim:pile1=2`), or by its path.

    >>> game = load("tictactoe")
    >>> game.roles
    ('x', 'o')
    """
    sheet = read_rules(game)
    if information(sheet).hidden:
        message = f"{game} has hidden information (sees), which cannot be played yet"
        raise UsageError(message)
    return circuit_game(game, compiled(sheet, allowance, tell))


def circuit_game(name: str, result: Compiled) -> CircuitGame:
    """Return the fast game of what was compiled."""
    program = result.program
    return CircuitGame(name, Lexicon(program.roles, program.fluents, program.moves), result.gates)


def ground_game(name: str, result: Compiled) -> GroundGame:
    """Return the slow, obvious game of what was compiled."""
    return GroundGame(name, result.program)
