"""Solving: what every position of a game is worth, for certain."""
