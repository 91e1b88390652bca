"""Zermelo: give it the rules of any game as logic; it checks, compiles, analyses and plays it."""

__version__ = "0.1.0"
