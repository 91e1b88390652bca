"""One decision: results before anything is searched, and searches that are stopped."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from tests.search.asp_games import written
from zermelo.answers.render.json import plain
from zermelo.answers.think import spelled_thought
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Move, Role, State, Trait
from zermelo.play.player import Clocks, Seat, player
from zermelo.play.thought import only_chance_chooses, thought
from zermelo.process.interrupts import signals
from zermelo.search.base import Clock, Limits, Result, Thinker, searches
from zermelo.search.events import Watch
from zermelo.search.spec import options, parse
from zermelo.search.suitability import suiting

Games = Callable[[str], CompiledGame]
BARE = [
    name for name, kind in searches().items() if "file" not in {each.name for each in options(kind)}
]


@dataclass(frozen=True, slots=True)
class Stopped:
    """Yields a few results, then the user has seen enough."""

    needs: ClassVar[Trait] = Trait(0)
    results: int = 0

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""

        def think(state: State, clock: Clock) -> Iterator[Result]:
            for move in range(self.results):
                yield Result(Move(move), (10.0 * move, 0.0), depth=move)
            raise KeyboardInterrupt

        return think


def test_the_best_result_so_far_survives_an_interrupt(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted = []
    monkeypatch.setattr(signals, "taken", lambda: acted.append(True))
    game = game_of("tictactoe")
    found = thought(game, Stopped(3), game.initial, Role(0), stoppable=True)
    assert (found.result.move, found.result.depth, found.interrupted) == (2, 2, True)
    assert acted == [True]


@pytest.mark.parametrize(("results", "stoppable"), [(0, True), (3, False)])
def test_an_interrupt_is_passed_on_without_a_result_or_a_wish_for_one(
    game_of: Games, results: int, stoppable: bool
) -> None:
    game = game_of("tictactoe")
    with pytest.raises(KeyboardInterrupt):
        thought(game, Stopped(results), game.initial, Role(0), stoppable=stoppable)


def test_an_interrupted_proof_keeps_the_move(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.play.thought.discharged", interrupted)
    game = game_of("tictactoe")
    search = parse("alphabeta:depth=1")
    found = thought(game, search, game.initial, Role(0), stoppable=True)
    assert found.interrupted
    assert found.result.move in game.legal(game.initial, Role(0))


@pytest.mark.parametrize("name", BARE)
@pytest.mark.parametrize("game_name", ["tictactoe", "lights_out"])
def test_no_search_invents_a_value_before_it_has_searched(
    name: str, game_name: str, game_of: Games
) -> None:
    game = game_of(game_name)
    if name not in suiting(game):
        pytest.skip("does not suit it")
    found = thought(game, parse(name), game.initial, Role(0), Limits(seconds=0.0))
    told = plain(spelled_thought(game, Role(0), found))
    if found.result.searched:
        assert found.count.nodes or found.result.proven
    else:
        assert told["values"] == dict.fromkeys(game.roles)
        assert not found.result.proven
    json.dumps(told, allow_nan=False)


@pytest.mark.parametrize("name", ["alphabeta", "mcts", "auto", "flat", "greedy", "random"])
def test_matches_record_no_value_that_was_not_searched(name: str, game_of: Games) -> None:
    game = game_of("tictactoe")
    seat = Seat(game, Role(0), player(name), Limits(seconds=0.0), Clocks())
    _, decision = seat.decide(game.initial, game.legal(game.initial, Role(0)))
    assert decision.values == (None, None)


def test_a_search_that_has_searched_reports_its_values(game_of: Games) -> None:
    game = game_of("tictactoe")
    found = thought(game, parse("mcts"), game.initial, Role(0), Limits(nodes=50))
    assert found.result.searched
    assert found.result.reported == found.result.values


@pytest.mark.parametrize(
    ("moves", "alone"), [("legal(a,stay).", True), ("legal(a,stay). legal(a,go).", False)]
)
def test_chance_chooses_alone_if_nobody_else_has_a_choice(moves: str, alone: bool) -> None:
    game = written(
        f"role(a). role(random). init(s). legal(random,one). legal(random,two). {moves} "
        "next(over) :- true(s). terminal :- true(over). goal(a,50) :- terminal."
    )
    assert only_chance_chooses(game, game.initial) == alone
