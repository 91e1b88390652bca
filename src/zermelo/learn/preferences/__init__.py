"""Preferences learned from ordered examples: states in, weak constraints out."""
