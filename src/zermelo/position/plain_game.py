"""A Game from a circuit in plain Python: ready at once, for one state or for all that follow it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zermelo.circuit.order import Gates
from zermelo.circuit.plain import Gate, Loop, parts, run
from zermelo.position.game import Goals, Joint, Move, Role, State
from zermelo.position.lexicon import Lexicon

REMEMBERED = 16


@dataclass(frozen=True, eq=False)
class PlainGame:
    """Answers as `CircuitGame` does, without kernels; a pass takes a microsecond a gate."""

    name: str
    lexicon: Lexicon
    gates: Gates

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""
        return self.lexicon.roles

    @cached_property
    def initial(self) -> State:
        """The state that every match starts in."""
        return State(sum(1 << bit for bit, held in enumerate(self.gates.initial) if held))

    @cached_property
    def _code(self) -> tuple[list[Gate | Loop], list[Gate | Loop]]:
        code, end = self.gates.code.tolist(), self.gates.view_end
        return parts(code[:end]), parts(code[end:])

    @cached_property
    def _bounds(self) -> list[int]:
        bounds: list[int] = self.gates.roles.tolist()
        return bounds

    @cached_property
    def _legal(self) -> list[int]:
        slots: list[int] = self.gates.legal.tolist()
        return slots

    def _spread(self, state: State, ones: int) -> list[int]:
        """Return wires on which every lane is in `state`, after the view was run."""
        wires = [0] * self.gates.slots
        for bit in range(self.gates.fluents):
            wires[1 + bit] = ones if state >> bit & 1 else 0
        run(self._code[0], wires, ones)
        return wires

    @cached_property
    def _view(self) -> Callable[[State], Sequence[int]]:
        """The wires of a state; of the last few they are kept."""
        return lru_cache(maxsize=REMEMBERED)(lambda state: self._spread(state, 1))

    def _step(self, state: State, joints: Sequence[Joint]) -> tuple[list[int], list[int]]:
        """Return the wires, and those of the fluents after each joint move, a lane for each."""
        ones = (1 << len(joints)) - 1
        wires = self._spread(state, ones)
        first = 1 + self.gates.fluents
        wires[first : first + self._bounds[-1]] = [0] * self._bounds[-1]
        for lane, joint in enumerate(joints):
            for role, move in enumerate(joint):
                wires[first + self._bounds[role] + move] |= 1 << lane
        run(self._code[1], wires, ones)
        return wires, [wires[slot] for slot in self.gates.next.tolist()]

    def terminal(self, state: State) -> bool:
        """Whether the match is over."""
        return bool(self._view(state)[self.gates.terminal])

    def goals(self, state: State) -> Goals:
        """What each role gets."""
        wires = self._view(state)
        values: list[set[int]] = [set() for _ in self.roles]
        gates = self.gates
        rows = zip(gates.goals.tolist(), gates.goal_roles, gates.goal_values, strict=True)
        for slot, role, value in rows:
            if wires[slot]:
                values[role].add(int(value))
        return tuple(found.pop() if len(found) == 1 else None for found in values)

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        """The moves that `role` may choose from."""
        wires, low, high = self._view(state), self._bounds[role], self._bounds[role + 1]
        return [Move(i) for i, slot in enumerate(self._legal[low:high]) if wires[slot]]

    def next(self, state: State, joint: Joint) -> State:
        """The state after every role has made its move."""
        _, fluents = self._step(state, [joint])
        return State(sum(1 << bit for bit, held in enumerate(fluents) if held))

    def legal_after(self, state: State, joints: Sequence[Joint], role: Role) -> list[list[Move]]:
        """Return what `role` may choose from after each joint move: two passes for all."""
        if not joints:
            return []
        wires, fluents = self._step(state, joints)
        wires[1 : 1 + len(fluents)] = fluents
        run(self._code[0], wires, (1 << len(joints)) - 1)
        low, high = self._bounds[role], self._bounds[role + 1]
        found: list[list[Move]] = [[] for _ in joints]
        for number, slot in enumerate(self._legal[low:high]):
            held, lane = wires[slot], 0
            while held:
                if held & 1:
                    found[lane].append(Move(number))
                held >>= 1
                lane += 1
        return found

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
