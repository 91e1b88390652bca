"""The thinker: runs the search, and says every better move as soon as it is found.

It begins in the start clock. After our move it goes on in the position that is reached, if that is
known, or in the same one while only the others have a choice: searches with a table or a tree find
their work again.
"""

import time
import traceback
from collections.abc import Iterator, Sequence
from itertools import islice

from zermelo.errors import GroundError, LimitError, PlayError, UnsuitedError
from zermelo.game.compile import Compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Move, Role, State
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.choice import candidates
from zermelo.play.network.orders import Heedful
from zermelo.play.network.tracking import (
    NAME,
    MatchTracker,
    built,
    fast_game,
    role_called,
    sheet_of,
)
from zermelo.process.inside import Inbox, Order, Say
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Search, Thinker, last
from zermelo.search.spec import parse
from zermelo.text.tree import Sheet

OFTEN = 0.1
"""Seconds between two reports that name the same move."""
WARM = "connect_four"
"""What is played before any match, so that all kernels are loaded: too large to be proved soon."""
WARM_TURNS = 3
"""What a search does with its memory of the turn before is known only after some."""
WARM_NODES = 3000
WITHOUT_CIRCUIT = "iterative"
"""Thinks about a game whose rules could not be compiled, if its roles take turns."""
TRIES = 3
"""How often the rules are compiled: whoever grounds them may be killed too."""


