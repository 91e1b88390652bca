"""Position: a state with its game, for people at a prompt or in a notebook."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import draw
from zermelo.game.game import Joint, Role, State
from zermelo.game.spelling import joint_of


@dataclass(frozen=True, slots=True)
class Position:
    """A state of a game; playing a move gives another position and leaves this one as it is.

    >>> import zermelo
    >>> start = zermelo.load("tictactoe").start
    >>> later = start.play("(mark 1 1)").play("(mark 2 2)")
    >>> print(later)
    3  . . .
    2  . o .
    1  x . .
       1 2 3
    <BLANKLINE>
    control: x
    <BLANKLINE>
    x to move
    >>> later.legal["o"]
    ['noop']
    """

    game: CompiledGame = field(repr=False)
    state: State

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""
        return self.game.roles

    @property
    def fluents(self) -> tuple[str, ...]:
        """All that holds here, in KIF."""
        return self.game.describe(self.state)

    @property
    def legal(self) -> dict[str, list[str]]:
        """The legal moves of each role, in KIF."""
        return {
            name: [self.game.spell(Role(role), move) for move in moves]
            for role, (name, moves) in enumerate(
                zip(self.roles, self.game.view(self.state).legal, strict=True)
            )
        }

    @property
    def turn(self) -> tuple[str, ...]:
        """The roles that have a choice: one if they move in turn, none at the end."""
        if self.terminal:
            return ()
        return tuple(role for role, moves in self.legal.items() if len(moves) > 1)

    @property
    def terminal(self) -> bool:
        """Whether the match is over."""
        return self.game.terminal(self.state)

    @property
    def goals(self) -> dict[str, float | None]:
        """What each role gets; means something at the end only."""
        return dict(zip(self.roles, self.game.goals(self.state), strict=True))

    def play(self, *moves: str | Mapping[str, str]) -> "Position":
        """Return the position after moves of all roles in order, or of those with a choice.

        `play("(mark 1 1)", "noop")`, `play("(mark 1 1)")` and `play({"x": "(mark 1 1)"})` are the
        same where `o` can do nothing but `noop`.

        Raises:
            PlayError: a move is not legal, or one is missing; the message says what would do.
        """
        return Position(self.game, self.game.next(self.state, self._joint(moves)))

    def _joint(self, moves: tuple[str | Mapping[str, str], ...]) -> Joint:
        texts = [move for move in moves if isinstance(move, str)]
        if len(texts) == len(moves):
            return joint_of(self.game, self.state, texts)
        if texts or len(moves) > 1:
            raise TypeError("either moves in role order, or one mapping from roles to moves")
        given: dict[str, str] = {}
        for each in moves:
            if isinstance(each, Mapping):
                given |= each
        legal = self.legal
        for role in given.keys() - legal.keys():
            raise PlayError(f"no role is called {role!r}; there are {', '.join(self.roles)}")
        for role in legal.keys() - given.keys():
            if len(legal[role]) > 1:
                raise PlayError(f"{role} has a choice, but no move was given for it")
        joint = [given.get(role, "".join(legal[role])) for role in self.roles]
        return joint_of(self.game, self.state, joint)

    @property
    def status(self) -> str:
        """One line that says whose turn it is, or how the match ended."""
        if self.terminal:
            goals = (
                f"{role} {'undefined' if goal is None else goal}"
                for role, goal in self.goals.items()
            )
            return f"over: {', '.join(goals)}"
        stuck = [role for role, moves in self.legal.items() if not moves]
        if stuck:
            return f"stuck: no legal move for {' and '.join(stuck)}"
        if not self.turn:
            return "no role has a choice"
        return f"{' and '.join(self.turn)} to move"

    def __str__(self) -> str:
        """Draw the board and say whose turn it is."""
        return f"{draw(self.game, self.state)}\n\n{self.status}".lstrip("\n")

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.status}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
