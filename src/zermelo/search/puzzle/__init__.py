"""Puzzles: games of one role, and the shortest ways to the best of their ends."""
