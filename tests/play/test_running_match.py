"""A match as values: moves are chosen, made, and taken back."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.play.running_match import RunningMatch

FIRST, SECOND = Role(0), Role(1)
GameOf = Callable[[str], CompiledGame]


def session_of(game: CompiledGame, *people: Role) -> RunningMatch:
    return RunningMatch(game, (game.initial,), frozenset(people))


def after(session: RunningMatch, *texts: str) -> RunningMatch:
    """The session after moves of whoever is to choose first."""
    for text in texts:
        role = session.choosing[0]
        session = session.choose(role, session.game.read(role, text))
        if not session.choosing:
            session = session.advance()
    return session


def test_moves_change_nothing_behind_ones_back(tictactoe: CompiledGame) -> None:
    start = session_of(tictactoe, FIRST)
    later = after(start, "(mark 1 1)")
    assert start.joints == ()
    assert later.choosing == (SECOND,)
    assert later.states[0] == start.state


def test_who_has_one_move_makes_it_unasked(tictactoe: CompiledGame) -> None:
    later = after(session_of(tictactoe, FIRST), "(mark 1 1)")
    assert tictactoe.spell(SECOND, later.joints[0][SECOND]) == "noop"


def test_an_illegal_move_is_refused(tictactoe: CompiledGame) -> None:
    session = after(session_of(tictactoe, FIRST), "(mark 1 1)")
    with pytest.raises(PlayError, match=r"o cannot play \(mark 1 1\) here"):
        session.choose(SECOND, tictactoe.read(SECOND, "(mark 1 1)"))


def test_undo_goes_back_to_the_persons_last_choice(tictactoe: CompiledGame) -> None:
    start = after(session_of(tictactoe, FIRST), "(mark 1 1)", "(mark 2 2)")
    later = after(start, "(mark 1 2)", "(mark 1 3)")
    assert later.undo() == start
    assert after(start, "(mark 1 2)").undo() == start, "the search has not answered yet"


def test_undo_ends_at_the_start(tictactoe: CompiledGame) -> None:
    assert session_of(tictactoe, FIRST).undo() is None
    assert after(session_of(tictactoe, SECOND), "(mark 1 1)").undo() is None, "the search began"


def test_two_persons_take_back_one_move_each(tictactoe: CompiledGame) -> None:
    first = after(session_of(tictactoe, FIRST, SECOND), "(mark 1 1)")
    assert after(first, "(mark 2 2)").undo() == first


def test_persons_choose_before_searches(game_of: GameOf) -> None:
    game = game_of("rock_paper_scissors")
    second = Role(1)
    session = session_of(game, second)
    assert session.choosing == (second, Role(0))
    chosen = session.choose(second, session.moves(second)[0])
    assert chosen.joints == ()
    assert chosen.choosing == (Role(0),)
    assert chosen.undo() == session


def test_moves_are_in_the_order_of_their_numbers(game_of: GameOf) -> None:
    game = game_of("subtraction:heap=30,most=12")
    session = session_of(game, Role(0))
    texts = [game.spell(Role(0), move) for move in session.moves(Role(0))]
    numbers = [int(text.strip("()").split()[-1]) for text in texts]
    assert numbers == sorted(numbers)
    assert max(numbers) > 9


def test_what_is_new_is_what_came_after_the_own_move(tictactoe: CompiledGame) -> None:
    start = session_of(tictactoe, FIRST)
    assert start.before is None
    own = after(start, "(mark 1 1)")
    assert own.before == start.state
    assert after(own, "(mark 2 2)").before == own.state
    watched = after(session_of(tictactoe), "(mark 1 1)", "(mark 2 2)")
    assert watched.before == watched.states[1]


def test_moves_worth_telling_are_those_of_who_had_a_choice(tictactoe: CompiledGame) -> None:
    session = after(session_of(tictactoe), "(mark 1 1)")
    assert session.acting(session.states[0], session.joints[0]) == [FIRST]


def test_persons_make_forced_moves_by_hand_where_they_do_something(game_of: GameOf) -> None:
    game = game_of("toads_and_frogs")
    start = RunningMatch(game, (game.initial,), frozenset({FIRST, SECOND}))
    forced = next(session for session in walk(start) if not session.choosing and not session.over)
    by_hand = replace(forced, by_hand=True)
    (role,) = by_hand.choosing
    (move,) = game.legal(forced.state, role)
    assert game.spell(role, move).startswith("(")
    later = by_hand.choose(role, move).advance()
    assert later.joints == forced.advance().joints
    assert later.by_hand
    assert later.undo() == by_hand
    assert replace(by_hand, people=frozenset()).choosing == (), "a search does not have to wait"


def walk(session: RunningMatch) -> Iterator[RunningMatch]:
    """Sessions on the way through all matches, in no order that matters."""
    left = [session]
    while left:
        session = left.pop()
        yield session
        if session.over:
            continue
        if not session.choosing:
            left.append(session.advance())
            continue
        role = session.choosing[0]
        left += [session.choose(role, move).advance() for move in session.moves(role)]
