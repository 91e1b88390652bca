"""Games with what is proved of them: once found out, known for the rest of the tests."""

import importlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from zermelo.game.compile import Compiled, compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game, read_rules
from zermelo.process.frames import Message, pack, unpack
from zermelo.process.limits import Allowance
from zermelo.proofs.inhibitors import Inhibitors, inhibitors
from zermelo.proofs.invariants import Invariants, invariants
from zermelo.proofs.latches import Latch, Latches, LatchKind, latches
from zermelo.proofs.sample import StateSample, sample
from zermelo.text.kif import read
from zermelo.text.source import Source


@dataclass(frozen=True, slots=True)
class Known:
    """A game, and what is known of it."""

    game: CompiledGame
    compiled: Compiled
    seen: StateSample
    invariants: Invariants
    latches: Latches
    inhibitors: Inhibitors

    def texts(self) -> set[str]:
        """All invariants in words."""
        return {one.text for one in (*self.invariants.groups, *self.invariants.pairs)}

    def latch(self, fluent: str, *, positive: bool) -> Latch:
        """What is known of one fluent in one direction."""
        (found,) = (
            one for one in self.latches.claims if (one.text, one.positive) == (fluent, positive)
        )
        return found


def here(function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
    """Do what the sandbox does without a child process, for small games that do no harm."""
    module, _, name = function.partition(":")
    answer = getattr(importlib.import_module(module), name)(unpack(pack(message)))
    return unpack(pack(answer))


def find_out(
    name: str, result: Compiled, *, positions: int, steps: int = 4_000_000, looks: int = 10**8
) -> Known:
    """Find out about a compiled game, in this process: the same on any machine."""
    game = compiled_game(name, result)
    seen = sample(game, positions=positions)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.proofs.tables.call", here)
        proved = invariants(game, result.program, seen=seen, steps=steps)
        found = latches(game, result.program, proved, seen=seen, steps=steps)
        proper = [one for one in found.claims if one.proved and one.kind is LatchKind.PROPER]
        ruled_out = inhibitors(
            game, result.program, proved.counts, proper, steps=steps, looks=looks
        )
    return Known(game, result, seen, proved, found, ruled_out)


@cache
def known(name: str) -> Known:
    """A game of the library with what is known of it."""
    return find_out(name, compiled(read_rules(name)), positions=20_000)


def sheet(text: str) -> Compiled:
    """Rules of a test, compiled."""
    return compiled(read(Source("test", text)), keep=False)
