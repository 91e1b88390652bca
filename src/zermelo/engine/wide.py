"""The circuit for kernels that run 1024 lanes at a time: a value to be handed on, not looked into.

What kernels may ask of it is in `zermelo.engine.kernels.wide`.
"""

from zermelo.circuit.order import Gates

Wide = Gates
