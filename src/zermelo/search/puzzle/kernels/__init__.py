"""The parts of searches of puzzles that touch every state."""
