"""Playing by lemmas: those with moves, and all their images, asked for the best in a state."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.logic.lemmas import Lemma, orbit
from zermelo.logic.symmetry.symmetries import Symmetry
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role, State


@dataclass(frozen=True, slots=True)
class Image:
    """A lemma as a symmetry shows it, and which of the lemmas it is an image of."""

    lemma: Lemma
    origin: int


class Playbook:
    """Lemmas with moves, by role; the best one for a state is asked for."""

    def __init__(
        self, game: CircuitGame, lemmas: Sequence[Lemma], symmetries: Sequence[Symmetry]
    ) -> None:
        """Unfold all images."""
        self.game = game
        self.known: dict[tuple[State, Role], list[Image]] = {}
        self.images: dict[int, list[Image]] = {role: [] for role in range(len(game.roles))}
        for origin, lemma in enumerate(lemmas):
            for image in orbit(lemma, symmetries):
                if image.claim.least and image.moves:
                    self.images[image.claim.role].append(Image(image, origin))
        for images in self.images.values():
            images.sort(key=lambda image: -image.lemma.claim.value)

    def covering(self, state: State, role: Role) -> list[Image]:
        """Return what covers a state for a role, of the highest value that there is."""
        if (state, role) not in self.known:
            self.known[state, role] = self.looked_up(state, role)
        return self.known[state, role]

    def looked_up(self, state: State, role: Role) -> list[Image]:
        """Return the same, as if it were asked for the first time."""
        found: list[Image] = []
        for image in self.images[role]:
            if found and image.lemma.claim.value < found[0].lemma.claim.value:
                break
            if image.lemma.covers(state):
                found.append(image)
        return found

    def best(self, state: State, role: Role) -> Lemma | None:
        """Return the lemma to play by: of the highest value, and proved first."""
        found = self.covering(state, role)
        return min(found, key=lambda image: image.origin).lemma if found else None
