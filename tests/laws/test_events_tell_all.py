"""What a watched search tells is whole: every node has a value, and the best line can be seen."""

from hypothesis import given
from hypothesis import strategies as st

from tests.search.trees import EVALUATOR, MAX, MIN, methods, run, trees
from zermelo.game.game import Role
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.picture import picture_of
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.events import EventKind

ROLES = st.sampled_from([MAX, MIN])
DEPTHS = st.none() | st.integers(0, 5)


@given(game=trees(), role=ROLES, depth=DEPTHS)
def test_every_node_that_is_entered_is_left_once(
    game: TreeGame, role: Role, depth: int | None
) -> None:
    for name, search in ({"minimax": Minimax(evaluator=EVALUATOR)} | methods()).items():
        if name.startswith("mtd"):
            continue  # counts its nodes anew for every search of the root
        events = run(search, game, role=role, depth=depth).events
        entered = [event.node for event in events if event.kind is EventKind.ENTER]
        left = [event.node for event in events if event.kind is EventKind.LEAVE]
        assert sorted(left) == entered, name


@given(game=trees(), role=ROLES, depth=DEPTHS)
def test_the_best_line_of_a_picture_is_the_line_of_the_search(
    game: TreeGame, role: Role, depth: int | None
) -> None:
    for name, search in ({"minimax": Minimax(evaluator=EVALUATOR)} | methods()).items():
        if name.startswith("mtd"):
            continue  # its line goes on where its last search of the root asked the table
        found = run(search, game, role=role, depth=depth)
        picture = picture_of(found.events, game, role)
        line = tuple(spot.joint for spot in picture.spots if spot.best and spot.parent is not None)
        assert line == found.result.line, name
