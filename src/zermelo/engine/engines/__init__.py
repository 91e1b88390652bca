"""Engines: every file here is one, and its name is what `--engine` calls it."""
