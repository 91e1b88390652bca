"""Offensive and MP-mix: whom they are against, when they stop, what they refuse."""

from collections.abc import Callable
from math import inf, nan

import pytest

from tests.proofs.knowing import sheet
from tests.search.test_root import STOPPING
from tests.search.trees import drawn
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, Values
from zermelo.game.load import compiled_game
from zermelo.search.algorithms.mpmix import Mpmix, stance_for
from zermelo.search.algorithms.offensive import Offensive
from zermelo.search.base import Clock, Limits, Result, Search, last
from zermelo.search.events import Event, EventKind
from zermelo.search.many.directed import highest, lowest
from zermelo.search.many.opponent_model import OpponentKind, OpponentModel
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
TWICE = "roles: a b c\n[[[(5,0,1),(7,0,8),(9,3,1)],(1,1,8)],(2,2,2)]"
"""`a` moves, then `b`, then `c`."""


def thought(search: Search, game: Game, role: int = 0, limits: Limits | None = None) -> Result:
    clock = Clock(limits)
    result = last(search.start(game, Role(role), clock)(game.initial, clock))
    assert result is not None
    return result


class TestOffensive:
    """Directed at somebody."""

    def test_a_target_that_is_given(self) -> None:
        game = drawn("roles: a b c\n[(9,1,0),(5,0,5),(7,0,3)]")
        assert thought(Offensive(target="b"), game).values == (7, 0, 3)
        assert thought(Offensive(target="c"), game).values == (9, 1, 0)

    def test_the_target_is_who_else_stands_best(self, game_of: Games) -> None:
        game = game_of("tictactoe_3p")
        result = thought(Offensive(evaluator=None), game, 1, Limits(depth=1))
        assert result.note == "against z"  # all stand alike: the first after the root

    def test_it_stops_when_the_target_is_down_and_it_gets_the_most_itself(self) -> None:
        # At c's node the second child has b at 0 and c at 8: neither can get any better.
        game = drawn(TWICE)
        events: list[Event] = []
        clock = Clock(Limits())
        search = Offensive(target="b", table=False)
        results = list(search.start(game, Role(2), clock, events.append)(game.initial, clock))
        cuts = [event for event in events if event.kind is EventKind.CUT]
        assert [event.reason for event in cuts] == [
            "b cannot get less than 0, nor c more than 8",
        ]
        assert len(cuts[0].pruned) == 1
        assert clock.count.cuts == 1
        assert results[-1].values == (2, 2, 2)

    def test_below_the_root_too_the_best_of_those_is_taken(self) -> None:
        """Of moves that hold the target down alike, the root takes what is best for itself."""
        game = drawn("roles: a b\nroot: b\n[(1,4),[[(1,0),(0,0),(0,1)]]]")
        found = thought(Offensive(target="a"), game, 1)
        assert found.values == (0, 1)
        assert found.proven

    def test_at_the_root_it_looks_for_the_best_of_those_that_hold_the_target_down(self) -> None:
        game = drawn("roles: a b c\n[(1,0,9),(8,0,2),(9,1,0)]")
        assert thought(Offensive(target="b"), game).values == (8, 0, 2)

    def test_what_was_found_further_down_answers_at_the_root(self) -> None:
        game = drawn("roles: a b c\n[[[(5,0,1),(7,0,4),(9,3,1)],(1,1,8)],(2,2,2)]")
        kept = Offensive(target="b").start(game, Role(2), Clock())
        fresh = Offensive(target="b", table=False).start(game, Role(2), Clock())
        for state in (game.initial, State(1), State(2)):
            assert last(kept(state, Clock())) == last(fresh(state, Clock()))
        found = last(kept(State(2), Clock()))
        assert found is not None
        assert found.values == (7, 0, 4)

    @pytest.mark.parametrize("target", ["nobody", "a"])
    def test_a_target_that_makes_no_sense(self, target: str) -> None:
        game = drawn("roles: a b c\n[(1,0,9),(8,0,2)]")
        text = f"offensive:target takes another role of drawn.tree, b, c, not '{target}'"
        with pytest.raises(UsageError, match=text):
            thought(Offensive(target=target), game)

    def test_alone_it_plays_for_itself(self) -> None:
        game = drawn("roles: me\n[(1),(7),(3)]")
        result = thought(Offensive(), game)
        assert (result.values, result.note) == ((7,), "there is nobody to be against")


PARANOID, MAXN = OpponentKind.PARANOID, OpponentKind.MAXN


