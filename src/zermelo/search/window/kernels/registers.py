"""What the machine of a search knows of itself: its registers, its phases, why it stops."""

PHASE, PLY, NODES, LEAVES_SEEN, CUTS, ROLE, SCORED, SCOUT, SHALLOW, QUICK = range(10)
"""Registers of integers; `leaf` has those of floats. SCORED: one more than where the brood begins
that the evaluator was asked about last; 0 is none. SHALLOW: how deep quick searches go. QUICK: the
ply below the node whose moves are being ordered by them; 0 is none."""
REGISTERS = 10
OF_ONE_SEARCH = (PHASE, PLY, NODES, LEAVES_SEEN, CUTS, QUICK)
"""Registers that are zero when a search begins."""
START, BREED, CHILD, ENTER, WORK, BACK = range(6)
"""Phases: nothing is known of the root; children are to be computed; one of them is next; a node is
to be entered; has been counted; is left with its value."""
DONE, PAUSED, DEEPER, FULL, LONGER, NO_WORTH, NO_CHOICE = range(7)
"""Statuses; for a DEEPER stack, a FULL table, a LONGER history the caller makes room and calls on.
An end without worth, and a node where no role or several have a choice of moves, are not what this
search is for."""
