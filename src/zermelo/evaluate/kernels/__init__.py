"""Numba twins of evaluators."""
