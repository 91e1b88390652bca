"""Traits that searches rest on: the cheapest proof, the same on any machine, from any position."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tests.proofs.knowing import here, sheet
from tests.proofs.small import small_game
from zermelo.errors import LimitError
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Trait
from zermelo.game.load import compiled_game, read_rules
from zermelo.ground.program import Program
from zermelo.process.child import MemoryOutError, TimeOutError
from zermelo.proofs.total import proved_total
from zermelo.proofs.trait_claims import TraitClaims, proved, trait_claims


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


def game_of(name: str) -> CompiledGame:
    return compiled_game(name, compiled(read_rules(name)))


def claims_of(game: CompiledGame) -> TraitClaims:
    assert game.program is not None
    return proved(game, game.program)


def test_a_total_by_cases_rests_on_the_rules_alone() -> None:
    claims = trait_claims(game_of("reversi:size=4"))
    assert claims.total == 100
    assert claims.rests_on(Trait.CONSTANT_SUM) == ("rules",)


def test_a_total_of_lines_needs_invariants() -> None:
    game = game_of("tictactoe")
    claims = trait_claims(game)
    assert claims.total == 100
    assert claims.rests_on(Trait.CONSTANT_SUM) == ("rules", "invariants (proved)")
    assert claims.findings(game).keys() == {Trait.TURNS, Trait.CONSTANT_SUM, Trait.PERFECT}
    assert trait_claims(game) is claims  # it is not proved twice


def test_the_same_is_proved_however_slow_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("connect_four:width=3,height=3,line=3")
    fast = claims_of(game)
    ticks = count(step=3600.0)
    monkeypatch.setattr("zermelo.proofs.budget.time.monotonic", lambda: next(ticks))
    assert claims_of(game) == fast
    assert fast.limit == ""


def test_few_steps_prove_less_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("tictactoe")
    proved_by = []
    for steps in (0, 3000, 30_000, 10**7):
        monkeypatch.setattr("zermelo.proofs.trait_claims.STEPS_FOR_CLAIMS", steps)
        claims = claims_of(game)
        proved_by.append(set(claims.claims))
        assert claims.limit == ("" if len(claims.claims) == 3 else "steps")
    assert proved_by[0] == set()
    assert proved_by[-1] == {"turns", "playable", "constant_sum"}


def test_a_game_without_rules_has_no_proofs() -> None:
    game = replace(game_of("tictactoe"), program=None)
    assert trait_claims(game).claims == {}
    assert proved_total(game) is None


def test_hidden_information_is_never_proved_perfect() -> None:
    game = game_of("kuhn_poker")
    assert Trait.PERFECT not in trait_claims(game).findings(game)
    assert Trait.PERFECT not in trait_claims(small_game(0).game).findings(small_game(0).game)


@pytest.mark.parametrize(
    ("error", "limit"), [(MemoryOutError("full"), "memory"), (TimeOutError("late"), "time")]
)
def test_a_sandbox_that_fails_proves_nothing_and_says_why(
    monkeypatch: pytest.MonkeyPatch, error: LimitError, limit: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("zermelo.proofs.tables.call", fail)
    assert claims_of(game_of("tictactoe")) == TraitClaims({}, None, limit)
    by_cases = claims_of(game_of("reversi:size=4"))
    assert (by_cases.total, set(by_cases.claims)) == (100, {"constant_sum"})


TWO_GOALS = """
(role a) (role b) (init on) (legal a wait) (legal b wait) (<= (next off) (true on))
(<= terminal (true off)) (goal a 100) (goal b 0) (<= (goal b 10) (true off))
"""


def test_two_goals_at_once_are_no_total() -> None:
    assert proved_total(compiled_game("two goals", sheet(TWO_GOALS))) is None


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The games whose traits were proved, with an empty store."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    names: list[str] = []

    def noted(game: CompiledGame, program: Program) -> TraitClaims:
        names.append(game.name)
        return proved(game, program)

    monkeypatch.setattr("zermelo.proofs.trait_claims.proved", noted)
    return names


def test_what_is_proved_is_kept(proofs: list[str]) -> None:
    first, second = (trait_claims(game_of("tictactoe")) for _ in range(2))
    assert first == second
    assert first.claims["constant_sum"].invariants
    assert proofs == ["tictactoe"]
    trait_claims(game_of("nim"))
    assert proofs == ["tictactoe", "nim"]


def test_a_proof_with_fewer_steps_is_another_one(
    proofs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    trait_claims(game_of("tictactoe"))
    monkeypatch.setattr("zermelo.proofs.trait_claims.STEPS_FOR_CLAIMS", 1)
    assert not trait_claims(game_of("tictactoe")).claims
    assert proofs == ["tictactoe"] * 2


@pytest.mark.parametrize("error", [TimeOutError, MemoryOutError])
def test_what_time_or_memory_has_cut_is_tried_again(
    proofs: list[str], monkeypatch: pytest.MonkeyPatch, error: type[LimitError]
) -> None:
    def cut(*_: object, **__: object) -> None:
        raise error("no more")

    with monkeypatch.context() as patch:
        patch.setattr("zermelo.proofs.trait_claims.asked", cut)
        assert not trait_claims(game_of("tictactoe")).claims
    assert trait_claims(game_of("tictactoe")).claims
    assert proofs == ["tictactoe"] * 2


def test_proofs_of_a_game_that_is_not_kept_leave_nothing(proofs: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        trait_claims(compiled_game("nim", compiled(read_rules("nim"), keep=False)))
    assert proofs == ["nim"] * 2
    assert not [*tmp_path.glob("games/*")]
