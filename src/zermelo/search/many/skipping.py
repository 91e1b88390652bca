"""Turns that are skipped: the state in which a role has done nothing and the next one moves.

Best-reply search lets only one opponent move between two moves of the root. Rules know no such
thing, but where a fluent says whose turn it is, handing that on and leaving the rest as it is comes
to the same as a move that does nothing; what counts turns whatever is done counts on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from random import Random

from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.search.parts.root import first_move

MATCHES = 24
STATES = 400
"""Random matches that are looked at, and how many of their states at most."""
TRIED = 30
"""States with a skipped turn that are played on from."""
MOST_COMBINATIONS = 1_000
"""Ways to tell whose turn it is that are tried."""


@dataclass(frozen=True, slots=True)
class Skips:
    """Whose turn it is in a game, and how to skip it."""

    game: CompiledGame
    marks: tuple[int, ...]  # of each role, the fluent that says that it is its turn, as a bit
    after: tuple[Role, ...]  # who follows whom
    counting: int  # fluents that go on whatever is done, as bits
    counted: dict[int, int] = field(default_factory=dict)

    def owner(self, state: State) -> Role:
        """Return whose turn it is; the first role if nothing says so."""
        return next((Role(role) for role, mark in enumerate(self.marks) if state & mark), Role(0))

    def skipped(self, state: State) -> State:
        """Return the state in which it is the turn of the next role, and nothing was done.

        Raises:
            PlayError: a role has no legal move, so that nothing shows what the counters do.
        """
        owner = self.owner(state)
        now = state & self.counting
        if now not in self.counted:
            roles = map(Role, range(len(self.game.roles)))
            joint = tuple(first_move(self.game, role, state) for role in roles)
            self.counted[now] = self.game.next(state, joint) & self.counting
        rest = state & ~(self.marks[owner] | self.counting)
        return State(rest | self.marks[self.after[owner]] | self.counted[now])


@dataclass(frozen=True, slots=True)
class SampledState:
    """A state of a random match, where all its moves lead, and which of these it went to."""

    state: State
    children: tuple[State, ...]
    following: State


Match = list[SampledState]


def skips_of(game: Game) -> Skips:
    """Return how turns can be skipped in a game.

    Raises:
        UnsuitedError: they cannot; with the reason.
    """
    if (compiled := game.compiled) is None:
        raise refusal(game, "no rules say whose turn it is there")
    return found(compiled)


@lru_cache(maxsize=16)
def found(game: CompiledGame) -> Skips:
    """Return what random matches show of turns, once for every game."""
    random = Random(0)
    matches = sampled(game, random)
    marks = marks_of(game, matches)
    skips = Skips(game, marks, after_of(game, matches, marks), counting_of(matches, sum(marks)))
    states = fresh(skips, matches)
    for state in random.sample(states, min(TRIED, len(states))):
        play_on(skips, state, random)
    return skips


def sampled(game: CompiledGame, random: Random) -> list[Match]:
    """Return random matches, as long as there are not too many states."""
    matches: list[Match] = []
    while len(matches) < MATCHES and sum(map(len, matches)) < STATES:
        state, match = game.initial, Match()
        while not game.terminal(state) and len(match) < STATES:
            children = tuple(child.state for child in game.children(state))
            if not children:
                break
            following = random.choice(children)
            match.append(SampledState(state, children, following))
            state = following
        matches.append(match)
    return matches


def choosing(game: CompiledGame, state: State) -> list[Role]:
    """Return the roles that have a choice."""
    return [Role(role) for role, moves in enumerate(game.view(state).legal) if len(moves) > 1]


def marks_of(game: CompiledGame, matches: Sequence[Match]) -> tuple[int, ...]:
    """Return for each role the fluent, as a bit, that holds if and only if it is its turn."""
    states = [seen.state for match in matches for seen in match]
    every = (1 << game.dimensions.fluents) - 1
    held, lacked = [every for _ in game.roles], [every for _ in game.roles]
    for state in states:
        for one in choosing(game, state):
            held[one] &= state
            for other in range(len(game.roles)):
                if other != one:
                    lacked[other] &= ~state
    fitting = [bits(own & others) for own, others in zip(held, lacked, strict=True)]
    for marks in islice(product(*fitting), MOST_COMBINATIONS):
        if all(sum(bool(state & mark) for mark in marks) == 1 for state in states):
            return marks
    raise refusal(game, "no fluents say whose turn it is")


def bits(mask: int) -> list[int]:
    """Return the bits that a number is made of.

    >>> bits(20)
    [4, 16]
    """
    each = []
    while mask:
        each.append(mask & -mask)
        mask &= mask - 1
    return each


def after_of(
    game: CompiledGame, matches: Sequence[Match], marks: tuple[int, ...]
) -> tuple[Role, ...]:
    """Return who follows whom, if turns go round."""
    skips = Skips(game, marks, (), 0)
    after: dict[Role, Role] = {}
    for match in matches:
        for seen in match:
            if not game.terminal(seen.following):
                one, other = skips.owner(seen.state), skips.owner(seen.following)
                if one != other and after.setdefault(one, other) != other:
                    raise refusal(game, f"not always the same role follows {game.roles[one]}")
    around, role = [Role(0)], after.get(Role(0), Role(0))
    while role not in around:
        around.append(role)
        role = after.get(role, role)
    if len(around) < len(game.roles) or role != 0:
        raise refusal(game, "turns do not go round")
    return tuple(after[Role(role)] for role in range(len(game.roles)))


def counting_of(matches: Sequence[Match], marks: int) -> int:
    """Return the fluents that change by themselves: the same whatever is done, as counters do."""
    steps = [seen for match in matches for seen in match]
    chosen = changed = 0
    for seen in steps:
        for child in seen.children:
            chosen |= child ^ seen.children[0]
            changed |= child ^ seen.state
    counting = changed & ~chosen & ~marks
    while True:
        goes_to: dict[int, int] = {}
        wrong = 0
        for seen in steps:
            following = seen.following & counting
            wrong |= goes_to.setdefault(seen.state & counting, following) ^ following
        if not wrong:
            return counting
        counting &= ~wrong


def fresh(skips: Skips, matches: Sequence[Match]) -> list[State]:
    """Return states in which the turn has just passed on; in others somebody is still at it.

    A state in which a role is stuck is none of them: there is no turn to skip.
    """
    return [
        seen.following
        for match in matches
        for seen in match
        if not skips.game.terminal(seen.following)
        and () not in skips.game.view(seen.following).legal
        and skips.owner(seen.state) != skips.owner(seen.following)
    ]


def play_on(skips: Skips, state: State, random: Random) -> None:
    """Play at random after a skipped turn; UnsuitedError where that is not as it should be."""
    game = skips.game
    name = game.roles[skips.owner(state)]
    state = skips.skipped(state)
    for _ in range(STATES):
        view = game.view(state)
        if view.terminal:
            if None in view.goals:
                other = game.roles[view.goals.index(None)]
                raise refusal(game, f"if {name} skips a turn, {other} may have no goal at the end")
            return
        if () in view.legal:
            other = game.roles[view.legal.index(())]
            raise refusal(game, f"if {name} skips a turn, {other} may have no move later")
        if choosing(game, state) not in ([], [skips.owner(state)]):
            raise refusal(game, f"if {name} skips a turn, another than who is next may move")
        joint = tuple(random.choice(moves) for moves in view.legal)
        state = game.next(state, joint)


def refusal(game: Game, why: str) -> UnsuitedError:
    """Return that turns cannot be skipped, and what would do instead."""
    return UnsuitedError(
        f"brs lets all opponents but one skip their turn, and {game.name} has nothing that comes "
        f"to the same: {why}; paranoid and maxn do without"
    )
