"""Rules of best moves: one for each state, none for an end, and files that are for two games."""

from collections.abc import Callable

import pytest

from tests.search.asp_games import Inside
from tests.search.test_asp_rules import SMALL_NIM, marked
from tests.search.trees import MAX
from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.best_do import best_moves
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.search.algorithms.asp import Asp, AspMatch
from zermelo.search.asp import rules
from zermelo.search.asp.cases import Case
from zermelo.search.asp.checking import checked
from zermelo.search.asp.pruned import critical
from zermelo.search.asp.rule_file import ENFORCED, in_time, read_rules, spell_rules
from zermelo.search.asp.rules import BestMoveRule, Rulebook
from zermelo.search.base import Clock, last
from zermelo.search.events import Event
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]


def test_a_state_has_one_rule(tictactoe: CompiledGame) -> None:
    state, role = tictactoe.initial, Role(0)
    first, second = tictactoe.legal(state, role)[:2]
    book = Rulebook()
    assert book.learn(state, role, first) == [(state, role, first)]
    assert book.learn(state, role, second) == []
    assert book.find(state, role) == first
    assert book.rules == [BestMoveRule(state, role, first)]


def test_an_image_leaves_a_state_with_the_rule_that_it_has(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tictactoe.program is not None
    generators = symmetries(tictactoe.program, exchange=True).generators
    state, role = marked(tictactoe, "x../.../... o"), Role(1)
    moves = tictactoe.legal(state, role)
    other = next(
        image
        for image in (BestMoveRule(state, role, moves[1]).image(each) for each in generators)
        if (image.state, image.role) != (state, role)
    )
    book = Rulebook(generators)
    with monkeypatch.context() as patch:
        patch.setattr(rules, "MOST_IMAGES", 1)
        assert book.learn(state, role, moves[0]) == [(state, role, moves[0])]
    new = book.learn(other.state, other.role, other.move)
    assert len(new) > 1
    assert state not in {where for where, _, _ in new}
    assert book.find(state, role) == moves[0]


def test_a_rule_for_an_end_is_refused(tictactoe: CompiledGame) -> None:
    end = marked(tictactoe, "xxx/oo./... o")
    move = tictactoe.read(Role(1), "(mark 3 3)")
    assert move in tictactoe.legal(end, Role(1))
    text = spell_rules([BestMoveRule(end, Role(1), move)], tictactoe)
    with pytest.raises(ReadError, match=r"\(mark 3 3\) is not legal for o in the state of its"):
        read_rules(tictactoe, Source("a file", text))


def test_rules_that_name_what_a_game_has_not_are_put_aside(
    game_of: Games, tictactoe: CompiledGame
) -> None:
    game = game_of(SMALL_NIM)
    mine = best_moves(game)[:1]
    state = marked(tictactoe, "x../.../... o")
    foreign = in_time(
        BestMoveRule(state, Role(1), tictactoe.read(Role(1), "(mark 2 2)")), tictactoe
    )
    text = spell_rules(mine, game, others=[foreign])
    assert ENFORCED in text
    found = checked(game, read_rules(game, Source("a file", text)))
    assert list(found.rules) == mine
    assert [str(rule) for rule in found.unused] == [str(foreign)]


@pytest.mark.parametrize(
    ("cases", "makes_a_rule"),
    [
        ([Case.BETTER, Case.ALONE], True),
        ([Case.BELOW, Case.BOUND_TIE], True),
        ([Case.BOUND_BELOW], True),
        ([Case.TIE, Case.BOUND_TIE], False),
        ([Case.ALONE], False),
        ([Case.BETTER, Case.RULE], False),
    ],
)
def test_a_rule_needs_a_move_that_is_better_than_one_and_compared_with_all(
    cases: list[Case], makes_a_rule: bool
) -> None:
    assert critical(cases) is makes_a_rule


def test_being_watched_changes_no_rule(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Inside)
    events: list[Event] = []
    made = []
    for watch in (None, events.append):
        thinking = AspMatch.of(Asp(learn=True), tictactoe, MAX, watch)
        last(thinking.think(marked(tictactoe, ".x./.../x.o o"), Clock()))
        assert thinking.book is not None
        made.append(thinking.book.rules)
    assert made[0] == made[1] != []
