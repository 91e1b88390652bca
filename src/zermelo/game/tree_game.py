"""A game that is drawn: an explicit tree, or a graph with shared nodes, as a Game.

So that the trees of lectures run through the very same searches as any other game. A state is the
number of a node; the role that moves there chooses among its children, every other role has `noop`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from zermelo.errors import PlayError
from zermelo.game.cycles import has_cycle
from zermelo.game.game import Goals, Joint, Move, Role, State, Values
from zermelo.text.kif import read_term, spell_term


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A place in the tree: its name, who moves there, where to, and what it is worth.

    A leaf has no children and must have values; an inner node may have some, as a guess.
    """

    name: str
    mover: Role
    children: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()  # how the moves to the children are spelled
    values: Values | None = None


@dataclass(frozen=True)
class TreeGame:
    """Nodes as a game; node 0 is where a match starts."""

    name: str
    roles: tuple[str, ...]
    nodes: tuple[DrawnNode, ...] = field(repr=False)
    compiled = None  # a drawn tree has no rules

    @cached_property
    def initial(self) -> State:
        """The root."""
        return State(0)

    @cached_property
    def _labels(self) -> dict[str, Move]:
        found = dict.fromkeys(label for node in self.nodes for label in node.labels)
        return {label: Move(number) for number, label in enumerate([*found, "noop"])}

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        return tuple(self._labels)

    @cached_property
    def ends(self) -> bool:
        """Whether every match ends: no path comes back to where it was."""
        return not has_cycle(0, lambda number: self.nodes[number].children)

    def mover(self, state: State) -> Role:
        """The role whose node it is."""
        return self.nodes[state].mover

    def terminal(self, state: State) -> bool:
        """Whether it is a leaf."""
        return not self.nodes[state].children

    def goals(self, state: State) -> Goals:
        """The values of a leaf; of an inner node its guess, if it has one."""
        return self.nodes[state].values or (None,) * len(self.roles)

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        """The edges to the children for the mover, `noop` for the others."""
        node = self.nodes[state]
        if role == node.mover and node.children:
            return [self._labels[label] for label in node.labels]
        return [self._labels["noop"]]

    def next(self, state: State, joint: Joint) -> State:
        """The child that the mover chose."""
        node = self.nodes[state]
        label = self._spellings[joint[node.mover]]
        return State(node.children[node.labels.index(label)])

    def spell(self, role: Role, move: Move) -> str:
        """The label of an edge."""
        return self._spellings[move]

    def read(self, role: Role, text: str) -> Move:
        """The move with that label."""
        wanted = spell_term(read_term(text, "move"))
        if wanted not in self._labels:
            raise PlayError(f"no edge is called {wanted}")
        return self._labels[wanted]

    def describe(self, state: State) -> tuple[str, ...]:
        """The name of the node, as a fluent."""
        return (f"(node {self.nodes[state].name})",)

    def state_of(self, fluents: Sequence[str]) -> State:
        """The node that a fluent names."""
        for number, node in enumerate(self.nodes):
            if [f"(node {node.name})"] == [spell_term(read_term(text)) for text in fluents]:
                return State(number)
        raise PlayError(f"no node of the tree is {' '.join(fluents)}")
