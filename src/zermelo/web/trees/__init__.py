"""Searches that are walked through on a page: traced, laid out, told in words."""
