"""The circuit of a game, whichever engine runs it."""

from zermelo.circuit.order import Gates
from zermelo.engine.circuit_engine import CircuitEngine
from zermelo.game.compiled_game import CompiledGame


def gates_of(game: CompiledGame) -> Gates:
    """Return the circuit that an engine was given."""
    assert isinstance(game.engine, CircuitEngine)
    return game.engine.wiring
