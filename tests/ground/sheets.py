"""Small rule sheets, and games made of texts, for tests."""

from zermelo.engine.engines.interpreter import Interpreter
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.ground_game import GroundGame
from zermelo.ground.lexicon import Lexicon
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

LIGHT = """
(role player) (init off)
(<= (legal player (press ?b)) (button ?b)) (button a) (button b)
(<= (next on) (does player (press a)))
(<= (next off) (true off) (not (does player (press a))))
(<= terminal (true on))
(<= (goal player 100) (true on)) (<= (goal player 0) (not (true on)))
"""
"""One role, one light: button a turns it on, b does nothing."""

STUCK = """
(role left) (role right) (init (count 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(legal left go) (<= (legal left stop) (true (count ?n)))
(<= (legal right go) (not (true (count 2))))
(<= (next (count ?m)) (true (count ?n)) (succ ?n ?m) (does left go))
(<= (next (count ?n)) (true (count ?n)) (does left stop))
(<= terminal (true (count 3)))
(goal left 100) (goal right 0)
"""
"""Faulty: when the count is 2, right has no move, so the end is never reached."""


def sheet_of(text: str, syntax: Syntax = "kif") -> Sheet:
    """Return the rules of a text."""
    return read_text(Source(f"test.{syntax}", text), syntax)


def games_of(text: str, syntax: Syntax = "kif") -> tuple[CompiledGame, GroundGame]:
    """Return the fast and the slow game of a text; nothing is kept."""
    result = compiled(sheet_of(text, syntax), keep=False)
    program = result.program
    lexicon = Lexicon(program.roles, program.fluents, program.moves)
    return CompiledGame("test", lexicon, Interpreter(result.gates)), GroundGame("test", program)
