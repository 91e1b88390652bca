"""What was learnt, as a strategy file: rules to play by, and the certificate that proves them."""

from collections.abc import Sequence

from zermelo.game.compiled_game import CompiledGame
from zermelo.learn.learning import LearnedStrategy
from zermelo.proofs.lemmas import Lemma
from zermelo.strategies.strategy import Strategy, fingerprint, spell_strategy
from zermelo.strategies.strategy_certificate import certificate_lines


def strategy_text(
    game: CompiledGame, found: LearnedStrategy, rules: Sequence[Lemma], name: str
) -> str:
    """Return rules that were learnt of a game as the text of a strategy file.

    That a single role can get no more is said by rules that nobody plays: they are left out.
    """
    played = tuple(rule for rule in rules if rule.claim.side)
    strategy = Strategy(name, fingerprint(game), "lemmas", "proved", played)
    proof = certificate_lines(
        game,
        found.start,
        played,
        found.lemmas,
        found.invariants,
        found.symmetries,
        single=found.single,
    )
    return spell_strategy(strategy, game, found.symmetries, proof)
