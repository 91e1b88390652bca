"""What searches by proof numbers have in common: questions until the value is known, and a line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf, nextafter
from typing import Protocol

from zermelo.game.game import Joint, State
from zermelo.search.base import Bound, Clock, OutOfTimeError, Result
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import deep_calls, first_result, result
from zermelo.search.parts.windows import Line
from zermelo.search.proofnumber.bracket import Bracket, bracket_of
from zermelo.search.proofnumber.node import Numbers
from zermelo.search.proofnumber.question import Verdict


class Prover(Protocol):
    """Answers questions about positions, and remembers what is proved."""

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None where memory does not suffice."""

    def move(self, state: State, left: int | None, value: float, maximising: bool) -> Joint | None:
        """Return the move by which the role that decides has a value, if that is remembered."""

    def open_question(self) -> tuple[Numbers, Joint | None]:
        """Return the numbers of the question being asked, and the move that promises most."""


@dataclass(slots=True)
class ProofMatch:
    """What is kept for a match."""

    duel: Duel
    at: Callable[[Clock], Prover]
    """The search, by a clock."""
    depth: Callable[[State, Clock], int | None]
    """How deep to look; raises UnsuitedError where nothing would end a search."""
    threshold: float | None = None


@dataclass(slots=True)
class Standing:
    """What is known of the value so far."""

    first: Result
    bracket: Bracket
    joint: Joint | None = None  # that the bound comes from which is told


def think(match: ProofMatch, state: State, clock: Clock) -> Iterator[Result]:
    """Yield any legal move, then what every question says of the value, at last the best move."""
    duel, prover = match.duel, match.at(clock)
    first = first_result(duel, state)
    yield first
    if duel.game.terminal(state):
        return
    depth = match.depth(state, clock)
    standing = Standing(first, bracket_of(duel.game, duel.role))
    bracket = standing.bracket
    with deep_calls(duel.game, depth):
        while (threshold := asked(match, bracket)) is not None:
            try:
                verdict = prover.ask(state, depth, threshold)
            except OutOfTimeError:
                yield still_open(match, standing, prover, state, depth, threshold)
                raise
            if verdict is None:
                note = "the tree has no more room"
                yield still_open(match, standing, prover, state, depth, threshold, note)
                return
            bracket.take(threshold, verdict)
            if verdict.sure and (verdict.proved or not bracket.raised):
                standing.joint = verdict.joint
            if bracket.closed or match.threshold is not None:
                break
            yield known(duel, standing, state, depth)
        line: Line = ()
        if bracket.closed:
            line = best_play(match, prover, bracket, state, depth)
    yield known(duel, standing, state, depth, line)


def asked(match: ProofMatch, bracket: Bracket) -> float | None:
    """Return what to ask next."""
    return bracket.question() if match.threshold is None else match.threshold


def known(
    duel: Duel, standing: Standing, state: State, depth: int | None, line: Line = ()
) -> Result:
    """Return what is known of the value: all, a bound, or nothing."""
    bracket = standing.bracket
    line = line or ((standing.joint,) if standing.joint else ())
    if bracket.closed:
        return result(duel, state, bracket.low, line, depth, complete=True)
    if bracket.raised:
        return result(duel, state, bracket.low, line, depth, complete=False, bound=Bound.AT_LEAST)
    if bracket.lowered:
        return result(duel, state, bracket.high, line, depth, complete=False, bound=Bound.AT_MOST)
    return replace(standing.first, note=f"nothing is proved to depth {depth}")


def still_open(
    match: ProofMatch,
    standing: Standing,
    prover: Prover,
    state: State,
    depth: int | None,
    threshold: float,
    why: str = "",
) -> Result:
    """Return what is known while a question is open, with the move that promises most.

    A move that is proved to be good for a bound stays the best.
    """
    numbers, joint = prover.open_question()
    note = (
        f"at least {threshold:g}? open: proof number {numbers.proof:,}, "
        f"disproof number {numbers.disproof:,}"
    )
    note = f"{note}; {why}" if why else note
    bracket, role = standing.bracket, match.duel.role
    if bracket.raised or bracket.lowered:
        standing.joint = standing.joint or joint
        return replace(known(match.duel, standing, state, depth), note=note)
    if joint is None:
        return replace(standing.first, note=note)
    return replace(standing.first, move=joint[role], line=(joint,), note=note)


def best_play(
    match: ProofMatch, prover: Prover, bracket: Bracket, state: State, left: int | None
) -> Line:
    """Return a line of best play to the end, from a position whose value is known.

    Every position on it has the same value. What the search did not keep is asked again, within the
    time; if that does not suffice, or leads round in a circle, the line breaks off.
    """
    duel, value = match.duel, bracket.low
    line: list[Joint] = []
    seen = set()
    try:
        while not duel.over(state) and (state, left) not in seen:
            seen.add((state, left))
            maximising = duel.maximising(state)
            if not (bracket.raised if maximising else bracket.lowered):
                # The other role has its way whatever happens here: all moves are as good.
                joint: Joint | None = duel.joints(state)[0]
            else:
                joint = prover.move(state, left, value, maximising)
                if joint is None:
                    threshold = value if maximising else nextafter(value, inf)
                    verdict = prover.ask(state, left, threshold)
                    joint = verdict.joint if verdict else None
            if joint is None:
                break
            line.append(joint)
            state = duel.game.next(state, joint)
            left = None if left is None else left - 1
    except OutOfTimeError:
        pass  # the value is proven all the same
    return tuple(line)
