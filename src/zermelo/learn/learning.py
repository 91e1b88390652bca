"""Learning a proved strategy: what each role can force from a position, and by which rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.basis import Groundwork, groundwork
from zermelo.learn.guide import guide_of
from zermelo.learn.levels import goals_in, levels_of
from zermelo.learn.limit import LearningTimeError, Limit
from zermelo.learn.prover import Prover, role_claims
from zermelo.learn.transfer import Borrowed, Taken, take_over
from zermelo.process.child import TimeOutError
from zermelo.process.interrupts import signals
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.rules.information import RANDOM
from zermelo.text.plural import several

DEEPEST_SEARCH = 200
"""Moves to which games are searched that are not known to end."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LearnedStrategy:
    """What was proved: lemmas in the order of their proofs, and what they say of the start."""

    lemmas: tuple[Lemma, ...]
    symmetries: tuple[Symmetry, ...]
    invariants: tuple[Count, ...]  # that lemmas rest on: they are about positions that keep these
    single: bool  # they also rest on this: every end has exactly one goal for each role
    start: State
    values: tuple[int, ...]  # what each role is proved to be able to force
    nodes: int  # positions that were opened
    calls: int  # reasons that the solver was asked for
    taken: Taken  # of the lemmas of another instance
    complete: bool  # no role can force more than its value at an end
    ends: bool  # every match ends, and no position comes again
    cut: bool  # by a limit of time or memory: with more of it, there may be more lemmas
    interrupted: bool  # by the user: what was proved by then is true all the same
    seconds: float
    endless: bool = False  # an endless match may give a role more than what it can force

    @property
    def exact(self) -> bool:
        """Whether the values are exact: no role gets more, not even from an endless match."""
        return self.complete and not self.endless

    @property
    def rests_on(self) -> list[str]:
        """What the proofs assume that was proved before them, for people."""
        found = ["lemmas (proved)"]
        found += ["invariants (proved)"] if self.invariants else []
        found += ["one goal at every end (proved)"] if self.single else []
        return found + (["symmetries (proved)"] if self.symmetries else [])


def work_done(nodes: int, lemmas: int) -> str:
    """Return how much was done, for people."""
    return f"{several(nodes, 'position')} opened, {several(lemmas, 'lemma')} proved"


def learn(
    game: CompiledGame,
    start: State,
    *,
    borrowed: Borrowed | None = None,
    seconds: float | None = None,
    tell: Tell | None = None,
    stopped: Callable[[], bool] | None = None,
) -> LearnedStrategy:
    """Return what can be proved of a position in some seconds.

    Without a limit, it is always the same for the same rules and position.

    Args:
        game: with its ground rules.
        start: the position; it need not be one that matches come to.
        borrowed: lemmas of another instance, to be proved first.
        seconds: after which no more position is opened.
        tell: called with how far it is.
        stopped: is asked before every position; if it says so, no more is opened either.

    Raises:
        UnsuitedError: the game has chance, or its rules are not known.
    """
    program = game.program
    if program is None:
        raise UnsuitedError(f"lemmas are proved from rules, and {game.name} has none")
    if RANDOM in map(str.lower, game.roles):
        raise UnsuitedError(f"nothing can be forced against chance, and {game.name} has it")
    limit = Limit(seconds)
    if tell:
        tell("looking for invariants and symmetries ...")
    cut = complete = interrupted = False
    try:
        basis = groundwork(game, program, start, limit)
    except LearningTimeError:
        return nothing_proved(game, start, borrowed, limit)

    def watch(prover: Prover) -> None:
        limit.check()
        if stopped and stopped():
            raise LearningTimeError
        if tell:
            tell(work_done(prover.nodes, len(prover.lemmas)))

    claims = claims_of(game, basis)
    try:
        started = Prover(
            game,
            claims,
            total=basis.total,
            invariants=basis.invariants,
            single=basis.single,
            symmetries=basis.symmetries,
            guide=guide_of(game, limit.check) if basis.total is not None else None,
            watch=watch,
            patience=limit.left,
        )
    except (LearningTimeError, TimeOutError):
        return nothing_proved(game, start, borrowed, limit)
    with started as prover:
        taken = Taken()
        try:
            taken = Taken() if borrowed is None else take_over(prover, borrowed)
            limit.check()
            complete = decide_all(prover, claims, start, basis)
            prover.raise_claims()
            if basis.ends:
                prover.generalise()
        except (LearningTimeError, LimitError):
            cut = True
        except KeyboardInterrupt:
            signals.taken()
            interrupted = True
        roles = range(len(game.roles))
        values = tuple(forced(prover, role, start, basis) for role in roles)
        return LearnedStrategy(
            lemmas=tuple(prover.lemmas),
            symmetries=basis.symmetries,
            invariants=basis.invariants,
            single=basis.single,
            start=start,
            values=values,
            nodes=prover.nodes,
            calls=prover.calls,
            taken=taken,
            complete=complete,
            ends=basis.ends,
            cut=cut,
            interrupted=interrupted,
            seconds=limit.seconds,
            endless=may_be_endless(game, start, values, basis),
        )


