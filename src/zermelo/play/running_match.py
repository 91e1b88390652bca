"""A match that is being played: the states it went through, and the moves chosen in this turn.

Every move and every step back gives another session and leaves this one as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from zermelo.boards.board import natural
from zermelo.errors import PlayError
from zermelo.game.game import Game, Joint, Move, Role, State


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match so far; `chosen` has the moves of this turn that are not made yet."""

    game: Game
    states: tuple[State, ...]  # the last one is where the match is now
    people: frozenset[Role] = frozenset()  # the roles that persons play
    joints: tuple[Joint, ...] = ()
    chosen: Mapping[Role, Move] = field(default_factory=dict)
    by_hand: bool = False  # persons make forced moves themselves, where nobody has a choice

    @property
    def state(self) -> State:
        """Where the match is now."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.terminal(self.state)

    @property
    def stuck(self) -> tuple[Role, ...]:
        """The roles that have no legal move, though the match is not over."""
        roles = map(Role, range(len(self.game.roles)))
        return tuple(role for role in roles if not self.game.legal(self.state, role))

    @property
    def choosing(self) -> tuple[Role, ...]:
        """The roles that have a choice and have not chosen; persons come first.

        So nobody at the terminal can tell by the time what a search has chosen.
        """
        free = [role for role in self.free(self.state) if role not in self.chosen]
        return tuple(sorted(free, key=lambda role: role not in self.people))

    def free(self, state: State) -> list[Role]:
        """Return the roles that have a choice in a state, in their order."""
        legal = {
            role: self.game.legal(state, role) for role in map(Role, range(len(self.game.roles)))
        }
        free = [role for role, moves in legal.items() if len(moves) > 1]
        if free or not self.by_hand:
            return free
        return [
            role
            for role, moves in legal.items()
            if moves and role in self.people and is_deed(self.game.spell(role, moves[0]))
        ]

    def acting(self, state: State, joint: Joint) -> list[Role]:
        """Return the roles whose moves are worth telling: who had a choice, or else did something.

        Most rules have `noop` for a role that is not in turn; a name alone says little.
        """
        roles = [Role(role) for role in range(len(joint))]
        did = [role for role in roles if is_deed(self.game.spell(role, joint[role]))]
        return self.free(state) or did or roles

    def moves(self, role: Role) -> list[Move]:
        """Return the legal moves of a role as people count them: (mark 1 9) before (mark 1 10)."""
        legal = self.game.legal(self.state, role)
        return sorted(legal, key=lambda move: natural(self.game.spell(role, move)))

    def choose(self, role: Role, move: Move) -> "RunningMatch":
        """Return the match with a move chosen; nobody knows of it until all have chosen."""
        if move not in self.game.legal(self.state, role):
            text = self.game.spell(role, move)
            raise PlayError(f"{self.game.roles[role]} cannot play {text} here")
        return replace(self, chosen={**self.chosen, role: move})

    def advance(self) -> "RunningMatch":
        """Return the match after all roles have made their moves at once."""
        assert not self.choosing, "somebody has still to choose"
        joint = tuple(
            self.chosen.get(Role(role), self.game.legal(self.state, Role(role))[0])
            for role in range(len(self.game.roles))
        )
        following = self.game.next(self.state, joint)
        states, joints = (*self.states, following), (*self.joints, joint)
        return replace(self, states=states, joints=joints, chosen={})

    def undo(self) -> "RunningMatch | None":
        """Return the match before a person's last decision; None if there was none."""
        if self.chosen:
            return replace(self, chosen=dict(list(self.chosen.items())[:-1]))
        place = self.decided
        if place is None:
            return None
        return replace(self, states=self.states[: place + 1], joints=self.joints[:place])

    @property
    def decided(self) -> int | None:
        """The last turn in which a person had a choice; None if there was none."""
        for place in reversed(range(len(self.joints))):
            if self.people & set(self.free(self.states[place])):
                return place
        return None

    @property
    def before(self) -> State | None:
        """The state that shows what is new to a person: before all moves since the own one.

        Where all moved at once, or nobody moved since, it is the one before the last turn.
        """
        if not self.joints:
            return None
        last = len(self.joints) - 1
        place = self.decided
        return self.states[last if place is None else min(place + 1, last)]


def is_deed(move: str) -> bool:
    """Tell whether a move does something: `noop` and its like are names alone."""
    return move.startswith("(")
