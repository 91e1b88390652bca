"""The referee: follows the match, and says which moves are legal; it does nothing else.

It plays without kernels, so it is there half a second after it was started, and answers within
milliseconds. When a move has been made, it says at once what will be legal after every reply: so
the front process knows that even if all its children are killed before the reply comes.
"""

from itertools import product

from zermelo.errors import PlayError
from zermelo.play.ggp.following import Following, built, plain_game, role_called, sheet_of
from zermelo.play.ggp.inbox import Inbox, Order, Say
from zermelo.position.game import Joint, Role
from zermelo.position.plain_game import PlainGame

MOST_REPLIES = 512
MOST_MOVES = 20_000
"""Joint moves, and legal moves after all of them, that are said ahead."""


class Referee:
    """What the referee does with each order."""

    def __init__(self, inbox: Inbox, say: Say) -> None:
        """Begin with no match."""
        self.inbox = inbox
        self.say = say
        self.match: Following[PlainGame] | None = None

    def warm(self) -> None:
        """Nothing needs to be loaded."""

    def announced(self, order: Order) -> None:
        """Leave it to another."""

    def start(self, order: Order) -> None:
        """Open the rules; whoever thinks will have compiled them soon, unless it was killed."""
        sheet = sheet_of(order["rules"], order["syntax"])
        self.inbox.wait_for("built", order["help_at"])
        if self.inbox.waiting("built", "turn", "answered"):
            return
        game = plain_game(built(sheet, order["ground"], order["megabytes"]))
        self.match = Following(game, role_called(game, order["role"]))
        self.say({"say": "role", "role": self.match.role})
        self.turn(order)

    def turn(self, order: Order) -> None:
        """Say which moves are legal now, or that there is no such turn."""
        match = self.match
        if match is None:
            return
        try:
            state = match.state_after(order["moves"])
        except PlayError as error:
            self.say({"say": "refused", "number": order["number"], "why": str(error)})
            return
        self.say({"say": "legal", "number": order["number"], "legal": match.legal(state)})

    def answered(self, order: Order) -> None:
        """Say what will be legal after our move and every reply to it."""
        match = self.match
        if match is None:
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
        self.match = None
