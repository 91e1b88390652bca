"""A constant sum is proved by looking at every position, or by a solver, never by samples."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.search.asp_games import written
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Role, Trait
from zermelo.game.proof import Proof, by_enumeration, by_rules, by_search, by_solver, by_traits
from zermelo.play.thought import thought
from zermelo.search.base import Limits, Result
from zermelo.search.findings import findings
from zermelo.search.parts import premises
from zermelo.search.parts.premises import constant_sum, discharged, enumerated
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
RARE = """
role(x). role(y). init(step(0)). init(ones(0)). bit(0..1). number(0..20).
mover(x) :- true(step(N)), N \\ 2 = 0.
mover(y) :- true(step(N)), N \\ 2 = 1.
legal(R,say(B)) :- mover(R), bit(B).
legal(R,noop) :- role(R), not mover(R).
next(step(N+1)) :- true(step(N)), number(N+1).
next(ones(M)) :- true(ones(N)), does(R,say(B)), number(M), M = N + B.
terminal :- true(step(20)).
all :- true(ones(20)).
goal(R,100) :- role(R), terminal, all.
goal(R,50) :- role(R), terminal, not all.
"""
"""One match of a million gives both roles 100; all others share out 50 and 50."""


@pytest.fixture(scope="module")
def rare() -> CompiledGame:
    return written(RARE, "rare")


@pytest.mark.parametrize("spec", ["auto", "mcts", "alphabeta", "iterative", "scout", "mtd"])
def test_a_rare_end_with_another_sum_lets_nobody_prove_half(spec: str, rare: CompiledGame) -> None:
    assert findings(rare)[Trait.CONSTANT_SUM].evidence is Evidence.UNREFUTED
    found = thought(rare, parse(spec), rare.initial, Role(0), Limits(nodes=2000)).result
    assert not found.proven or found.values == (100, 100)


def test_it_is_refuted_by_looking_at_every_position(rare: CompiledGame) -> None:
    assert enumerated(rare, rare.initial, 10**7) is False
    assert constant_sum(rare, rare.initial) is None


def test_how_much_is_looked_at_is_counted_in_gates(game_of: Games) -> None:
    game = game_of("tictactoe")
    assert enumerated(game, game.initial, 1000) is True
    found = enumerated(game, game.initial, 10**6)
    assert isinstance(found, Proof)
    assert found.rests_on == ("complete enumeration (5,478 positions)",)


def test_where_positions_are_many_a_solver_is_asked(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = written(RARE.replace("goal(R,100)", "goal(R,50)").replace("terminal, all.", "all."))
    monkeypatch.setattr(premises, "LITTLE", 0)
    monkeypatch.setattr(premises, "MUCH", 0)
    asked = []

    def total(*question: object) -> int | None:
        asked.append(question)
        return 100

    monkeypatch.setattr("zermelo.proofs.total.proved_total", total)
    proof = constant_sum(game, game.initial)
    assert asked == [(game, game.initial)]
    assert proof is not None
    assert proof.rests_on == ("constant sum (proved)",)


def test_a_proof_is_not_made_from_samples() -> None:
    with pytest.raises(TypeError, match="a Proof is made from the rules"):
        Proof(("it seemed so",))
    sampled = Finding(Evidence.UNREFUTED, 10**9)
    proved = Finding(Evidence.PROVED)
    assert by_traits([(Trait.TURNS, proved), (Trait.CONSTANT_SUM, sampled)]) is None
    assert by_traits([(Trait.TURNS, proved)]) is not None


def test_proofs_name_all_that_they_rest_on_once() -> None:
    both = by_search() & by_solver("constant sum") & by_search() & by_enumeration(1)
    assert both.rests_on == (
        "search to the end",
        "constant sum (proved)",
        "complete enumeration (1 position)",
    )
    assert by_rules().rests_on == ("the rules",)


@pytest.mark.parametrize(("goal", "proved"), [(50, True), (40, False)])
def test_what_is_not_known_at_once_is_looked_at_on_demand(
    goal: int, proved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "role(x). role(y). init(s). legal(x,l). legal(x,m). legal(y,noop). "
    rules += "next(did(M)) :- does(x,M). terminal :- true(did(M)). "
    rules += f"goal(x,50) :- true(did(l)). goal(x,{goal}) :- true(did(m)). goal(y,50) :- terminal."
    game = written(rules)
    monkeypatch.setattr(premises, "LITTLE", 0)
    monkeypatch.setattr(
        "zermelo.proofs.total.proved_total", lambda *_: pytest.fail("a solver is not needed")
    )
    assert premises.at_once(game, game.initial) is None
    proof = constant_sum(game, game.initial)
    assert (proof is not None) == proved
    assert proof is None or proof.rests_on == ("complete enumeration (3 positions)",)


HALF_STUCK = """
role(x). role(y). init(s).
legal(x,l) :- true(s). legal(x,m) :- true(s). legal(y,noop) :- true(s).
next(did(M)) :- does(x,M). terminal :- true(did(l)). terminal :- true(late).
goal(x,50) :- true(did(l)). goal(y,50) :- true(did(l)).
"""
"""After m nobody has a move, and no match ends."""


def test_a_match_that_breaks_off_is_not_proved_away_by_a_solver(
    monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    game = written(HALF_STUCK)
    for name in ("LITTLE", "MUCH"):
        monkeypatch.setattr(premises, name, -1)
    monkeypatch.setattr("zermelo.proofs.total.proved_total", lambda *_: 100)
    assert constant_sum(game, game.initial) is not None
    assert constant_sum(game, game.initial, premises.SUM_OF_ALL) is None


LATER = """
legal(R,on) :- role(R), true(did(m)). next(late) :- does(x,on). goal(R,90) :- role(R), true(late).
"""
"""What may come after m, and shares out more."""


@pytest.mark.parametrize(
    ("more", "unproved"),
    [("", "every role always has a move"), (LATER, "all ends share out the same total")],
    ids=["stuck", "uneven"],
)
def test_what_is_not_proved_is_named(more: str, unproved: str) -> None:
    game = written(HALF_STUCK + more)
    found = Result(None, (50.0, 50.0), premise=premises.SUM_OF_ALL)
    doubt = f"not proven: it is not proved that {unproved}"
    assert discharged(found, game, game.initial).note == doubt
    noted = discharged(replace(found, note="seen"), game, game.initial)
    assert (noted.note, noted.proven) == (f"seen; {doubt}", False)


def test_an_end_without_a_goal_refutes_a_constant_sum() -> None:
    goals = "goal(x,50) :- true(did(l)). goal(y,50) :- true(did(l))."
    assert goals in HALF_STUCK
    rules = HALF_STUCK.replace(goals, "goal(x,50) :- terminal. goal(y,0) :- true(did(l)).")
    game = written(rules + "terminal :- true(did(m)).")
    assert enumerated(game, game.initial, 10**6) is False


@pytest.mark.parametrize("limit", ["MOST_POSITIONS", "MOST_STEPS"])
def test_more_positions_or_moves_than_fit_settle_nothing(
    limit: str, tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(premises, limit, 100)
    assert enumerated(tictactoe, tictactoe.initial, 10**6) is True
