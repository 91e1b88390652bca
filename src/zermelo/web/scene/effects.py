"""What moves do to a scene: that says more than their words, and sometimes all there is to say."""

from collections.abc import Mapping, Sequence

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.text.ground_term import GroundTerm
from zermelo.web.scene.boards import SceneBoard
from zermelo.web.scene.facts import Heap

TRIED = 60
"""Moves whose effects are tried."""
FEW_PLACES = 2
"""Places that a move may put something on and still be found by a click on one of them."""
Groups = list[list[str]]
"""Of each group a click takes one."""


def arrivals(
    game: CompiledGame, state: State, role: Role, boards: Sequence[SceneBoard]
) -> Mapping[Move, Groups]:
    """Return the cells that moves bring something to: `(move east)` is a click on the next cell.

    `(slide van east)` is also one on the van. What comes about whatever the role does is no part.
    """
    legal = game.legal(state, role)
    if not boards or not 1 < len(legal) <= TRIED:
        return {}
    now = things(boards, game.lexicon.holding(state))
    brought: dict[Move, set[str]] = {}
    left: dict[Move, list[str]] = {}
    for move in legal:
        then = things(boards, after(game, state, role, move))
        brought[move] = {place for place, there in then.items() if there != now.get(place)}
        words = game.lexicon.move_terms[role][move].leaves
        left[move] = sorted(
            place
            for place, there in now.items()
            if {*words} & {*there} and there != then.get(place)
        )
    common = set.intersection(*brought.values())
    found = {}
    for move, places in brought.items():
        groups = [left[move], sorted(places - common)]
        if 0 < len(groups[1]) <= FEW_PLACES:
            found[move] = [group for group in groups if 0 < len(group) <= FEW_PLACES]
    return found


def changes(
    game: CompiledGame, state: State, role: Role, move: Move, boards: Sequence[SceneBoard]
) -> frozenset[str]:
    """Return the cells on which a move changes something."""
    now = things(boards, game.lexicon.holding(state))
    then = things(boards, after(game, state, role, move))
    return frozenset(place for place in now.keys() | then if now.get(place) != then.get(place))


def things(boards: Sequence[SceneBoard], fluents: Sequence[GroundTerm]) -> dict[str, Sequence[str]]:
    """Return what lies on the cells of all boards, by the names that they have in a scene."""
    return {
        board.identity(*cell): there
        for board in boards
        for cell, there in board.things(fluents).items()
        if cell in board.base.cells
    }


def takes(
    game: CompiledGame, state: State, role: Role, move: Move, heaps: Sequence[Heap]
) -> tuple[int, ...]:
    """Return how much a move takes from each heap: what it does says more than its words."""
    then = after(game, state, role, move)
    now = game.lexicon.holding(state)
    return tuple(heap.count(now) - heap.count(then) for heap in heaps) if then else ()


def after(game: CompiledGame, state: State, role: Role, move: Move) -> tuple[GroundTerm, ...]:
    """Return what holds after a move, where the others make their first; nothing if one cannot."""
    joint = [game.legal(state, Role(each))[:1] for each in range(len(game.roles))]
    if not all(joint):
        return ()
    made = tuple(move if each == role else first[0] for each, first in enumerate(joint))
    return game.lexicon.holding(game.next(state, made))
