"""Max^n: what it refuses, each with its reason."""

from collections.abc import Callable, Sequence

import pytest

from tests.proofs.knowing import here, sheet
from tests.search.asp_games import written
from tests.search.many.thinking import values_of
from tests.search.many.trees import THREE, drawn
from zermelo.errors import PlayError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, Role, State
from zermelo.game.load import compiled_game
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.proofs.goal_bounds import GoalBounds, goal_bounds
from zermelo.search.algorithms.maxn import Maxn
from zermelo.search.base import Clock, last
from zermelo.search.many.bounds import bounds_of
from zermelo.search.many.vector_game import VectorGame
from zermelo.search.spec import parse
from zermelo.search.suitability import require, suiting

Games = Callable[[str], CompiledGame]
BOTH_BEST = """
(role a) (role b)
(init start)
(<= (legal ?r (ask ?n)) (role ?r) (true start) (true (turn ?r)) (amount ?n))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(init (turn a)) (amount 0) (amount 100)
(<= (next (got ?r ?n)) (does ?r (ask ?n)))
(<= (next (got ?r ?n)) (true (got ?r ?n)))
(<= (next start) (true start))
(<= (next (turn b)) (true (turn a)))
(<= asked (true (got b ?n)))
(<= terminal asked)
(<= (goal ?r ?n) (true (got ?r ?n)))
"""
"""Each of two roles gets what it asks for: nothing is shared out."""


