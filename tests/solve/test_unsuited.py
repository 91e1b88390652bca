"""Games that turn out to be unsuited while they are explored: both solvers say the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.base import Clock, Limits
from zermelo.search.solve import prove
from zermelo.search.solve.graph import explore
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.spec import parse
from zermelo.search.suitability import require

DUEL = """
(role a) (role b) (init (heap 2))
(<= (legal a (take 1)) (true (heap ?n)))
(<= (legal a (take 2)) (true (heap 2)))
(<= (legal b noop) (true (heap ?n)))
(<= (next (heap 1)) (true (heap 2)) (does a (take 1)))
(<= (next (heap 0)) (true (heap 2)) (does a (take 2)))
(<= (next (heap 0)) (true (heap 1)))
(<= (next late) (true (heap 1)))
(<= terminal (true (heap 0)))
(<= (goal a 100) (true (heap 0)))
(<= (goal b 0) (true (heap 0)))
"""


def duel(folder: Path, old: str = "", new: str = "") -> CompiledGame:
    assert old in DUEL
    path = folder / "duel.kif"
    path.write_text(DUEL.replace(old, new) if old else DUEL)
    return load(str(path))


def test_a_duel_that_is_sound_is_solved(tmp_path: Path) -> None:
    assert sum(explore(duel(tmp_path)).levels) == 4


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(goal a 100) (true (heap 0))", "(goal a 100) (true (heap 2))", "no goal, or two"),
        (
            "(goal b 0) (true (heap 0))",
            "(goal b 0) (true (heap 0)) (not (true late)))\n"
            "(<= (goal b 50) (true (heap 0)) (true late)",
            "is not constant-sum: its ends share out 1[05]0 and 1[05]0.*; .* suits .*random",
        ),
    ],
)
def test_both_solvers_refuse(tmp_path: Path, old: str, new: str, message: str) -> None:
    game = duel(tmp_path, old, new)
    with pytest.raises(UnsuitedError, match=message):
        explore(game)
    with pytest.raises(UnsuitedError, match=message):
        solved_plainly(game)


@pytest.mark.usefixtures("in_process")
def test_a_role_without_a_move_is_refused(tmp_path: Path) -> None:
    game = duel(tmp_path, "(legal b noop) (true (heap ?n))", "(legal b noop) (true (heap 2))")
    with pytest.raises(UnsuitedError, match="a role has no legal move before the end"):
        explore(game)
    with pytest.raises(UnsuitedError, match="a role has no legal move before the end"):
        solved_plainly(game)


def test_time_that_is_up_is_said(tictactoe: CompiledGame) -> None:
    clock = Clock(Limits(seconds=0))
    with pytest.raises(LimitError, match=r"^no value was proven within 0 s; by then: [^;]*$"):
        prove.prove(tictactoe, tictactoe.initial, clock)


def test_what_does_not_fit_is_searched_and_said(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise LimitError("too many positions")

    monkeypatch.setattr(prove, "solved", full)
    told: list[str] = []
    answer, solution = prove.prove(
        tictactoe, tictactoe.initial, Clock(), fold=False, change=told.append
    )
    assert told == ["too many positions; going on with exact"]
    assert (answer.values, answer.proven, solution) == ((50, 50), True, None)

    def endless(*_: object, **__: object) -> None:
        raise UnsuitedError("not known to end")

    monkeypatch.setattr(prove, "searched", endless)
    message = f"^too many positions; nor can {prove.SEARCH} prove it: not known to end$"
    with pytest.raises(LimitError, match=message):
        prove.prove(tictactoe, tictactoe.initial, Clock(), fold=False, whole=True)


def test_many_positions_that_no_search_suits_are_solved_all_the_same(
    game_of: Callable[[str], CompiledGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("toads_and_frogs")
    every, _ = prove.prove(game, game.initial, Clock())

    def endless(*_: object, **__: object) -> None:
        raise UnsuitedError("not known to end")

    monkeypatch.setattr(prove, "MANY", 10)
    few, _ = prove.prove(game, game.initial, Clock(), lean=True)
    assert (few.values, few.positions, few.method) == (every.values, None, "exact")
    monkeypatch.setattr(prove, "searched", endless)
    told: list[str] = []
    many, _ = prove.prove(game, game.initial, Clock(), lean=True, change=told.append)
    assert told == [f"{game.name} has more than 10 positions; going on with exact"]
    assert (many.values, many.positions) == (every.values, every.positions)


def test_every_move_has_the_value_of_the_whole_solution(
    game_of: Callable[[str], CompiledGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("connect_four:width=4,height=4,line=3")
    whole, _ = prove.prove(game, game.initial, Clock(), whole=True)
    monkeypatch.setattr(prove, "MANY", 10)
    asked, _ = prove.prove(game, game.initial, Clock(), lean=True, every_move=True)
    assert asked.method == "exact"
    assert [(one.joint, one.worth.values) for one in asked.choices] == [
        (one.joint, one.worth.values) for one in whole.choices
    ]
    assert {one.joint for one in whole.best} <= {one.joint for one in asked.best}
    with pytest.raises(LimitError, match=r"random does not prove the value of \(drop 1\) noop"):
        prove.searched(game, game.initial, Clock(), "random", every_move=True)


def test_matches_that_are_too_long_are_said(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(results: object) -> None:
        raise RecursionError

    monkeypatch.setattr(prove, "last", endless)
    with pytest.raises(LimitError, match="has matches too long to be searched to the end"):
        prove.searched(tictactoe, tictactoe.initial, Clock(), "alphabeta")


def test_a_search_that_finds_nothing_is_said(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove, "last", lambda results: None)
    with pytest.raises(LimitError, match="random found nothing in"):
        prove.searched(tictactoe, tictactoe.initial, Clock(), "random")


def test_chance_is_chance_however_it_is_spelled() -> None:
    nodes = (DrawnNode("a", Role(0), (1,), ("x",)), DrawnNode("b", Role(0), values=(50.0, 50.0)))
    game = TreeGame("dice", ("max", "Random"), nodes)
    with pytest.raises(UnsuitedError, match=r"dice has chance \(the role random\)"):
        solved_plainly(game)
    with pytest.raises(UnsuitedError, match="needs a game without chance"):
        require(parse("alphabeta"), game)


@pytest.mark.parametrize("seconds", [None, 0])
def test_what_alphabeta_has_not_proven_is_an_answer_only_while_there_is_time(
    seconds: float | None, tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()

    def full(*_: object, **__: object) -> None:
        raise LimitError("too many positions")

    def guessed(*_: object, **__: object) -> prove.Solved:
        clock.limits = Limits(seconds=seconds)
        return prove.Solved((50.0, 50.0), (), 7, None, "alphabeta")

    monkeypatch.setattr(prove, "solved", full)
    monkeypatch.setattr(prove, "searched", guessed)
    if seconds is None:
        answer, _ = prove.prove(tictactoe, tictactoe.initial, clock, fold=False)
        assert not answer.proven
        return
    with pytest.raises(LimitError, match=f"within 0 s; by then: 7 nodes of {prove.SEARCH}"):
        prove.prove(tictactoe, tictactoe.initial, clock, fold=False)


def test_where_no_search_could_prove_a_value_all_positions_do(
    game_of: Callable[[str], CompiledGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("connect_four:width=4,height=4,line=3")
    monkeypatch.setattr(prove, "MANY", 10)
    monkeypatch.setattr(prove, "constant_sum", lambda *_: None)
    found, _ = prove.prove(game, game.initial, Clock(), lean=True)
    assert (found.proven, found.method) == (True, "retrograde")
