"""Rules that a search makes: in a state, a role has one best move; and in all its images.

The state is the whole one: what it has holds, and nothing else does. A rule is made only where the
move was compared with all others and is better than the first it was compared with; so it is as
good as any, and leaving out the others changes no value.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zermelo.game.game import Move, Role, State
from zermelo.proofs.symmetry.symmetries import Symmetry

MOST_IMAGES = 1000
"""Images of a rule that are added with it."""

Key = tuple[State, Role]


@dataclass(frozen=True, slots=True)
class BestMoveRule:
    """In a state a role moves best so."""

    state: State
    role: Role
    move: Move

    def image(self, symmetry: Symmetry) -> "BestMoveRule":
        """Return what a symmetry makes of it: true as well."""
        role = Role(symmetry.roles[self.role])
        move = Move(symmetry.moves[self.role][self.move])
        return BestMoveRule(symmetry.state(self.state), role, move)


@dataclass(slots=True)
class Rulebook:
    """The rules that were made, and the best moves that they and their images have."""

    generators: tuple[Symmetry, ...] = ()
    rules: list[BestMoveRule] = field(default_factory=list)
    moves: dict[Key, Move] = field(default_factory=dict)

    def find(self, state: State, role: Role) -> Move | None:
        """Return the best move of a role in a state, if a rule has it."""
        return self.moves.get((state, role))

    def learn(self, state: State, role: Role, move: Move) -> list[tuple[State, Role, Move]]:
        """Add a rule and its images; return those that are new.

        One state has one rule: of two moves that are equally good one is enough, and with rules
        for both there would be no match for a solver to find.
        """
        if (state, role) in self.moves:
            return []
        rule = BestMoveRule(state, role, move)
        self.rules.append(rule)
        new = [
            (image.state, image.role, image.move)
            for image in images(rule, self.generators)
            if (image.state, image.role) not in self.moves
        ]
        self.moves |= {(state, role): move for state, role, move in new}
        return new

    def all(self) -> Iterable[tuple[State, Role, Move]]:
        """Return every state that has a rule, with its move."""
        return [(state, role, move) for (state, role), move in self.moves.items()]


def images(rule: BestMoveRule, generators: Iterable[Symmetry]) -> Iterator[BestMoveRule]:
    """Yield a rule and its images, one for each state."""
    found = {(rule.state, rule.role)}
    todo = [rule]
    generators = tuple(generators)
    for one in todo:  # which grows meanwhile
        yield one
        for symmetry in generators:
            image = one.image(symmetry)
            if (image.state, image.role) not in found and len(found) < MOST_IMAGES:
                found.add((image.state, image.role))
                todo.append(image)
