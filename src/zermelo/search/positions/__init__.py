"""Sets of states that number their members."""
