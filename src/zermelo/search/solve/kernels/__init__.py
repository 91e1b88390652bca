"""The parts of solving that touch every move of every position."""
