"""Traits of a game that are proved, under invariants that are proved; what is not, stays sampled.

A counter-example of the solver starts in a state that keeps all invariants, but no match need ever
come there. So it refutes nothing: it only tells why the proof failed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Move, State, Trait
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.progress import ProgressGroup
from zermelo.proofs.sample import Refutation, StateSample
from zermelo.proofs.tables import asked, limit_of
from zermelo.rules.information import RANDOM
from zermelo.sampling.matches import RandomMatchBatch, goal_table
from zermelo.text.plural import several

STEPS_FOR_TRAITS = 20_000_000
"""Of the solver: see `Budget`."""
LAYERS = 400
"""Moves of random matches in which groups are watched going."""
LANES = 64
NAMED = 3
"""Groups that an explanation names."""
PROVED = {
    "turns": "two roles never have a choice at once",
    "playable": "before the end, every role always has a move",
    "alternates": "after a role had a choice, it has none in the next state",
    "constant_sum": "terminal goals always sum to {total}",
    "ends": "",
}
"""What a proof of each trait says; of `ends`, it names the groups that go one way."""


@dataclass(frozen=True, slots=True)
class TraitVerdict:
    """What a solver found out about a trait."""

    proved: bool
    because: str = ""
    counter_example: Refutation | None = None  # generated: it may not be reachable
    most: int | None = None  # of `ends`: no match has more steps
    total: int | None = None  # of `constant_sum`: what every end shares out
    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()  # of `ends`: fluents, ranks
    limit: str = ""  # what has cut it, if it is neither proved nor has a counter-example


def prove_traits(
    game: CompiledGame,
    program: Program,
    invariants: Sequence[Count],
    sample: StateSample,
    *,
    seconds: float | None = None,
    steps: int = STEPS_FOR_TRAITS,
) -> dict[str, TraitVerdict]:
    """Return a proof, a counter-example, or what has cut the proof, for each trait.

    Beside turns, alternates, constant_sum and ends there is `playable`: nobody is ever without a
    move before the end.
    """
    counted = counted_roles(game)
    total = shared_out(game, counted)
    clocks, groups = candidates(game, invariants, sample)
    message = {
        "counts": flattened(invariants),
        "total": total,
        "counted": counted,
        "clocks": clocks,
        "groups": groups,
    }
    try:
        function = "zermelo.proofs.trait_proofs:prove"
        answer = asked(function, program, message, seconds, steps=steps)
    except LimitError as error:
        answer = {"found": {}, "limit": limit_of(error)}
    found = dict.fromkeys(
        PROVED, TraitVerdict(False, f"out of {answer['limit']}", limit=answer["limit"])
    )
    if total is None:
        found["constant_sum"] = TraitVerdict(False, "no random match came to an end")
    found |= {name: proof_of(name, told, game, total) for name, told in answer["found"].items()}
    for name, proof in found.items():
        if proof.proved and not right(game, name, game.initial, total):
            found[name] = TraitVerdict(False, "it is not so in the initial state")
    ends, playable = found.get("ends"), found.get("playable")
    if ends and ends.proved and not (playable and playable.proved):
        because = f"{ends.because}; but a role may be without a move before the end"
        found["ends"] = replace(ends, proved=False, because=because)
    return found


def proof_of(
    name: str, told: Mapping[str, Any], game: CompiledGame, total: int | None
) -> TraitVerdict:
    """Return what the solver told about one trait."""
    if not told.get("proved"):
        before, after = (state_of(told[key]) for key in ("before", "after"))
        return TraitVerdict(False, "", Refutation(before, tuple(map(Move, told["joint"])), after))
    if name != "ends":
        shared = total if name == "constant_sum" else None
        return TraitVerdict(True, PROVED[name].format(total=total), total=shared)
    patterns = Patterns(game.lexicon.fluent_terms)
    groups = [patterns.spell(group) for group in told["groups"][:NAMED]]
    more = len(told["groups"]) - len(groups)
    text = ", ".join(groups) + (f" and {more} more" if more else "")
    one = "goes on at every move and never back" if len(told["groups"]) == 1 else ""
    because = f"{text} {one or 'go one way only, and every move changes one of them'}"
    because = f"{because}: at most {several(told['most'], 'move')}"
    ranked = zip(told["groups"], told["ranks"], strict=True)
    ways = tuple((tuple(fluents), tuple(ranks)) for fluents, ranks in ranked)
    return TraitVerdict(True, because, most=told["most"], groups=ways)


def counted_roles(game: CompiledGame) -> list[int]:
    """Return the roles whose goals make the sum: all but chance."""
    return [role for role, name in enumerate(game.roles) if name.lower() != RANDOM]


def right(game: CompiledGame, name: str, state: State, total: int | None) -> bool:
    """Whether a position by itself does not refute a trait: a proof may be about others only."""
    view = game.view(state)
    if view.terminal:
        counted = counted_roles(game)
        goals = [goal for role in counted if (goal := view.goals[role]) is not None]
        complete = len(goals) == len(counted)
        return name != "constant_sum" or (complete and sum(goals) == total)
    numbers = [len(moves) for moves in view.legal]
    several = sum(number > 1 for number in numbers) > 1
    wrong = {"turns": several, "alternates": several, "playable": 0 in numbers}
    return not wrong.get(name, False)


def state_of(fluents: Sequence[int]) -> State:
    """Return the state in which these fluents hold."""
    return State(sum(1 << int(fluent) for fluent in fluents))


def shared_out(game: CompiledGame, counted: Sequence[int]) -> int | None:
    """Return the sum of goals at the end of some match; None if no such end was found."""
    for layer in islice(RandomMatchBatch(game, seed=0), 2 * LAYERS):
        if layer.views.ended.any():
            numbers, values = goal_table(game, layer.views)
            lane = int(layer.views.ended.argmax())
            if (numbers[lane][counted] == 1).all():
                return int(values[lane][counted].sum())
    return None


Fluents = list[tuple[int, ...]]
Ints = NDArray[np.int64]


def candidates(
    game: CompiledGame, invariants: Sequence[Count], sample: StateSample
) -> tuple[Fluents, Fluents]:
    """Return groups that random matches do not see come back; first those that always go on.

    A single fluent is a group too, if it is in no other one.
    """
    covered: set[int] = set()
    groups = []
    for count in sorted(invariants, key=lambda count: -len(count.group)):
        if count.most == 1 < len(count.group) and not covered.issuperset(count.group):
            groups.append(ProgressGroup(count.group))
            covered.update(count.group)
    always = [True] * len(groups)
    before: list[Ints] = []
    for layer in islice(RandomMatchBatch(game, seed=1), LAYERS):
        few = layer.lanes < LANES
        bits = np.unpackbits(layer.rows[few].view(np.uint8), axis=1, bitorder="little")
        places = [places_of(group, bits) for group in groups]
        for number, gone in enumerate(before):
            ways = set(zip(gone.tolist(), places[number].tolist(), strict=True))
            moved = {way for way in ways if way[0] != way[1]}
            always[number] &= moved == ways
            groups[number].ways |= moved
        before = [place[layer.going[few]] for place in places]
        if not layer.going[few].any():
            break
    one_way = [group.changes is not None for group in groups]
    clocks = [
        group.fluents
        for group, goes, clock in zip(groups, one_way, always, strict=True)
        if goes and clock and group.ways
    ]
    others = [
        group.fluents
        for group, goes in zip(groups, one_way, strict=True)
        if goes and group.fluents not in clocks
    ]
    inside = {fluent for group in [*clocks, *others] for fluent in group}
    changed = set(sample.rose) ^ set(sample.fell)
    return clocks, [*others, *((fluent,) for fluent in sorted(changed - inside))]


def places_of(group: ProgressGroup, bits: NDArray[np.uint8]) -> Ints:
    """Return which place of a group is taken in each of the states [states, fluents]."""
    none = np.ones((len(bits), 1), np.uint8)
    taken: Ints = np.concatenate([bits[:, group.fluents], none], axis=1).argmax(axis=1)
    return taken


def with_proofs(
    sampled: Mapping[Trait, Finding], proofs: Mapping[str, TraitVerdict]
) -> dict[Trait, Finding]:
    """Return findings in which what is proved has its proof instead of playouts."""
    found = dict(sampled)
    for name, proof in proofs.items():
        trait = Trait.__members__.get(name.upper())
        if trait is not None and proof.proved and trait in found:
            refuted = found[trait].evidence is Evidence.REFUTED
            assert not refuted, f"{name} is proved, and refuted by a match"
            found[trait] = Finding(Evidence.PROVED, found[trait].playouts, proof.because)
    return found
