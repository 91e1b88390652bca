"""The exact search as a machine: a stack, a table, and registers."""
