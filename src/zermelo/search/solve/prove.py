"""The value of a position, by a method that proves it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.errors import LimitError, PlayError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Joint, Role, State, Values, joints
from zermelo.game.proof import Proof, by_enumeration, by_search
from zermelo.game.tree_game import TreeGame
from zermelo.proofs.symmetry.folding import Folding, folding
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.search.base import Clock, Search, Thinker, last
from zermelo.search.parts.premises import constant_sum, discharged, note_many
from zermelo.search.plan.progress import Standing
from zermelo.search.solve.alone import FLUENTS, best_match, few_positions
from zermelo.search.solve.contest import RIVAL, Contest, asker
from zermelo.search.solve.graph import MEGABYTES, Report, explore
from zermelo.search.solve.numbered import NumberedSolution
from zermelo.search.solve.position_report import Lookup, MoveValue, best_line, best_of, choices
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.solve.retrograde import can_sweep, swept
from zermelo.search.solve.solution import Solution, Worth, solved, sorted_solution
from zermelo.search.solve.suited import require_duel
from zermelo.search.suitability import require

if TYPE_CHECKING:
    from zermelo.search.events import Watch

SEARCH = "exact"
"""What proves a value where there are many positions."""
MANY = 250_000
"""Positions from which on only the value is asked for, unless the whole solution is wanted."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What is known of a position; from `positions` to `best` only if all after it are solved."""

    values: Values | None
    line: tuple[Joint, ...]
    nodes: int
    proof: Proof | None
    method: str
    positions: int | None = None
    folded: int | None = None  # how many of them were looked at, and stand for the others
    folding: Folding | None = None  # by which symmetries
    distance: int | None = None
    choices: tuple[MoveValue, ...] = ()
    best: tuple[MoveValue, ...] = ()
    shortest: bool | None = None  # of one role: whether no match as good has fewer moves
    note: str = ""  # what else there is to say, for people

    @property
    def proven(self) -> bool:
        """Whether the values are proved."""
        return self.proof is not None


def prove(
    game: Game,
    state: State,
    clock: Clock,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    change: Report | None = None,
    fold: bool = True,
    whole: bool = False,
    lean: bool = False,
    strong: bool = False,
    every_move: bool = False,
    resume: Path | None = None,
) -> tuple[Solved, Solution | None]:
    """Return the value of a position, proven, and the strong solution, where that is how.

    All positions are looked at if they are not many; else `SEARCH` looks for the value, which takes
    far fewer. `change` is called when it has come to that, and why. All positions again if they fit
    into the memory, where `SEARCH` does not suit the game, or a `strong` or the `whole` solution is
    asked for. With `fold`, only one of several positions is looked at that are images of each other
    by a symmetry. With `every_move`, moves have values, too. A single role's best match is looked
    for by several methods if positions are not few, and need not be proven, unless the whole
    solution is asked for. With `lean` there is none where that saves time and memory. With a file
    to `resume` from, positions are taken to be many.

    Raises:
        UnsuitedError: the game has no value that can be proved.
        LimitError: time was up before, or there is no room for either.
    """
    if (compiled := game.compiled) is None:
        worths = solved_plainly(game, state)
        return looked_up(game, worths.__getitem__, state, "retrograde", len(worths)), None

    def timed(text: str) -> None:
        require_time(clock, text)
        if report:
            report(text)

    require_duel(compiled)
    if resume and len(game.roles) == 1:
        raise UnsuitedError(f"{game.name} has one role: --resume is for games of two")
    single = len(game.roles) == 1 and not whole
    foldable = fold and (not single or compiled.dimensions.fluents <= FLUENTS)
    folds = folding_at(compiled, state, clock) if foldable else None
    if single:
        few = few_positions(
            compiled, state, clock, megabytes=megabytes, report=timed, folding=folds
        )
        if few is not None:
            return asked(compiled, few, state), few
        return alone(best_match(compiled, state, clock, timed), clock), None
    spec = SEARCH if fold else f"{SEARCH}:fold=false"
    if resume:
        note_many(compiled, state)
        spec = f"{spec}{',' if ':' in spec else ':'}resume={resume}"
        answer = searched(compiled, state, clock, spec, every_move=every_move)
        if not answer.proven:
            require_time(clock, f"{answer.nodes:,} nodes; {resume} keeps what they found out")
        return answer, None

    def explored(most: int | None) -> tuple[Solved, Solution | None]:
        if lean and not whole:
            found = answered(
                compiled, state, megabytes=megabytes, report=timed, folding=folds, most=most
            )
            return found, None
        solution = solved(
            compiled, state, megabytes=megabytes, report=timed, folding=folds, most=most
        )
        return asked(compiled, solution, state), solution

    every = whole or strong or not lean
    try:
        return explored(None if every else MANY)
    except LimitError as error:
        why = str(error)
        if out_of_time(clock):
            raise
    # Not within `except`: the error would hold all positions that were found in memory.
    note_many(compiled, state)
    if not every and constant_sum(compiled, state) is None:
        # No search could prove a value; if all positions fit, looking at their ends does.
        every = True
        try:
            return explored(None)
        except LimitError as error:
            why = str(error)
            if out_of_time(clock):
                raise
    if change:
        change(f"{why}; going on with {SEARCH}")
    try:
        answer = searched(compiled, state, clock, spec, every_move=every_move, contest=True)
    except UnsuitedError as error:
        if every:
            raise LimitError(f"{why}; nor can {SEARCH} prove it: {error}") from None
        return explored(None)
    if not answer.proven:
        require_time(clock, f"{answer.nodes:,} nodes of {SEARCH}")
    return answer, None


