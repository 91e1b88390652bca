"""A Game straight from its rules: no grounding, so it is ready as soon as the rules are read.

It only ever looks at the state that it is asked about. Fluents and moves get their numbers when
they are first met, so the numbers are its own; compare it with other games by what they spell.
"""

from collections.abc import Callable, Iterable, Sequence

from zermelo.errors import PlayError, ReadError, RuleError
from zermelo.game.game import Goals, Joint, Move, Role, State
from zermelo.rules.derive.derivation import Derivation
from zermelo.rules.derive.values import Value, spelled, value_of
from zermelo.rules.rewrite import clauses, relevant
from zermelo.text.kif import read_term
from zermelo.text.names import is_integer
from zermelo.text.tree import Sheet


class RuleGame:
    """Answers by deriving what follows from the rules in one state.

    Args:
        name: what the game is called.
        sheet: rules without arithmetic; see `zermelo.rules.expand`.
        steps: what one question may take; None is no limit.
        heed: is called now and then during a question, and may raise to end it.
        early: look for some legal moves before all others, for `legal_so_far`.
    """

    compiled = None  # the rules are not even ground

    def __init__(
        self,
        name: str,
        sheet: Sheet,
        *,
        steps: int | None = None,
        heed: Callable[[], None] | None = None,
        early: bool = False,
    ) -> None:
        """Prepare the rules; nothing is derived yet but the roles."""
        self.name = name
        self.steps = steps
        self.derivation = Derivation(clauses(relevant(sheet.rules)), heed)
        self.derivation.early = early
        # In the order of the text: a role that is derived comes after those that are stated.
        self.owners: tuple[Value, ...] = tuple(owner for (owner,) in self.ask("role", None))
        self.roles = tuple(map(spelled, self.owners))
        self.fluents: list[Value] = []
        self.bits: dict[Value, int] = {}
        self.moves: list[list[Value]] = [[] for _ in self.roles]
        self.numbers: list[dict[Value, Move]] = [{} for _ in self.roles]
        self.present: tuple[State | None, Joint | None] = None, None
        self._initial: State | None = None

    def ask(self, relation: str, *args: Value | None) -> list[tuple[Value, ...]]:
        """Return all that the rules derive, of the arguments that are None."""
        return self.derivation.question(relation, *args, steps=self.steps)

    def state(self, fluents: Iterable[Value]) -> State:
        """Return the state in which exactly these fluents hold."""
        state = 0
        for fluent in sorted(fluents, key=spelled):
            bit = self.bits.setdefault(fluent, len(self.fluents))
            if bit == len(self.fluents):
                self.fluents.append(fluent)
            state |= 1 << bit
        return State(state)

    def held(self, state: State) -> list[Value]:
        """Return the fluents that hold in a state."""
        return [self.fluents[bit] for bit in range(state.bit_length()) if state >> bit & 1]

    def enter(self, state: State, joint: Joint | None = None) -> None:
        """Make a state, and what is done there, the one that questions are about."""
        if state != self.present[0]:
            self.present = None, None
            self.derivation.tell_state(self.held(state))
            self.present = state, None
        if joint is not None and joint != self.present[1]:
            moves = [
                (owner, self.moves[role][joint[role]]) for role, owner in enumerate(self.owners)
            ]
            self.derivation.tell_moves(moves)
            self.present = state, joint

    @property
    def initial(self) -> State:
        """The state that every match starts in."""
        if self._initial is None:
            self._initial = self.state(fluent for (fluent,) in self.ask("init", None))
        return self._initial

    def terminal(self, state: State) -> bool:
        """Whether the match is over."""
        self.enter(state)
        return bool(self.ask("terminal"))

    def goals(self, state: State) -> Goals:
        """What each role gets."""
        self.enter(state)
        return tuple(self.goal(owner) for owner in self.owners)

    def goal(self, owner: Value) -> float | None:
        """Return what a role gets; None if the rules say nothing, or two things."""
        values = {goal_value(value) for (value,) in self.ask("goal", owner, None)}
        return values.pop() if len(values) == 1 else None

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        """The moves that `role` may choose from."""
        self.enter(state)
        return self.numbered(role, self.ask("legal", self.owners[role], None))

    def legal_so_far(self, role: Role) -> Sequence[Move]:
        """The moves found by a call of `legal` for that role that goes on, or was broken off.

        They are legal; there may be more.
        """
        return self.numbered(role, self.derivation.so_far())

    def legal_called(self, state: State, role: Role, text: str) -> Move | None:
        """The legal move that `text` spells in KIF, without deriving the others; None if none."""
        try:
            move = value_of(read_term(text, "move"))
        except ReadError:
            return None
        self.enter(state)
        if not self.ask("legal", self.owners[role], move):
            return None
        return self.numbered(role, [(move,)])[0]

    def numbered(self, role: Role, rows: Iterable[tuple[Value, ...]]) -> list[Move]:
        """Return the numbers of moves; those that are new get the next ones."""
        moves, numbers = self.moves[role], self.numbers[role]
        found = sorted({move for (move,) in rows}, key=spelled)
        for move in found:
            if move not in numbers:
                numbers[move] = Move(len(moves))
                moves.append(move)
        return sorted(numbers[move] for move in found)

    def next(self, state: State, joint: Joint) -> State:
        """The state after every role has made its move."""
        self.enter(state, joint)
        return self.state(fluent for (fluent,) in self.ask("next", None))

    def spell(self, role: Role, move: Move) -> str:
        """A move in KIF."""
        return spelled(self.moves[role][move])

    def read(self, role: Role, text: str) -> Move:
        """The move that `text` spells in KIF, if it has been legal somewhere."""
        wanted = value_of(read_term(text, "move"))
        if wanted not in self.numbers[role]:
            raise PlayError(f"{self.roles[role]} has had no move {spelled(wanted)} so far")
        return self.numbers[role][wanted]

    def describe(self, state: State) -> tuple[str, ...]:
        """The fluents that hold in `state`."""
        return tuple(sorted(map(spelled, self.held(state))))

    def state_of(self, fluents: Sequence[str]) -> State:
        """The state in which exactly `fluents` hold."""
        return self.state(value_of(read_term(text, "fluent")) for text in fluents)


def goal_value(value: Value) -> int:
    """Return the number that a goal is.

    Raises:
        RuleError: it is none.
    """
    if not (isinstance(value, str) and is_integer(value)):
        raise RuleError(f"the rules give a goal of {spelled(value)[:40]}, which is no number")
    return int(value)
