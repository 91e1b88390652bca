"""The parts of finding symmetries that touch every arc of a graph, or every position."""
