"""Boards as a terminal shows them, and pictures of what a terminal shows."""
