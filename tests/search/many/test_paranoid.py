"""Paranoid on games of the library: the kernels agree, limits are kept, the clock may run out."""

from collections.abc import Callable

import pytest

from tests.search.many.test_maxn_refusals import Stuck
from tests.search.trees import drawn
from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.search.algorithms.paranoid import Paranoid
from zermelo.search.base import Bound, Clock, Limits, Result, Search, last
from zermelo.search.many.coalition import Coalition
from zermelo.search.many.opponent_model import OpponentKind, OpponentModel
from zermelo.search.spec import parse
from zermelo.search.suitability import require

Games = Callable[[str], CompiledGame]
GAMES = [
    ("tictactoe_3p", 3, 4),
    ("connect_four_3p:width=3,height=3,line=3", 6, 0),
    ("nim_3p:pile1=0,pile2=1,pile3=2,pile4=3", 7, 0),
    ("tricks", 5, 1),
    ("race", 4, 2),
]


def after(game: Game, moves: int) -> State:
    """A state that is some moves on."""
    state = game.initial
    for step in range(moves):
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        state = game.next(state, tuple(each[(5 * step + 2) % len(each)] for each in legal))
    return state


def thought(search: Search, game: Game, role: int, state: State, limits: Limits) -> Result:
    clock = Clock(limits)
    result = last(search.start(game, Role(role), clock)(state, clock))
    assert result is not None
    return result


@pytest.mark.parametrize(("name", "depth", "played"), GAMES)
@pytest.mark.parametrize("options", ["evaluator=goal", "table=false", "scout=true,shallow=1"])
def test_the_kernel_says_and_does_the_same(
    name: str, depth: int, played: int, options: str, game_of: Games
) -> None:
    game = game_of(name)
    state = after(game, played)
    for role in range(len(game.roles)):
        found = []
        for kernel in ("on", "off"):
            clock = Clock(Limits(depth=depth))
            search = parse(f"paranoid:kernel={kernel},{options}")
            result = last(search.start(game, Role(role), clock)(state, clock))
            assert result is not None
            found.append((result.move, result.values, result.depth, result.proven, clock.count))
        assert found[0] == found[1]


def test_a_value_to_the_end_is_proven_and_sure(game_of: Games) -> None:
    game = game_of("nim_3p:pile1=0,pile2=1,pile3=2,pile4=3")
    result = thought(Paranoid(), game, 0, game.initial, Limits())
    assert result.proven
    assert result.values[0] == 0  # two can always keep the third from the last stick
    state = game.initial
    for joint in result.line:
        state = game.next(state, joint)
    assert game.terminal(state)
    assert game.goals(state) == result.values


def test_of_equal_moves_the_first_if_wanted() -> None:
    game = drawn("roles: a b c\n[[(0,5,5),(9,1,0)],[(0,1,9),(9,9,0)]]")
    by_maxn = thought(Paranoid(), game, 0, game.initial, Limits())
    first = thought(Paranoid(ties="first"), game, 0, game.initial, Limits())
    assert by_maxn.values[0] == first.values[0] == 0
    assert [by_maxn.line[0], first.line[0]] == [game_move(game, "2"), game_move(game, "1")]


def test_to_tell_equals_apart_it_looks_no_further_than_it_may() -> None:
    game = drawn("roles: a b c\n[[(0,5,5),(9,1,0)],[(0,1,9),(9,9,0)]]")
    nodes = []
    for search, limits in ((Paranoid(depth=1), Limits()), (Paranoid(), Limits(depth=1))):
        clock = Clock(limits)
        last(search.start(game, Role(0), clock)(game.initial, clock))
        nodes.append(clock.count.nodes)
    assert nodes[0] == nodes[1]


def game_move(game: Game, label: str) -> tuple[int, ...]:
    """The joint move of the first role at the root."""
    rest = [game.read(Role(role), "noop") for role in (1, 2)]
    return (game.read(Role(0), label), *rest)


def test_a_pass_that_is_broken_off_keeps_a_better_move() -> None:
    # To depth 1 the first move looks best; the second pass sees it lose, then the other win.
    text = "roles: a b c\n[[(0,0,0),(9,0,0)],[(7,0,0),(8,0,0)],[(1,1,1),(2,2,2)]]"
    game = drawn(text)
    moves = set()
    for nodes in range(1, 30):
        result = thought(Paranoid(ties="first"), game, 0, game.initial, Limits(nodes=nodes))
        moves.add((result.line[:1], result.bound))
    assert ((game_move(game, "2"),), Bound.AT_LEAST) in moves


@pytest.mark.parametrize("search", ["paranoid", "offensive", "mpmix", "brs"])
def test_moves_at_the_same_time_are_refused(search: str, game_of: Games) -> None:
    game = game_of("rock_paper_scissors")
    with pytest.raises(UnsuitedError, match=f"{search} needs roles that move in turn"):
        require(parse(search), game)


@pytest.mark.parametrize("search", ["paranoid", "offensive", "mpmix"])
def test_moves_at_the_same_time_that_playouts_did_not_show(search: str, game_of: Games) -> None:
    game = game_of("rock_paper_scissors")
    with pytest.raises(UnsuitedError, match="simultaneous moves: left and right choose at once"):
        thought(parse(f"{search}:evaluator=goal"), game, 0, game.initial, Limits(depth=2))


@pytest.mark.parametrize("search", ["paranoid", "offensive", "mpmix", "brs"])
def test_chance_is_refused(search: str, game_of: Games) -> None:
    with pytest.raises(UnsuitedError, match="a game without chance"):
        require(parse(search), game_of("pig_race"))


def test_a_kernel_that_cannot_be_had() -> None:
    with pytest.raises(UsageError, match="the kernel cannot run"):
        thought(Paranoid(kernel="on"), drawn("roles: a b c\n[(1,2,3)]"), 0, State(0), Limits())


def test_an_end_without_a_goal_for_the_root_is_refused() -> None:
    duel = Coalition(Stuck(), Role(1), lambda state: (50.0, 50.0))
    with pytest.raises(UnsuitedError, match="stuck: b has no goal at an end: here"):
        duel.worth(State(0))


def test_whoever_is_not_the_root_is_believed_to_want_its_worst() -> None:
    model = OpponentModel(OpponentKind.PARANOID, Role(0))
    assert model.wish(Role(0)) == (1, 0)
    assert [model.wish(Role(role)) for role in (1, 2)] == [(-1, 0), (-1, 0)]
    assert model.key(Role(2), (30, 20, 50)) == (-30, 0)
