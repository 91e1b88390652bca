"""The solver: looks at all positions of a small game in the background, then knows every answer.

It takes only what the others leave of the machine, and gives up when the positions need too much
memory. What it has solved is played perfectly: to win soon, or to lose late.
"""

from zermelo.errors import LimitError, PlayError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.play.network.tracking import MatchTracker, built, fast_game, role_called, sheet_of
from zermelo.process.inside import Inbox, Order, Say
from zermelo.search.base import OutOfTimeError
from zermelo.search.solve.position_report import best_of, choices
from zermelo.search.solve.solution import Solution, Worth, load_kernels, solved

MEGABYTES = 512
"""What all positions may take; more would be swapped or solved too late."""
HEEDLESS = ("turn", "answered", "built")
"""Orders that can wait until a game is solved."""


class Solving:
    """What the solver does with each order."""

    def __init__(self, inbox: Inbox, say: Say) -> None:
        """Begin with no match."""
        self.inbox = inbox
        self.say = say
        self.match: MatchTracker[CompiledGame] | None = None
        self.solution: Solution | None = None

    def warm(self) -> None:
        """Load the kernels."""
        from zermelo.game.load import load

        load_kernels(load("tictactoe"))

    def announced(self, order: Order) -> None:
        """Compile rules, so that they are in the store when a match begins."""
        built(sheet_of(order["rules"], order["syntax"]), order["ground"], order["megabytes"])

    def start(self, order: Order) -> None:
        """Solve the game, once the thinker has compiled it."""
        self.match = self.solution = None
        sheet = sheet_of(order["rules"], order["syntax"])
        self.inbox.wait_for("built")
        if self.inbox.waiting(*HEEDLESS):
            return
        game = fast_game(built(sheet, order["ground"], order["megabytes"]))
        match = MatchTracker(game, role_called(game, order["role"]))
        try:
            self.solution = solved(game, megabytes=MEGABYTES, report=self.heed)
        except (UnsuitedError, LimitError, OutOfTimeError):
            return
        self.match = match
        self.say({"say": "note", "text": f"solved: {self.solution.positions:,} positions"})
        self.turn(order)

    def built(self, order: Order) -> None:
        """Nothing: who waited for it has begun."""

    def heed(self, _: str) -> None:
        """Give up if there is something else to do; called now and then while solving."""
        if self.inbox.waiting(*HEEDLESS):
            raise OutOfTimeError

    def turn(self, order: Order) -> None:
        """Say the best move; silence if the game is not solved, or nothing is legal."""
        match, solution = self.match, self.solution
        if match is None or solution is None:
            return
        game = match.game
        try:
            state = match.state_after(order["moves"])
            found = best_of(game, state, choices(game, self.worth, state))
        except (PlayError, ValueError):
            return
        if found and len(game.legal(state, match.role)) > 0:
            best = found[0]
            values = best.worth.values
            self.say(
                {
                    "say": "move",
                    "number": order["number"],
                    "move": game.spell(match.role, best.joint[match.role]),
                    "proven": True,
                    "worth": None if values is None else values[match.role],
                    "depth": best.worth.distance or 0,
                }
            )

    def worth(self, state: State) -> Worth:
        """Return what a position is worth."""
        assert self.match is not None
        assert self.solution is not None
        worth = self.solution.worth(self.match.game.row(state))
        if worth is None:
            raise PlayError("the position was not reached while solving")
        return worth

    def go_on(self, order: Order) -> None:
        """Nothing: all that can be said has been said."""

    def answered(self, order: Order) -> None:
        """Nothing is left to think about."""

    def stop(self, order: Order) -> None:
        """Forget the match."""
        self.match = self.solution = None
