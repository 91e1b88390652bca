"""Constants become variables only where they may be exchanged."""

from collections.abc import Callable

import clingo
import pytest

from tests.search.asp_games import Inside, written
from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.library import entry
from zermelo.learn.best_do import best_moves, spell_best_moves
from zermelo.learn.lifted import check_sorts, lifted, read_sorts
from zermelo.proofs.invariants import invariants
from zermelo.rules.time import explicit_time
from zermelo.text.asp import read
from zermelo.text.source import Source
from zermelo.text.spell import spell_rule

Games = Callable[[str], CompiledGame]
SMALL_NIM = "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0"
PILES = read_sorts(entry("nim_capped").subst_var)


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child process for the search: what it would do is done here."""
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Inside)


def test_piles_become_variables_and_their_sizes_do_not(game_of: Games) -> None:
    game = game_of(SMALL_NIM)
    assert game.program is not None
    counts = invariants(game, game.program).counts
    text = spell_best_moves(best_moves(game)[:1], game, "infix", counts, PILES)
    assert " ".join(text.split()) == (
        "best_do(a,remove(Pile_3,2)) :- true(control(a)) & true(has(Pile_1,0)) & "
        "true(has(Pile_2,0)) & true(has(Pile_3,2)) & true(has(Pile_4,0)) & "
        "distinct(Pile_3,Pile_1) & distinct(Pile_3,Pile_2) & distinct(Pile_3,Pile_4) & "
        "distinct(Pile_1,Pile_2) & distinct(Pile_1,Pile_4) & distinct(Pile_2,Pile_4)"
    )


def test_lifted_rules_hold_for_other_piles_in_plain_clingo(game_of: Games) -> None:
    game, other = game_of(SMALL_NIM), game_of("nim_capped:pile1=3,pile2=0,pile3=2,pile4=2")
    assert other.sheet is not None
    text = spell_best_moves(best_moves(game), game, sorts=PILES)
    control = clingo.Control()
    control.add("base", [], explicit_time(other.sheet, 7, maximize="b") + text)
    control.ground([("base", [])])
    shown: list[str] = []
    control.solve(on_model=lambda model: shown.append(str(model)))
    assert "does(a,remove(1,3),0)" in shown[-1]


@pytest.mark.parametrize(
    ("places", "message"),
    [
        (["has 2", "remove 2"], "may not be exchanged: "),
        (["has 1"], "may not be exchanged: in .* does not lead to the image"),
        (["control 1"], "may not be exchanged: in .* has not the same moves"),
        (["pile 1"], "has no two constants of the sort odd"),
    ],
)
def test_a_sort_that_is_unsound_is_refused_with_what_is_wrong(
    places: list[str], message: str, game_of: Games
) -> None:
    with pytest.raises(UnsuitedError, match=message):
        check_sorts(game_of(SMALL_NIM), read_sorts({"odd": places}))


def test_a_sort_that_differs_in_what_follows_is_refused(in_process: None) -> None:
    rules = """
    role(p). init(at(1)). legal(p,go(1)). legal(p,go(2)).
    next(at(2)) :- does(p,go(1)). next(at(2)) :- does(p,go(2)). next(at(1)) :- true(never).
    next(never) :- true(never). terminal :- true(never). goal(p,50).
    """
    with pytest.raises(UnsuitedError, match="a move does not lead to the image of where it leads"):
        check_sorts(written(rules), read_sorts({"odd": ["at 1", "go 1"]}))


def test_a_sort_whose_goals_differ_is_refused(in_process: None) -> None:
    rules = """
    role(p). init(at(1)). legal(p,go(1)). legal(p,go(2)). next(at(N)) :- does(p,go(N)).
    terminal :- true(at(3)). goal(p,50) :- true(at(1)). goal(p,20) :- true(at(2)).
    """
    with pytest.raises(UnsuitedError, match="and its image the end or the goals differ"):
        check_sorts(written(rules), read_sorts({"odd": ["at 1", "go 1"]}))


def test_what_no_match_shows_to_be_wrong_still_has_to_be_shown_right(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.learn.lifted.STATES", 0)
    with pytest.raises(UnsuitedError, match="it is not shown that 1 and 2 of the sort odd may be"):
        check_sorts(game_of(SMALL_NIM), read_sorts({"odd": ["has 1"]}))


@pytest.mark.parametrize("place", ["has", "has 0", "has x", " 1", ""])
def test_what_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(UsageError, match="is no place; one is spelled 'has 1'"):
        read_sorts({"pile": [place]})


def test_constants_of_different_sorts_are_not_said_to_differ() -> None:
    (rule,) = read(
        Source("rule", "best(p) :- true(cell(1,2)), not true(cell(2,2)), true(up(1)).")
    ).rules
    found = lifted(rule, read_sorts({"row": ["cell 1"], "column": ["cell 2"]}))
    (text,) = spell_rule(found, "infix")
    assert " ".join(text.split()) == (
        "best(p) :- true(cell(Row_1,Column_2)) & ~true(cell(Row_2,Column_2)) & true(up(1)) & "
        "distinct(Row_1,Row_2)"
    )
