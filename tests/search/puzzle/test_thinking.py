"""What all searches of puzzles do at the root: limits, following a way, refusals."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.proofs.knowing import sheet
from tests.search.trees import drawn
from zermelo.engine.engine import Ints, Words
from zermelo.errors import LimitError, PlayError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import compiled_game, load
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.base import Bound, Clock, Limits, Result, last
from zermelo.search.events import Event, EventKind
from zermelo.search.one_role.disk import Disk
from zermelo.search.one_role.flood import Flood, LevelStore
from zermelo.search.one_role.flooded import folding_of, to_disk
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.memory import StateMemory
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
ME = Role(0)
SPECS = ["bfs", "bfs:kernel=off", "ucs", "dfs", "dls", "iddfs", "astar", "idastar"]


def said(spec: str, game: CompiledGame | TreeGame, limits: Limits | None = None) -> list[Result]:
    clock = Clock(limits)
    return list(parse(spec).start(game, ME, clock)(game.initial, clock))


@pytest.mark.parametrize("spec", SPECS)
def test_a_way_that_was_found_is_followed(spec: str, game_of: Games) -> None:
    game = game_of("hanoi:disks=2")
    clock = Clock()
    think = parse(spec).start(game, ME, clock)
    state = game.initial
    found = last(think(state, clock))
    assert found is not None
    spent = clock.count.nodes
    for number, joint in enumerate(found.line):
        (again,) = think(state, clock) if number else [found]
        assert again.line == found.line[number:]
        assert again.move == joint[0]
        state = game.next(state, joint)
    assert clock.count.nodes == spent
    (end,) = think(state, clock)
    assert (end.move, end.values) == (None, (100.0,))


@pytest.mark.parametrize("spec", SPECS)
def test_a_short_clock_gives_the_best_end_so_far(spec: str) -> None:
    game = drawn("roles: me\n[(10),[(40),[[(5),(100)],(60)]]]")
    for nodes in range(1, 12):
        clock = Clock(Limits(nodes=nodes))
        result = last(parse(spec).start(game, ME, clock)(game.initial, clock))
        assert result is not None
        assert clock.count.nodes <= nodes
        assert result.values[0] in (0.0, 5.0, 10.0, 40.0, 60.0, 100.0)
        assert result.bound is Bound.AT_LEAST or result.values == (100.0,)
    assert said(spec, game)[-1].values == (100.0,)


@pytest.mark.parametrize("spec", ["bfs", "ucs", "dfs", "dls", "iddfs", "astar", "idastar"])
def test_a_watched_search_tells_where_it_went(spec: str, game_of: Games) -> None:
    game = game_of("hanoi:disks=2")
    events: list[Event] = []
    clock = Clock()
    result = last(parse(spec).start(game, ME, clock, events.append)(game.initial, clock))
    assert result is not None
    entered = [event for event in events if event.kind is EventKind.ENTER]
    assert len(entered) == clock.count.nodes
    assert entered[0].state == game.initial
    states: dict[int, State] = {}
    for event in entered:
        states[event.node] = event.state
        if event.parent is not None and event.joint is not None:
            assert game.next(states[event.parent], event.joint) == event.state
    assert any(event.kind is EventKind.BEST for event in events)
    leaves = [event for event in events if event.kind is EventKind.LEAF]
    assert leaves[-1].value == 100


def test_a_depth_below_zero_makes_no_sense(game_of: Games) -> None:
    with pytest.raises(UsageError, match="a depth of -1 makes no sense"):
        said("bfs", game_of("hanoi:disks=2"), Limits(depth=-1))


def test_several_roles_are_no_puzzle(game_of: Games) -> None:
    with pytest.raises(UnsuitedError, match="tictactoe is no puzzle: it has 2 roles: x, o"):
        Puzzle(game_of("tictactoe"))


def stuck() -> TreeGame:
    """A node without children and without a worth: the rules forgot it."""
    return TreeGame("forgetful", ("me",), (DrawnNode("a", ME, (1,), ("x",)), DrawnNode("b", ME)))


STUCK = """(role me) (init (at 1)) (<= (next (at ?x)) (does me (go ?x)))
(<= (legal me (go 2)) (true (at 1))) (<= (legal me (go 3)) (true (at 1)))
(<= terminal (true (at 3))) (<= (goal me 100) (true (at 3))) (<= (goal me 0) (true (at 1)))"""


@pytest.mark.parametrize("spec", [*SPECS, "idastar:heuristic=none", "astar:heuristic=none"])
def test_a_state_without_moves_before_the_end_is_refused(spec: str, tmp_path: Path) -> None:
    path = tmp_path / "stuck.kif"
    path.write_text(STUCK)
    game = load(str(path))
    if spec in ("bfs", "bfs:kernel=off", "iddfs", "astar", "astar:heuristic=none", "idastar"):
        # They see the end before they go on from anywhere, or that there is no hope.
        assert said(spec, game)[-1].values == (100.0,)
        return
    with pytest.raises(PlayError, match="me has no move before the end"):
        said(spec, game)


def test_an_end_without_a_goal_is_refused() -> None:
    with pytest.raises((UnsuitedError, PlayError), match="forgetful: me has no"):
        said("bfs", stuck())


def test_a_full_memory_without_a_disk_says_so(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    goal_search = GoalSearch(Puzzle(game), game.initial, Clock())
    memory = StateMemory.holding(game.row(game.initial), 1 << 18)
    with pytest.raises(LimitError, match=r"eight_puzzle: the memory is full: [0-9,]+ states"):
        Flood(goal_search, game, memory).run()


def test_a_full_disk_says_so(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    disk = Disk(game.words, 1 << 20, lambda rows: (rows, rows[:, 0].astype("int32")))
    disk.folder.cleanup()  # as good as full: nothing can be written there
    with pytest.raises(LimitError, match=r"states are kept in .*, and it is full"):
        disk.append("seen", game.row(game.initial)[None])


def levels(
    game: CompiledGame, limit: int, spill: Callable[[Flood], LevelStore] | None
) -> list[int]:
    goal_search = GoalSearch(Puzzle(game), game.initial, Clock(), depth=20)
    flood = Flood(
        goal_search, game, StateMemory.holding(game.row(game.initial), limit), spill=spill
    )
    assert flood.run() is SearchVerdict.CUTOFF
    flood.store.close()
    return flood.levels


def test_a_file_that_does_not_fit_into_the_memory_is_read_in_parts(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("eight_puzzle")
    known = levels(game, 1 << 26, None)
    monkeypatch.setattr("zermelo.search.one_role.disk.FILES", 1)
    assert levels(game, 1 << 18, to_disk) == known
    assert sum(known) > 16384  # more than there is room for


def test_few_states_are_taken_at_a_time_where_they_have_many_children(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("eight_puzzle")
    known = levels(game, 1 << 26, None)
    monkeypatch.setattr("zermelo.search.one_role.flood.CHILDREN", 1 << 13)
    sizes: list[int] = []
    children = Flood.children

    def counted(flood: Flood, rows: Words) -> tuple[Words, Ints]:
        sizes.append(len(rows))
        return children(flood, rows)

    monkeypatch.setattr(Flood, "children", counted)
    assert levels(game, 1 << 26, None) == known
    assert 64 < max(sizes) < 1024


def test_an_unsolvable_puzzle_without_any_end_says_so() -> None:
    nodes = (DrawnNode("a", ME, (1,), ("x",)), DrawnNode("b", ME, (0,), ("y",)))
    game = TreeGame("round", ("me",), nodes)
    for spec in ("bfs", "ucs", "dfs", "iddfs", "astar"):
        result = said(spec, game)[-1]
        assert result.note.startswith("unsolvable: no end can be reached")
        assert result.proven
        assert result.unsolvable
        assert result.reported == (None,)  # there is no value, and 0 is not one


def test_before_anything_is_found_a_puzzle_brings_at_least_the_least_goal() -> None:
    nodes = (DrawnNode("a", ME, (1,), ("x",)), DrawnNode("b", ME, values=(-20,)))
    game = TreeGame("poor", ("me",), nodes)
    for spec in ("bfs", "ucs", "astar"):
        first, *_, best = said(spec, game)
        assert first.values == best.values == (-20,)


FORK = """
(role me) (init start)
(<= (legal me left) (true start)) (<= (legal me right) (true start))
(<= (legal me wait) (not (true start)))
(<= (next (has gold)) (does me left)) (<= (next (has key)) (does me right))
(<= (next (has ?x)) (true (has ?x)))
(<= (next late) (not (true start)))
(<= terminal (true late))
(<= (goal me 100) (true (has gold)) (true (has key)))
(<= (goal me 50) (true (has gold)) (not (true (has key))))
(<= (goal me 0) (not (true (has gold))))
"""
"""One may go left or right, not both: at first a heuristic hopes for 100, later no more."""


@pytest.mark.parametrize("search", ["astar", "idastar"])
@pytest.mark.parametrize("kernel", ["on", "off"])
def test_what_turns_out_hopeless_is_tried_for_less(search: str, kernel: str) -> None:
    game = compiled_game("fork", sheet(FORK))
    result = said(f"{search}:heuristic=relaxed,kernel={kernel}", game)[-1]
    assert (result.values, result.proven) == ((50,), True)
    assert result.note.startswith("no end worth 100 can be reached")


@pytest.mark.parametrize(
    "goals", ["", "(<= (goal me 50) (true over)) (<= (goal me 60) (true over))"]
)
def test_an_end_without_one_goal_is_refused_with_and_without_kernels(goals: str) -> None:
    text = f"""
    (role me) (init start) (legal me go)
    (<= (next over) (true start))
    (<= terminal (true over))
    (<= (goal me 100) (true never)) (<= (next never) (true never)) {goals}
    (<= (goal me 0) (true start))
    """
    game = compiled_game("odd", sheet(text))
    for kernel in ("on", "off"):
        with pytest.raises(UnsuitedError, match="odd: me has no goal at an end: over"):
            said(f"bfs:kernel={kernel}", game)


def test_two_symmetries_are_enough_to_fold_by() -> None:
    text = """
    (role me) (init off) (thing a) (thing b)
    (<= (legal me (press ?x)) (thing ?x))
    (<= (next (on ?x)) (does me (press ?x)))
    (<= (next (on ?x)) (true (on ?x)))
    (<= terminal (true (on a)) (true (on b)))
    (goal me 100)
    """
    folds = folding_of(compiled_game("switches", sheet(text)))
    assert folds is not None
    assert folds.order == 2
    alone = text.replace("(goal me 100)", "(<= (goal me 100) (true (on a)))")
    assert folding_of(compiled_game("switches", sheet(alone))) is None
