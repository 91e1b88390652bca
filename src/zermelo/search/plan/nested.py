"""Nested Monte Carlo search, and nested rollout policy adaptation: matches that learn from matches.

Cazenave, Nested Monte-Carlo Search (IJCAI 2009): a match of level n tries every move by a match of
level n - 1 behind it, and makes the next move of the best that was ever seen, which it remembers;
level 0 plays at random. Rosin, Nested Rollout Policy Adaptation (IJCAI 2011): level n has a policy
by which level 0 plays, and after every match of level n - 1 makes the moves of the best match more
likely. Here the matches of level 0 are played side by side, hundreds at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.game.game import Move, State
from zermelo.search.base import Clock
from zermelo.search.plan.playing import LONGEST_MATCH, PlayedMatch, Playing
from zermelo.search.plan.progress import Standing

Floats = NDArray[np.float64]
NESTED, ADAPTING = "nested", "adapting"
LANES = 256
"""Matches that are played side by side, at most, unless there are more moves."""
RATE = 1.0
"""How much more likely a move becomes; Rosin's choice."""
MATCHES = 100
"""Matches of the level below, for each of a level of adaptation; Rosin's choice."""


@dataclass(slots=True)
class Nest:
    """What all levels share: the standing, the clock, and who plays at random."""

    standing: Standing
    clock: Clock
    playing: Playing
    longest: int
    lanes: int = LANES

    def play(self, rows: Words, weights: Floats, made: int) -> tuple[int, PlayedMatch]:
        """Play matches at random from some states, each `made` moves from the start."""
        limit, spent = self.clock.limits.nodes, self.clock.count.nodes
        self.clock.tick(len(rows) if limit is None else min(len(rows), limit - spent))
        return self.playing.best(rows, weights, made, max(0, self.longest - made))

    def note(self, moves: tuple[Move, ...], name: str) -> None:
        """Note a whole match."""
        self.standing.found(moves, name)


def nested(
    standing: Standing, clock: Clock, *, level: int = 2, seed: int = 0, lanes: int = LANES
) -> Iterator[object]:
    """Play matches of a level, again and again; what is found is noted in the standing.

    Yields between batches, for others to work.
    """
    nest = opened(standing, clock, seed, lanes)
    while not standing.proven:
        clock.tick()  # a match that is stuck at once plays nothing out, and so counts nothing
        for step in match(nest, standing.state, (), level):
            yield step
            if standing.proven:
                return


def match(
    nest: Nest, state: State, before: tuple[Move, ...], level: int
) -> Iterator[PlayedMatch | None]:
    """Play a match of a level from a state; the last that is yielded is the best that was seen."""
    game = nest.standing.game
    weights = np.ones((1, game.dimensions.moves))
    best: PlayedMatch | None = None
    made: list[Move] = []
    while not game.terminal(state) and len(before) + len(made) < nest.longest:
        children = game.children(state)
        if not children:
            break
        here = (*before, *made)
        if level <= 1:
            rows = np.stack([game.row(child.state) for child in children])
            times = max(1, nest.lanes // len(children))
            number, played = nest.play(np.repeat(rows, times, axis=0), weights, len(here) + 1)
            found = behind(made, children[number // times].joint[0], played)
            if best is None or found > best:
                best = found
                nest.note((*before, *best.moves), NESTED)
            yield None
        else:
            for child in children:
                move = child.joint[0]
                for result in match(nest, child.state, (*here, move), level - 1):
                    if result is None:
                        yield None
                    elif best is None or behind(made, move, result) > best:
                        best = behind(made, move, result)
        assert best is not None, "there was a move to try"
        made.append(best.moves[len(made)])
        state = game.next(state, (made[-1],))
    yield best or ending(nest, state)


def behind(made: list[Move], move: Move, played: PlayedMatch) -> PlayedMatch:
    """Return a match with the moves that lead to where it begins."""
    moves = (*made, move, *played.moves)
    return PlayedMatch(played.goal, played.nearness, len(moves), moves)


def ending(nest: Nest, state: State) -> PlayedMatch:
    """Return the match that begins at an end."""
    weights = np.ones((1, nest.standing.game.dimensions.moves))
    return nest.playing.best(nest.standing.game.row(state)[None], weights, longest=0)[1]


def adapting(
    standing: Standing, clock: Clock, *, level: int = 2, seed: int = 0, lanes: int = LANES
) -> Iterator[object]:
    """Adapt policies of a level, again and again; what is found is noted in the standing.

    A policy goes by moves alone or by moves and when they are made, in turns: where moves name
    what they are about, the first learns sooner, and where they are few, it learns nothing.
    """
    nest = opened(standing, clock, seed, lanes)
    moves = standing.game.dimensions.moves
    for number in count():
        steps = 1 if number % 2 == 0 else nest.longest + 1
        for step in adapted(nest, np.zeros((steps, moves)), level):
            yield step
            if standing.proven:
                return


def adapted(nest: Nest, habits: Floats, level: int) -> Iterator[PlayedMatch | None]:
    """Adapt a copy of a policy; the last that is yielded is the best match that was seen."""
    habits = habits.copy()
    best: PlayedMatch | None = None
    row = nest.standing.game.row(nest.standing.state)
    for _ in range(MATCHES):
        if level <= 1:
            _, found = nest.play(np.repeat(row[None], nest.lanes, axis=0), np.exp(habits), 0)
            nest.note(found.moves, ADAPTING)
            yield None
            if best is None or found >= best:
                best = found
        else:
            for result in adapted(nest, habits, level - 1):
                if result is None:
                    yield None
                elif best is None or result >= best:
                    best = result
        assert best is not None, "there was a match"
        learn(nest, best, habits)
    yield best


def learn(nest: Nest, best: PlayedMatch, habits: Floats) -> None:
    """Make the moves of a match more likely."""
    from zermelo.search.plan.kernels.draw import adapt

    game = nest.standing.game
    rows = [game.row(nest.standing.state)]
    for move in best.moves[:-1]:
        rows.append(game.engine.step(rows[-1][None], np.array([[move]], np.int32))[0])
    if not best.moves:
        return
    legal = game.engine.view(np.stack(rows)).legal
    steps = np.minimum(np.arange(len(rows)), len(habits) - 1)
    adapt(legal, np.array(best.moves, np.int32), steps, RATE, np.exp(habits), habits)


def opened(standing: Standing, clock: Clock, seed: int, lanes: int) -> Nest:
    """Return what all levels share."""
    deepest = clock.limits.depth
    longest = LONGEST_MATCH if deepest is None else min(LONGEST_MATCH, deepest)
    return Nest(standing, clock, Playing.of(standing.game, seed), longest, lanes)