class TestRefusals:
    """Each with its reason."""

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "maxn:pruning=shallow,ties=average",
                "pruning=shallow needs ties=leftmost, not average: a move that is left out may be",
            ),
            ("maxn:pruning=shallow,rescale=false", "needs guesses of a known sum"),
            ("maxn:granularity=5", "says what pruning may count on, and pruning is none"),
            *(
                (
                    f"maxn:pruning=shallow,granularity={text}",
                    f"takes a number above 0 that divides all goals, or none, not {text}",
                )
                for text in ("0", "-5", "inf")
            ),
            (
                "maxn:pruning=shallow,granularity=nan",
                "granularity takes a number or none, not 'nan'",
            ),
            (
                "maxn:pruning=deep",
                "takes none, immediate, shallow, last_branch or speculative, not",
            ),
            ("maxn:order=best", "order takes moves or guess, not 'best'"),
        ],
    )
    def test_options_that_do_not_go_together(self, text: str, message: str) -> None:
        with pytest.raises(UsageError, match=message):
            parse(text)

    def test_ties_against_nobody(self) -> None:
        message = r"ties takes leftmost, root, others, average or a role \(a, b, c\), not 'zoe'"
        with pytest.raises(UsageError, match=message):
            values_of(Maxn(ties="zoe"), drawn(THREE))

    def test_simultaneous_moves(self, game_of: Games) -> None:
        game = game_of("rock_paper_scissors")
        with pytest.raises(UnsuitedError, match="maxn needs roles that move in turn"):
            require(parse("maxn"), game)
        with pytest.raises(UnsuitedError, match="simultaneous moves: left and right choose at"):
            values_of(Maxn(), game)

    def test_goals_that_are_not_bounded_in_sum(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("zermelo.proofs.tables.call", here)
        game = compiled_game("asking", sheet(BOTH_BEST))
        message = "asking: its goals are not bounded in sum: .* best together, 200; pruning=none"
        with pytest.raises(UnsuitedError, match=message):
            values_of(Maxn(pruning="speculative"), game)
        assert values_of(Maxn(), game) == (100, 100)

    def test_a_proof_that_there_was_no_time_for_is_told_from_none(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        late = GoalBounds((0, 0, 0), (100, 100, 100), 300, cut=True)
        monkeypatch.setattr("zermelo.search.many.bounds.goal_bounds", lambda game: late)
        game = compiled_game("asking", sheet(BOTH_BEST))
        with pytest.raises(
            UnsuitedError, match="nothing is proved within the steps of a proof against"
        ):
            bounds_of(game)

    def test_rules_that_are_not_at_hand(self) -> None:
        with pytest.raises(UnsuitedError, match="stuck: no bound on the sum of its goals is known"):
            bounds_of(Stuck())

    def test_one_role_shares_with_nobody(self) -> None:
        game = TreeGame("alone", ("a",), (DrawnNode("end", Role(0), values=(1.0,)),))
        message = "alone has one role, with whom nobody shares; pruning=none searches it"
        with pytest.raises(UnsuitedError, match=message):
            values_of(Maxn(pruning="immediate"), game)

    def test_goals_that_are_no_multiples(self) -> None:
        search = Maxn(pruning="speculative", granularity=2)
        message = "a goal of 1 is no multiple of the granularity 2; give one that divides all"
        with pytest.raises(UnsuitedError, match=message):
            values_of(search, drawn(THREE))

    def test_an_end_without_goals_and_a_role_without_moves(self) -> None:
        vector_game = VectorGame(Stuck(), lambda state: (50.0, 50.0))
        with pytest.raises(PlayError, match="stuck: b has no move before the end: here"):
            vector_game.turn(State(0))
        with pytest.raises(UnsuitedError, match="stuck: a has no goal at an end: here"):
            vector_game.worth(State(0))

    def test_chance_and_hidden_moves_are_not_for_it(self, game_of: Games) -> None:
        assert "maxn" not in suiting(game_of("pig_race"))
        assert "maxn" in suiting(game_of("tictactoe_3p"))


class Stuck:
    """A game whose second role has no move, and whose ends have no goals."""

    name = "stuck"
    roles = ("a", "b")
    initial = State(0)
    compiled = None

    def terminal(self, state: State) -> bool:
        return False

    def goals(self, state: State) -> tuple[None, ...]:
        return (None, None)

    def legal(self, state: State, role: Role) -> Sequence[Move]:
        return [Move(0)] if role == 0 else []

    def next(self, state: State, joint: Joint) -> State:
        return state

    def spell(self, role: Role, move: Move) -> str:
        return "wait"

    def read(self, role: Role, text: str) -> Move:
        return Move(0)

    def describe(self, state: State) -> tuple[str, ...]:
        return ("here",)

    def state_of(self, fluents: Sequence[str]) -> State:
        return self.initial


NO_END = """
role(x). role(o). init(p).
legal(x,m). legal(o,m) :- true(q).
next(p) :- true(p). next(q) :- true(q).
terminal :- true(q).
goal(x,60) :- true(q). goal(x,40) :- not true(q). goal(o,60).
"""


def test_a_game_whose_end_is_never_reached_is_no_reason_to_fail() -> None:
    """Of no end everything is proved, so that bounds would contradict each other."""
    game = written(NO_END)
    bounds = goal_bounds(game)
    assert bounds is not None
    assert bounds.possible


ONE_HOLDER = """
role(x). role(o). init(has(x)). init(step(0)). other(x,o). other(o,x).
legal(R,keep) :- role(R). legal(R,give) :- true(has(R)).
next(has(R)) :- true(has(R)), does(R,keep).
next(has(S)) :- true(has(R)), does(R,give), other(R,S).
next(step(1)) :- true(step(0)). next(step(2)) :- true(step(1)).
terminal :- true(step(2)).
goal(R,100) :- true(has(R)). goal(R,0) :- role(R), not true(has(R)).
"""
"""One of two has something: only an invariant says that never both do."""


def test_a_position_outside_the_invariants_is_not_pruned_by_them() -> None:
    game = written(ONE_HOLDER)
    bounds = goal_bounds(game)
    assert bounds is not None
    assert bounds.most == 100
    assert bounds.invariants
    thinker = Maxn(pruning="shallow").start(game, Role(0), Clock())
    found = last(thinker(game.initial, Clock()))
    assert found is not None
    assert found.proven
    with pytest.raises(UnsuitedError, match="breaks an invariant"):
        list(thinker(game.state_of(["(has x)", "(has o)", "(step 0)"]), Clock()))
