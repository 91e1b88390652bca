"""Invariants: what holds in every state that a match can come to, and is proved to."""

import time
from dataclasses import dataclass

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.ground.program import Program
from zermelo.proofs.candidates import Candidates, candidates
from zermelo.proofs.counts import Count, merged
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.sample import StateSample, sample
from zermelo.proofs.tables import asked, limit_of

STEPS_FOR_INVARIANTS = 20_000_000
"""Of the solver: see `Budget`."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A count that holds in every state; `text` says it in words."""

    count: Count
    text: str


@dataclass(frozen=True, slots=True)
class Counter:
    """Fluents that follow each other at every move, whatever is done: `chain[n]` after n moves.

    A chain that comes round goes on with `chain[again]` after its last fluent. One that does not
    comes to an end: no move can be made when its last fluent holds, and `over` says that the match
    is then over, so that no match has more than `len(chain) - 1` moves.
    """

    chain: tuple[int, ...]
    again: int | None
    over: bool
    text: str


@dataclass(frozen=True, slots=True)
class Invariants:
    """What was proved, and what was cut."""

    groups: tuple[Invariant, ...]
    pairs: tuple[Invariant, ...]
    counters: tuple[Counter, ...]
    guesses: int  # how many counts were tried
    cut: tuple[str, ...]  # `groups`, `pairs`, `chains`: more might be proved with more steps
    limit: str  # what has cut them: `steps`, `time` or `memory`; nothing if they are whole
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every guess was settled."""
        return not self.cut

    @property
    def counts(self) -> tuple[Count, ...]:
        """All that is proved of numbers, to be assumed by further proofs."""
        return tuple(invariant.count for invariant in (*self.groups, *self.pairs))


def invariants(
    game: CompiledGame,
    program: Program,
    *,
    seconds: float | None = None,
    steps: int = STEPS_FOR_INVARIANTS,
    seed: int = 0,
    seen: StateSample | None = None,
) -> Invariants:
    """Return what can be proved of all states of a game.

    Args:
        game: the game of `program`, for random matches to guess by.
        program: the rules to prove from.
        seconds: an outer limit to the proofs; what was proved by then is returned.
        steps: what the proofs may cost; without `seconds` it alone decides what is proved.
        seed: of the random matches.
        seen: those matches, if there were some already.
    """
    begin = time.monotonic()
    patterns = Patterns(game.lexicon.fluent_terms)
    guessed = guesses(game, patterns, seen or sample(game, seed=seed))
    message = guessed.message() | {"seed": seed}
    try:
        answer = asked("zermelo.proofs.proving:prove", program, message, seconds, steps=steps)
    except LimitError as error:
        names = ("groups", "pairs", "chains")
        answer = {name: [] for name in names} | {"cut": names, "limit": limit_of(error)}
    chains = [(tuple(chain), over) for chain, over in answer["chains"]]
    return Invariants(
        groups=told(patterns, [guessed.groups[index] for index in answer["groups"]]),
        pairs=told(patterns, [guessed.pairs[index] for index in answer["pairs"]]),
        counters=tuple(counter(patterns, chain, over) for chain, over in chains),
        guesses=len(guessed.groups) + len(guessed.pairs),
        cut=tuple(answer["cut"]),
        limit=answer["limit"],
        seconds=time.monotonic() - begin,
    )


def guesses(game: CompiledGame, patterns: Patterns, seen: StateSample) -> Candidates:
    """Return guesses that hold in the initial state: the solver proves the step only."""
    guessed, initial = candidates(patterns, seen), game.initial
    groups = [count for count in guessed.groups if count.holds(initial)]
    return Candidates(
        tuple(groups),
        sum(count.holds(initial) for count in guessed.groups[: guessed.regular]),
        tuple(count for count in guessed.pairs if count.holds(initial)),
        tuple(chain for chain in guessed.chains if initial >> chain[1][0] & 1),
    )


def told(patterns: Patterns, counts: list[Count]) -> tuple[Invariant, ...]:
    """Return proved counts with their texts, without those that others imply."""
    return tuple(Invariant(count, count.spell(patterns)) for count in strongest(merged(counts)))


def strongest(counts: tuple[Count, ...]) -> list[Count]:
    """Return counts without those at-most-ones that a larger group has, too."""
    kept: list[Count] = []
    larger: dict[int, list[frozenset[int]]] = {}
    for count in sorted(counts, key=lambda count: (-len(count.group), count.group)):
        group = frozenset(count.group)
        over = larger.get(count.group[0], [])
        if count.least > 0 or count.most != 1 or not any(group <= other for other in over):
            kept.append(count)
        if count.most == 1 and len(group) > 1:
            for fluent in group:
                larger.setdefault(fluent, []).append(group)
    return kept


def counter(patterns: Patterns, chain: tuple[int, ...], over: bool) -> Counter:
    """Return a proved chain in words."""
    again = chain.index(chain[-1]) if chain[-1] in chain[:-1] else None
    if again is not None:
        chain = chain[:-1]
    names = [patterns.fluents[fluent].text for fluent in chain]
    shown = " -> ".join(names if len(names) < 5 else [*names[:2], "...", names[-1]])
    if again is not None:
        text = f"{shown} -> {names[again]} again"
    else:
        text = f"{shown}, then the match is over" if over else f"{shown}, then nobody can move"
    return Counter(chain, again, over, text)
