"""The referee: follows the match, and says which moves are legal.

It begins with the rules as they are, so it knows the legal moves as soon as it has read them, long
before they are compiled, or if they cannot be. Until then no search runs, so it also looks ahead.
When they are compiled, it takes the circuit, but without kernels, so that it is there half a second
after it was started: then it says, as soon as we have moved, what will be legal after every reply.
"""

import time
from itertools import product
from random import Random

from zermelo.errors import LimitError, PlayError, ZermeloError
from zermelo.game.compile import kept
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.lookahead import near_ends
from zermelo.play.network.tracking import NAME, MatchTracker, plain_game, role_called, sheet_of
from zermelo.process.inside import Inbox, Order, Say
from zermelo.search.base import OutOfTimeError
from zermelo.text.tree import Sheet

MOST_REPLIES = 512
MOST_MOVES = 20_000
"""Joint moves, and legal moves after all of them, that are said ahead."""
MOST_EARLY = 64
"""Legal moves that are said before all are known."""
MOST_GATES = 50_000
"""A larger circuit takes longer for a turn, a microsecond a gate, than the rules as they are."""


class Referee:
    """What the referee does with each order."""

    def __init__(self, inbox: Inbox, say: Say) -> None:
        """Begin with no match."""
        self.inbox = inbox
        self.say = say
        self.sheet: Sheet | None = None
        self.match: MatchTracker[RuleGame] | MatchTracker[CompiledGame] | None = None
        self.compiled = False  # by the thinker: from then on a search runs
        self.until: float | None = None  # when to stop glancing
        self.early: Order | None = None  # what to say of the first legal moves

    def warm(self) -> None:
        """Nothing needs to be loaded."""

    def announced(self, order: Order) -> None:
        """Leave it to another."""

    def start(self, order: Order) -> None:
        """Read the rules, and say what is legal at the start."""
        self.match, self.compiled = None, False
        self.sheet = sheet_of(order["rules"], order["syntax"])
        game = RuleGame(NAME, self.sheet, heed=self.heed, early=True)
        self.match = MatchTracker(game, role_called(game, order["role"]))
        self.say({"say": "role", "number": order["number"], "role": self.match.role})
        self.turn(order)

    def heed(self) -> None:
        """Give up a question if the match has moved on, or looking ahead if anything is to do."""
        if self.inbox.waiting("built", "answered"):
            raise OutOfTimeError
        self.say_early()
        if self.until is not None and (self.inbox.orders or time.monotonic() > self.until):
            raise OutOfTimeError

    def built(self, order: Order) -> None:
        """Go on with the circuit from the states that are known, unless it is too large."""
        self.compiled = True
        match = self.match
        if match is None or self.sheet is None or not isinstance(match.game, RuleGame):
            return
        found = kept(self.sheet)
        if found is None or found.gate_count > MOST_GATES:
            return
        game = plain_game(found)
        states = [game.state_of(match.game.describe(state)) for state in match.states]
        self.match = MatchTracker(game, role_called(game, match.game.roles[match.role]))
        self.match.moves, self.match.states = match.moves, states

    def turn(self, order: Order) -> None:
        """Say which moves are legal now, or that there is no such turn."""
        match = self.match
        if match is None:
            return
        number = order["number"]
        try:
            state = match.state_after(order["moves"])
            fluents = match.game.describe(state)
            self.early = {"say": "some", "number": number, "state": fluents}
            legal = match.legal(state)
            self.say({"say": "legal", "number": number, "legal": legal, "state": fluents})
        except PlayError as error:
            self.say({"say": "refused", "number": number, "why": str(error)})
        except LimitError as error:
            self.say({"say": "note", "text": str(error)})
        except OutOfTimeError:
            return
        finally:
            self.early = None

    def say_early(self) -> None:
        """Say the first legal moves that are found, once: in large games all take too long."""
        match, early = self.match, self.early
        if early is None or match is None or not isinstance(match.game, RuleGame):
            return
        moves = match.game.legal_so_far(match.role)[:MOST_EARLY]
        if moves:
            self.early = None
            self.say({**early, "legal": [match.game.spell(match.role, move) for move in moves]})

    def go_on(self, order: Order) -> None:
        """Say which move is better than others at first sight, while no search runs."""
        match = self.match
        if match is None or self.compiled:
            return
        game, role = match.game, match.role
        self.until = order["until"]
        try:
            state = match.state_after(order["moves"])
            for found in near_ends(game, state, role, Random(order["number"]), self.heed):
                self.say(
                    {
                        "say": "move",
                        "number": order["number"],
                        "move": game.spell(role, found.move),
                        "proven": False,
                        "worth": found.goal,
                        "depth": found.depth,
                    }
                )
        except (OutOfTimeError, PlayError):
            pass
        except ZermeloError as error:
            self.say({"say": "note", "text": f"no look ahead: {str(error).partition(chr(10))[0]}"})
        finally:
            self.until = None

    def answered(self, order: Order) -> None:
        """Say what will be legal after our move and every reply to it."""
        match = self.match
        if match is None or isinstance(match.game, RuleGame):
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
        legal = [child.view.legal[role] for child in game.after(state, joints)]
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
        self.compiled = False
