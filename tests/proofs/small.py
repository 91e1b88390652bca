"""Random small games of which every state can be looked at: what is proved is held against them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random

import numpy as np

from zermelo.engine.engines.interpreter import Interpreter
from zermelo.game.compile import built
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.ground.lexicon import Lexicon
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count

Rule = tuple[int, list[int]]
ROLES = ("a", "b", "random")


@dataclass(frozen=True)
class Small:
    """A game by its ground rules, slow and fast."""

    program: Program

    @cached_property
    def slow(self) -> GroundGame:
        """The game that applies its rules."""
        return GroundGame("small", self.program)

    @cached_property
    def game(self) -> CompiledGame:
        """The game that everything is proved of."""
        program = self.program
        lexicon = Lexicon(program.roles, program.fluents, program.moves)
        return CompiledGame("small", lexicon, Interpreter(built(program)[1]), {}, None, program)

    @cached_property
    def joints(self) -> dict[State, list[Joint]]:
        """The legal joint moves of every state, reachable or not; none at an end."""
        return {state: list(self.legal(state)) for state in self.states()}

    def states(self) -> Iterator[State]:
        """Every set of fluents."""
        return map(State, range(1 << len(self.program.fluents)))

    def legal(self, state: State) -> Iterator[Joint]:
        """Every joint move of a state."""
        if not self.slow.terminal(state):
            roles = range(len(self.program.roles))
            yield from product(*(self.slow.legal(state, Role(role)) for role in roles))

    @cached_property
    def following(self) -> dict[State, set[State]]:
        """What can come next after every state."""
        return {
            state: {self.slow.next(state, joint) for joint in joints}
            for state, joints in self.joints.items()
        }

    def reachable(self, start: State | None = None) -> set[State]:
        """Every state that a match can come to."""
        todo = [self.slow.initial if start is None else start]
        seen = set(todo)
        while todo:
            for state in self.following[todo.pop()] - seen:
                seen.add(state)
                todo.append(state)
        return seen

    def inductive(self, counts: Sequence[Count]) -> bool:
        """Whether no legal move leads from a state that keeps all counts to one that does not."""
        keeping = {state for state in self.states() if all(one.holds(state) for one in counts)}
        return all(self.following[state] <= keeping for state in keeping)


def small_game(seed: int) -> Small:
    """A game of groups of fluents that mostly keep to one place each, depending on one another."""
    chance = Random(seed)
    sizes = [chance.randint(1, 3) for _ in range(chance.randint(2, 3))]
    fluents = [f"(at{group} {place})" for group, size in enumerate(sizes) for place in range(size)]
    roles = ROLES[: chance.choice([1, 2, 2, 2, 3])]
    true = range(1, 1 + len(fluents))
    does = [[len(fluents) + 2 * role + move for move in (1, 2)] for role in range(len(roles))]
    last = len(fluents) + 2 * len(roles)
    rules: list[Rule] = []

    def define(bodies: list[list[int]]) -> int:
        nonlocal last
        last += 1
        rules.extend((last, body) for body in bodies)
        return last

    def conditions(among: Sequence[int], most: int = 2) -> list[int]:
        some = chance.sample(among, min(len(among), chance.randint(1, most)))
        return [atom * chance.choice([1, 1, -1]) for atom in some]

    atoms = iter(true)
    groups = [[next(atoms) for _ in range(size)] for size in sizes]
    inputs = [*true, *(atom for own in does for atom in own)]
    bodies: dict[int, list[list[int]]] = {atom: [] for atom in true}
    for group in groups:
        for place in group:
            other = chance.choice([one for one in groups if one is not group])
            branches: list[list[list[int]]] = [
                [[]],
                [[does[0][0]], [does[0][1]]],
                [[atom] for atom in other],
                opposite(chance, inputs),
            ]
            branch = chance.choice(branches)
            for condition in branch:
                bodies[chance.choice(group)].append([place, *condition])
    following = [define(bodies[atom]) for atom in true]
    legal = []
    for role, own in enumerate(does):
        ways: list[list[list[int]]] = [
            [[]] if chance.random() < 0.5 else [conditions(true)] for _ in own
        ]
        if chance.random() < 0.6:  # turns: who is not in control has one move
            control = chance.choice(groups)[0] * (1 if role == 0 else -1)
            ways[0] = [[control]]
            ways[1] = [[]]
        legal.append([define(way) for way in ways])
    winning = [define([conditions(true)]) for _ in range(2)]
    goals = []
    for role in range(len(roles)):
        case = winning[role % 2] if chance.random() < 0.3 else winning[0]
        first, second = chance.choice([(100, 0), (0, 100), (50, 50), (70, 30)])
        shares: list[tuple[int, int]] = [(first, define([[case]])), (second, define([[-case]]))]
        if chance.random() < 0.2:
            shares.append((10, winning[1]))
        goals.append(tuple(sorted(shares)))
    ended = define([conditions(true, 3) for _ in range(chance.randint(1, 2))])
    initial = [group[0] - 1 for group in groups if chance.random() < 0.9]
    return Small(
        Program(
            roles=roles,
            fluents=tuple(fluents),
            moves=tuple(("go", "stay") for _ in roles),
            initial=tuple(initial),
            atoms=last,
            heads=np.array([head for head, _ in rules], np.int32),
            ends=np.cumsum([len(body) for _, body in rules]).astype(np.int32),
            body=np.array([atom for _, body in rules for atom in body], np.int32),
            weighted=(),
            true=np.array(true, np.int32),
            next=np.array(following, np.int32),
            does=tuple(np.array(own, np.int32) for own in does),
            legal=tuple(np.array(own, np.int32) for own in legal),
            goals=tuple(goals),
            terminal=ended,
        )
    )


def opposite(chance: Random, inputs: Sequence[int]) -> list[list[int]]:
    """A condition and its opposite, so that always one of them holds."""
    atom = chance.choice(inputs)
    return [[atom], [-atom]]