class NetworkThinker:
    """What the thinker does with each order."""

    def __init__(self, inbox: Inbox, say: Say, search: str | None) -> None:
        """Begin with no match; `search` is what the user named."""
        self.inbox = inbox
        self.say = say
        self.search = search
        self.match: MatchTracker[CompiledGame | RuleGame] | None = None
        self.left: Iterator[tuple[str, Search]] = iter(())
        self.thinker: Thinker | None = None
        self.memory = 0

    def warm(self) -> None:
        """Load the kernels; the first time, numba has to compile them.

        A match that begins meanwhile waits for it: what is compiled by halves is not kept, and
        would have to be compiled in the match.
        """
        from zermelo.game.load import load

        game = load(WARM)
        _, search = next(candidates(game, self.search))
        limits = Limits(nodes=WARM_NODES, memory=1 << 26)
        thinker = search.start(game, Role(0), Clock(limits))
        state = game.initial
        for _ in range(WARM_TURNS):
            last(thinker(state, Clock(limits)))
            state = game.children(state)[0].state

    def announced(self, order: Order) -> None:
        """Leave it to another."""

    def start(self, order: Order) -> None:
        """Compile the rules, tell that they are, and think about the first move.

        If they cannot be compiled, one search can do with the rules as they are: it does not see
        far, but what can be won or lost soon.
        """
        self.match = self.thinker = None
        self.memory = order["table"]
        sheet = sheet_of(order["rules"], order["syntax"])
        found = self.compiled(sheet, order)
        game = RuleGame(NAME, sheet) if found is None else fast_game(found)
        self.match = MatchTracker(game, role_called(game, order["role"]))
        if (compiled := game.compiled) is not None:
            self.say({"say": "built", "number": order["number"], "role": self.match.role})
            left = candidates(compiled, self.search)
        else:
            left = iter([(WITHOUT_CIRCUIT, parse(WITHOUT_CIRCUIT))])
        # A search that ended this process in this match is not given another chance.
        self.left = islice(left, order.get("crashes", 0), None)
        self.turn(order)

    def compiled(self, sheet: Sheet, order: Order) -> Compiled | None:
        """Return the compiled rules; None if they are too large, or the match is over."""
        for _ in range(TRIES):
            began = time.monotonic()
            try:
                return built(sheet, order["ground"], order["megabytes"])
            except (LimitError, GroundError) as error:
                text = str(error).partition("\n")[0]
                self.say({"say": "note", "text": f"not compiled: {text}"})
            # Out of time is out of time; anything else may have come from outside.
            if time.monotonic() - began > order["ground"] / 2:
                break
            if self.inbox.waiting("built", "turn", "answered"):
                break
        return None

    def built(self, order: Order) -> None:
        """Nothing new: who thinks has compiled them."""

    def turn(self, order: Order) -> None:
        """Say which moves are legal, then ever better ones."""
        match = self.match
        if match is None:
            return
        number = order["number"]
        try:
            state = match.state_after(order["moves"])
        except PlayError as error:
            self.say({"say": "refused", "number": number, "why": str(error)})
            return
        legal = match.game.legal(state, match.role)
        self.say({"say": "legal", "number": number, **match.position(order["moves"])})
        if not match.game.terminal(state) and legal:
            self.think(state, order["until"], number)

    def go_on(self, order: Order) -> None:
        """Nothing: all that can be said has been said."""

    def answered(self, order: Order) -> None:
        """Go on thinking while the others do."""
        match = self.match
        if match is None:
            return
        game = match.game
        try:
            state = match.state_after(order["moves"])
        except PlayError:
            return
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        if any(len(moves) > 1 for role, moves in enumerate(legal) if role != match.role):
            if len(legal[match.role]) > 1:
                return  # all choose at once: what follows is not known
        else:
            moves = [spelled_first(game, role, moves) for role, moves in enumerate(legal)]
            moves[match.role] = order["move"]
            state = game.next(state, match.joint(state, moves))
        if not game.terminal(state):
            self.think(state, order["until"], None)

    def stop(self, order: Order) -> None:
        """Forget the match."""
        self.match = self.thinker = None
        self.left = iter(())

    def think(self, state: State, until: float, number: int | None) -> None:
        """Think about a state; say what is found if the turn has a number."""
        while not self.inbox.orders:
            limits = Limits(seconds=max(0.0, until - time.monotonic()), memory=self.memory)
            clock = Heedful(limits, self.inbox)
            try:
                thinker = self.bound(clock)
                if thinker is None:
                    return
                self.report(thinker(state, clock), clock, number)
            except OutOfTimeError:
                pass
            except (UnsuitedError, LimitError, PlayError) as error:
                self.give_up(str(error).partition("\n")[0])
                continue
            except Exception as error:  # noqa: BLE001  # searches may come from other packages
                self.give_up("".join(traceback.format_exception(error)))
                continue
            return

    def give_up(self, why: str) -> None:
        """Go on with the next best search, and tell why."""
        self.say({"say": "note", "text": why})
        self.thinker = None

    def bound(self, clock: Clock) -> Thinker | None:
        """Return the search, bound to this match; the next best one if the last gave up."""
        assert self.match is not None, "there is a match"
        if self.thinker is None and (chosen := next(self.left, None)) is not None:
            name, search = chosen
            self.say({"say": "note", "text": f"playing by {name}"})
            self.thinker = search.start(self.match.game, self.match.role, clock)
        return self.thinker

    def report(self, results: Iterator[Result], clock: Clock, number: int | None) -> None:
        """Say each better move; that there will be none if the search has come to its end."""
        assert self.match is not None, "there is a match"
        game, role = self.match.game, self.match.role
        said: tuple[Move, bool] | None = None
        when = 0.0
        for result in results:
            if result.move is None or number is None:
                continue
            news = result.move, result.proven
            if news != said or time.monotonic() - when > OFTEN:
                said, when = news, time.monotonic()
                self.say(
                    {
                        "say": "move",
                        "number": number,
                        "move": game.spell(role, result.move),
                        "proven": result.proven,
                        "worth": result.reported[role],
                        "depth": result.depth,
                    }
                )
        if number is not None and clock.seconds < (clock.limits.seconds or 0):
            self.say({"say": "done", "number": number})


def spelled_first(game: Game, role: int, moves: Sequence[Move]) -> str:
    """Return the first of some moves in KIF."""
    return game.spell(Role(role), moves[0])
