"""The compiled part of sets of states."""
