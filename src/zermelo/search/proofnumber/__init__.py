"""Searches that prove one side of a question by the numbers of what is still to be proved."""
