"""How far chance may have moved a share that was counted."""

from math import sqrt

Z = 1.96
"""Standard deviations on either side that hold 95 of 100 cases."""


def wilson(share: float, size: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of `size` cases (Wilson 1927, JASA 22).

    >>> [round(bound, 2) for bound in wilson(1.0, 10)]
    [0.72, 1.0]
    """
    middle = (share + Z * Z / (2 * size)) / (1 + Z * Z / size)
    spread = sqrt(max(0.0, share * (1 - share)) / size + Z * Z / (4 * size * size))
    half = Z / (1 + Z * Z / size) * spread
    return max(0.0, middle - half), min(1.0, middle + half)
