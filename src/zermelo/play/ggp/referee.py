"""The referee: follows the match, and says which moves are legal; it does nothing else.

It begins with the rules as they are, so it knows the legal moves as soon as it has read them, long
before they are compiled, or if they cannot be. When they are, it takes the circuit, but without
kernels, so that it is there half a second after it was started: then it also says, as soon as we
have moved, what will be legal after every reply.
"""

from itertools import product

from zermelo.errors import LimitError, PlayError
from zermelo.play.ggp.following import NAME, Following, plain_game, role_called, sheet_of
from zermelo.play.ggp.inbox import Inbox, Order, Say
from zermelo.position.compile import kept
from zermelo.position.game import Joint, Role
from zermelo.position.plain_game import PlainGame
from zermelo.position.rule_game import RuleGame
from zermelo.search.base import OutOfTimeError
from zermelo.text.tree import Sheet

MOST_REPLIES = 512
MOST_MOVES = 20_000
"""Joint moves, and legal moves after all of them, that are said ahead."""
MOST_GATES = 50_000
"""A larger circuit takes longer for a turn, a microsecond a gate, than the rules as they are."""


class Referee:
    """What the referee does with each order."""

    def __init__(self, inbox: Inbox, say: Say) -> None:
        """Begin with no match."""
        self.inbox = inbox
        self.say = say
        self.sheet: Sheet | None = None
        self.match: Following[RuleGame] | Following[PlainGame] | None = None

    def warm(self) -> None:
        """Nothing needs to be loaded."""

    def announced(self, order: Order) -> None:
        """Leave it to another."""

    def start(self, order: Order) -> None:
        """Read the rules, and say what is legal at the start."""
        self.match = None
        self.sheet = sheet_of(order["rules"], order["syntax"])
        game = RuleGame(NAME, self.sheet, heed=self.heed)
        self.match = Following(game, role_called(game, order["role"]))
        self.say({"say": "role", "number": order["number"], "role": self.match.role})
        self.turn(order)

    def heed(self) -> None:
        """Give up a question if the match has moved on."""
        if self.inbox.waiting("built", "answered"):
            raise OutOfTimeError

    def built(self, order: Order) -> None:
        """Go on with the circuit from the states that are known, unless it is too large."""
        match = self.match
        if match is None or self.sheet is None or isinstance(match.game, PlainGame):
            return
        found = kept(self.sheet)
        if found is None or found.gate_count > MOST_GATES:
            return
        game = plain_game(found)
        states = [game.state_of(match.game.describe(state)) for state in match.states]
        self.match = Following(game, role_called(game, match.game.roles[match.role]))
        self.match.moves, self.match.states = match.moves, states

    def turn(self, order: Order) -> None:
        """Say which moves are legal now, or that there is no such turn."""
        match = self.match
        if match is None:
            return
        number = order["number"]
        try:
            self.say({"say": "legal", "number": number, **match.position(order["moves"])})
        except PlayError as error:
            self.say({"say": "refused", "number": number, "why": str(error)})
        except LimitError as error:
            self.say({"say": "note", "text": str(error)})
        except OutOfTimeError:
            return

    def answered(self, order: Order) -> None:
        """Say what will be legal after our move and every reply to it."""
        match = self.match
        if match is None or not isinstance(match.game, PlainGame):
            return
        game, role = match.game, match.role
        try:
            state = match.state_after(order["moves"])
            mine = [
                move for move in game.legal(state, role) if game.spell(role, move) == order["move"]
            ]
        except PlayError:
            return
        choices = [
            mine if other == role else game.legal(state, Role(other))
            for other in range(len(game.roles))
        ]
        count = 1
        for moves in choices:
            count *= len(moves)
        if not 0 < count <= MOST_REPLIES:
            return
        joints: list[Joint] = list(product(*choices))
        legal = game.legal_after(state, joints, role)
        if sum(map(len, legal)) > MOST_MOVES:
            return
        ahead = [
            [
                [game.spell(Role(other), move) for other, move in enumerate(joint)],
                [game.spell(role, move) for move in moves],
            ]
            for joint, moves in zip(joints, legal, strict=True)
        ]
        self.say({"say": "ahead", "number": order["number"], "ahead": ahead})

    def stop(self, order: Order) -> None:
        """Forget the match."""
        self.match = self.sheet = None
