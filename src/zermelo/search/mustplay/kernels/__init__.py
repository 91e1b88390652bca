"""The search with supports as machine code."""
