"""The one premise of searches for two roles: that every end shares out the same total.

Max and min, and bounds that say "what one is sure of, the other cannot have", are about one number.
They see the ends that they come to, not those that they leave out; so a value of theirs is proven
only if the constant sum is: by looking at every position, or by a solver. Both take a while, too
long for the clock of a move. So a search says what it has found under which premise, and whoever
makes a claim of it has the premise `discharged`.
"""

from dataclasses import replace
from weakref import WeakKeyDictionary

from zermelo.logic.total import proved_total
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, State, Trait
from zermelo.position.proof import Proof, by_enumeration, by_search, by_solver, by_traits
from zermelo.position.sample import goal_table
from zermelo.search.base import Result
from zermelo.search.findings import findings
from zermelo.search.solve.positions import Positions

LITTLE, MUCH = 10**6, 10**8
"""Gates that may be run, each for a thousand lanes, to look at all positions: at once, in some 50
ms, and on demand, in some seconds. Where that is not enough, a solver is asked."""
MOST_POSITIONS = 1_000_000
"""Positions that are kept in memory."""
MOST_STEPS = 1 << 20
"""Joint moves that are made at once."""
BATCH = 1024
"""Positions that are looked at at once."""

_known: WeakKeyDictionary[Game, dict[State, Proof | None]] = WeakKeyDictionary()
_many: WeakKeyDictionary[Game, set[State]] = WeakKeyDictionary()


def vouched(found: Result, game: Game, state: State) -> Result:
    """Return a result of a search that left nothing out, with its proof or with its premise."""
    if len(game.roles) < 2:
        return replace(found, proof=by_search())
    proof = at_once(game, state)
    if proof is None:
        return replace(found, premise=Trait.CONSTANT_SUM)
    return replace(found, proof=by_search() & proof)


def discharged(found: Result, game: Game, state: State) -> Result:
    """Return a result with a proof if all that it lacked can be proved; else with a note why not.

    This may take some seconds, the first time that it is asked about a game.
    """
    if found.premise is None:
        return found
    assert found.premise is Trait.CONSTANT_SUM, "there is no other premise"
    proof = constant_sum(game, state)
    if proof is not None:
        return replace(found, proof=by_search() & proof, premise=None)
    doubt = "not proven: it is not proved that all ends share out the same total"
    return replace(found, note=f"{found.note}; {doubt}" if found.note else doubt)


def at_once(game: Game, state: State) -> Proof | None:
    """Return the proof of a constant sum if it is known, or if there are few positions."""
    known = _known.setdefault(game, {})
    many = _many.setdefault(game, set())
    if state not in known and state not in many:
        if not isinstance(game, CircuitGame):
            finding = findings(game).get(Trait.CONSTANT_SUM)
            known[state] = None if finding is None else by_traits([(Trait.CONSTANT_SUM, finding)])
        else:
            verdict = enumerated(game, state, LITTLE)
            if verdict is True:
                many.add(state)
            else:
                known[state] = verdict or None
    return known.get(state)


def constant_sum(game: Game, state: State) -> Proof | None:
    """Return the proof that all ends that can be reached share out the same; None without one."""
    at_once(game, state)
    known = _known[game]
    if state not in known and isinstance(game, CircuitGame):
        verdict = enumerated(game, state, MUCH)
        if verdict is True:
            total = proved_total(game, state)
            known[state] = None if total is None else by_solver("constant sum")
        else:
            known[state] = verdict or None
    return known[state]


def enumerated(game: CircuitGame, start: State, work: int) -> Proof | bool:
    """Look at every position from `start` on: a proof; False if one refutes it; True if too many.

    A state in which a role has no move has no end below it, and shares out nothing. `work` is
    counted in gates, not in seconds: the answer is the same on a busy machine.
    """
    from zermelo.circuit.kernels.lanes import count_children

    gates = game.gates.code.size // 4
    known = Positions(game.words)
    known.add(game.row(start)[None])
    sums: set[int] = set()
    done = 0
    while done < known.size:
        rows = known.rows[done : done + BATCH].copy()
        done += len(rows)
        views = game.machine.view(rows)
        counts, goals = goal_table(game, views)
        sums.update(goals[views.ended].sum(axis=1).tolist())
        if len(sums) > 1 or (counts[views.ended] != 1).any():
            return False
        steps = int(count_children(game.gates.roles, views.legal, views.ended))
        work -= gates * (1 + steps // BATCH)
        if work < 0 or steps > MOST_STEPS or known.size > MOST_POSITIONS:
            return True
        parents, joints = game.machine.children(views)
        known.add(game.machine.step(rows[parents], joints))
    return by_enumeration(known.size)
