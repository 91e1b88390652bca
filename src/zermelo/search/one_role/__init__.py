"""Searches for one role: nodes, stores of states, and the methods that share them."""
