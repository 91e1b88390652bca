"""What the front process knows of a turn: what is legal, and the best move so far."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

Moves = tuple[tuple[str, ...], ...]
REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class SuggestedMove:
    """A move that somebody thinks is best."""

    move: str
    proven: bool
    worth: float | None
    depth: int
    duty: str

    @property
    def searched(self) -> bool:
        """Whether there is more to it than that the move is legal."""
        return self.proven or self.worth is not None

    def __str__(self) -> str:
        """Say what its value is, for people."""
        value = "" if self.worth is None else f"value {self.worth:.4g}, "
        return f"{self.duty}: {value}depth {self.depth}{', proven' if self.proven else ''}"


@dataclass(eq=False, slots=True)
class MatchTurn:
    """A state of the match by the moves that led to it."""

    number: int
    moves: Moves
    before: "MatchTurn | None" = None
    legal: tuple[str, ...] | None = None
    some: tuple[str, ...] = ()  # legal moves that are known before all are
    state: tuple[str, ...] | None = None  # its fluents
    advice: SuggestedMove | None = None
    near_end: SuggestedMove | None = None  # of the referee, for as long as no search runs
    finished: bool = False  # whoever thinks has said all
    refused: str | None = None  # why these moves cannot have been made
    ahead: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    answer: str | None = None
    late: bool = False  # the answer came so late that another move may have been made
    lost: bool = False  # the answer did not reach the manager
    doubtful: bool = False  # the joint move was the same as before: perhaps it was sent again
    deciding: asyncio.Task[str] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, duty: str, said: dict[str, Any]) -> None:
        """Take in what a child says of this turn."""
        match said["say"]:
            case "legal":
                self.legal, self.state = tuple(said["legal"]), tuple(said["state"])
            case "some":
                self.some, self.state = tuple(said["legal"]), tuple(said["state"])
            case "move" if duty == REFEREE:
                self.near_end = SuggestedMove(
                    said["move"], False, said["worth"], said["depth"], duty
                )
            case "move":
                # What is proven stays: the solver knows the shortest way, and does not change it.
                if self.advice is None or said["proven"] or not self.advice.proven:
                    self.advice = SuggestedMove(
                        said["move"], said["proven"], said["worth"], said["depth"], duty
                    )
            case "done":
                self.finished = True
            case "ahead":
                self.ahead = {tuple(joint): tuple(legal) for joint, legal in said["ahead"]}
            case "refused":
                self.refused = said["why"]
        self.changed.set()

    @property
    def settled(self) -> bool:
        """Whether more time would change nothing."""
        return self.refused is not None or self.legal == () or self.forced or self.solved

    @property
    def begun(self) -> bool:
        """Whether somebody thinks about it, or there is nothing to think about."""
        return self.advice is not None or self.legal == ()

    @property
    def solved(self) -> bool:
        """Whether somebody thought to the end."""
        return self.advice is not None and (self.finished or self.advice.proven)

    @property
    def forced(self) -> bool:
        """Whether there is only one legal move."""
        return self.legal is not None and len(self.legal) == 1

    @property
    def known(self) -> bool:
        """Whether a legal move is known."""
        return self.advice is not None or bool(self.legal or self.some)

    def choose(self, chance: Random) -> tuple[str, str]:
        """Return the move to make and why: the best, any legal one, or what may be legal."""
        for advice in self.advised():
            if not self.legal or advice.move in self.legal:
                return advice.move, str(advice)
        if self.legal == ():
            return "nil", "no move: the rules leave none"
        if self.legal:
            why = (
                "the only move" if self.forced else "any legal move: nothing was thought of in time"
            )
            return chance.choice(self.legal), why
        if self.some:
            return chance.choice(self.some), "a legal move: nobody said all of them in time"
        likely = self.likely()
        if likely:
            return chance.choice(likely), "a guess: nobody said what is legal"
        return "nil", "no move: nobody has read the rules yet"

    def advised(self) -> list[SuggestedMove]:
        """Return what was advised, the best first: to see a near end is better than nothing."""
        found = [self.advice, self.near_end]
        if self.advice is not None and not self.advice.searched:
            found.reverse()
        return [advice for advice in found if advice is not None]

    def likely(self) -> list[str]:
        """Return moves that may be legal: those of two turns ago, as roles mostly take turns.

        A move that was made in the meantime mostly cannot be made again.
        """
        last = self.before
        found = [turn.legal for turn in (last and last.before, last) if turn and turn.legal]
        made = {move for joint in self.moves[-2:] for move in joint}
        for legal in found:
            fresh = [move for move in legal if move not in made]
            if fresh:
                return fresh
        return list(found[0]) if found else []
