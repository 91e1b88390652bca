"""Engines: what runs a circuit on thousands of states at once."""
