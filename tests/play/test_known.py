"""Exact values of a position: told where they are to be had, and only there."""

from tests.search.trees import lecture
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.ground_game import GroundGame
from zermelo.game.spelling import after, moves_in
from zermelo.play.known import Known, exact_worths


def test_exact_values_of_a_compiled_game_and_of_a_tree(tictactoe: CompiledGame) -> None:
    state = tictactoe.initial
    for _ in range(4):
        state = tictactoe.next(state, tuple(tictactoe.legal(state, Role(r))[0] for r in range(2)))
    assert exact_worths(tictactoe, state) is not None
    assert exact_worths(lecture(), lecture().initial, 0) is not None, "a tree takes no room"


def test_no_room_or_no_circuit_means_no_exact_values(tictactoe: CompiledGame) -> None:
    assert exact_worths(tictactoe, tictactoe.initial, 0) is None
    assert tictactoe.program is not None
    plain = GroundGame(tictactoe.name, tictactoe.program)
    assert exact_worths(plain, plain.initial) is None


def test_who_no_longer_waits_is_told_nothing(tictactoe: CompiledGame) -> None:
    assert exact_worths(tictactoe, tictactoe.initial, stop=lambda: True) is None


def test_another_role_replies_by_a_search(tictactoe: CompiledGame) -> None:
    moves = moves_in("(mark 1 1); (mark 1 3); (mark 2 2)")
    state = after(tictactoe, tictactoe.initial, moves)
    joint = Known(tictactoe, state, Role(0), None, None, None).searched_reply(state)
    spelled = [tictactoe.spell(Role(role), move) for role, move in enumerate(joint)]
    assert spelled == ["noop", "(mark 3 3)"], "anything else loses at once"
