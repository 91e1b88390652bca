"""A Game straight from the ground rules: slow, and obviously right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zermelo.errors import RuleError
from zermelo.game.game import Goals, Joint, Move, Role, State
from zermelo.ground.lexicon import Lexicon
from zermelo.ground.program import Program
from zermelo.rules.dependencies import components


@dataclass(frozen=True, eq=False)
class GroundGame:
    """Answers by applying the ground rules, stratum by stratum, until nothing new follows."""

    name: str
    program: Program
    compiled = None  # its rules are applied one by one

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""
        return self.program.roles

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return Lexicon(self.program.roles, self.program.fluents, self.program.moves)

    @cached_property
    def initial(self) -> State:
        """The state that every match starts in."""
        return State(sum(1 << fluent for fluent in self.program.initial))

    @cached_property
    def _strata(self) -> list[list[tuple[int, list[tuple[int, int]], int]]]:
        """Rules as head, (literal, weight) and bound, grouped so that what is used comes first."""
        rules: dict[int, list[tuple[int, list[tuple[int, int]], int]]] = {}
        for head, body in self.program.rules():
            rules.setdefault(head, []).append((head, [(atom, 1) for atom in body], len(body)))
        for head, bound, pairs in self.program.weighted:
            rules.setdefault(head, []).append((head, list(pairs), bound))
        graph = {
            head: [abs(atom) for _, body, _ in of_head for atom, _ in body if abs(atom) in rules]
            for head, of_head in rules.items()
        }
        strata = []
        for component in components(graph):
            members = set(component)
            stratum = [rule for head in component for rule in rules[head]]
            if any(-atom in members for _, body, _ in stratum for atom, _ in body):
                raise RuleError("the ground rules have negation in a cycle")
            strata.append(stratum)
        return strata

    def _follows(self, state: State, joint: Joint | None) -> frozenset[int]:
        """Return every atom that holds in `state` when `joint` is done."""
        program = self.program
        held = {int(atom) for bit, atom in enumerate(program.true) if state >> bit & 1}
        if joint is not None:
            held |= {int(program.does[role][move]) for role, move in enumerate(joint)}
        for stratum in self._strata:
            grew = True
            while grew:
                grew = False
                for head, body, bound in stratum:
                    if head not in held:
                        total = sum(w for atom, w in body if (abs(atom) in held) == (atom > 0))
                        if total >= bound:
                            held.add(head)
                            grew = True
        return frozenset(held)

    @cached_property
    def _view(self) -> Callable[[State], frozenset[int]]:
        """What follows from a state alone; the four last answers are kept."""
        return lru_cache(maxsize=4)(lambda state: self._follows(state, None))

    def terminal(self, state: State) -> bool:
        """Whether the match is over."""
        return self.program.terminal in self._view(state)

    def goals(self, state: State) -> Goals:
        """What each role gets."""
        held = self._view(state)
        found = [
            {value for value, atom in of_role if atom in held} for of_role in self.program.goals
        ]
        return tuple(values.pop() if len(values) == 1 else None for values in found)

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        """The moves that `role` may choose from."""
        held = self._view(state)
        return [Move(i) for i, atom in enumerate(self.program.legal[role]) if int(atom) in held]

    def next(self, state: State, joint: Joint) -> State:
        """The state after every role has made its move."""
        held = self._follows(state, joint)
        return State(
            sum(1 << bit for bit, atom in enumerate(self.program.next) if int(atom) in held)
        )

    def spell(self, role: Role, move: Move) -> str:
        """A move in KIF."""
        return self.lexicon.spell(role, move)

    def read(self, role: Role, text: str) -> Move:
        """The move that `text` spells in KIF."""
        return self.lexicon.read(role, text)

    def describe(self, state: State) -> tuple[str, ...]:
        """The fluents that hold in `state`."""
        return self.lexicon.describe(state)

    def state_of(self, fluents: Sequence[str]) -> State:
        """The state in which exactly `fluents` hold."""
        return self.lexicon.state_of(fluents)
