"""Symmetries: permutations of fluents, moves and roles that leave the rules as they are."""
