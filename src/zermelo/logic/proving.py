"""Proofs of what a message guesses of a game, inside the sandbox: counts, then chains."""

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from zermelo.logic.counts import unflattened
from zermelo.logic.houdini import claimed, weed
from zermelo.logic.theory import OutOfTimeError, Theory

PARTS = {"groups": 0.7, "pairs": 0.5}
"""What part of the time that is left each kind of counts gets; pairs may assume the groups."""


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return which `groups` and `pairs` are proved, by their numbers, and the `chains`."""
    deadline = time.monotonic() + message["seconds"]
    theory = Theory(message)
    proved: dict[str, Any] = {"cut": []}
    known: list[int] = []
    for name, part in PARTS.items():
        claims = claimed(theory, unflattened(message[name]))
        limit = time.monotonic() + part * max(0.0, deadline - time.monotonic())
        rest, complete = weed(theory, claims, known, limit)
        kept = {claim.assumed for claim in rest}
        proved[name] = [i for i, claim in enumerate(claims) if claim.assumed in kept]
        if not complete:
            proved["cut"].append(name)
        known += [one.assumed if one.assumed in kept else -one.assumed for one in claims]
    proved["chains"] = []
    for group, seen in message["chains"]:
        try:
            chain, over = follow(theory, group, seen, known, deadline)
        except OutOfTimeError:
            proved["cut"].append("chains")
            break
        if chain:
            proved["chains"].append((chain, over))
    return proved


def follow(
    theory: Theory,
    group: Sequence[int],
    seen: Sequence[int],
    known: Sequence[int],
    deadline: float,
) -> tuple[list[int], bool]:
    """Return a chain in which every fluent forces the next, and whether the last ends the match.

    The chain is what was `seen` of it, and on to where no move follows or it comes round; then its
    last fluent is one that it has already. Nothing is returned if some step is not forced.
    """
    now = theory.now
    chain = list(dict.fromkeys(seen))
    chain += seen[len(chain) : len(chain) + 1]
    wrong = theory.atom()
    for fluent, following in pairwise(chain):
        theory.rule(wrong, [now.true[fluent], -now.next[following]])
    if theory.ask([*known, wrong], deadline) is not None:
        return [], False
    while chain[-1] not in chain[:-1]:
        last = now.true[chain[-1]]
        step = theory.ask([*known, last], deadline)
        if step is None:
            going = theory.ask([*known, last, -now.terminal], deadline, moving=False)
            return chain, going is None
        for following in sorted({*step.after} & {*group}):
            if theory.ask([*known, last, -now.next[following]], deadline) is None:
                chain.append(following)
                break
        else:
            return [], False
    return chain, False
