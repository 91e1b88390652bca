"""How long a search may think about a move, as people say it: `2`, `0.5 seconds`, `500 nodes`."""

import re
from dataclasses import replace

from zermelo.errors import PlayError
from zermelo.search.base import Limits

SECONDS_PER_MOVE = 1.0
"""For a move, if nothing is said."""
MOST_SECONDS = 3600.0
LEVEL = re.compile(r"([0-9]*\.?[0-9]+)\s*([a-z]*)")
UNITS = dict.fromkeys(("", "s", "sec", "second", "seconds"), "seconds")
UNITS |= dict.fromkeys(("n", "node", "nodes"), "nodes")


def in_words(limits: Limits) -> str:
    """Return limits in words.

    >>> in_words(Limits(seconds=2.0)), in_words(Limits(nodes=500)), in_words(Limits(seconds=1))
    ('2 seconds a move', '500 nodes a move', '1 second a move')
    """
    said = []
    if limits.seconds is not None:
        said.append(f"{limits.seconds:g} second{'' if limits.seconds == 1 else 's'}")
    if limits.nodes is not None:
        said.append(f"{limits.nodes:,} node{'' if limits.nodes == 1 else 's'}")
    return f"{' and '.join(said)} a move"


def changed(limits: Limits, text: str) -> Limits:
    """Return the limits that a text asks for; PlayError if it asks for nothing that makes sense.

    >>> in_words(changed(Limits(seconds=1.0), "500 nodes"))
    '500 nodes a move'
    """
    found = LEVEL.fullmatch(text.strip().lower())
    unit = UNITS.get(found[2]) if found else None
    if found is None or unit is None:
        raise PlayError("a level is seconds or nodes a move: `level 2`, or `level 500 nodes`")
    if unit == "nodes":
        nodes = int(found[1]) if found[1].isdecimal() and len(found[1]) < 16 else 0
        if nodes < 1:
            raise PlayError("nodes are a whole number from 1 on")
        return replace(limits, nodes=nodes, seconds=None)
    seconds = float(found[1])
    if not 0 < seconds <= MOST_SECONDS:
        raise PlayError(f"seconds are more than 0 and at most {MOST_SECONDS:g}")
    return replace(limits, seconds=seconds, nodes=None)
