"""Rules -> ground rules, by clingo in a child process, and their vocabulary."""
