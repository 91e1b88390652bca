"""A game that is drawn and played a few times, and then forgotten: no kernels are loaded for it."""

from collections.abc import Callable
from functools import cached_property, lru_cache

from zermelo.position.circuit_game import CircuitGame, View
from zermelo.position.compile import Compiled
from zermelo.position.game import Joint, Role, State
from zermelo.position.lexicon import Lexicon
from zermelo.position.plain_game import PlainGame

REMEMBERED = 1 << 10


class UnhurriedGame(CircuitGame):
    """Answers by plain Python: ready a second before the kernels would be."""

    @cached_property
    def plain(self) -> PlainGame:
        """The same game, one state at a time."""
        return PlainGame(self.name, self.lexicon, self.gates)

    @cached_property
    def view(self) -> Callable[[State], View]:
        """Return all that can be asked of one state."""
        return lru_cache(maxsize=REMEMBERED)(self.seen)

    def seen(self, state: State) -> View:
        """Return all that can be asked of one state, found out anew."""
        plain, roles = self.plain, map(Role, range(len(self.roles)))
        legal = tuple(tuple(plain.legal(state, role)) for role in roles)
        return View(plain.terminal(state), plain.goals(state), legal)

    def next(self, state: State, joint: Joint) -> State:
        """The state after every role has made its move."""
        return self.plain.next(state, joint)


def unhurried(name: str, found: Compiled) -> UnhurriedGame:
    """Return the game of what was compiled."""
    program = found.program
    lexicon = Lexicon(program.roles, program.fluents, program.moves)
    return UnhurriedGame(name, lexicon, found.gates, {}, found.sheet, program)
