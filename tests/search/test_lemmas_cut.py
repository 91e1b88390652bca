"""Lemmas of strategy files in exact searches: the same values, no more nodes, readable or not."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.learn.test_lemmas import learned
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.game.load import load
from zermelo.learn.selection import selected
from zermelo.proofs import total
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.total import proved_total
from zermelo.search.base import Bound, Clock, Limits, Result, Spent, last
from zermelo.search.events import Event, EventKind
from zermelo.search.parts.proved import proved_by
from zermelo.search.spec import parse
from zermelo.strategies import strategy
from zermelo.strategies.strategy import Strategy, fingerprint, write_strategy

NIM = "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0"
GAMES = {"tictactoe": 4, NIM: 0, "hex:size=3": 4}
"""Games, and how many moves were made before the positions that are searched."""
SLOW = {"connect_three": 4, "chomp": 1}
SEARCHES = (
    "minimax",
    "negamax",
    "alphabeta",
    "alphabeta:table=false",
    "scout",
    "mtd",
    "zerowindow",
    "iterative",
    "sss",
    "dual",
)
TWINS = (
    "alphabeta",
    "alphabeta:table=false,killers=true,history=true",
    "alphabeta:shallow=1",
    "scout:table=false",
    "mtd",
    "zerowindow",
    "iterative",
    "iterative:depth=3,aspiration=10,evaluator=mobility",
    "scout:depth=3,evaluator=mobility",
)
Files = Callable[[str], str]


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    """What a file and the rules say is found out once, not by every search.

    The files here are made by hand, of rules that are true; audits have tests of their own.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((strategy, "load_strategy"), (total, "proved_total")):
            patch.setattr(module, name, cache(getattr(module, name)))
        patch.setattr("zermelo.strategies.strategy.require_audited", lambda _: None)
        patch.setattr("zermelo.strategies.strategy.require_backed", lambda *_: None)
        yield


