"""Who plays a role at a table."""

from dataclasses import dataclass

PERSON = "person"
CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class TableSeat:
    """Who plays a role: a person, chance, or a search by its spelling."""

    player: str = PERSON
    spec: str = ""  # what a worker gets instead, where a page must not know it

    @property
    def thinks(self) -> bool:
        """Whether a search plays it."""
        return self.player not in (PERSON, CHANCE)

    @property
    def called(self) -> str:
        """What a record calls it: nobody else could find a strategy by its name here."""
        return "strategy" if self.spec else self.player

    @property
    def search(self) -> str:
        """The search as a worker takes it."""
        return self.spec or self.player
