"""The parts of searches for one role that touch every state."""
