"""Strategy: play by the rules of a strategy file, as `zermelo learn` writes it.

Of the rules that apply, the one that forces most is played by. A rule that was proved makes the
result proven: a file that says so is audited when it is loaded. Rules are about positions that keep
the invariants of their file. Where no rule applies, another search plays.

What a rule says is a bound for the role that plays by it. The other of two roles gets the rest, if
it is proved that they share out a total; else what the rules let it force itself, or its lowest
goal: a bound from below as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Move, Role, State, Trait, Values
from zermelo.game.proof import by_solver
from zermelo.proofs.total import proved_total
from zermelo.search.algorithms.greedy import Greedy
from zermelo.search.base import Bound, Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.root import ended
from zermelo.strategies.playbook import Playbook
from zermelo.strategies.strategy import Strategy as Rules
from zermelo.strategies.strategy import generators_of, load_strategy
from zermelo.strategies.wording import in_words


@dataclass(frozen=True, slots=True)
class StrategySearch:
    """Plays by the rules of a strategy file; where none applies, greedily."""

    needs: ClassVar[Trait] = Trait.CIRCUIT
    file: str = option("", "the strategy file to play by")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match.

        Raises:
            UsageError: no file is named.
            ReadError, UnsuitedError: the file is no strategy for this game.
        """
        if not self.file:
            raise UsageError("strategy needs a file: strategy:file=NAME; `zermelo learn` makes one")
        if (compiled := game.compiled) is None or compiled.program is None:
            raise UnsuitedError(f"a strategy is for rules, and {game.name} has none")
        rules = load_strategy(compiled, self.file)
        book = Playbook(compiled, rules.lemmas, generators_of(rules, compiled), rules.invariants)
        otherwise = Greedy().start(game, role, clock)
        return partial(think, compiled, role, rules, book, otherwise)


def think(
    game: CompiledGame,
    role: Role,
    rules: Rules,
    book: Playbook,
    otherwise: Thinker,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield the move of the rule that forces most."""
    over = ended(game, state)
    if over:
        yield over
        return
    lemma = book.best(state, role)
    move = None if lemma is None else Move(lemma.moves[0])
    if lemma is None or move not in game.legal(state, role):
        yield from otherwise(state, clock)
        return
    clock.count.nodes += 1
    proved = rules.status == "proved"
    note = in_words(lemma, game, state) + (" (proved)" if proved else " (claimed)")
    values = promised(game, state, role, book, proved_total(game, state))
    proof = by_solver("lemmas") if proved else None
    yield Result(move, values, proof=proof, bound=Bound.AT_LEAST, note=note)


def promised(
    game: CompiledGame, state: State, role: Role, book: Playbook, total: int | None
) -> Values:
    """Return what the rules promise each role; the total's rest for the other one of two."""
    values = []
    for each in map(Role, range(len(game.roles))):
        lemma = book.best(state, each)
        lowest = min(goals_of(game, each), default=0)
        values.append(float(lowest if lemma is None else lemma.claim.value))
    if total is not None:
        values[1 - role] = total - values[role]
    return tuple(values)


def goals_of(game: CompiledGame, role: Role) -> set[int]:
    """Return the goals that a role can have."""
    assert game.program is not None
    return {value for value, _ in game.program.goals[role]}