def may_be_endless(
    game: CompiledGame, start: State, values: Sequence[int], basis: Groundwork
) -> bool:
    """Whether two roles may play an endless match, which counts as half of the total for each.

    If the goals that they can force add up to the total, neither gains by playing on.
    """
    return (
        len(game.roles) == 2
        and not basis.ends
        and not game.terminal(start)
        and sum(values) != basis.total
    )


def nothing_proved(
    game: CompiledGame, start: State, borrowed: Borrowed | None, limit: Limit
) -> LearnedStrategy:
    """Return what is learned if the time is up before the first proof."""
    roles = range(len(game.roles))
    return LearnedStrategy(
        lemmas=(),
        symmetries=(),
        invariants=(),
        single=False,
        start=start,
        values=tuple(final_goal(game, start, role) for role in roles),
        nodes=0,
        calls=0,
        taken=Taken(missing=0 if borrowed is None else borrowed.missing),
        complete=False,
        ends=False,
        cut=True,
        interrupted=False,
        seconds=limit.seconds,
    )


def final_goal(game: CompiledGame, start: State, role: int) -> int:
    """Return what a role gets if the match is over, else 0: nothing less can be forced."""
    goals = goals_in(game, start, role) if game.terminal(start) else ()
    return goals[0] if len(goals) == 1 else 0


def claims_of(game: CompiledGame, basis: Groundwork) -> list[Claim]:
    """Return what is to be decided: where a total is shared out, the first role says it all.

    A match that does not end has no goals, and an end may lack one. So even the lowest goal of a
    role has to be proved, unless it is 0, or every match ends and shares out a total.
    """
    roles = range(1 if basis.total is not None else len(game.roles))
    claims = [claim for role in roles for claim in role_claims(game, Role(role), basis.total)]
    if basis.total is None or not basis.ends:
        lowest = [min(levels, default=0) for levels in levels_of(game, basis.total)]
        claims += [Claim((role,), role, value) for role, value in enumerate(lowest) if value > 0]
    return claims


def decide_all(prover: Prover, claims: Sequence[Claim], start: State, basis: Groundwork) -> bool:
    """Decide all claims about a state; whether it is known of each if it can be forced.

    Where positions may repeat, the search goes move by move deeper, so that lemmas use earlier
    ones. What neither side can force is not searched for, if all positions are known.
    """
    decided = True
    for claim in claims:
        if basis.ends:
            prover.decide(claim, start)
            continue
        against = prover.against(claim)
        graph = basis.graph
        if graph and not any(graph.sure(one)[0] for one in (claim, against)):
            continue
        depths = (prover.decide(claim, start, depth) for depth in range(DEEPEST_SEARCH))
        decided &= any(known is not None for known in depths)
    return decided


def forced(prover: Prover, role: int, start: State, basis: Groundwork) -> int:
    """Return the highest goal that a role is proved to be able to force.

    Where a total is shared out, a role gets its lowest goal at every end, if there is an end.
    """
    game = prover.game
    if game.terminal(start):
        return final_goal(game, start, role)
    proved = [
        claim.value
        for claim, cover in prover.covers.items()
        if claim.least and claim.role == role and claim.side == (role,) and cover.find(start)
    ]
    lowest = min(prover.levels[role]) if basis.ends and basis.total is not None else 0
    return max([lowest, *proved])
