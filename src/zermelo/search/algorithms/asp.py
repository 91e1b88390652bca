"""Minimax pruned by a solver (after Hahn and Shankar, asp-game-strategies, Potsdam 2020).

A solver finds a match that is best for the role to move if all roles help it; from its end back,
every move is compared with what the solver says of the others. `zermelo.search.asp.pruned` has the
algorithm, `zermelo.search.asp.cases` its cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from zermelo.errors import UnsuitedError
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, Trait
from zermelo.proofs.invariants import invariants
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.search.asp.checking import CheckedRules, checked
from zermelo.search.asp.pruned import SettledValue, SolverPruned
from zermelo.search.asp.rule_file import load_rules, spell_rules, write_rules
from zermelo.search.asp.rules import Rulebook
from zermelo.search.asp.solver import Solver
from zermelo.search.base import DUEL, Bound, Clock, Result, Thinker, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import deep_calls, first_result, refuse_endless, result


@dataclass(frozen=True, slots=True)
class Asp:
    """Minimax that asks a solver which moves cannot matter."""

    needs: ClassVar[Trait] = (DUEL & ~Trait.ONE_ROLE) | Trait.CIRCUIT
    horizon: int | None = option(
        None, "moves that a match can have at most; none: found out", least=1
    )
    learn: bool = option(False, "make rules of what is best, and use them at once")
    symmetric: bool = option(True, "let a rule hold for all symmetric states")
    rules: str | None = option(None, "a file of rules: read, used and extended")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return AspMatch.of(self, game, role, watch).think


@dataclass(slots=True)
class AspMatch:
    """What is remembered in a match: states that are settled, and rules."""

    options: Asp
    game: CompiledGame
    duel: Duel
    watch: Watch | None
    book: Rulebook | None
    file: CheckedRules = field(default_factory=CheckedRules)
    known: dict[State, SettledValue] = field(default_factory=dict)
    calls: int = 0  # questions that the solver was asked

    @classmethod
    def of(cls, options: Asp, game: Game, role: Role, watch: Watch | None = None) -> "AspMatch":
        """Return what is known before a match: the rules of a file, and symmetries for them."""
        if (compiled := game.compiled) is None or compiled.program is None:
            raise UnsuitedError(f"{game.name} has no rules that a solver could read")
        book = None
        if options.learn or options.rules is not None:
            symmetric = options.symmetric
            found = symmetries(compiled.program, exchange=True).generators if symmetric else ()
            book = Rulebook(found)
        file = CheckedRules()
        if book is not None and options.rules is not None and Path(options.rules).exists():
            file = checked(compiled, load_rules(compiled, options.rules))
            for rule in file.rules:
                book.learn(rule.state, rule.role, rule.move)
        return cls(options, compiled, Duel(game, role, Even().start(game)), watch, book, file)

    def think(self, state: State, clock: Clock) -> Iterator[Result]:
        """Yield any legal move, the best if all roles help, then the best."""
        yield first_result(self.duel, state)
        if self.game.terminal(state):
            return
        solver = Solver(self.game, clock, self.options.horizon)
        known = 0 if self.book is None else len(self.book.rules)
        try:
            yield from self.searched(state, solver)
        finally:
            solver.close()
            self.calls += solver.calls
            if self.book is not None and len(self.book.rules) > known:
                self.keep(self.book)

    def keep(self, book: Rulebook) -> None:
        """Write all rules to their file, if there is one; also what was found before time was up.

        Without proved invariants, rules say of more fluents that they do not hold.
        """
        if self.options.rules is not None:
            assert self.game.program is not None
            counts = invariants(self.game, self.game.program).counts
            text = spell_rules(book.rules, self.game, counts, self.file.unused)
            write_rules(Path(self.options.rules), text)

    def searched(self, state: State, solver: Solver) -> Iterator[Result]:
        """Yield the best if all roles help, then the best."""
        assert self.game.program is not None
        trail = Trail(solver.clock, self.watch)
        trail.enter(state, None)
        levels = tuple(
            tuple(sorted({value for value, _ in goals}, reverse=True))
            for goals in self.game.program.goals
        )
        search = SolverPruned(self.duel, trail, solver, levels, self.known, self.book)
        note = ""
        if state in self.known:
            answer = self.known[state]
            trail.known(answer.value, "settled before")
        else:
            refuse_endless(self.game, "a solver needs matches that end")
            solver.find_horizon(state)
            if solver.clock.limits.depth is not None and solver.horizon > solver.clock.limits.depth:
                return  # it looks to the end, or not at all
            if self.book is not None:
                solver.add_rules(self.book.all())
            mover, best = search.first(state)
            note = f"with everybody's help {self.game.roles[mover]} could get {best.goal}"
            if self.file.unused:
                used, unused = len(self.file.rules), len(self.file.unused)
                note += f"; {used} of {used + unused} rules of {self.options.rules} are right here"
            if mover == self.duel.role:
                values = self.duel.values(float(best.goal or 0))
                yield Result(best.match[0][mover], values, best.match, bound=Bound.AT_MOST)
            with deep_calls(self.game, 2 * solver.horizon):
                answer = search.settle(state, best.match)
        trail.leave(answer.value)
        found = result(self.duel, state, answer.value, answer.line, None, True)
        yield replace(found, note=note)
