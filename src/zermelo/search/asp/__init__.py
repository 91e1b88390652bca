"""Minimax pruned by a solver: its questions, its cases and its rules."""
