"""Values proved with their reasons: a support says which part of a state the proof needs."""
