"""Searches -> matches, series and records."""
