"""Learning strategies: rules that a solver proved, and preferences."""