def alone(standing: Standing, clock: Clock) -> Solved:
    """Return the best match of a single role; LimitError if none is known, and there may be one."""
    nodes = clock.count.nodes
    if standing.goal is None:
        if standing.settled:
            return Solved(None, (), nodes, by_search(), standing.prover)
        require_time(clock, "no match to the end")
        raise LimitError(f"{standing.game.name}: no match to the end was found")
    return Solved(
        (float(standing.goal),),
        tuple((move,) for move in standing.moves),
        nodes,
        by_search() if standing.proven else None,
        standing.method,
        distance=len(standing.moves),
        shortest=standing.shortest,
    )


def out_of_time(clock: Clock) -> bool:
    """Whether time is up."""
    return clock.limits.seconds is not None and clock.seconds > clock.limits.seconds


def folding_at(game: CompiledGame, state: State, clock: Clock) -> Folding | None:
    """Return how to fold by the symmetries that leave a state as it is; None if there are none."""
    if game.program is None:
        return None
    limit = clock.limits.seconds
    seconds = None if limit is None else max(0.0, limit - clock.seconds)
    held = [fluent for fluent in range(game.dimensions.fluents) if state >> fluent & 1]
    found = symmetries(game.program, seconds=seconds, keeping=held)
    folds = folding(found, game.dimensions.fluents)
    return folds if folds.order > 1 else None


def require_time(clock: Clock, text: str) -> None:
    """Raise LimitError if time is up."""
    if out_of_time(clock):
        limit = clock.limits.seconds
        raise LimitError(f"no value was proven within {limit:g} s; by then: {text}")


def answered(
    game: CompiledGame,
    state: State,
    *,
    megabytes: int,
    report: Report,
    folding: Folding | None,
    most: int | None,
) -> Solved:
    """Return what is known of a position when all that can follow are solved, but not sorted."""
    graph = explore(
        game, state, megabytes=megabytes, report=report, folding=folding, whole=False, most=most
    )
    if can_sweep(graph):
        return asked(game, NumberedSolution(graph, swept(graph, report), folding), state)
    return asked(game, sorted_solution(game, graph, folding, report), state)


