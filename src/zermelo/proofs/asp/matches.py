"""Whole matches inside the sandbox: the explicit-time program, laid once and asked many times.

The ground rules are laid once for every time, the next state of one being the state of the
following. A match starts at time 0 in a state that is assumed; what happens behind its end is
nothing, and goals count at the end only. A question is whether a match gets a role at least a goal;
nothing is grounded again, whatever the state.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import clingo

from zermelo.proofs.theory import ALL, StepTheory, TimeFrame

MANY_MATCHES = 200
"""Matches of the same length that are looked through for a good one."""


def matches(message: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Make what answers questions about the matches of a game."""
    return MatchTheory(message).answer


class MatchTheory:
    """A theory of several steps: which moves are made, when the match ends, what it brings."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        """Lay the rules for the first move."""
        self.theory = StepTheory(message, ALL)
        solving = self.theory.control.configuration.solve
        assert isinstance(solving, clingo.Configuration)
        self.solving = solving
        self.frames = [self.theory.now]
        self.moved = self.theory.moving  # whether a move is made at the last time
        self.lost = self.theory.atom()  # whether a role had no move before the end
        self.running = self.theory.atom()  # whether the match is not over at the last time
        self.unended = self.theory.atom()  # either of both
        self.reached = {
            (role, value): [self.theory.atom()]
            for role, goals in enumerate(self.theory.now.goals)
            for value in {value for value, _ in goals}
        }
        self.wanted: dict[tuple[int, int], int] = {}  # reached, or unended
        self.rules: list[tuple[Sequence[int], int, int]] = []
        self.extend()

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Lay more steps, add rules, or look for a match, as the message asks."""
        if "steps" in message:
            for _ in range(message["steps"]):
                self.extend()
            return {}
        if "rules" in message:
            for rule in message["rules"]:
                self.add(*rule)
            return {}
        start = self.start(message["state"])
        if "conflicts" in message:
            return self.longer(start, message["conflicts"])
        return self.best(start, message)

    def extend(self) -> None:
        """Lay the rules for one more time."""
        theory, last = self.theory, self.frames[-1]
        true = []
        for atom in last.next:
            holds = theory.atom()
            theory.rule(holds, [self.moved, atom])
            true.append(holds)
        does = [[theory.choice() for _ in moves] for moves in last.does]
        frame = theory.lay(true, does)
        running, ended, stuck = theory.atom(), theory.atom(), theory.atom()
        theory.rule(running, [self.moved, -frame.terminal])
        theory.rule(ended, [self.moved, frame.terminal])
        for legal in frame.legal:
            theory.rule(stuck, [running, -theory.any_of(legal)])
        self.moved = self.made(frame, running, stuck)
        self.lost = theory.any_of([self.lost, stuck])
        self.running = running
        self.unended = theory.any_of([running, self.lost])
        for (role, value), by_time in self.reached.items():
            reached = theory.any_of(by_time[-1:])
            for goal, atom in frame.goals[role]:
                if goal >= value:
                    theory.rule(reached, [ended, atom])
            by_time.append(reached)
            self.wanted[role, value] = theory.any_of([reached, self.unended])
        self.frames.append(frame)
        for rule in self.rules:
            self.enforce(frame, *rule)

    def made(self, frame: TimeFrame, running: int, stuck: int) -> int:
        """Return an atom: every role makes one legal move, which it does before the end."""
        theory, moved = self.theory, self.theory.atom()
        theory.rule(moved, [running, -stuck])
        for does, legal in zip(frame.does, frame.legal, strict=True):
            theory.forbid([moved, theory.outside(does, 1, 1)])
            for done, allowed in zip(does, legal, strict=True):
                theory.forbid([done, -moved])
                theory.forbid([done, -allowed])
        return moved

    def add(self, state: Sequence[int], role: int, move: int) -> None:
        """Let a role make a move in a state, in all matches that come there; not at time 0."""
        self.rules.append((state, role, move))
        for frame in self.frames[1:]:
            self.enforce(frame, state, role, move)

    def enforce(self, frame: TimeFrame, state: Sequence[int], role: int, move: int) -> None:
        """Let a role make a move in a state, if it is legal there and the match is not over."""
        held = {*state}
        body = [atom if at in held else -atom for at, atom in enumerate(frame.true)]
        guard = [frame.legal[role][move], -frame.terminal, -frame.does[role][move]]
        self.theory.forbid([*body, *guard])

    def start(self, state: Sequence[int]) -> list[int]:
        """Return the assumptions that a match starts in a state."""
        held = {*state}
        true = self.theory.now.true
        assumed = [atom if at in held else -atom for at, atom in enumerate(true)]
        return [*assumed, self.theory.moving]

    def best(self, start: list[int], message: Mapping[str, Any]) -> dict[str, Any]:
        """Return a match with the first goal of `goals` that there is one for, and which that is.

        Unless it is `sure` that there is none, a match that is not over at the last time counts for
        any goal, and is marked so. For as many goals as `shortest` says, none is shorter.
        """
        role = message["role"]
        does = self.theory.now.does[role]
        start += [-does[move] for move in message["excluded"]]
        for number, goal in enumerate(message["goals"]):
            sure = message["sure"]
            aim = self.reached[role, goal][-1] if sure else self.wanted[role, goal]
            found = self.solve([*start, aim])
            if not found:
                continue
            match = found[0]
            if match["over"] and number < message["shortest"]:
                match = self.shortest(start, self.reached[role, goal], match)
            return {"goal": number, **match}
        return {"goal": None}

    def shortest(
        self, start: list[int], reached: Sequence[int], found: dict[str, Any]
    ) -> dict[str, Any]:
        """Return a match as good as the one that was found, and none is shorter."""
        roles = len(self.theory.now.does)
        for by_then in reached[1 : len(found["moves"]) // roles + 1]:
            shortest = self.solve([*start, by_then], MANY_MATCHES)
            if shortest:
                return promising(shortest, roles)
        return found

    def longer(self, start: list[int], conflicts: int) -> dict[str, Any]:
        """Return a match that is not over at the last time; whether it is known if there is one."""
        self.solving.solve_limit = str(conflicts)
        found: list[dict[str, Any]] = []
        result = self.solved([*start, self.unended], 1, found)
        self.solving.solve_limit = "umax"
        return {"known": result.satisfiable is not None, **(found[0] if found else {})}

    def solve(self, assumed: Sequence[int], most: int = 1) -> list[dict[str, Any]]:
        """Return matches in which all literals are true; all of them, if they are not too many."""
        found: list[dict[str, Any]] = []
        self.solved(assumed, most, found)
        return found

    def solved(
        self, assumed: Sequence[int], most: int, found: list[dict[str, Any]]
    ) -> clingo.SolveResult:
        """Add matches in which all literals are true, at most `most`; return what is known."""
        self.theory.open.close()
        self.theory.backend = None

        def tell(model: clingo.Model) -> bool:
            found.append(self.told(model))
            return len(found) < most

        self.solving.models = most
        return self.theory.control.solve(assumptions=assumed, on_model=tell)

    def told(self, model: clingo.Model) -> dict[str, Any]:
        """Return the moves of a match, and whether it is over."""
        moves: list[int] = []
        for frame in self.frames:
            joint = [
                move for does in frame.does for move, atom in enumerate(does) if model.is_true(atom)
            ]
            if not joint:
                break
            moves += joint
        return {"moves": moves, "over": not model.is_true(self.unended)}


def promising(matches: Sequence[dict[str, Any]], roles: int) -> dict[str, Any]:
    """Return the match to settle first, of some that are equally short.

    The first move that most of them have is the hardest to be kept from its goal, and the reply to
    it that fewest have is the most likely to do so; of equals the first.
    """
    begins = Counter(tuple(match["moves"][:roles]) for match in matches)
    replies = Counter(tuple(match["moves"][: 2 * roles]) for match in matches)

    def promise(match: Mapping[str, Any]) -> tuple[int, int, list[int]]:
        moves = match["moves"]
        return -begins[tuple(moves[:roles])], replies[tuple(moves[: 2 * roles])], moves

    return min(matches, key=promise)
