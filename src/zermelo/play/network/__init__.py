"""A player for the general game playing network protocol."""
