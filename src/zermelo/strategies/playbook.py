"""Playing by lemmas: those with moves, and all their images, asked for the best in a state."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.proofs.counts import Count
from zermelo.proofs.kept_invariants import Keeping
from zermelo.proofs.lemmas import Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry


@dataclass(frozen=True, slots=True)
class Image:
    """A lemma as a symmetry shows it, and which of the lemmas it is an image of."""

    lemma: Lemma
    origin: int


class Playbook:
    """Lemmas with moves, by role; the best one for a state is asked for."""

    def __init__(
        self,
        game: CompiledGame,
        lemmas: Sequence[Lemma],
        symmetries: Sequence[Symmetry],
        invariants: Sequence[Count] = (),
    ) -> None:
        """Unfold all images; lemmas cover no position that breaks one of the invariants."""
        self.game = game
        self.keeping = Keeping(invariants)
        self.known: dict[tuple[State, Role], list[Image]] = {}
        self.images: dict[int, list[Image]] = {role: [] for role in range(len(game.roles))}
        for origin, lemma in enumerate(lemmas):
            for image in orbit(lemma, symmetries):
                if image.claim.least and image.moves:
                    self.images[image.claim.role].append(Image(image, origin))
        for images in self.images.values():
            images.sort(key=lambda image: -image.lemma.claim.value)

    def covering(self, state: State, role: Role) -> list[Image]:
        """Return all that covers a state for a role, the highest value first."""
        if (state, role) not in self.known:
            images = self.images[role] if self.keeping.holds(state) else ()
            self.known[state, role] = [image for image in images if image.lemma.covers(state)]
        return self.known[state, role]

    def best(self, state: State, role: Role) -> Lemma | None:
        """Return the lemma to play by: of the highest value, and proved first."""
        found = self.covering(state, role)
        if not found:
            return None
        return min(found, key=lambda one: (-one.lemma.claim.value, one.origin)).lemma