@pytest.fixture(scope="module")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A file with the rules to play a game by."""
    folder = tmp_path_factory.mktemp("strategies")
    known: dict[str, str] = {}

    def file(name: str) -> str:
        if name not in known:
            game, found = learned(name)
            path = folder / f"{len(known)}.lp"
            chosen = tuple(
                selected(game, game.initial, found.lemmas, found.symmetries, found.values)
            )
            rules = Strategy(name, fingerprint(game), "lemmas", "proved", chosen)
            write_strategy(rules, game, path)
            known[name] = str(path)
        return known[name]

    return file


def after(game: CompiledGame, moves: int, seed: int) -> State:
    """A state after some random moves."""
    chance, state = Random(seed), game.initial
    for _ in range(moves):
        joint = tuple(chance.choice(game.legal(state, Role(role))) for role in range(2))
        following = game.next(state, joint)
        if game.terminal(following):
            break
        state = following
    return state


def answered(spec: str, game: CompiledGame, state: State, role: Role) -> tuple[Result, Spent]:
    clock = Clock(Limits(nodes=100_000))
    found = last(parse(spec).start(game, role, clock)(state, clock))
    assert found is not None
    return found, clock.count


def joined(spec: str, *more: str) -> str:
    return spec + (":" if ":" not in spec else ",") + ",".join(more)


def assert_same_value_and_no_more_nodes(name: str, search: str, moves: int, file: str) -> None:
    game, _ = learned(name)
    for seed in range(2):
        state = after(game, moves, seed)
        for role in map(Role, range(2)):
            plain, nodes = answered(search, game, state, role)
            cut, fewer = answered(joined(search, f"lemmas={file}"), game, state, role)
            assert fewer.nodes <= nodes.nodes
            assert cut.bound is plain.bound
            if cut.bound is not Bound.EXACT:
                continue
            assert (cut.values, cut.proven) == (plain.values, plain.proven) == (cut.values, True)
            if cut.line:
                behind = answered("alphabeta", game, game.next(state, cut.line[0]), role)[0]
                assert behind.values == cut.values, "its move is as good as it says"


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_values_are_the_same_and_nodes_no_more(name: str, search: str, file_of: Files) -> None:
    assert_same_value_and_no_more_nodes(name, search, GAMES[name], file_of(name))


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES[1:])
@pytest.mark.parametrize("name", SLOW)
def test_so_they_are_in_larger_games(name: str, search: str, file_of: Files) -> None:
    assert_same_value_and_no_more_nodes(name, search, SLOW[name], file_of(name))


@pytest.mark.parametrize(
    ("name", "search"),
    [*((name, search) for name in (NIM, "hex:size=3") for search in TWINS), ("tictactoe", "scout")],
)
def test_kernels_use_them_as_readable_searches_do(name: str, search: str, file_of: Files) -> None:
    game, _ = learned(name)
    for seed, moves in enumerate((1, 3)):
        state = after(game, moves, seed)
        for role in map(Role, range(2)):
            spec = joined(search, f"lemmas={file_of(name)}")
            readable = answered(f"{spec},kernel=off", game, state, role)
            assert answered(f"{spec},kernel=on", game, state, role) == readable


# mtd completes its line, and zerowindow gives a bound: both look further.
@pytest.mark.parametrize("search", sorted(set(SEARCHES) - {"mtd", "zerowindow"}))
def test_a_state_that_a_lemma_settles_is_not_searched(search: str, file_of: Files) -> None:
    game, found = learned(NIM)
    spec = joined(search, f"lemmas={file_of(NIM)}", *(["kernel=off"] if search in TWINS else []))
    result, count = answered(spec, game, game.initial, Role(0))
    assert (result.values, result.proven, count.nodes) == (found.values, True, 1)
    assert [joint[0] for joint in result.line] == [result.move], "the move of the lemma"


def test_who_looks_on_is_told_the_lemma(file_of: Files) -> None:
    game, _ = learned("tictactoe")
    events: list[Event] = []
    clock = Clock()
    search = parse(f"alphabeta:lemmas={file_of('tictactoe')}")
    last(search.start(game, Role(0), clock, events.append)(after(game, 4, 1), clock))
    told = [event.reason for event in events if event.kind is EventKind.LEMMA]
    assert told
    assert all(" by a lemma: cell " in reason for reason in told)


def test_a_cut_for_a_lemma_says_so(tictactoe: CompiledGame, tmp_path: Path) -> None:
    game, chance = tictactoe, Random(0)
    state = game.initial
    for _ in range(4):
        best = [
            child
            for joint in joints(game, state)
            if answered("alphabeta", game, child := game.next(state, joint), Role(0))[0].values
            == (50, 50)
        ]
        state = chance.choice(best)
    held = tuple(fluent + 1 for fluent in range(state.bit_length()) if state >> fluent & 1)
    noop = game.read(Role(1), "noop")
    lemma = Lemma(Claim((1,), 1, 50), held, (noop,))  # true: the state is a draw
    rules = Strategy("tictactoe", fingerprint(game), "lemmas", "proved", (lemma,))
    write_strategy(rules, game, tmp_path / "draw.lp")
    for name in ("alphabeta", "negamax"):
        events: list[Event] = []
        clock = Clock()
        search = parse(f"{name}:lemmas={tmp_path / 'draw.lp'}")
        last(search.start(game, Role(0), clock, events.append)(state, clock))
        cut = [event for event in events if event.kind is EventKind.CUT and event.node == 0]
        assert [event.pruned != () for event in cut] == [True]
        assert cut[0].reason.startswith("value 50 >= beta 50, proved by a lemma: ")


@pytest.mark.parametrize(
    "search", ["alphabeta:kernel=on", "alphabeta:kernel=off", "scout:kernel=off", "negamax"]
)
def test_a_guess_is_kept_within_what_a_lemma_proves(
    search: str, tictactoe: CompiledGame, tmp_path: Path
) -> None:
    game = tictactoe
    state = game.initial
    for joint in (("(mark 1 1)", "noop"), ("noop", "(mark 2 2)")):
        state = game.next(state, tuple(game.read(Role(role), joint[role]) for role in range(2)))
    held = tuple(fluent + 1 for fluent in range(state.bit_length()) if state >> fluent & 1)
    noop = game.read(Role(1), "noop")
    lemma = Lemma(Claim((1,), 1, 50), held, (noop,))  # true: the centre is the answer to a corner
    rules = Strategy("tictactoe", fingerprint(game), "lemmas", "proved", (lemma,))
    write_strategy(rules, game, tmp_path / "draw.lp")
    spec = joined(search, "depth=2", "evaluator=mobility")
    free, _ = answered(spec, game, state, Role(0))
    assert free.values[0] > 50, "what the evaluator says"
    cut, _ = answered(joined(spec, f"lemmas={tmp_path / 'draw.lp'}"), game, state, Role(0))
    assert cut.values == (50, 50)


def test_what_is_only_claimed_is_refused(file_of: Files, tmp_path: Path) -> None:
    game, _ = learned(NIM)
    path = tmp_path / "claimed.lp"
    text = Path(file_of(NIM)).read_text(encoding="utf-8")
    path.write_text(text.replace("% status: proved", "% status: claimed"), encoding="utf-8")
    with pytest.raises(UnsuitedError, match="is claimed, not proved: a search may not go by it"):
        proved_by(game, Role(0), str(path))


def test_other_rules_are_refused(file_of: Files, tictactoe: CompiledGame) -> None:
    with pytest.raises(UnsuitedError, match="is a strategy for other rules"):
        proved_by(tictactoe, Role(0), file_of(NIM))


def test_a_total_is_told_only_if_it_is_proved(tictactoe: CompiledGame) -> None:
    assert proved_total(tictactoe) == 100
    assert proved_total(load("prisoners_dilemma")) is None
    assert proved_total(load("tictactoe_3p")) is None
