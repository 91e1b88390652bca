"""Families of random rule games, one file each: `draw(random)` returns a game."""
