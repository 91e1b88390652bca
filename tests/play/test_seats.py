"""Who plays which role, and how long they think."""

from collections.abc import Callable, Iterator

import pytest

from zermelo.errors import PlayError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.play.seats import Seats, best_so_far, people_named, players_named, preferred
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, searches
from zermelo.search.spec import parse, spell

GameOf = Callable[[str], CompiledGame]
FIRST, SECOND = Role(0), Role(1)


def results(end: BaseException | None, *moves: int) -> Iterator[Result]:
    for move in moves:
        yield Result(Move(move), (50.0, 50.0))
    if end is not None:
        raise end


def test_the_last_result_counts_when_time_is_up() -> None:
    found, whole = best_so_far(results(OutOfTimeError(), 1, 2))
    assert found is not None
    assert (found.move, whole) == (2, True)


def test_an_interrupt_ends_thinking_and_what_was_found_counts() -> None:
    found, whole = best_so_far(results(KeyboardInterrupt(), 1, 2))
    assert found is not None
    assert (found.move, whole) == (2, False)


def test_an_interrupt_before_any_result_goes_on() -> None:
    with pytest.raises(KeyboardInterrupt):
        best_so_far(results(KeyboardInterrupt()))


def seats_of(game: CompiledGame, spec: str = "iterative", nodes: int = 500) -> Seats:
    return Seats(game, {SECOND: parse(spec)}, parse(spec), Limits(nodes=nodes), seed=1)


def test_a_search_remembers_until_it_is_disturbed(tictactoe: CompiledGame) -> None:
    seats = seats_of(tictactoe)
    thinker = seats.thinker(SECOND)
    seats.think(SECOND, tictactoe.initial)
    assert seats.thinker(SECOND) is thinker
    seats.change(Limits(nodes=5))
    assert seats.thinker(SECOND) is not thinker
    assert seats.think(FIRST, tictactoe.initial).count.nodes <= 5


def test_whoever_looks_on_has_the_clock_before_the_search_begins(tictactoe: CompiledGame) -> None:
    seats = seats_of(tictactoe)
    given: list[Clock] = []

    def thinker(state: State, clock: Clock) -> Iterator[Result]:
        assert given == [clock]
        return results(None, 3)

    seats.thinkers[SECOND] = thinker
    thought = seats.think(SECOND, tictactoe.initial, given.append)
    assert thought.count is given[0].count


def test_what_was_interrupted_is_forgotten(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = seats_of(tictactoe)
    seats.thinkers[SECOND] = lambda state, clock: results(KeyboardInterrupt(), 3)
    assert seats.think(SECOND, tictactoe.initial).result.move == 3
    assert SECOND not in seats.thinkers


def test_a_search_without_a_move_is_named(tictactoe: CompiledGame) -> None:
    seats = seats_of(tictactoe)
    seats.thinkers[SECOND] = lambda state, clock: results(OutOfTimeError())
    with pytest.raises(PlayError, match="o found no move in time"):
        seats.think(SECOND, tictactoe.initial)


def test_chance_is_the_same_again_after_a_step_back(tictactoe: CompiledGame) -> None:
    seats = seats_of(tictactoe)
    moves = list(map(Move, range(100)))
    assert seats.chance(SECOND, moves, 3) == seats.chance(SECOND, moves, 3)
    assert len({seats.chance(SECOND, moves, turn) for turn in range(20)}) > 5


def test_the_person_plays_who_has_a_choice_first(tictactoe: CompiledGame, game_of: GameOf) -> None:
    later = tictactoe.next(
        tictactoe.initial, (Move(0), tictactoe.legal(tictactoe.initial, SECOND)[0])
    )
    assert people_named(tictactoe, tictactoe.initial, ()) == {FIRST}
    assert people_named(tictactoe, later, ()) == {SECOND}
    dice = game_of("pig_race")
    (person,) = people_named(dice, dice.initial, ())
    assert dice.roles[person] != "random"


def test_persons_are_named(tictactoe: CompiledGame) -> None:
    assert people_named(tictactoe, tictactoe.initial, ["o", "x"]) == {FIRST, SECOND}
    assert people_named(tictactoe, tictactoe.initial, ["none"]) == frozenset()


def test_names_that_nobody_can_play_are_refused(tictactoe: CompiledGame, game_of: GameOf) -> None:
    with pytest.raises(UsageError, match="--role z: tictactoe has no such role; there are x, o"):
        people_named(tictactoe, tictactoe.initial, ["z"])
    dice = game_of("pig_race")
    with pytest.raises(UsageError, match="--role random: chance plays that role; there are"):
        people_named(dice, dice.initial, ["random"])


def test_one_search_plays_for_all_or_each_has_its_own(game_of: GameOf) -> None:
    game = game_of("tictactoe_3p")
    all_by_one = players_named(game, frozenset({FIRST}), ["random"])
    assert [spell(search) for search in all_by_one.values()] == ["random", "random"]
    each = players_named(game, frozenset({FIRST}), ["random", "flat"])
    assert [spell(search) for search in each.values()] == ["random", "flat"]
    with pytest.raises(UsageError, match=r"3 searches .* give one for all, or one for each"):
        players_named(game, frozenset({FIRST}), ["random", "flat", "flat"])


def test_the_preferred_search_suits_the_game(game_of: GameOf) -> None:
    strongest = "auto" if "auto" in searches() else "iterative"
    assert preferred(game_of("tictactoe")) == strongest
    assert preferred(game_of("rock_paper_scissors")) in ("auto", "flat")
