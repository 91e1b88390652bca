"""Bounds that lemmas prove: what a claim says of either role, and where none may be used."""

from dataclasses import replace
from math import inf

import pytest

from tests.proofs.knowing import sheet
from tests.search.test_root import STOPPING
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import compiled_game
from zermelo.proofs.kept_invariants import Keeping
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.search.parts import proved
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.proved import Proved, Ruling, bounded
from zermelo.strategies.strategy import Strategy, fingerprint

LEVELS = [0.0, 50.0, 100.0]


@pytest.mark.parametrize(
    ("claim", "role", "worth"),
    [
        (Claim((1,), 0, 100, least=False), 0, 50.0),
        (Claim((1,), 0, 100, least=False), 1, 50.0),
        (Claim((1,), 0, 50, least=False), 0, 0.0),
        (Claim((1,), 0, 50, least=False), 1, 100.0),
        (Claim((1,), 0, 0, least=False), 0, None),
    ],
)
def test_who_is_held_below_a_goal_gets_the_next_lower_one(
    claim: Claim, role: int, worth: float | None
) -> None:
    assert bounded(claim, Role(role), 100, LEVELS) == worth


@pytest.mark.parametrize("sums", [True, False])
def test_bounds_that_need_a_total_are_refused_without_one(
    tictactoe: CompiledGame, sums: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Proved(tictactoe, Role(0), [], [], LEVELS, keeping=Keeping(()), sums=sums)
    found.require(tictactoe.initial)
    monkeypatch.setattr("zermelo.proofs.total.proved_total", lambda *_: None)
    if not sums:
        found.require(tictactoe.initial)
        return
    with pytest.raises(UnsuitedError, match="the lemmas need a constant sum, which is not proved"):
        found.require(tictactoe.initial)


def rulings(game: CompiledGame, worths: list[float], move: str = "(mark 2 2)") -> list[Ruling]:
    """Rules of the first role for the start of a game."""
    held = tuple(bit + 1 for bit in range(game.initial.bit_length()) if game.initial >> bit & 1)
    played = game.read(Role(0), move)
    lemmas = [Lemma(Claim((0,), 0, int(worth)), held, (played,)) for worth in worths]
    return [
        Ruling(worth, lemma, Role(0), played) for worth, lemma in zip(worths, lemmas, strict=True)
    ]


def proved_of(game: CompiledGame, floors: list[float], ceilings: list[float]) -> Proved:
    low, high = rulings(game, floors), rulings(game, ceilings)
    return Proved(game, Role(0), low, high, LEVELS, keeping=Keeping(()), sums=False)


@pytest.mark.parametrize(
    ("floors", "ceilings", "bounds"),
    [
        ([10, 40, 20], [90, 60, 80], (40, 60)),
        ([100], [], (100, 100)),
        ([], [0], (0, 0)),
        ([40], [], (40, inf)),
        ([], [], (-inf, inf)),
    ],
)
def test_the_tightest_bounds_count_and_nobody_gets_more_than_the_best_goal(
    floors: list[float], ceilings: list[float], bounds: tuple[float, float], tictactoe: CompiledGame
) -> None:
    found = proved_of(tictactoe, floors, ceilings).bounds(tictactoe.initial)
    assert (found.low, found.high) == bounds


@pytest.mark.parametrize(
    ("window", "why"),
    [
        ((0, 40), "at least 40"),
        ((0, 41), None),
        ((59, 100), None),
        ((60, 100), "at most 60"),
        ((-inf, inf), None),
    ],
)
def test_a_bound_settles_the_windows_that_it_is_not_inside_of(
    window: tuple[float, float], why: str | None, tictactoe: CompiledGame
) -> None:
    state = tictactoe.initial
    proofs = proved_of(tictactoe, [40], [60])
    duel = Duel(tictactoe, Role(0), lambda _: (50.0, 50.0), proved=proofs)
    settled = duel.settled(state, *window)
    assert (settled and settled.why.partition(" by a lemma")[0]) == why
    if settled is not None:
        assert [tictactoe.spell(Role(0), joint[0]) for joint in settled.line] == ["(mark 2 2)"]


def test_a_cut_is_for_a_lemma_only_if_the_lemma_narrows_the_window(tictactoe: CompiledGame) -> None:
    proofs = proved_of(tictactoe, [40], [60])
    duel = Duel(tictactoe, Role(0), lambda _: (50.0, 50.0), proved=proofs)
    for maximising, bound, wider in ((True, 60, 61), (False, 40, 39)):
        for limit, narrows in ((bound, False), (wider, True)):
            window = (0, limit) if maximising else (limit, 100)
            said = duel.proof_of_cut(tictactoe.initial, maximising, window)
            assert bool(said) is narrows


def test_who_has_no_choice_needs_no_move_of_a_lemma(tictactoe: CompiledGame) -> None:
    duel = Duel(tictactoe, Role(0), lambda _: (50.0, 50.0))
    (ruling,) = rulings(tictactoe, [50])
    assert duel.first_by(ruling, tictactoe.initial)
    noop = tictactoe.read(Role(1), "noop")
    waiting = replace(ruling, side=Role(1), move=noop)
    assert duel.first_by(waiting, tictactoe.initial) == ()


def test_a_match_without_an_end_may_bring_more_than_the_best_goal(
    monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    """The first role is sure of 20 by stopping, which is its only goal; waiting brings half."""
    game = compiled_game("stopping", sheet(STOPPING))
    held = (1 + game.lexicon.fluents.index("(turn a)"),)
    lemma = Lemma(Claim((0,), 0, 20), held, (game.read(Role(0), "stop"),))
    rules = Strategy("stopping", fingerprint(game), "lemmas", "proved", (lemma,))
    monkeypatch.setattr("zermelo.strategies.strategy.load_strategy", lambda *_: rules)
    monkeypatch.setattr("zermelo.proofs.total.proved_total", lambda *_: 100)
    found = proved.proved_by(game, Role(0), "a file")
    assert found is not None
    bounds = found.bounds(game.initial)
    assert (bounds.low, bounds.high) == (20, inf)
    assert (found.least, found.most) == (20, 50)
