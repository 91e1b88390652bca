"""Strategies on a page: kept by the server, read in words, and shown where they apply."""
