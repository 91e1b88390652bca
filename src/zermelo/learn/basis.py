"""What proofs about a position rest on: invariants that hold from there on, symmetries, traits.

Invariants are found from the initial state on. A position that is given need not keep them: a board
with a cell forgotten belongs to no match. Those that it breaks are dropped, and the others are
proved once more without them, so that they hold in every position after the given one.
"""

from dataclasses import dataclass

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.learn.guarantees import Guarantees
from zermelo.learn.limit import Limit
from zermelo.learn.repetition import explored, goes_on
from zermelo.proofs.closed import closed_invariants, invariants_from
from zermelo.proofs.counts import Count
from zermelo.proofs.invariants import invariants
from zermelo.proofs.sample import sample
from zermelo.proofs.single_goals import has_single_goals
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries
from zermelo.proofs.traits import prove_traits, shared_out


@dataclass(frozen=True, slots=True)
class Groundwork:
    """What is proved of all positions that can be reached from a given one."""

    invariants: tuple[Count, ...] = ()  # inductive, true in the position, kept by the symmetries
    single: bool = False  # every end has exactly one goal for each role, by these invariants
    symmetries: tuple[Symmetry, ...] = ()
    total: int | None = None  # what two roles share out at every end
    ends: bool = False  # every match ends, and no position comes again
    graph: Guarantees | None = None  # where ends are not proved, if the positions fit


def groundwork(game: CompiledGame, program: Program, start: State, limit: Limit) -> Groundwork:
    """Return what is proved from a position on; LearningTimeError if that takes too long."""
    seen = sample(game)
    known = invariants(game, program, seconds=limit.left(), seen=seen).counts
    exchange = len(game.roles) > 1
    alike = symmetries(program, exchange=exchange, seconds=limit.left()).generators
    held = invariants_from(program, start, known, seconds=limit.left())
    closed = closed_invariants(program, held, alike, seconds=limit.left())
    single = has_single_goals(program, closed, seconds=limit.left())
    if game.terminal(start):
        single = single and None not in game.goals(start)
    proofs = prove_traits(game, program, held, seen, seconds=limit.left())
    proved = {name for name, proof in proofs.items() if proof.proved}
    if not game.terminal(start) and not all(game.view(start).legal):
        proved.discard("ends")  # it is proved of positions that come next after others
    shared = len(game.roles) == 2 and "constant_sum" in proved
    graph = None if "ends" in proved else explored(game, start, lambda _: limit.check())
    limit.check()
    return Groundwork(
        invariants=tuple(closed),
        single=single,
        symmetries=alike,
        total=shared_out(game, [0, 1]) if shared else None,
        ends="ends" in proved
        or (graph is not None and not goes_on(graph.ended, graph.parents, graph.children)),
        graph=graph,
    )
