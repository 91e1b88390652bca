"""Every lemma and every value against the definition, in games that have no sense."""

from pathlib import Path

import pytest

from tests.learn.odd_games import forceable, odd_positions, odd_rules, reachable
from zermelo.audit.audit import audit
from zermelo.audit.certificate import read_certificate
from zermelo.audit.theory import Effort
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load
from zermelo.learn.guarantees import guarantees
from zermelo.learn.learning import LearnedStrategy, learn
from zermelo.learn.levels import levels_of
from zermelo.learn.selection import rules_to_play_by
from zermelo.learn.strategy_file import strategy_text
from zermelo.learn.verify import verify
from zermelo.process.limits import Allowance
from zermelo.proofs.lemmas import Claim, orbit
from zermelo.proofs.total import proved_total
from zermelo.text.source import Source

SEEDS = range(6)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_proved_of_odd_games_is_true(seed: int, tmp_path: Path) -> None:
    path = tmp_path / f"odd{seed}.kif"
    path.write_text(odd_rules(seed))
    game = load(str(path))
    for start in odd_positions(game, seed):
        found = learn(game, start)
        check(game, start, found)
        text = strategy_text(game, found, rules_to_play_by(game, found), game.name)
        certificate = read_certificate(Source("a strategy", text), Allowance(60, 1000))
        assert audit(certificate, Effort()).wrong == []
        forces = [one for one in certificate.claims if one["claim"] == "forces"]
        sure = {one["role"]: one["goal"] for one in forces}
        shared = found.ends and proved_total(game, start) is not None
        for name, value in zip(game.roles, found.values, strict=True):
            assert value == sure.get(name, 0) or game.terminal(start) or shared


def check(game: CompiledGame, start: State, found: LearnedStrategy) -> None:
    """Compare all that was learnt of a position with what can be forced."""
    states = reachable(game, start)
    graph = guarantees(game, start)
    assert {game.state(row) for row in graph.rows} == set(states)
    known: dict[Claim, set[State]] = {}

    def true_of(claim: Claim) -> set[State]:
        if claim not in known:
            known[claim] = forceable(game, claim, states)
            sure = {game.state(row) for row in graph.rows[graph.sure(claim)]}
            assert known[claim] == sure
        return known[claim]

    for lemma in found.lemmas:
        for image in orbit(lemma, found.symmetries):
            covered = {state for state in states if image.covers(state)}
            assert covered <= true_of(image.claim), f"{image} is wrong"
    for role in range(len(game.roles)):
        claims = [Claim((role,), role, value) for value in levels_of(game)[role]]
        most = max([0, *(claim.value for claim in claims if start in true_of(claim))])
        assert found.values[role] <= most
        if found.complete:
            assert found.values[role] == most
    rules = rules_to_play_by(game, found)
    checked = verify(
        game, rules, found.symmetries, invariants=found.invariants, start=start, megabytes=64
    )
    assert checked.wrong == checked.wrong_moves == ()
    if found.complete:
        for value, proved in zip(checked.guaranteed, found.values, strict=True):
            assert (value or 0) >= proved
