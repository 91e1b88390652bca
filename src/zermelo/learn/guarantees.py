"""What sides can force, by looking at every position: for games that have no single exact value.

With more than two roles, with goals that are not shared out, or where several choose at once, what
a side is sure of is still exact: moves of its own after which, whatever the others do, it is sure
again, until an end. This is the definition that lemmas are checked against.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Views, Words
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.lemmas import Claim
from zermelo.search.positions.positions import Positions
from zermelo.text.plural import several

BATCH = 4096
NONE = -1
"""The goal of a role that has none."""


@dataclass(frozen=True, eq=False, slots=True)
class Guarantees:
    """Every position that can be reached, and every joint move, to be asked what is sure."""

    rows: Words  # [positions, words]
    ended: NDArray[np.bool_]  # [positions]
    sole: Ints  # [positions, roles] the goal of each role; NONE, if it has no goal or several
    highest: Ints  # [positions, roles] the highest, should there be several
    parents: Ints  # [moves]
    joints: Ints  # [moves, roles]
    children: Ints  # [moves]

    def sure(self, claim: Claim) -> NDArray[np.bool_]:
        """Return in which positions the side of a claim can force it."""
        if claim.least:
            fits = self.sole[:, claim.role] >= claim.value
        else:
            fits = self.highest[:, claim.role] < claim.value
        found: NDArray[np.bool_] = self.ended & fits
        if not self.parents.size:
            return found
        own = [self.joints[:, role] for role in reversed(claim.side)]
        order = np.lexsort([*own, self.parents])
        parents, children = self.parents[order], self.children[order]
        changed = parents[1:] != parents[:-1]
        for moves in own:
            changed |= moves[order][1:] != moves[order][:-1]
        starts = np.flatnonzero(np.concatenate([[True], changed]))
        size = -1
        while size != (size := int(found.sum())):
            good = np.logical_and.reduceat(found[children], starts)
            found[parents[starts][good]] = True
        return found


def guarantees(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = 2048,
    report: Callable[[str], None] | None = None,
) -> Guarantees:
    """Return all that can be reached from `start`; LimitError if that is too much.

    `report` is called now and then with how far it is: what it raises ends the work.
    """
    known = Positions(game.words)
    known.add(game.row(game.initial if start is None else start)[None])
    parts: list[tuple[NDArray[np.bool_], Ints, Ints, Ints, Ints, Ints]] = []
    done = moves = 0
    while done < known.size:
        if report:
            report(f"{several(known.size, 'position')} found")
        rows = known.store[done : min(done + BATCH, known.size)].copy()
        views = game.engine.view(rows)
        parents, joints = game.engine.children(views)
        moves += len(parents)
        used = known.bytes_to_add(len(parents)) + 4 * moves * (4 + 4 * len(game.roles))
        if used > megabytes << 20:
            raise LimitError(
                f"{game.name} has more positions than fit: {known.size:,} were found before "
                f"{megabytes:,} MB were full; --max-memory allows more"
            )
        children = known.add(game.engine.step(rows[parents], joints))
        parts.append((views.ended, *goals_of(game, views), parents + done, joints, children))
        done += len(rows)
    ended, *rest = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Guarantees(known.rows, ended.astype(np.bool_), *rest)


def goals_of(game: CompiledGame, views: Views) -> tuple[Ints, Ints]:
    """Return the only goal of each role in each state, and the highest: [states, roles]."""
    held = np.where(views.goals, game.dimensions.goal_values, NONE).astype(np.int32)
    own = [held[:, game.dimensions.goal_roles == role] for role in range(len(game.roles))]
    highest = np.stack([goals.max(axis=1, initial=NONE) for goals in own], axis=1)
    counts = np.stack([(goals != NONE).sum(axis=1) for goals in own], axis=1)
    return np.where(counts == 1, highest, NONE).astype(np.int32), highest
