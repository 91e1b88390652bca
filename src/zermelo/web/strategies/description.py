"""Strategies -> what a page shows: every rule in words, whose it is, and how it is known."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.learning import LearnedStrategy, work_done
from zermelo.proofs.lemmas import Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.playbook import Playbook
from zermelo.strategies.strategy import Strategy, generators_of, trusted_strategy
from zermelo.strategies.wording import wording
from zermelo.text.plural import several
from zermelo.text.source import Source

LISTED = 500
"""Rules that are sent to a page; the file has all."""
ENDLESS = "An endless match counts as half of the total for each role, which may be more."
"""Shown where the value of a role may be higher than what it can force at an end."""


class ReadStrategy:
    """A strategy that was read, with all images of its rules."""

    def __init__(self, game: CompiledGame, strategy: Strategy, alike: Sequence[Symmetry]) -> None:
        """Unfold the images."""
        self.game, self.strategy, self.symmetries = game, strategy, tuple(alike)
        self.book = Playbook(game, strategy.lemmas, alike, strategy.invariants)

    def rules(self) -> list[dict[str, Any]]:
        """Return the rules in words; those to play by come first, the surest win before others."""
        lemmas = self.strategy.lemmas
        order = sorted(range(len(lemmas)), key=lambda number: rank(lemmas[number]))
        players: dict[int, set[str]] = {}
        for role, images in self.book.images.items():
            for image in images:
                players.setdefault(image.origin, set()).add(self.game.roles[role])
        words = wording(self.game)
        return [
            {
                "rule": number,
                "text": words.lemma(lemmas[number]),
                "outcome": words.outcome(lemmas[number].claim),
                "roles": sorted(players.get(number, ()), key=self.game.roles.index),
                "status": self.strategy.status,
            }
            for number in order[:LISTED]
        ]


def rank(lemma: Lemma) -> tuple[bool, bool, int, int]:
    """Return what rules are ordered by: how short a rule is comes last."""
    claim = lemma.claim
    return not lemma.moves, not claim.least, -claim.value, len(lemma.literals)


@lru_cache(maxsize=2)
def reading(game: CompiledGame, text: str) -> ReadStrategy:
    """Return what a strategy says; one that calls itself proved is audited, or refused."""
    strategy = trusted_strategy(game, Source("this strategy", text))
    return ReadStrategy(game, strategy, generators_of(strategy, game))


def strategy_object(
    game: CompiledGame, text: str, learned: LearnedStrategy | None
) -> dict[str, Any]:
    """Return a strategy with everything that its page shows of it."""
    read = reading(game, text)
    rules = read.rules()
    count = len(read.strategy.lemmas)
    status = read.strategy.status
    found: dict[str, Any] = {
        "method": "lemmas",
        "status": status,
        "text": text,
        "rules": rules,
        "count": count,
        "title": f"{status} strategy, {several(count, 'rule')}",
        "roles": list(game.roles),
    }
    if learned is None:
        how = "proved: the file passed an audit" if status == "proved" else "claimed, not proved"
        said = f"{several(count, 'rule')}, {how}."
        return found | {"brought": True, "sentences": [said]}
    values = dict(zip(game.roles, learned.values, strict=True))
    return found | {
        "complete": learned.complete,
        "values": values,
        "lemmas": len(learned.lemmas),
        "nodes": learned.nodes,
        "calls": learned.calls,
        "seconds": round(learned.seconds, 1),
        "sentences": sentences(game, learned, count),
    }


def sentences(game: CompiledGame, learned: LearnedStrategy, count: int) -> list[str]:
    """Return what was proved, and what was not, for people."""
    work = f"{work_done(learned.nodes, len(learned.lemmas))}, {learned.seconds:.1f} s"
    if not learned.complete:
        said = (
            f"The time was up before the position was decided: {work}. What was proved until then "
            "is true, and can be played by where it applies."
        )
        return [said, *forced(game, learned)]
    played = f"{several(count, 'rule')} to play by; {work}."
    return [*forced(game, learned), *([ENDLESS] if learned.endless else []), played]


def forced(game: CompiledGame, learned: LearnedStrategy) -> list[str]:
    """Return what each role is proved to be able to force; nothing where that is the least."""
    words = wording(game)
    return [
        f"{name} can force at least {value} ({words.worth(Role(role), float(value))})."
        if value > min(words.levels(role))
        else f"Of {name} nothing is proved but the least that it can get, {value}."
        for role, (name, value) in enumerate(zip(game.roles, learned.values, strict=True))
    ]
