"""Circuits of millions of gates: the same construction, by compiled kernels."""
