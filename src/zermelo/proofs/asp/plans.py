"""A game of one role as a planning problem inside the sandbox: moves that bring a goal in time.

One stable model is one match, as in the explicit-time program (`zermelo convert --to time`); the
ground rules are laid for one more time whenever the horizon grows, and nothing is added twice, nor
forgotten of what the solver has learnt. After Gebser, Kaminski, Kaufmann and Schaub, Multi-shot
ASP solving with clingo (2019), section 2, and for what no plan does, a state twice, Eén and
Sörensson, Temporal induction by incremental SAT solving (2003), section 4.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import clingo

from zermelo.proofs.asp.unrolling import FALSE, TRUE, Laying, UnrollableRules

APART = 2
"""States this near to each other must differ from the start; others once they do not."""
ROUNDS = 1000
"""How many states that are the same are told apart at most in one question."""


def plans(message: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Make what answers questions about the matches that begin in a state."""
    return Plans(message).answer


class Plans:
    """The times 0 to the horizon; a question is about matches that end by one of them.

    A match is running at a time if it has not ended by then. Moves are made at the times before
    the horizon at which it is.
    """

    def __init__(self, message: Mapping[str, Any]) -> None:
        """Lay time 0."""
        self.rules = UnrollableRules(message)
        self.counts: Sequence[tuple[Sequence[int], int, int]] = message.get("counts", ())
        seed = message.get("seed", 0) % 2**32  # clasp knows no others
        options = ["--warn=none", f"--seed={seed}"]
        self.control = clingo.Control(options, logger=lambda *_: None)
        self.size = 0  # rules that were told
        self.true: list[list[int]] = []  # [time][fluent] literals
        self.does: list[list[int]] = []  # [time][move] literals, of all times but the last
        self.running: list[int] = []  # [time] literals
        self.reached: dict[int, list[int]] = {}  # by goal: [time] whether at least that was reached
        self.apart: set[tuple[int, int]] = set()  # times whose states were told to differ
        self.same: list[tuple[int, int]] = []  # times at which the last model has the same state
        held = {*message["state"]}
        with self.control.backend() as backend:
            fact = backend.add_atom()
            assert fact == TRUE, "the first atom of a solver is 1"
            backend.add_rule([fact], [])
            true = [TRUE if index in held else FALSE for index in range(len(self.rules.fluents))]
            self.laying = self.begun(true, TRUE, backend)

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Lay more times, or look for a match, as the message asks."""
        if "lay" in message:
            for _ in range(message["lay"]):
                self.extend()
            return self.horizon()
        deadline = time.monotonic() + message["seconds"]
        if "goal" in message:
            return self.reaching(message["goal"], message["within"], deadline)
        return self.longer(deadline)

    def horizon(self) -> dict[str, Any]:
        """Return how far the rules are laid, and whether all matches are known to end by then."""
        return {
            "horizon": len(self.running) - 1,
            "over": self.running[-1] == FALSE,
            "size": self.size,
        }

    def begun(self, true: list[int], before: int, backend: clingo.Backend) -> Laying:
        """Lay what holds at a time; `before` is whether the match was running before it."""
        laying = Laying(self.rules, true, backend)
        terminal = laying.of(self.rules.terminal)
        ended = both(before, terminal, backend)
        for value in sorted({value for value, _ in self.rules.goals}, reverse=True):
            times = self.reached.setdefault(value, [])
            now = [laying.of(atom) for goal, atom in self.rules.goals if goal >= value]
            own = either([both(ended, goal, backend) for goal in now], backend)
            times.append(either([*times[-1:], own], backend))
        self.running.append(both(before, -terminal, backend))
        self.true.append(true)
        return laying

    def extend(self) -> None:
        """Lay one more time."""
        with self.control.backend() as backend:
            running = self.running[-1]
            does = []
            for atom in self.rules.legal:
                allowed = both(running, self.laying.of(atom), backend)
                if allowed == FALSE:
                    does.append(FALSE)
                    continue
                move = backend.add_atom()
                backend.add_rule([move], [allowed], choice=True)
                does.append(move)
            made = [move for move in does if move != FALSE]
            if running != FALSE:
                backend.add_rule([], [running, *(-move for move in made)])
            if len(made) > 1:
                several = backend.add_atom()
                backend.add_weight_rule([several], 2, [(move, 1) for move in made])
                backend.add_rule([], [several])
            true = self.laying.step(does)
            self.size += self.laying.size
            self.does.append(does)
            self.laying = self.begun(true, running, backend)
            self.enforce(true, running, backend)
            now = len(self.true) - 1
            for earlier in range(max(0, now - APART), now):
                self.tell_apart(earlier, now, backend)

    def enforce(self, true: Sequence[int], moved: int, backend: clingo.Backend) -> None:
        """Tell what is proved of all states: it saves the solver from finding out by itself."""
        for group, least, most in self.counts:
            literals = [true[fluent] for fluent in group]
            literals = [literal for literal in literals if literal != FALSE]
            if most < len(literals):
                many = backend.add_atom()
                backend.add_weight_rule([many], most + 1, [(one, 1) for one in literals])
                backend.add_rule([], [moved, many])
            if least == 1 and TRUE not in literals:
                backend.add_rule([], [moved, *(-literal for literal in literals)])

    def tell_apart(self, earlier: int, later: int, backend: clingo.Backend) -> None:
        """Allow no match that comes to the same state twice: a shortest one does not."""
        self.apart.add((earlier, later))
        pairs = list(zip(self.true[earlier], self.true[later], strict=True))
        if any(one in (TRUE, FALSE) and one == -other for one, other in pairs):
            return
        differ = backend.add_atom()
        for one, other in pairs:
            if one != other:
                for body in ([one, -other], [-one, other]):
                    if FALSE not in body:
                        backend.add_rule([differ], [part for part in body if part != TRUE])
                        self.size += 1
        backend.add_rule([], [self.running[later], -differ])

    def reaching(self, goal: int, within: int, deadline: float) -> dict[str, Any]:
        """Return a match that brings at least `goal` within `within` moves; or that none does.

        It is not known if time was up before.
        """
        reached = self.reached[goal][within]
        if reached == FALSE:
            return {"known": True}
        return self.solved([reached], deadline)

    def longer(self, deadline: float) -> dict[str, Any]:
        """Return a match that goes on at the horizon and never comes to a state twice.

        If there is none, the horizon is behind every state: no match needs more moves.
        """
        if self.running[-1] == FALSE:
            return {"known": True}
        for _ in range(ROUNDS):
            found = self.solved([self.running[-1]], deadline)
            if "moves" not in found:
                return found
            if not self.same:
                return found
            with self.control.backend() as backend:
                for earlier, later in self.same:
                    self.tell_apart(earlier, later, backend)
        return {"known": False}

    def solved(self, assumed: Sequence[int], deadline: float) -> dict[str, Any]:
        """Return the moves of a match in which some literals are true."""
        if time.monotonic() >= deadline:
            return {"known": False}
        with self.control.solve(assumptions=assumed, async_=True, yield_=True) as handle:
            if not handle.wait(max(0.0, deadline - time.monotonic())):
                handle.cancel()
                return {"known": False}
            model = handle.model()
            if model is None:
                return {"known": True}
            self.same = self.repeated(model)
            return {"known": True, "moves": self.moves(model)}

    def moves(self, model: clingo.Model) -> list[int]:
        """Return the moves that are made in a model."""
        found = []
        for does in self.does:
            made = [move for move, atom in enumerate(does) if atom > 0 and model.is_true(atom)]
            if not made:
                break
            found += made
        return found

    def repeated(self, model: clingo.Model) -> list[tuple[int, int]]:
        """Return pairs of times at which a model has the same state."""
        seen: dict[tuple[bool, ...], int] = {}
        found = []
        for now, true in enumerate(self.true):
            state = tuple(
                model.is_true(one) if one > 0 else not model.is_true(-one) for one in true
            )
            if state in seen and (seen[state], now) not in self.apart:
                found.append((seen[state], now))
            seen[state] = now
        return found


def both(one: int, other: int, backend: clingo.Backend) -> int:
    """Return a literal that is true where two are."""
    if FALSE in (one, other) or one == -other:
        return FALSE
    if one == TRUE or one == other:
        return other
    if other == TRUE:
        return one
    atom: int = backend.add_atom()
    backend.add_rule([atom], [one, other])
    return atom


def either(literals: Sequence[int], backend: clingo.Backend) -> int:
    """Return a literal that is true where one of some is."""
    left = sorted({literal for literal in literals if literal != FALSE})
    if TRUE in left:
        return TRUE
    if len(left) < 2:
        return left[0] if left else FALSE
    atom: int = backend.add_atom()
    for literal in left:
        backend.add_rule([atom], [literal])
    return atom
