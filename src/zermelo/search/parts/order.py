"""Orders of moves: what cut before will cut again. They change how much is searched, never a value.

Killer moves (Akl and Newborn, 1977) are tried first at the ply where they cut; the history of a
move (Schaeffer, 1983) counts its cuts anywhere, deep ones more.
"""

from dataclasses import dataclass, field

from zermelo.game.game import Joint, State
from zermelo.search.parts.refutation import Refutations
from zermelo.search.parts.table import TranspositionTable

Children = list[tuple[Joint, State]]


@dataclass(slots=True)
class MoveOrder:
    """Sorts children: the table's move, a refutation, killers, then by history; else as they came.

    Without a table its moves are not tried first: for searches that go by a fixed order.
    """

    table: TranspositionTable | None = None
    killers: bool = False
    history: bool = False
    refutations: Refutations | None = None
    slots: dict[int, list[Joint]] = field(default_factory=dict)  # by ply, the last two
    counts: dict[Joint, float] = field(default_factory=dict)

    def sorted(self, children: Children, state: State, ply: int) -> Children:
        """Return the children in the order in which to try them."""
        known = self.table.move(state) if self.table else None
        refutation = self.refutations.reply(state) if self.refutations else None
        killers = self.slots.get(ply, ())
        if known is None and refutation is None and not killers and not self.counts:
            return children

        def rank(child: tuple[Joint, State]) -> tuple[bool, bool, bool, float]:
            joint = child[0]
            return (
                joint != known,
                joint != refutation,
                joint not in killers,
                -self.counts.get(joint, 0.0),
            )

        return sorted(children, key=rank)

    def cut(self, joint: Joint, ply: int, depth: int | None) -> None:
        """Remember a move that cut."""
        if self.killers:
            slots = self.slots.setdefault(ply, [])
            if joint not in slots:
                slots.insert(0, joint)
                del slots[2:]
        if self.history:
            self.counts[joint] = self.counts.get(joint, 0.0) + 2.0 ** min(depth or 0, 60)
