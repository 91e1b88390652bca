"""Fluents and moves -> the parts of a scene that they speak of, so that these can be marked."""

from collections.abc import Sequence

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.text.ground_term import GroundTerm
from zermelo.web.scene.facts import identity, numbered
from zermelo.web.scene.scene import stage_of


def places(game: CompiledGame, state: State, fluents: Sequence[GroundTerm]) -> list[str]:
    """Return the cells, sides, counters and entries of the table that fluents speak of."""
    stage = stage_of(game)
    found: list[str] = []
    held = game.lexicon.holding(state)
    between = {sides.shape: sides for board in stage.boards for sides in board.sides}
    for fluent in fluents:
        shape, leaves = fluent.shape, fluent.leaves
        name, key, _ = numbered(fluent)
        heaps = [heap for heap in stage.heaps if (heap.name, heap.key) == (name, key)]
        if heaps:
            found += [heaps[0].identity(one) for one in range(1, heaps[0].count(held) + 1)]
        elif shape in between:
            found.append(between[shape].identity(leaves))
        elif shape in stage.hidden:
            found += [one for group in stage.naming.cells(shape, leaves)[:1] for one in group[:1]]
        else:
            word, *rest = fluent.parts
            found.append(identity(word, " ".join(rest)))
    return list(dict.fromkeys(found))


def aims(game: CompiledGame, state: State, role: Role, move: Move) -> list[str]:
    """Return where a move aims at: the first place of everything that it names."""
    (told,) = stage_of(game).moves(state, role, [move])
    return [group[0] for group in told["names"] if group]