class TestMix:
    """When it is what."""

    @pytest.mark.parametrize(
        ("standing", "root", "td", "to", "expected"),
        [
            ((50, 30, 20), 0, 20, 99, OpponentModel(PARANOID, Role(0))),  # at least, not more than
            ((50, 30, 20), 0, 20.5, 0, OpponentModel(MAXN, Role(0))),
            ((50, 30, 20), 1, 0, 20, OpponentModel(OpponentKind.OFFENSIVE, Role(1), Role(0))),
            ((50, 30, 20), 2, 0, 20, OpponentModel(OpponentKind.OFFENSIVE, Role(2), Role(0))),
            ((50, 30, 20), 2, 0, 20.5, OpponentModel(MAXN, Role(2))),
            (
                (40, 40, 20),
                0,
                0,
                1,
                OpponentModel(MAXN, Role(0)),
            ),  # who shares the lead does not lead
            ((40, 40, 20), 0, 0, 0, OpponentModel(OpponentKind.OFFENSIVE, Role(0), Role(1))),
            ((20, 40, 40), 0, 0, 0, OpponentModel(OpponentKind.OFFENSIVE, Role(0), Role(1))),
            ((40, 20, 40), 2, 0, 0, OpponentModel(OpponentKind.OFFENSIVE, Role(2), Role(0))),
            ((20, 40, 40), 0, 0, 1, OpponentModel(MAXN, Role(0))),
            ((50, 30, 20), 0, inf, inf, OpponentModel(MAXN, Role(0))),
            ((50, 30, 20), 2, inf, inf, OpponentModel(MAXN, Role(2))),
            ((50,), 0, 0, 0, OpponentModel(MAXN, Role(0))),
        ],
    )
    def test_who_leads_decides(
        self, standing: Values, root: int, td: float, to: float, expected: OpponentModel
    ) -> None:
        assert stance_for(standing, Role(root), td, to) == expected

    @pytest.mark.parametrize("name", ["td", "to"])
    def test_thresholds_that_make_no_sense(self, name: str) -> None:
        for text in ("-1", "nan", "far"):
            with pytest.raises(UsageError, match=f"mpmix:{name} takes a number of at least 0"):
                parse(f"mpmix:{name}={text}")
        for number in (-1.0, nan, -inf):
            with pytest.raises(UsageError, match=f"mpmix:{name} takes a number of at least 0"):
                Mpmix(td=number) if name == "td" else Mpmix(to=number)

    @pytest.mark.parametrize("name", ["td", "to"])
    def test_thresholds_that_nobody_can_reach(self, name: str, game_of: Games) -> None:
        search = parse(f"mpmix:{name}=101")
        text = f"mpmix:{name} takes a number from 0 to 100, as nobody can be further ahead, or inf"
        with pytest.raises(UsageError, match=f"{text} for never, not 101"):
            thought(search, game_of("nim_3p"))
        for text in ("0", "100", "inf"):
            thought(parse(f"mpmix:{name}={text}"), game_of("nim_3p"), limits=Limits(depth=1))
        rich = drawn("roles: a b c\n[(0,500,0),(300,100,0)]")  # a drawn tree has its own scale
        assert thought(search, rich).values == (300, 100, 0)

    def test_alone_there_is_nobody_to_lead(self) -> None:
        assert thought(Mpmix(), drawn("roles: me\n[(1),(7)]")).note == "maxn: there is nobody else"

    def test_what_it_chose_is_said(self, game_of: Games) -> None:
        game = game_of("tictactoe_3p")
        result = thought(Mpmix(), game, 0, Limits(depth=1))
        assert result.note == "maxn: x, o, z share the lead"

    def test_stances_do_not_share_what_they_remember(self) -> None:
        game = drawn("roles: a b c\n[[(5,2,1),(4,3,9)],[(3,1,0),(9,0,9)]]")
        clock = Clock()
        think = Mpmix(td=inf, to=0).start(game, Role(0), clock)
        bold = last(think(game.initial, Clock()))
        assert bold is not None
        assert bold.note.startswith("offensive against b")
        calm = thought(Mpmix(td=inf, to=inf), game)
        assert calm.values != bold.values


def test_weights_are_per_owner() -> None:
    offensive = OpponentModel(OpponentKind.OFFENSIVE, Role(1), Role(2))
    assert [offensive.wish(Role(owner)) for owner in range(3)] == [(1, 0), (-1, 2), (1, 2)]
    assert offensive.key(Role(1), (5, 6, 7)) == (-7, 6)
    assert offensive.key(Role(2), (5, 6, 7)) == (7, 0)


def test_a_match_without_an_end_may_bring_more_or_less_than_any_goal() -> None:
    stopping = compiled_game("stopping", sheet(STOPPING))
    assert (lowest(stopping, Role(0)), highest(stopping, Role(0))) == (20, 50)
    assert (lowest(stopping, Role(1)), highest(stopping, Role(1))) == (50, 80)
    ending = drawn("roles: a b\n[(20,80),(30,70)]")
    assert (lowest(ending, Role(1)), highest(ending, Role(0))) == (70, 30)
    assert lowest(stopping, None) == -inf
