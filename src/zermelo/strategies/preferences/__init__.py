"""Preferences: weak constraints over the facts of a state, counted, compared, read and written."""
