"""What is known of a puzzle: the best match so far, and what is proved of all others.

Several methods work at the same question, one after the other or in turns. What one of them finds
is of use to all: the best match, the most that any match can bring, and how many moves a goal takes
at least. So there is one record, and this is it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.game.proof import by_search
from zermelo.search.base import Result
from zermelo.search.one_role.flood import NOTHING
from zermelo.search.parts.root import first_move

PLAYER = Role(0)


@dataclass(slots=True)
class Standing:
    """What is known of the matches from one state of a game with one role."""

    game: CompiledGame
    state: State
    goals: tuple[int, ...]  # that the rules can give, the best first
    ceiling: int  # no match brings more
    moves: tuple[Move, ...] = ()  # of the best match that is known, the shortest of equals
    goal: int | None = None  # what it brings; None if no match is known
    method: str = ""  # that found it
    prover: str = ""  # that proved that none is better, or else that none is shorter
    excluded: dict[int, int] = field(default_factory=dict)  # by goal: not within these moves

    @classmethod
    def of(cls, game: CompiledGame, state: State) -> "Standing":
        """Return what the rules alone say."""
        goals = tuple(sorted({int(value) for value in game.dimensions.goal_values}, reverse=True))
        if not goals:
            return cls(game, state, (), NOTHING, prover="the rules")
        standing = cls(game, state, goals, goals[0])
        if game.terminal(state):
            standing.found((), "the rules")
            standing.none_above(standing.goal or 0, "the rules")
        return standing

    @property
    def proven(self) -> bool:
        """Whether no match brings more than the best that is known."""
        return self.goal is not None and self.goal >= self.ceiling

    @property
    def shortest(self) -> bool:
        """Whether no match that brings as much is shorter."""
        return self.goal is not None and self.none_within(self.goal) >= len(self.moves) - 1

    @property
    def settled(self) -> bool:
        """Whether nothing is left to find out."""
        return (self.proven and self.shortest) or self.unsolvable

    @property
    def unsolvable(self) -> bool:
        """Whether no match ends with a goal."""
        return self.ceiling < self.lowest

    @property
    def lowest(self) -> int:
        """The least goal that there is."""
        return self.goals[-1] if self.goals else 0

    def found(self, moves: Sequence[Move], method: str) -> bool:
        """Note a match, if it is better than the one that is known; it is played to make sure."""
        state, made = self.state, 0
        while not self.game.terminal(state):
            if made == len(moves) or moves[made] not in self.game.legal(state, PLAYER):
                return False
            state = self.game.next(state, (moves[made],))
            made += 1
        goal = self.game.goals(state)[PLAYER]
        if goal is None:
            return False
        better = self.goal is None or goal > self.goal
        if not better and (goal != self.goal or made >= len(self.moves)):
            return False
        self.goal, self.moves, self.method = int(goal), tuple(moves[:made]), method
        return True

    def none_above(self, goal: int, method: str) -> None:
        """Note that no match brings more than a goal."""
        if goal < self.ceiling:
            self.ceiling = goal
            self.prover = method

    def none_within(self, goal: int) -> int:
        """Return how many moves are proved not to be enough for a goal; -1 if nothing is."""
        return max((moves for other, moves in self.excluded.items() if other <= goal), default=-1)

    def exclude(self, goal: int, moves: int, method: str) -> None:
        """Note that no match of up to `moves` moves brings a goal or a better one."""
        if moves > self.none_within(goal):
            self.excluded[goal] = moves
            if self.goal is not None and goal <= self.goal and self.shortest:
                self.prover = method

    def next_goal(self) -> int | None:
        """Return the least goal that would be better than what is known; None if there is none."""
        above = [goal for goal in self.goals if self.goal is None or goal > self.goal]
        return min((goal for goal in above if goal <= self.ceiling), default=None)

    def result(self) -> Result:
        """Return it as searches do."""
        line = tuple((move,) for move in self.moves)
        if self.goal is None:
            move = None if self.game.terminal(self.state) else self.any_move()
            if self.unsolvable:
                note = f"unsolvable: no end with a goal can be reached, by {self.prover}"
                return Result(move, (0.0,), proof=by_search(), note=note, unsolvable=True)
            return Result(move, (0.0,), note="no match to the end is known", searched=False)
        note = f"found by {self.method}" if self.method else ""
        if self.shortest and self.proven and line:
            note += f"; no match is as good and shorter, by {self.prover or self.method}"
        elif line:
            note += "; not proved shortest"
        move = line[0][PLAYER] if line else None
        short = self.proven and self.shortest if line else None
        value = (float(self.goal),)
        proof = by_search() if self.proven else None
        return Result(move, value, line, len(line), proof, note=note, shortest=short)

    def any_move(self) -> Move:
        """Return the first legal move."""
        return first_move(self.game, PLAYER, self.state)
