"""The premises of searches for two roles: that every end shares out the same total.

Max and min, and bounds that say "what one is sure of, the other cannot have", are about one number.
They see the ends that they come to, not those that they leave out; so a value of theirs is proven
only if the constant sum is: by looking at every position, or by a solver. Both take a while, too
long for the clock of a move. So a search says what it has found under which premise, and whoever
makes a claim of it has the premise `discharged`.

Max and min look at every position that matters, and stop where a role is left without a move. Tree
search goes on: what bounds say of both roles holds only if no match breaks off, for nothing is
shared out there. So that is part of its premise.
"""

from dataclasses import replace
from weakref import WeakKeyDictionary

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Trait
from zermelo.game.proof import Proof, by_enumeration, by_search, by_solver, by_traits
from zermelo.sampling.matches import goal_table
from zermelo.search.base import Result
from zermelo.search.findings import findings
from zermelo.search.positions.positions import Positions

LITTLE, MUCH = 10**6, 10**8
"""Gates that may be run, each for a thousand lanes, to look at all positions: at once, in some 50
ms, and on demand, in some seconds. Where that is not enough, a solver is asked."""
SLOWER = 300
"""How much less is little where kernels are not compiled yet."""
MOST_POSITIONS = 1_000_000
"""Positions that are kept in memory."""
MOST_STEPS = 1 << 20
"""Joint moves that are made at once."""
BATCH = 1024
"""Positions that are looked at at once."""

SUM = Trait.CONSTANT_SUM
SUM_OF_ALL = Trait.CONSTANT_SUM | Trait.PLAYABLE
"""The two premises."""
Question = tuple[State, Trait]

_known: WeakKeyDictionary[Game, dict[Question, Proof | None]] = WeakKeyDictionary()
_many: WeakKeyDictionary[Game, set[Question]] = WeakKeyDictionary()
_starts_of_many: WeakKeyDictionary[Game, set[State]] = WeakKeyDictionary()


def vouched(
    found: Result, game: Game, state: State, premise: Trait = SUM, *, also: Proof | None = None
) -> Result:
    """Return a result of a search that left nothing out, with its proof or with its premise.

    `also` is what it rests on besides.
    """
    searched = by_search() if also is None else by_search() & also
    if len(game.roles) < 2:
        return replace(found, proof=searched)
    proof = at_once(game, state, premise)
    if proof is None:
        return replace(found, premise=premise, also=also)
    return replace(found, proof=searched & proof)


def discharged(found: Result, game: Game, state: State) -> Result:
    """Return a result with a proof if all that it lacked can be proved; else with a note why not.

    This may take some seconds, the first time that it is asked about a game.
    """
    if found.premise is None:
        return found
    proof = constant_sum(game, state, found.premise)
    if proof is not None:
        searched = by_search() if found.also is None else by_search() & found.also
        return replace(found, proof=searched & proof, premise=None)
    unproved = "all ends share out the same total"
    if found.premise == SUM_OF_ALL and constant_sum(game, state) is not None:
        unproved = "every role always has a move"
    doubt = f"not proven: it is not proved that {unproved}"
    return replace(found, note=f"{found.note}; {doubt}" if found.note else doubt)


def note_many(game: Game, state: State) -> None:
    """Note that too many positions follow a state to look at all of them for a premise."""
    _starts_of_many.setdefault(game, set()).add(state)


def at_once(game: Game, state: State, premise: Trait = SUM) -> Proof | None:
    """Return the proof of a premise if it is known, or if there are few positions."""
    from zermelo.kernels.background import background

    known = _known.setdefault(game, {})
    many = _many.setdefault(game, set())
    asked = state, premise
    if state in _starts_of_many.get(game, ()):
        many.add(asked)
    if asked not in known and asked not in many:
        if (
            compiled := game.compiled
        ) is None:  # at every node of a tree there is a move, or an end
            finding = findings(game).get(Trait.CONSTANT_SUM)
            known[asked] = None if finding is None else by_traits([(Trait.CONSTANT_SUM, finding)])
        else:
            little = LITTLE // SLOWER if background.is_awaited else LITTLE
            verdict = enumerated(compiled, state, little, premise)
            if verdict is True:
                many.add(asked)
            else:
                known[asked] = verdict or None
    return known.get(asked)


def constant_sum(game: Game, state: State, premise: Trait = SUM) -> Proof | None:
    """Return the proof that all ends that can be reached share out the same; None without one."""
    at_once(game, state, premise)
    known, asked = _known[game], (state, premise)
    if asked not in known and (compiled := game.compiled) is not None:
        if state in _starts_of_many.get(game, ()):
            known[asked] = by_a_solver(compiled, state, premise)
            return known[asked]
        verdict = enumerated(compiled, state, MUCH, premise)
        if verdict is True:
            known[asked] = by_a_solver(compiled, state, premise)
        else:
            known[asked] = verdict or None
    return known[asked]


def by_a_solver(game: CompiledGame, state: State, premise: Trait) -> Proof | None:
    """Return the proof of a premise from the rules; None without one."""
    from zermelo.proofs.total import proved_total
    from zermelo.proofs.trait_claims import trait_claims

    if proved_total(game, state) is None:
        return None
    if Trait.PLAYABLE not in premise:
        return by_solver("constant sum")
    playable = trait_claims(game).holds_from(game, "playable", state)
    return by_solver("constant sum") & by_solver("a move for every role") if playable else None


def enumerated(game: CompiledGame, start: State, work: int, premise: Trait = SUM) -> Proof | bool:
    """Look at every position from `start` on: a proof; False if one refutes it; True if too many.

    A state in which a role has no move has no end below it, and shares out nothing: that refutes a
    premise about all matches. `work` is counted in gates, not in seconds: the answer is the same on
    a busy machine.
    """
    from zermelo.engine.kernels.lanes import count_children

    gates = game.dimensions.work // 4
    known = Positions(game.words)
    known.add(game.row(start)[None])
    sums: set[int] = set()
    done = 0
    while done < known.size:
        rows = known.rows[done : done + BATCH].copy()
        done += len(rows)
        views = game.engine.view(rows)
        counts, goals = goal_table(game, views)
        sums.update(goals[views.ended].sum(axis=1).tolist())
        if len(sums) > 1 or (counts[views.ended] != 1).any():
            return False
        steps = int(count_children(game.dimensions.firsts, views.legal, views.ended))
        work -= gates * (1 + steps // BATCH)
        if work < 0 or steps > MOST_STEPS or known.size > MOST_POSITIONS:
            return True
        parents, joints = game.engine.children(views)
        if Trait.PLAYABLE in premise:
            goes_on = views.ended.copy()
            goes_on[parents] = True
            if not goes_on.all():
                return False
        known.add(game.engine.step(rows[parents], joints))
    return by_enumeration(known.size)
