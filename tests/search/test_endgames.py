"""Tables as endgames of exact searches: the same values, fewer nodes, readable or not."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.search.test_lemmas_cut import SEARCHES, TWINS, joined
from tests.search.trees import lecture
from tests.solve.tables import reachable, sheets, table_for
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load
from zermelo.search.base import Bound, Clock, Limits, Result, Spent, last
from zermelo.search.events import Event, EventKind
from zermelo.search.parts.premises import discharged
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.spec import parse
from zermelo.search.tables.believed import keep_table

GameOf = Callable[[str], CompiledGame]
NIM = "nim:pile1=1,pile2=2,pile3=2,pile4=3"
GAMES = {
    "tictactoe": (3, 1),
    NIM: (1, 1),
    "connect_three:width=3,height=4": (4, 1),
    "hex:size=3": (3, 1),
}
"""Games, how many moves were made before what is searched, and after that before the table."""
IN_ORDER = "minimax", "negamax", "alphabeta:table=false", "sss", "dual"
"""Searches that try moves in the order of the rules: the others learn an order from what they see,
which is less with a table, and may be unlucky once."""


def walked(game: CompiledGame, state: State, moves: int, chance: Random) -> State:
    """A state after some random moves, and before the end."""
    for _ in range(moves):
        children = [one.state for one in game.children(state) if not one.view.terminal]
        if not children:
            break
        state = chance.choice(children)
    return state


def answered(spec: str, game: CompiledGame, state: State, role: Role) -> tuple[Result, Spent]:
    clock = Clock(Limits(nodes=100_000))
    found = last(parse(spec).start(game, role, clock)(state, clock))
    assert found is not None
    return found, clock.count


@pytest.fixture(scope="module")
def question(
    game_of: GameOf, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, int], tuple[CompiledGame, State, Path]]:
    """A game, a position to search, and the table of one that may come after it."""
    folder = tmp_path_factory.mktemp("tables")
    known: dict[tuple[str, int], tuple[State, Path]] = {}

    def asked(name: str, seed: int) -> tuple[CompiledGame, State, Path]:
        game = game_of(name)
        if (name, seed) not in known:
            chance, (before, between) = Random(seed), GAMES[name]
            root = walked(game, game.initial, before, chance)
            path = folder / f"{len(known)}.npz"
            keep_table(table_for(game, walked(game, root, between, chance)), path)
            known[name, seed] = root, path
        return game, *known[name, seed]

    return asked


Question = Callable[[str, int], tuple[CompiledGame, State, Path]]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_values_are_the_same_and_nodes_fewer(name: str, search: str, question: Question) -> None:
    saved = 0
    for seed in range(4):
        game, state, path = question(name, seed)
        exact = solved_plainly(game, state)
        for role in map(Role, range(2)):
            plain, nodes = answered(search, game, state, role)
            cut, fewer = answered(joined(search, f"endgames={path}"), game, state, role)
            if search in IN_ORDER:
                assert fewer.nodes <= nodes.nodes
            saved += nodes.nodes - fewer.nodes
            assert cut.bound is plain.bound
            if cut.bound is not Bound.EXACT:
                continue
            assert (cut.values, cut.proven) == (plain.values, plain.proven) == (cut.values, True)
            assert cut.values == exact[state].values
            assert cut.line, "there is a move"
            assert exact[game.next(state, cut.line[0])].values == cut.values
    assert saved > 0


@pytest.mark.parametrize("search", TWINS)
@pytest.mark.parametrize("name", GAMES)
def test_kernels_use_them_as_readable_searches_do(
    name: str, search: str, question: Question
) -> None:
    for seed in range(3):
        game, state, path = question(name, seed)
        for role in map(Role, range(2)):
            spec = joined(search, f"endgames={path}")
            readable = answered(f"{spec},kernel=off", game, state, role)
            assert answered(f"{spec},kernel=on", game, state, role) == readable


@pytest.mark.parametrize("kernel", ["on", "off"])
def test_a_table_of_the_whole_game_leaves_one_ply_to_search(
    kernel: str, game_of: GameOf, tmp_path: Path
) -> None:
    game = game_of(NIM)
    path = tmp_path / "whole.npz"
    keep_table(table_for(game), path)
    spec = f"minimax:endgames={path}" if kernel == "off" else f"scout:endgames={path},kernel=on"
    for state in Random(3).sample(sorted(reachable(game, game.initial)), 20):
        found, count = answered(spec, game, state, Role(0))
        assert found.values == solved_plainly(game, state)[state].values
        assert count.nodes <= 1 + 2 * len(game.children(state))


@pytest.mark.parametrize("kernel", ["on", "off"])
def test_matches_without_end_count_half(kernel: str, tmp_path: Path) -> None:
    sheets(tmp_path)
    game = load(str(tmp_path / "round.kif"))
    path = tmp_path / "round.npz"
    keep_table(table_for(game), path)
    spec = f"alphabeta:depth=3,endgames={path},kernel={kernel}"
    found, _ = answered(spec, game, game.initial, Role(0))
    assert (found.values, found.move) == ((27.5, 27.5), game.read(Role(0), "wait"))
    assert found.proven


def test_dead_ends_of_one_role_are_searched_on(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("missionaries_and_cannibals")
    path = tmp_path / "boat.npz"
    keep_table(table_for(game), path)
    for kernel in ("on", "off"):
        spec = f"alphabeta:depth=4,endgames={path},kernel={kernel}"
        found, _ = answered(spec, game, game.initial, Role(0))
        assert found.values == (100.0,)


def test_the_proof_rests_on_the_table_too(question: Question) -> None:
    game, state, path = question("tictactoe", 0)
    found, _ = answered(f"alphabeta:endgames={path}", game, state, Role(0))
    found = discharged(found, game, state)
    assert found.proof is not None
    assert found.proof.rests_on[0] == "search to the end"
    assert "complete enumeration (" in found.proof.rests_on[1]


def test_who_looks_on_is_told_the_table(question: Question) -> None:
    game, state, path = question("tictactoe", 1)
    events: list[Event] = []
    clock = Clock()
    search = parse(f"alphabeta:endgames={path}")
    last(search.start(game, Role(0), clock, events.append)(state, clock))
    told = [event.reason for event in events if event.kind is EventKind.LEMMA]
    assert told
    assert all(reason.endswith(" by the table of endgames") for reason in told)


def test_what_cannot_end_a_search_is_refused(game_of: GameOf, tmp_path: Path) -> None:
    sheets(tmp_path)
    game = load(str(tmp_path / "shared.kif"))
    path = tmp_path / "shared.npz"
    keep_table(table_for(game), path)
    with pytest.raises(UnsuitedError, match=r"has values by max\^n, which depend on how ties"):
        parse(f"alphabeta:endgames={path}").start(game, Role(0), Clock())
    with pytest.raises(UnsuitedError, match=r"is the table of .*, not of tictactoe"):
        parse(f"negamax:endgames={path}").start(game_of("tictactoe"), Role(0), Clock())
    with pytest.raises(UnsuitedError, match=r"tables are about rules, and .* has none"):
        parse(f"alphabeta:endgames={path}").start(lecture(), Role(0), Clock())


SHARED = """
(role a) (role b) (init (turn a))
(<= (legal a ?m) (true (turn a)) (way ?m)) (<= (legal b noop) (true (turn a)))
(<= (legal b ?m) (true (turn b)) (way ?m)) (<= (legal a noop) (true (turn b)))
(way left) (way right)
(<= (next (went a ?m)) (does a ?m) (true (turn a))) (<= (next (turn b)) (true (turn a)))
(<= (next (went b ?m)) (does b ?m) (true (turn b)))
(<= (next (went a ?m)) (true (went a ?m)))
(<= over (true (went b ?m))) (<= terminal over)
(<= alike (true (went a ?m)) (true (went b ?m)))
(<= (goal a 100) over alike) (<= (goal b 20) over alike)
(<= (goal a 40) over (not alike)) (<= (goal b 80) over (not alike))
(<= (goal a 0) (not over)) (<= (goal b 0) (not over))
"""


@pytest.mark.parametrize("search", SEARCHES)
def test_a_table_says_what_both_share_where_no_end_is_searched(search: str, tmp_path: Path) -> None:
    (rules := tmp_path / "shared.kif").write_text(SHARED)
    game = load(str(rules))
    keep_table(table_for(game, game.initial), tmp_path / "table.npz")
    for role in map(Role, range(2)):
        found, _ = answered(
            joined(search, f"endgames={tmp_path}/table.npz"), game, game.initial, role
        )
        assert found.values == (40.0, 80.0)
