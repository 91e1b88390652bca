"""The parts of playing puzzles at random that touch every move."""
