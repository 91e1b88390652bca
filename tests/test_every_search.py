"""Every search of the catalogue, on a few small games: what callers count on."""

from collections.abc import Callable

import pytest

from tests.search.trees import lecture
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.search.base import Clock, Limits, Result, Search, last, searches
from zermelo.search.spec import options, parse, spell
from zermelo.search.suitability import require, suiting

Games = Callable[[str], CompiledGame]
NAMES = sorted(searches())
GAMES = ["lecture", "tictactoe", "nim:pile1=1,pile2=1,pile3=1,pile4=0", "lights_out"]
UNSUITED = ["rock_paper_scissors", "tictactoe_3p", "pig_race"]


def game_called(name: str, game_of: Games) -> Game:
    return lecture() if name == "lecture" else game_of(name)


def thoughts(
    search: Search, game: Game, limits: Limits, state: State | None = None
) -> list[Result]:
    """All results for the first role."""
    results: list[Result] = []
    clock = Clock(limits)
    think = search.start(game, Role(0), clock)
    found = think(game.initial if state is None else state, clock)
    last(results.append(result) or result for result in found)  # type: ignore[func-returns-value]
    assert limits.nodes is None or clock.count.nodes <= limits.nodes
    return results


def suited(name: str, game: Game) -> Search:
    """The search, if it suits the game; else the test is over."""
    if name not in suiting(game):
        pytest.skip("does not suit it")
    # Without their file they refuse to play; tests/apps/test_learn*.py give them one.
    if "file" in {option.name for option in options(searches()[name])}:
        pytest.skip("plays by a file")
    search = parse(name)
    require(search, game)
    return search


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game_name", GAMES)
class TestOnASmallGame:
    """What every search does on every game that it suits."""

    def test_no_time_at_all_gives_a_legal_move(
        self, name: str, game_name: str, game_of: Games
    ) -> None:
        game = game_called(game_name, game_of)
        results = thoughts(suited(name, game), game, Limits(seconds=0.0))
        assert results[-1].move in game.legal(game.initial, Role(0))

    @pytest.mark.parametrize("nodes", [1, 2, 7, 30])
    def test_node_limits_are_kept(
        self, name: str, game_name: str, nodes: int, game_of: Games
    ) -> None:
        game = game_called(game_name, game_of)
        results = thoughts(suited(name, game), game, Limits(nodes=nodes, depth=3))
        for result in results:
            assert result.move in game.legal(game.initial, Role(0))
            assert len(result.values) == len(game.roles)

    def test_results_can_be_had_at_a_depth(self, name: str, game_name: str, game_of: Games) -> None:
        game = game_called(game_name, game_of)
        results = thoughts(suited(name, game), game, Limits(depth=2, nodes=3000))
        assert results
        for result in results:
            state = game.initial
            for joint in result.line:
                assert all(move in game.legal(state, Role(role)) for role, move in enumerate(joint))
                state = game.next(state, joint)

    def test_a_match_that_is_over_has_values_and_no_move(
        self, name: str, game_name: str, game_of: Games
    ) -> None:
        game = game_called(game_name, game_of)
        state = game.initial
        while not game.terminal(state):
            joint = tuple(game.legal(state, Role(role))[0] for role in range(len(game.roles)))
            state = game.next(state, joint)
        results = thoughts(suited(name, game), game, Limits(), state)
        assert results[-1].move is None
        assert results[-1].values == game.goals(state)
        assert results[-1].line == ()
        assert results[-1].proven


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game_name", UNSUITED)
def test_an_unsuited_game_is_refused_with_what_would_suit(
    name: str, game_name: str, game_of: Games
) -> None:
    game = game_of(game_name)
    if name in suiting(game):
        require(parse(name), game)
    else:
        with pytest.raises(UnsuitedError, match=f"{name} needs .*; {game_name} suits .*random"):
            require(parse(name), game)


@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_description_and_reads_back(name: str) -> None:
    search = parse(name)
    assert spell(search) == name
    assert (type(search).__doc__ or "").splitlines()[0].endswith(".")
