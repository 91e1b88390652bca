"""All that is known of a position: a rule, the exact worth of what follows, what a search found."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.game.tree_game import TreeGame
from zermelo.proofs.lemmas import Lemma
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.solve.position_report import Lookup, MoveValue, best_line, best_of, choices
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.solve.solution import Worth, solved
from zermelo.search.solve.suited import require_duel
from zermelo.strategies.playbook import Playbook
from zermelo.strategies.strategy import Strategy, generators_of, load_strategy
from zermelo.strategies.wording import Wording, wording

MEGABYTES = 100
"""What the exact values of all positions after the one that is asked about may take.

That is about a million positions, and a second or two. Memory is counted instead of seconds:
whether values are exact must not depend on how busy the machine is.
"""
MEGABYTES_TIMES_WORK = 20_000_000
"""Megabytes times the words of work of the circuit: games that are slow have less memory."""
REPLY = 2000
"""Nodes that a search has to find a reply where exact values are not to be had."""
LONGEST_LINE = 40
"""Moves of a line that are shown."""
Line = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class StrategyRules:
    """A strategy to be asked."""

    strategy: Strategy
    book: Playbook


def rules_of(game: Game, strategy: str | Strategy) -> StrategyRules:
    """Return the rules of a strategy, with all their images; errors as `load_strategy`."""
    if (compiled := game.compiled) is None or compiled.program is None:
        raise UnsuitedError(f"a strategy is for rules, and {game.name} has none")
    read = load_strategy(compiled, strategy) if isinstance(strategy, str) else strategy
    book = Playbook(compiled, read.lemmas, generators_of(read, compiled), read.invariants)
    return StrategyRules(read, book)


def exact_worths(
    game: Game,
    state: State,
    megabytes: int = MEGABYTES,
    stop: Callable[[], bool] | None = None,
) -> Lookup | None:
    """Return what tells the worth of every position after a state; None if that is not to be had.

    A game may have no exact values, or too many positions; or `stop` says that nobody waits.
    """

    def waiting(text: str) -> None:
        if stop is not None and stop():
            raise LimitError(text)

    try:
        if isinstance(game, TreeGame):
            return solved_plainly(game, state).__getitem__
        if (compiled := game.compiled) is None or megabytes <= 0:
            return None
        require_duel(compiled)
        room = max(1, min(megabytes, MEGABYTES_TIMES_WORK // compiled.dimensions.work))
        solution = solved(compiled, state, megabytes=room, report=waiting)
    except (UnsuitedError, LimitError):
        return None

    def worth_of(asked: State) -> Worth:
        worth = solution.worth(compiled.row(asked))
        assert worth is not None, "every position after the start is in the solution"
        return worth

    return worth_of


@dataclass(frozen=True)
class Known:
    """All that is known of a position, for a role."""

    game: Game
    state: State
    role: Role
    rules: StrategyRules | None
    worth_of: Lookup | None
    result: Result | None

    @cached_property
    def words(self) -> Wording | None:
        """How the game is talked about."""
        return wording(compiled) if (compiled := self.game.compiled) else None

    @cached_property
    def lemma(self) -> Lemma | None:
        """The rule that applies here."""
        return self.lemma_at(self.state)

    def lemma_at(self, state: State) -> Lemma | None:
        """Return the rule that applies in a state, if its move is legal there."""
        found = None if self.rules is None else self.rules.book.best(state, self.role)
        if found is None or Move(found.moves[0]) not in self.game.legal(state, self.role):
            return None
        return found

    @cached_property
    def rule(self) -> str:
        """The rule in words."""
        if self.lemma is None or self.words is None:
            return ""
        return self.words.lemma(self.lemma, self.state)

    @property
    def status(self) -> str:
        """How the rule is known."""
        if self.lemma is None or self.rules is None:
            return "no rule"
        return self.rules.strategy.status

    @property
    def rests_on(self) -> tuple[str, ...]:
        """What the rule rests on, if it is proved: a file that says so has passed an audit."""
        if self.status != "proved" or self.rules is None:
            return ()
        more = ("invariants (proved)",) if self.rules.strategy.invariants else ()
        return ("lemmas (proved)", *more)

    @cached_property
    def choices(self) -> list[MoveValue]:
        """Every joint move with its exact worth; none where that is not known."""
        return choices(self.game, self.worth_of, self.state) if self.worth_of else []

    @cached_property
    def worths(self) -> dict[Move, float | None]:
        """What every move of the role is worth for it, where it has a choice and that is known."""
        values = {choice.joint[self.role]: choice.worth.values for choice in self.choices}
        if len(values) < 2:
            return {}
        return {move: None if worth is None else worth[self.role] for move, worth in values.items()}

    @cached_property
    def move(self) -> Move | None:
        """The move that is explained: by a rule, a search, exact values, or the only one."""
        if self.lemma is not None:
            return Move(self.lemma.moves[0])
        if self.result is not None and self.result.move is not None:
            return self.result.move
        if self.choices:
            return best_of(self.game, self.state, self.choices)[0].joint[self.role]
        legal = self.game.legal(self.state, self.role)
        return legal[0] if len(legal) == 1 else None

    def line(self) -> tuple[Line, str]:
        """Return the best line from here, and what kind of line it is."""
        if self.lemma is not None:
            if self.worth_of is not None:
                return self.by_rules(self.exact_reply), "by the rules, against best replies"
            how = f"by the rules, against replies of a search of {REPLY:,} nodes each"
            return self.by_rules(self.searched_reply), how
        if self.worth_of is not None and self.choices:
            first = [one for one in self.choices if one.joint[self.role] == self.move]
            best = best_of(self.game, self.state, first or self.choices)[0]
            rest = best_line(self.game, self.worth_of, best.state)
            return (best.joint, *rest), "best play, by exact values"
        if self.result is not None and self.result.line:
            sure = "proven" if self.result.proven else "not proven"
            return self.result.line, f"of the search, {sure}"
        return (), ""

    def by_rules(self, reply: Callable[[State], Joint]) -> Line:
        """Return a line in which the role goes by rules, and the others reply."""
        state = self.state
        line: list[Joint] = []
        while not self.game.terminal(state) and len(line) < LONGEST_LINE:
            lemma = self.lemma_at(state)
            joint = list(reply(state))
            if lemma is not None:
                joint[self.role] = Move(lemma.moves[0])
            line.append(tuple(joint))
            state = self.game.next(state, line[-1])
        return tuple(line)

    def exact_reply(self, state: State) -> Joint:
        """Return best moves by exact values."""
        assert self.worth_of is not None
        return best_of(self.game, state, choices(self.game, self.worth_of, state))[0].joint

    def searched_reply(self, state: State) -> Joint:
        """Return what the other roles would play, each by a short search; else their first move."""
        from zermelo.search.spec import parse
        from zermelo.search.suitability import suiting

        name = "iterative" if "iterative" in suiting(self.game) else "greedy"
        joint = []
        for role in map(Role, range(len(self.game.roles))):
            legal = self.game.legal(state, role)
            found = None
            if len(legal) > 1 and role != self.role:
                clock = Clock(Limits(nodes=REPLY))
                found = last(parse(name).start(self.game, role, clock)(state, clock))
            joint.append(legal[0] if found is None or found.move is None else found.move)
        return tuple(joint)
