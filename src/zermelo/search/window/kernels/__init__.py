"""Numba twins of searches with windows."""
