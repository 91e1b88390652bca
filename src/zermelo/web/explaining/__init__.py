"""Why a move: the rule that it goes by, what others would lose, and what the goals look like."""
