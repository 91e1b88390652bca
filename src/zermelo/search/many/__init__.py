"""Searches of games with any number of roles: vectors of worths instead of one number."""
