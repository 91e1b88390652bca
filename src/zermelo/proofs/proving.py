"""Proofs of what a message guesses of a game, inside the sandbox: counts, then chains."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.counts import unflattened
from zermelo.proofs.houdini import claimed, weed
from zermelo.proofs.theory import StepTheory

REGULAR, GROUPS, PAIRS = 0.4, 0.6, 0.5
"""What part of the steps that are left the regular groups get, then all groups, then the pairs."""


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return which `groups` and `pairs` are proved, by their numbers, and the `chains`."""
    budget = Budget.of(message)
    theory = StepTheory(message)
    groups = claimed(theory, unflattened(message["groups"]))
    pairs = claimed(theory, unflattened(message["pairs"]))
    first, proved, cut = groups[: message["regular"]], set[int](), []
    # Each time with what was proved before, and with the claims that failed without the new ones.
    for name, claims, part in (
        ("", first, REGULAR),
        ("groups", groups, GROUPS),
        ("pairs", pairs, PAIRS),
    ):
        rest = [claim for claim in claims if claim.assumed not in proved]
        found, settled = weed(theory, rest, sorted(proved), budget.share(part))
        proved.update(claim.assumed for claim in found)
        if name and not settled:
            cut.append(name)
    chains = []
    for group, seen in message["chains"]:
        try:
            chain, over = follow(theory, group, seen, sorted(proved), budget)
        except UnsettledError:
            cut.append("chains")
            break
        if chain:
            chains.append((chain, over))
    return {
        "groups": [index for index, claim in enumerate(groups) if claim.assumed in proved],
        "pairs": [index for index, claim in enumerate(pairs) if claim.assumed in proved],
        "chains": chains,
        "cut": cut,
        "limit": budget.limit if cut else "",
    }


def follow(
    theory: StepTheory,
    group: Sequence[int],
    seen: Sequence[int],
    known: Sequence[int],
    budget: Budget,
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
    if theory.ask([*known, wrong], budget) is not None:
        return [], False
    while chain[-1] not in chain[:-1]:
        last = now.true[chain[-1]]
        step = theory.ask([*known, last], budget)
        if step is None:
            going = theory.ask([*known, last, -now.terminal], budget, moving=False)
            return chain, going is None
        for following in sorted({*step.after} & {*group}):
            if theory.ask([*known, last, -now.next[following]], budget) is None:
                chain.append(following)
                break
        else:
            return [], False
    return chain, False
