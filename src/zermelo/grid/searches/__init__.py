"""Searches on grids: every file is one, and its `prepare` makes it ready for a map."""