def asked(
    game: CompiledGame,
    solution: Solution | NumberedSolution,
    state: State,
    source: Path | None = None,
) -> Solved:
    """Return what a solution says of a position; PlayError if it is not in it."""

    def worth_of(asked: State) -> Worth:
        worth = solution.worth(game.row(asked))
        if worth is None:
            raise PlayError(
                f"the position is not among the {solution.positions:,} of {source or game.name}, "
                "which can be reached from where that was solved"
            )
        return worth

    method = "retrograde" if source is None else "file"
    answer = looked_up(game, worth_of, state, method, solution.positions)
    return replace(answer, folded=solution.size, folding=solution.folding)


def looked_up(game: Game, worth_of: Lookup, state: State, method: str, positions: int) -> Solved:
    """Return what is known of a position when the worth of every position is."""
    worth = worth_of(state)
    found = choices(game, worth_of, state)
    return Solved(
        worth.values,
        best_line(game, worth_of, state),
        nodes=positions,
        proof=by_enumeration(positions),
        method=method,
        positions=positions,
        folded=positions,
        distance=worth.distance,
        choices=tuple(found),
        best=tuple(best_of(game, state, found)),
        shortest=True if len(game.roles) == 1 and worth.distance is not None else None,
    )


def searched(
    game: Game,
    state: State,
    clock: Clock,
    spec: str,
    watch: "Watch | None" = None,
    *,
    every_move: bool = False,
    contest: bool = False,
) -> Solved:
    """Return what a search says of a position, and of every move there if that is wanted.

    In a `contest`, another search may take over from `exact`.

    Raises:
        UnsuitedError: the search does not fit the game.
        LimitError: matches are too long to be searched to the end.
    """
    from zermelo.search.spec import parse

    search: Search = parse(spec)
    require(search, game)
    role = role_in_turn(game, state)
    rivals = Contest.start(game, role, clock, asker(spec)) if contest else None
    try:
        thinker = rivals or search.start(game, role, clock, watch)
        result = last(thinker(state, clock))
    except RecursionError:
        raise LimitError(
            f"{game.name} has matches too long to be searched to the end by {spec}; give it a depth"
        ) from None
    if result is None:
        raise LimitError(f"{spec} found nothing in {clock.seconds:.1f} s")
    result = discharged(result, game, state)
    length = None if result.shortest is None else len(result.line)
    found = values_of_moves(game, state, thinker, clock, spec) if every_move else []
    return Solved(
        result.values,
        result.line,
        clock.count.nodes,
        result.proof,
        RIVAL if rivals is not None and rivals.rival_won else spec,
        distance=length,
        shortest=result.shortest,
        note=result.note,
        choices=tuple(found),
        best=tuple(best_of(game, state, found)) if found else (),
    )


def values_of_moves(
    game: Game, state: State, thinker: Thinker, clock: Clock, spec: str
) -> list[MoveValue]:
    """Return every move of a position with its value, as a search proves it.

    Raises:
        LimitError: a value is not proven: time was up, or it cannot be.
    """
    found: list[MoveValue] = []
    for joint in joints(game, state):
        child = game.next(state, joint)
        result = last(thinker(child, clock))
        if result is not None:
            result = discharged(result, game, state)  # what holds from here on holds after a move
        if result is None or not result.proven:
            spelled = " ".join(game.spell(Role(role), move) for role, move in enumerate(joint))
            require_time(clock, f"the values of {len(found)} moves")
            raise LimitError(f"{spec} does not prove the value of {spelled}")
        found.append(MoveValue(joint, child, Worth(result.values, None)))
    return found


def role_in_turn(game: Game, state: State) -> Role:
    """Return the first role that has a choice, whose search it is; the first role if none has."""
    if isinstance(game, TreeGame):
        return game.mover(state)
    if not game.terminal(state):
        for role in map(Role, range(len(game.roles))):
            if len(game.legal(state, role)) > 1:
                return role
    return Role(0)
