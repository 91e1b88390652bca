"""Flat Monte Carlo keeps to its clock, whatever it was told to play."""

from math import inf

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.flat import Flat
from zermelo.search.base import Clock, Limits, last
from zermelo.search.events import Event, EventKind


def test_playouts_without_end_are_broken_off(tictactoe: CompiledGame) -> None:
    clock = Clock(Limits(seconds=0.2))
    result = last(Flat(passes=10**12).start(tictactoe, Role(0), clock)(tictactoe.initial, clock))
    assert result is not None
    assert result.move in tictactoe.legal(tictactoe.initial, Role(0))


def test_the_mean_of_every_move_is_told(tictactoe: CompiledGame) -> None:
    clock = Clock()
    result = last(Flat(passes=20).start(tictactoe, Role(0), clock)(tictactoe.initial, clock))
    assert result is not None
    told = {one.move: one.worth for one in result.prospects}
    assert set(told) == set(tictactoe.legal(tictactoe.initial, Role(0)))
    assert result.move is not None
    assert told[result.move] == max(told.values()) == result.values[0]


def test_it_has_no_window(tictactoe: CompiledGame) -> None:
    events: list[Event] = []
    clock = Clock()
    last(Flat(passes=20).start(tictactoe, Role(0), clock, events.append)(tictactoe.initial, clock))
    assert EventKind.BEST in {event.kind for event in events}
    assert {(event.low, event.high) for event in events} == {(-inf, inf)}
