"""Damaged files in the cache: commands answer as if there were none."""
