"""Where a rule applies: positions of matches in which its role plays by the strategy, first of all.

Where none of these is found soon, random matches are looked through.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.game.game import Joint, Move, Role, State, joints
from zermelo.proofs.lemmas import Lemma, orbit
from zermelo.search.base import Clock, OutOfTimeError
from zermelo.strategies.wording import wording
from zermelo.web.analysing.boards import address, scene
from zermelo.web.strategies.description import ReadStrategy
from zermelo.web.strategies.highlights import aims, places

SHOWN_POSITIONS = 6
"""Positions that are shown."""
MOST_POSITIONS = 20_000
"""Positions that are walked through."""
LONGEST_WALK = 200
MATCHES = 2000
WIDE = 30
"""Replies of the others that are followed in one position."""
Line = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """A position in which an image of a rule applies, and the line that leads there."""

    image: Lemma
    state: State
    line: Line
    played: bool  # it is the rule that is played by there


def firings(reading: ReadStrategy, number: int, start: State, clock: Clock) -> list[Firing]:
    """Return some positions in which a rule applies; what was found when the time is up."""
    images = orbit(reading.strategy.lemmas[number], reading.symmetries)
    found: dict[State, Firing] = {}
    try:
        for state, line in visited(reading, images, start, clock):
            image = next((one for one in images if one.covers(state)), None)
            if image is not None and state not in found:
                found[state] = Firing(image, state, line, is_played(reading, image, number, state))
            if (
                sum(one.played for one in found.values()) >= SHOWN_POSITIONS
                or len(found) >= 4 * SHOWN_POSITIONS
            ):
                break
    except OutOfTimeError:
        pass
    return sorted(found.values(), key=lambda one: (not one.played, len(one.line)))[:SHOWN_POSITIONS]


def is_played(reading: ReadStrategy, image: Lemma, number: int, state: State) -> bool:
    """Tell whether a rule is the one that is played by in a position."""
    if not image.moves or not image.claim.least:
        return False
    covering = reading.book.covering(state, Role(image.claim.role))
    best = min(covering, key=lambda one: (-one.lemma.claim.value, one.origin), default=None)
    return best is not None and best.origin == number


def visited(
    reading: ReadStrategy, images: Sequence[Lemma], start: State, clock: Clock
) -> Iterator[tuple[State, Line]]:
    """Yield positions with the lines that lead there: by the rules, then at random."""
    for role in sorted({image.claim.role for image in images}):
        yield from by_rules(reading, Role(role), start, clock)
    yield from at_random(reading, start, clock)


def by_rules(
    reading: ReadStrategy, role: Role, start: State, clock: Clock
) -> Iterator[tuple[State, Line]]:
    """Yield what may come when a role plays by the rules and the others do anything."""
    game, book = reading.game, reading.book
    seen = {start}
    todo: list[tuple[State, Line]] = [(start, ())]
    for state, line in todo:  # which grows meanwhile
        clock.tick()
        yield state, line
        if game.terminal(state) or len(todo) > MOST_POSITIONS:
            continue
        lemma = book.best(state, role)
        move = None if lemma is None else Move(lemma.moves[0])
        chosen = [one for one in joints(game, state) if move is None or one[role] == move]
        for joint in chosen[:WIDE]:
            after = game.next(state, joint)
            if after not in seen:
                seen.add(after)
                todo.append((after, (*line, joint)))


def at_random(reading: ReadStrategy, start: State, clock: Clock) -> Iterator[tuple[State, Line]]:
    """Yield the positions of random matches."""
    game, random = reading.game, Random(0)
    for _ in range(MATCHES):
        state = start
        line: list[Joint] = []
        while len(line) < LONGEST_WALK:
            clock.tick()
            yield state, tuple(line)
            legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
            if game.terminal(state) or not all(legal):
                break
            line.append(tuple(random.choice(moves) for moves in legal))
            state = game.next(state, line[-1])


def firing_object(reading: ReadStrategy, one: Firing, before: Line) -> dict[str, Any]:
    """Return a position with the cells that matter, and the rule as it reads there."""
    game, image = reading.game, one.image
    names = game.lexicon.fluent_terms
    moves = [
        (Role(role), Move(move)) for role, move in zip(image.claim.side, image.moves, strict=False)
    ]
    there = [(role, move) for role, move in moves if move in game.legal(one.state, role)]
    return {
        "scene": scene(game, one.state),
        "text": wording(game).lemma(image, one.state),
        "held": places(game, one.state, [names[each - 1] for each in image.literals if each > 0]),
        "absent": places(
            game, one.state, [names[-each - 1] for each in image.literals if each < 0]
        ),
        "aims": [place for role, move in there for place in aims(game, one.state, role, move)],
        "moves": [
            {"role": game.roles[role], "move": game.spell(role, move)} for role, move in there
        ],
        "address": address(game, (*before, *one.line)),
        "played": one.played,
    }
