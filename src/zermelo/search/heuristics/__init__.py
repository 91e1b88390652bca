"""Heuristics of puzzles, a file each: estimates of the moves that are left."""
