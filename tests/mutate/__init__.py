"""Mutation testing: change the program in small ways and see whether a test fails."""
