"""Play by a table: never worse than its value, whatever the others do, and never invented."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.search.trees import lecture
from tests.solve.tables import ALONE, CYCLES, DUELS, EVERYBODY, reachable, sheets, table_for
from zermelo.errors import PlayError, ReadError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load
from zermelo.search.base import Clock, Result, Thinker, last
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.spec import parse
from zermelo.search.suitability import require
from zermelo.search.tables.believed import keep_table

GameOf = Callable[[str], CompiledGame]
TINY = "nim:pile1=0,pile2=1,pile3=2,pile4=3"


@pytest.fixture(scope="module")
def any_game(game_of: GameOf, tmp_path_factory: pytest.TempPathFactory) -> GameOf:
    """A game of the library, or one of the sheets of these tests."""
    folder = tmp_path_factory.mktemp("sheets")
    sheets(folder)
    return lambda name: load(str(folder / name)) if name.endswith(".kif") else game_of(name)


def player(game: CompiledGame, role: int, folder: Path) -> Thinker:
    """Who plays by the table of a whole game."""
    path = folder / "whole.npz"
    if not path.exists():
        keep_table(table_for(game), path)
    search = parse(f"table:file={path}")
    require(search, game)
    return search.start(game, Role(role), Clock())


def said(think: Thinker, state: State) -> Result:
    found = last(think(state, Clock()))
    assert found is not None
    return found


@pytest.mark.parametrize("name", [*DUELS, *CYCLES, *ALONE])
def test_play_never_loses_value_against_any_reply(
    any_game: GameOf, tmp_path: Path, name: str
) -> None:
    game = any_game(name)
    plain = solved_plainly(game)
    for role in range(len(game.roles)):
        think, seen, todo = player(game, role, tmp_path), {game.initial}, [game.initial]
        while todo:
            state = todo.pop()
            worth, found = plain[state].values, said(think, state)
            assert (found.reported, found.proven) == (worth or (None,), True)
            if game.terminal(state):
                assert (found.move, found.values) == (None, game.goals(state))
                continue
            for child in game.children(state):
                if child.joint[role] != found.move:
                    continue
                after = plain[child.state].values
                if worth is not None:
                    assert after is not None
                    assert after[role] >= worth[role]
                if child.state not in seen:
                    seen.add(child.state)
                    todo.append(child.state)


@pytest.mark.parametrize("name", [*DUELS[:3], "missionaries_and_cannibals"])
def test_the_end_comes_when_the_table_says_against_the_best_replies(
    any_game: GameOf, tmp_path: Path, name: str
) -> None:
    game = any_game(name)
    plain = solved_plainly(game)
    thinkers = [player(game, role, tmp_path) for role in range(len(game.roles))]
    for state in Random(1).sample(sorted(plain), min(40, len(plain))):
        here, left = state, plain[state].distance
        if left is None:
            continue
        line = said(thinkers[0], state).line
        for _ in range(left):
            joint = tuple(
                said(think, here).move for think in thinkers
            )  # of roles without a choice, too
            assert None not in joint
            here = game.next(here, joint)  # type: ignore[arg-type]  # none is None
        assert game.terminal(here)
        assert len(line) == left
        if left:
            assert said(thinkers[0], state).values == game.goals(here)


@pytest.mark.parametrize("name", EVERYBODY)
def test_many_roles_play_the_line_of_maxn(any_game: GameOf, tmp_path: Path, name: str) -> None:
    game = any_game(name)
    for role in range(len(game.roles)):
        think = player(game, role, tmp_path)
        maxn = parse("maxn").start(game, Role(role), Clock())
        for state in reachable(game, game.initial):
            found, wanted = said(think, state), said(maxn, state)
            assert (found.move, found.values) == (wanted.move, wanted.values)
            assert (found.line, found.proven) == (wanted.line, wanted.proven)
            assert "of moves worth the same to their mover" in found.note or game.terminal(state)


def test_a_match_that_does_not_end_is_called_so(any_game: GameOf, tmp_path: Path) -> None:
    game = any_game("round.kif")
    found = said(player(game, 0, tmp_path), game.initial)
    assert (found.values, found.note) == ((27.5, 27.5), "the match does not end")
    assert found.move == game.read(Role(0), "wait")


def test_where_no_end_can_be_reached_there_is_no_value(any_game: GameOf, tmp_path: Path) -> None:
    game = any_game("missionaries_and_cannibals")
    dead = [state for state, worth in solved_plainly(game).items() if worth.values is None]
    think = player(game, 0, tmp_path)
    for state in dead:
        found = said(think, state)
        assert (found.unsolvable, found.reported, found.proven) == (True, (None,), True)
        assert found.move in game.legal(state, Role(0))


def test_every_move_has_its_value(any_game: GameOf, tmp_path: Path) -> None:
    game = any_game("tictactoe")
    found = said(player(game, 0, tmp_path), game.initial)
    assert [one.worth for one in found.prospects] == [50.0] * 9
    assert said(player(game, 1, tmp_path), game.initial).prospects == ()


def test_a_position_that_is_not_in_it_has_no_value(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of(TINY)
    later = game.children(game.initial)[0].state
    path = tmp_path / "later.npz"
    keep_table(table_for(game, later), path)
    think = parse(f"table:file={path}").start(game, Role(0), Clock())
    assert said(think, later).proven
    known = reachable(game, later)
    for state in reachable(game, game.initial) - known:
        if game.terminal(state):
            continue  # the rules say what it is worth
        place = " ".join(game.describe(state))
        with pytest.raises(PlayError) as raised:
            said(think, state)
        told = f"{path} does not know the position {place}: it has the {len(known)} that can be"
        assert str(raised.value).startswith(told)


def test_it_needs_a_file_of_a_game_with_rules(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of(TINY)
    with pytest.raises(UsageError, match=r"table needs a file: table:file=NAME"):
        parse("table").start(game, Role(0), Clock())
    with pytest.raises(UnsuitedError, match=r"a table is for rules, and .* has none"):
        parse("table:file=any.npz").start(lecture(), Role(0), Clock())
    (tmp_path / "poem.npz").write_text("a poem")
    with pytest.raises(ReadError, match=r"poem\.npz is no table that `zermelo solve --table`"):
        parse(f"table:file={tmp_path / 'poem.npz'}").start(game, Role(0), Clock())
