"""Heuristics of puzzles: how many moves are left at least, or by a guess."""
