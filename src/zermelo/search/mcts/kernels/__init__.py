"""Compiled code of Monte Carlo tree search."""
