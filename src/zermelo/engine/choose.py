"""Engines by name."""

from typing import Literal

from zermelo.circuit.order import Gates
from zermelo.engine.engine import Engine
from zermelo.engine.interpreter import Interpreter
from zermelo.engine.plain_engine import PlainEngine

EngineName = Literal["interpreter", "plain"]


def engine_for(name: EngineName, gates: Gates) -> Engine:
    """Return an engine that runs a circuit."""
    return PlainEngine(gates) if name == "plain" else Interpreter(gates)
