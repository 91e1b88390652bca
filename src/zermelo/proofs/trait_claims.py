"""The traits that searches rest on, proved cheaply: once for a game, when they are first asked for.

Constant sum, turns, and that nobody is ever stuck: each with the invariants that its proof takes,
so that it can be told from which positions it holds. What is proved depends on the rules alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from zermelo import store
from zermelo.errors import LimitError
from zermelo.game.compile import name_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, State, Trait
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count
from zermelo.proofs.goal_cases import goal_cases
from zermelo.proofs.invariants import guesses
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.sample import sample
from zermelo.proofs.tables import asked, limit_of
from zermelo.proofs.traits import PROVED, counted_roles, right, shared_out
from zermelo.rules.information import information

PACKAGE = Path(__file__).parent.parent
STEPS_FOR_CLAIMS = 20_000_000
"""Of the solver: see `Budget`. Most games need a tenth of it."""
POSITIONS = 20_000
"""Of random matches, by which invariants are guessed."""
TRAITS = {"turns": Trait.TURNS, "constant_sum": Trait.CONSTANT_SUM}
RULES, INVARIANTS = "rules", "invariants (proved)"


@dataclass(frozen=True, slots=True)
class TraitClaim:
    """A trait that is proved of every position after one which keeps the invariants."""

    name: str  # `turns`, `playable` or `constant_sum`
    because: str
    invariants: tuple[Count, ...]
    rests_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraitClaims:
    """What is proved of a game, and its total if its sum is constant."""

    claims: Mapping[str, TraitClaim]
    total: int | None
    limit: str  # what has cut the other proofs: `steps`, `time` or `memory`, if anything has

    def holds_from(self, game: CompiledGame, name: str, state: State) -> bool:
        """Whether a trait is proved for all positions that can be reached from this one.

        The position need not be reachable itself. It is looked at on its own, as a proof may be
        about positions that come next only.
        """
        claim = self.claims.get(name)
        if claim is None or not right(game, name, state, self.total):
            return False
        return game.terminal(state) or all(count.holds(state) for count in claim.invariants)

    def rests_on(self, trait: Trait) -> tuple[str, ...]:
        """Return what the proof of a trait rests on."""
        names = [name for name, one in TRAITS.items() if one is trait and name in self.claims]
        return self.claims[names[0]].rests_on if names else (RULES,)

    def findings(self, game: CompiledGame) -> dict[Trait, Finding]:
        """Return the traits that are proved of every match, as findings."""
        found = {
            trait: Finding(Evidence.PROVED, 0, self.claims[name].because)
            for name, trait in TRAITS.items()
            if self.holds_from(game, name, game.initial)
        }
        if game.sheet is not None and not information(game.sheet).hidden:
            found[Trait.PERFECT] = Finding(Evidence.PROVED, 0, "the rules have no `sees`")
        return found


NOTHING = TraitClaims({}, None, "")
_claims: WeakKeyDictionary[CompiledGame, TraitClaims] = WeakKeyDictionary()


def trait_claims(game: CompiledGame) -> TraitClaims:
    """Return what is proved of a game; nothing for a game without rules.

    The first time this takes about half a second, for large games some seconds.
    """
    if game not in _claims:
        _claims[game] = NOTHING if game.program is None else kept_or_proved(game, game.program)
    return _claims[game]


def kept_or_proved(game: CompiledGame, program: Program) -> TraitClaims:
    """Return what the store has of a game's proofs; else prove it, and keep that."""
    if game.sheet is None or not game.keep:
        return proved(game, program)
    sources = [*(PACKAGE / "proofs").glob("**/*.py"), *(PACKAGE / "sampling").glob("*.py")]
    limits = f"{STEPS_FOR_CLAIMS} {POSITIONS}"
    name = store.fingerprint(sources, name_of(game.sheet), limits, "trait claims")
    told = store.find_json(name)
    if told is not None:
        return read(told)
    found = proved(game, program)
    # Steps would not suffice the next time either; but time or memory may.
    if found.limit in ("", "steps"):
        store.keep_json(name, written(found))
    return found


def written(found: TraitClaims) -> dict[str, Any]:
    """Return what is proved, as JSON has it."""
    return {
        "claims": [
            {
                "name": claim.name,
                "because": claim.because,
                "invariants": [[one.group, one.least, one.most] for one in claim.invariants],
                "rests_on": claim.rests_on,
            }
            for claim in found.claims.values()
        ],
        "total": found.total,
        "limit": found.limit,
    }


def read(told: Mapping[str, Any]) -> TraitClaims:
    """Return what was written."""
    claims = {}
    for one in told["claims"]:
        counts = [Count(tuple(group), least, most) for group, least, most in one["invariants"]]
        claims[one["name"]] = TraitClaim(
            one["name"], one["because"], tuple(counts), tuple(one["rests_on"])
        )
    return TraitClaims(claims, told["total"], told["limit"])


def proved(game: CompiledGame, program: Program) -> TraitClaims:
    """Return what the solver proves of a game."""
    counted = counted_roles(game)
    cases = goal_cases(program)
    shared = None if cases is None else cases.total(counted)
    total = likely_total(game, program) if shared is None else None
    guessed = guesses(game, Patterns(game.lexicon.fluent_terms), sample(game, positions=POSITIONS))
    message = guessed.message() | {"total": total, "counted": counted}
    try:
        answer = asked(
            "zermelo.proofs.claim_proofs:prove", program, message, steps=STEPS_FOR_CLAIMS
        )
    except LimitError as error:
        answer = {"found": {}, "limit": limit_of(error)}
    claims = {}
    if shared is not None:
        because = PROVED["constant_sum"].format(total=shared)
        claims["constant_sum"] = TraitClaim("constant_sum", because, (), (RULES,))
    for name, told in answer["found"].items():
        counts = [guessed.groups[index] for index in told["groups"]]
        counts += [guessed.pairs[index] for index in told["pairs"]]
        rests_on = (RULES, INVARIANTS) if counts else (RULES,)
        because = PROVED[name].format(total=total)
        claims[name] = TraitClaim(name, because, tuple(counts), rests_on)
    found = total if shared is None else shared
    return TraitClaims(claims, found if "constant_sum" in claims else None, answer["limit"])


def likely_total(game: CompiledGame, program: Program) -> int | None:
    """Return a total worth trying: that of the first end of a random match.

    If none is found, that of two roles of which one has its best and the other its worst goal.
    """
    counted = counted_roles(game)
    total = shared_out(game, counted)
    values = [[value for value, _ in program.goals[role]] for role in counted]
    if total is None and len(values) == 2 and all(values):
        total = min(values[0]) + max(values[1])
    return total
