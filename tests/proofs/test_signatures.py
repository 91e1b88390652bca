"""All that is proved of games as it was last reviewed; and with fewer steps, what is cut then."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import pytest

from tests.proofs.knowing import here
from tests.proofs.small import small_game
from tests.signatures import compare, digest
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.analysis_certificate import analysis_claims, bound_claims
from zermelo.proofs.goal_bounds import proved
from zermelo.proofs.inhibitors import inhibitors
from zermelo.proofs.invariants import invariants
from zermelo.proofs.knowledge import Knowledge
from zermelo.proofs.latches import LatchKind, latches
from zermelo.proofs.sample import sample
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.proofs.symmetry.words import words
from zermelo.proofs.traits import prove_traits
from zermelo.strategies.lifting import lifting

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
LIBRARY = [
    "tictactoe",
    "nim:pile1=1,pile2=2,pile3=1,pile4=0",
    "lights_out:width=3,height=2",
    "hanoi:disks=3",
    "blocks_world",
    "rock_paper_scissors",
    "nim_3p",
    "missionaries_and_cannibals",
    "pawn_race",
]
SLOW = frozenset({2, 3, 7, 9, 11, 13, 17, 20, 24, 27})
SEEDS = [seed for seed in range(30) if seed not in SLOW]
"""Small games that take less than a second."""
CUT_SHORT = ("invariants", "latches", "inhibitors", "traits", "proofs")
"""What few steps cut."""
NOT_COMPARED = frozenset({"seconds", "example", "counter_example"})
"""Fields that differ from machine to machine, or from solver to solver."""


@pytest.fixture(autouse=True)
def _in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


@pytest.mark.parametrize("name", LIBRARY)
def test_signatures_of_the_library(name: str, game_of: Games) -> None:
    game = game_of(name)
    found = dict(claims(game, 1_000_000, 2000))
    compare(KEPT / f"{name.partition(':')[0]}.txt", found)


@pytest.mark.parametrize("seed", SEEDS)
def test_signatures_of_small_games(seed: int) -> None:
    found = {}
    for steps in (100_000, 2000, 1000, 500, 300, 100):
        for name, text in claims(small_game(seed).game, steps, 200):
            if steps == 100_000 or name in CUT_SHORT:
                found[f"{name} in {steps} steps"] = text
    compare(KEPT / f"small-{seed}.txt", found)


def claims(game: CompiledGame, steps: int, positions: int) -> Iterator[tuple[str, str]]:
    """Yield all that is proved of a game, by its name."""
    program = game.program
    assert program is not None
    seen = sample(game, positions=positions)
    known = invariants(game, program, seen=seen, steps=steps)
    yield "invariants", shown(known)
    held = latches(game, program, known, seen=seen, steps=steps)
    yield "latches", shown(held)
    proper = [each for each in held.claims if each.proved and each.kind is LatchKind.PROPER]
    counts = known.counts
    ruled_out = inhibitors(game, program, counts, proper, steps=steps, looks=1_000_000)
    yield "inhibitors", shown(ruled_out)
    proofs = prove_traits(game, program, counts, seen, steps=steps)
    yield "traits", " ".join(name for name, each in sorted(proofs.items()) if each.proved)
    yield "proofs", digest([spelled(proofs)])
    every = []
    for exchange in (False, True):
        found = symmetries(program, exchange=exchange, steps=steps)
        every.append(found)
        name = "exchanges" if exchange else "symmetries"
        yield name, f"{found.order} {shown(found)}"
        yield f"{name} in words", digest(words(game.lexicon, each) for each in found.generators)
        lifted = lifting(game, found.generators)
        yield f"{name} lifted", "none" if lifted is None else digest([spelled(lifted.sorts)])
    bounds = proved(game, program)
    yield "goal bounds", f"{bounds.low} {bounds.high} {bounds.most} {digest([spelled(bounds)])}"
    found_out = Knowledge(known, held, ruled_out, every[0], every[1], {}, proofs, 0.0)
    told = [*analysis_claims(program, found_out), *bound_claims(program, bounds)]
    kinds = [str(claim["claim"]) for claim in told]
    said = " ".join(f"{kind} {kinds.count(kind)}" for kind in dict.fromkeys(kinds))
    yield "certificate", f"{said} {digest(told)}"


def shown(part: object) -> str:
    """Return how much there is of each kind, what has cut it, and what tells it from others."""
    sizes = [len(value) for value in values(part) if isinstance(value, tuple)]
    return f"{sizes} {getattr(part, 'limit', '') or 'whole'} {digest([spelled(part)])}"


def values(part: object) -> list[object]:
    """Return the fields of a value that are compared."""
    if not is_dataclass(part):
        return []
    names = [field.name for field in fields(part) if field.name not in NOT_COMPARED]
    return [getattr(part, name) for name in names]


def spelled(part: object) -> str:
    """Return a value as text, without what is not compared."""
    match part:
        case Enum():
            return part.name
        case dict():
            return str(sorted((spelled(key), spelled(value)) for key, value in part.items()))
        case tuple() | list():
            return f"({', '.join(map(spelled, part))})"
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(spelled, part)))}}}"
    if is_dataclass(part):
        return f"{type(part).__name__}({', '.join(map(spelled, values(part)))})"
    return str(part)
