"""How many joint moves a proof about one position looks at: readable searches and kernels agree."""

MOST_JOINTS = 256
"""Joint moves of a node where several roles choose, up to which its bounds are kept."""
