"""Fuzzy: how nearly the goals are true (Thielscher's book on general game playing, chapter 16).

The rules of a goal are a formula. In fuzzy logic it has a degree of truth in every state: the more
of it holds, the higher. A goal that is reached step by step is approached by degrees; one that
comes all at once, as checkmate does, is not seen in advance.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from zermelo.errors import UnsuitedError, UsageError
from zermelo.evaluate.base import Guess
from zermelo.evaluate.batch import scoring
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.fuzzy.arithmetic import score_of
from zermelo.evaluate.fuzzy.build import cone_of
from zermelo.evaluate.fuzzy.cone import Cone
from zermelo.evaluate.fuzzy.norms import Norm
from zermelo.evaluate.fuzzy.truth import Truth
from zermelo.evaluate.score import Score
from zermelo.evaluate.term import Term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values
from zermelo.proofs.inhibition import inhibition
from zermelo.registry import option


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """Takes the degree to which the goals are true for a state's worth."""

    tau: float = option(0.9, "how true a fluent is that holds, above 0.5 and below 1")
    norm: Literal["product", "minimum", "yager", "lukasiewicz"] = option(
        "product", "the t-norm that makes a conjunction of degrees"
    )
    q: float = option(2.0, "the parameter of the t-norm yager, above 0")
    theta: float | None = option(None, "what true conjunctions stay at, above 0.5 and at most tau")
    form: Literal["fold", "floor"] = option(
        "fold", "how theta works: on two parts at a time, or on all that are true together"
    )
    terminal: bool = option(False, "keep a goal that holds up to the end, reach others before it")
    inhibited: bool = option(False, "what is proved never to hold again is not true at all")
    unroll: bool = option(False, "allow relations that depend on themselves, if no atom does")

    def __post_init__(self) -> None:
        """Refuse what is no degree of truth."""
        if not 0.5 < self.tau < 1:
            raise UsageError(f"fuzzy:tau is above 0.5 and below 1, such as 0.9, not {self.tau:g}")
        if self.theta is not None and not 0.5 < self.theta <= self.tau:
            upto = f"at most tau, which is {self.tau:g}"
            raise UsageError(f"fuzzy:theta is above 0.5 and {upto}, or none, not {self.theta:g}")
        if not self.q > 0:
            raise UsageError(f"fuzzy:q is above 0, such as 2, not {self.q:g}")

    def truth(self, game: CompiledGame) -> Truth:
        """Return how the options make degrees of truth."""
        norm = Norm(self.norm, self.q, self.theta, self.form)
        return Truth(self.tau, norm, self.terminal, inhibition(game) if self.inhibited else {})

    def start(self, game: Game) -> Guess:
        """Bind a game: an end is worth its goals, any other state how nearly they are true.

        Raises:
            UnsuitedError: the game has no rules, as an explicit tree.
            RuleError: the goal is recursive.
            LimitError: the goal has too many ground instances.
        """
        circuit = with_rules(game)
        worth_of = scoring(circuit, self.arrays(circuit))
        ends = Goal().start(game)

        def guess(state: State) -> Values:
            if game.terminal(state):
                return ends(state)
            return tuple(worth_of(circuit.row(state)[None])[0].tolist())

        return guess

    def arrays(self, game: CompiledGame) -> Score:
        """Return the worth for each role as arithmetic."""
        return score_of(self.cone(game), self.truth(game), game.dimensions)

    def terms(self, game: Game, state: State) -> tuple[Term, ...]:
        """Return why a state is worth what it is: for each role, how true all formulas are."""
        if game.terminal(state):
            ends = zip(game.roles, Goal().start(game)(state), strict=True)
            return tuple(Term(f"goal of {role} at the end", worth) for role, worth in ends)
        circuit = with_rules(game)
        return self.truth(circuit).terms(self.cone(circuit), state, game.roles)

    def cone(self, game: CompiledGame) -> Cone:
        """Return the formulas behind the goals."""
        return goal_cone(game, self.unroll)


def with_rules(game: Game) -> CompiledGame:
    """Return a game that is known by its rules; UnsuitedError for others."""
    if (compiled := game.compiled) is None or compiled.sheet is None:
        message = f"fuzzy reads the rules of the goal, and {game.name} has none"
        raise UnsuitedError(f"{message}; goal, mobility and even suit it")
    return compiled


@lru_cache(maxsize=32)
def goal_cone(game: CompiledGame, unroll: bool = False) -> Cone:
    """Return the formulas behind the goals of a game."""
    sheet = with_rules(game).sheet
    assert sheet is not None
    return cone_of(sheet, game.roles, game.lexicon.fluents, unroll=unroll)
