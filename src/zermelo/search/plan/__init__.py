"""Games of one role: the best goal that can be had, in as few moves as can be."""
