"""Reasons, readably: the part of a state from which an answer follows, by dropping what is idle.

A set of fluents is known, all others may be anything. It will do if the answer follows on two rails
(`engine/rails.py`): no end with a wrong goal may be here; and if this need not be an end, the
winner's move must be legal, and after it and every reply that may be legal, one of the children's
supports must hold. Then the answer is the same in every state that agrees on these fluents. What
holds of a set holds of all larger ones, so fluents are dropped one after the other until none can
be: explanation-based generalisation (Mitchell, Keller and Kedar-Cabelli, 1986).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.engine.rails import Cases, Rails
from zermelo.game.game import State
from zermelo.search.mustplay.support import Support


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be explained: that a role reaches a level in a state, or that it does not."""

    state: State
    level: int
    reached: bool
    made: int | None = None  # the winner's move, among those of all roles; None at an end
    replies: Sequence[int] = ()  # moves of the other role that are looked at
    alone: bool = False  # whether it may have no others
    supports: Sequence[Support] = ()  # of the same answer, each for some of the children


@dataclass(frozen=True, slots=True)
class Reasons:
    """Explains answers about a game."""

    rails: Rails
    fluents: int
    firsts: Sequence[int]  # the first move of each role, and how many there are in all
    levels: Sequence[int]  # of each goal of that role; -1 of those of the other

    def explain(self, answer: Answer) -> Support:
        """Return a small support of an answer."""
        fluents = range(self.fluents)
        kept = 0
        for support in answer.supports:
            kept |= support.mask
        guessed = [fluent for fluent in fluents if kept >> fluent & 1]
        if guessed and self.will_do(answer, kept):
            rest = self.singled(answer, kept, guessed)
        else:
            rest = [fluent for fluent in fluents if not kept >> fluent & 1] + guessed
            kept = (1 << len(fluents)) - 1
        while rest:
            gone = 0
            while gone < len(rest) and self.will_do(answer, kept & ~(1 << rest[gone])):
                kept &= ~(1 << rest[gone])
                gone += 1
            rest = self.singled(answer, kept, rest[gone + 1 :])
        return Support(kept, answer.state & kept)

    def singled(self, answer: Answer, kept: int, rest: list[int]) -> list[int]:
        """Return the fluents that may be dropped on their own."""
        return [fluent for fluent in rest if self.will_do(answer, kept & ~(1 << fluent))]

    def will_do(self, answer: Answer, kept: int) -> bool:
        """Whether an answer follows from some fluents of its state.

        Bit k of a wire is about the k-th reply.
        """
        size = max(1, len(answer.replies))
        ones = (1 << size) - 1
        cases = Cases.unknown(self.fluents, size)
        for fluent in range(self.fluents):
            if kept >> fluent & 1:
                cases.set(fluent, bool(answer.state >> fluent & 1), ones)
        does = [0] * self.firsts[-1]
        for k, move in enumerate(answer.replies):
            does[move] = 1 << k
        if answer.made is not None:
            does[answer.made] = ones
        seen, may, may_not = self.rails.step(cases, does)
        may_end, may_go_on = seen.terminal
        wrong = any(
            where and level >= 0 and (level >= answer.level) != answer.reached
            for where, level in zip(seen.goals, self.levels, strict=True)
        )
        if may_end and wrong:
            return False
        if not may_go_on or answer.made is None:
            return not may_go_on
        legal = self.rails.legality(cases)
        loser = 1 if answer.made < self.firsts[1] else 0
        others = range(self.firsts[loser], self.firsts[loser + 1])
        if legal[answer.made][1] or all(legal[move][1] for move in others):
            return False
        if answer.alone and any(legal[move][0] for move in others if move != answer.replies[0]):
            return False
        replying = sum(1 << k for k, move in enumerate(answer.replies) if legal[move][0])
        for support in answer.supports:
            sure = replying
            for fluent in range(self.fluents):
                if support.mask >> fluent & 1:
                    sure &= ~(may_not[fluent] if support.bits >> fluent & 1 else may[fluent])
            replying &= ~sure
        return not replying
