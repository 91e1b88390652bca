"""Compiled searches on grids; `reference.py` one folder up is what they are held to."""
