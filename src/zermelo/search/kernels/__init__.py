"""Numba twins of searches."""
