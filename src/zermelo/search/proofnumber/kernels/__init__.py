"""Depth-first proof-number search as a kernel."""
