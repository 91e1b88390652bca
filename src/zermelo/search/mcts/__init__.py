"""Monte Carlo tree search: the readable one, and its twin of compiled code."""
