"""Notes of how the moves of the root did, from pass to pass of a search that goes deeper."""

from dataclasses import dataclass, field
from math import inf

from zermelo.game.game import Joint
from zermelo.search.parts.windows import Answer, Line


@dataclass(slots=True)
class Notes:
    """Values and lines of root moves; a value may be a bound only."""

    done: dict[Joint, tuple[float, Line]] = field(default_factory=dict)  # in this pass
    last: dict[Joint, float] = field(default_factory=dict)  # in the passes before
    leader: Joint | None = None  # the best root move of the last pass that had a value
    low: float = -inf  # of the window of this pass

    def begin(self, low: float) -> None:
        """Begin a pass."""
        self.last |= {joint: value for joint, (value, _) in self.done.items()}
        self.done, self.low = {}, low

    def keep(self, value: float, line: Line) -> None:
        """Note what a root move came to, the first of a line."""
        self.done[line[0]] = value, line

    def end(self, answer: Answer, high: float) -> None:
        """End a pass with the answer for the root."""
        value, line, _ = answer
        if line and self.low < value < high:
            self.leader = line[0]

    def ranks(self, maximising: bool) -> dict[Joint, float]:
        """Return in which order to try the root's moves: the lowest first, unknown ones last."""
        sign = -1 if maximising else 1
        ranks = {joint: sign * value for joint, value in self.last.items()}
        if ranks and self.leader is not None:
            # The move that was best comes first, though others may have the same bound.
            ranks[self.leader] = -inf
        return ranks

    def lines(self) -> list[Line]:
        """Return the line of every root move that was searched in this pass."""
        return [line for _, line in self.done.values()]

    def better(self) -> tuple[float, Line] | None:
        """Return a better move than the first that a pass found before it was broken off."""
        notes = list(self.done.values())
        best = notes[0] if notes else (-inf, ())
        for note in notes[1:]:
            if note[0] > best[0]:
                best = note
        if not notes or best is notes[0] or best[0] <= self.low:
            return None
        return best
