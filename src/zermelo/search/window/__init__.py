"""Searches with windows, by kernels."""
