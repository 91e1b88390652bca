"""What rules each fluent out for good, for evaluators: proved once, and kept on disk."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from zermelo import store
from zermelo.errors import UnsuitedError
from zermelo.game.compile import compiled, name_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.inhibitors import Inhibitors, inhibitors
from zermelo.proofs.invariants import invariants
from zermelo.proofs.latches import LatchKind, latches
from zermelo.proofs.sample import sample

Reasons = Mapping[int, tuple[tuple[int, bool], ...]]
"""For a fluent, others that each rule it out for good by holding, or by not holding."""


@lru_cache(maxsize=32)
def inhibition(game: CompiledGame) -> Reasons:
    """Return what rules out each fluent that something can rule out.

    Raises:
        UnsuitedError: the game is not known by its rules.
    """
    if game.sheet is None:
        raise UnsuitedError(f"inhibitors are proved from rules, and {game.name} has none")
    sources = [*Path(__file__).parent.glob("**/*.py")]
    name = store.fingerprint(sources, name_of(game.sheet), "inhibition")
    kept = store.find(name)
    if kept is None:
        found = proved(game)
        # What the steps did not suffice for would be missing the next time as well; but what a
        # limit of the sandbox has cut off may be there then.
        triples = [
            (fluent, each.latch.fluent, int(each.latch.positive))
            for each in found.inhibitors
            for fluent in each.fluents
        ]
        kept = {"triples": np.array(triples, np.int32).reshape(-1, 3)}
        if found.limit in ("", "steps"):
            store.keep(name, kept)
    reasons: dict[int, list[tuple[int, bool]]] = {}
    for fluent, latch, positive in kept["triples"].tolist():
        reasons.setdefault(fluent, []).append((latch, bool(positive)))
    return {fluent: tuple(others) for fluent, others in reasons.items()}


def proved(game: CompiledGame) -> Inhibitors:
    """Return the inhibitors of a game, with all that their proofs need."""
    assert game.sheet is not None
    program = compiled(game.sheet).program
    seen = sample(game)
    known = invariants(game, program, seen=seen)
    held = latches(game, program, known, seen=seen)
    proper = [latch for latch in held.claims if latch.proved and latch.kind is LatchKind.PROPER]
    found = inhibitors(game, program, known.counts, proper)
    limits = {known.limit, held.limit, found.limit}
    worst = next((limit for limit in ("memory", "time", "steps") if limit in limits), "")
    return replace(found, limit=worst)
