"""Machine code says what the gates say, however it was made and kept."""

import gc
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.gates import gates_of
from tests.engine.native.circuits import circuits
from tests.engine.twin import SHEETS
from tests.ground.sheets import games_of
from zermelo.engine.narrow import Narrow, narrow, new_workspace, work_of
from zermelo.engine.native import assembly, code, special
from zermelo.engine.native.code import bytes_of, install, place_of, wide_code
from zermelo.engine.native.depth_first import depth_first
from zermelo.engine.native.machine import Library, linked, object_code
from zermelo.engine.native.program import program
from zermelo.engine.native.referee import agrees, agrees_wide, random_words, settled
from zermelo.engine.native.wide_program import wide_program
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load

Games = Callable[[str], CompiledGame]
LEVELS = (0, 1, 2)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store of this test's own."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    return tmp_path / "code"


def passes(game: CompiledGame) -> Narrow:
    """Return the passes of a game, without code."""
    return narrow(gates_of(game))


def is_right(game: Narrow, library: Library) -> bool:
    """Whether the referee finds nothing wrong."""
    return agrees(game, *(library.address(name) for name in code.NAMES))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["tictactoe", "connect_four:width=4,height=4", "hex:size=3"])
def test_games_are_computed_alike_at_every_level(game_of: Games, name: str, level: int) -> None:
    game = passes(game_of(name))
    assert is_right(game, linked(object_code(program(game).text, level)))


@pytest.mark.parametrize("sheet", SHEETS)
def test_playouts_have_code_for_every_kind_of_game(cache: Path, sheet: str) -> None:
    gates = gates_of(games_of(SHEETS[sheet])[0])
    assert wide_code(gates, 0) is not None
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("chunk", [1, 3, 400])
def test_chunks_of_any_size_compute_the_same(
    sheet: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembly, "CHUNK", chunk)
    game = passes(games_of(SHEETS[sheet])[0])
    assert is_right(game, linked(object_code(program(game).text, 0)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["tictactoe", "hex:size=3", "pig_race", "reversi:size=4"])
def test_lanes_are_computed_alike_at_every_level(game_of: Games, name: str, level: int) -> None:
    wide = wide_code(gates_of(game_of(name)), level)
    assert wide is not None
    assert wide.machine.all()


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("chunk", [1, 3, 400])
def test_lanes_in_chunks_of_any_size_compute_the_same(
    sheet: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembly, "CHUNK", chunk)
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    assert wide_code(gates_of(games_of(SHEETS[sheet])[0]), 0) is not None


def test_lanes_of_another_game_are_found_out(game_of: Games) -> None:
    game = gates_of(game_of("tictactoe"))
    numbers = game.code.copy()
    assert numbers[1] > 1  # of the inputs of the first gate, the last becomes the first
    numbers[2 + numbers[1]] = numbers[3]
    other = game._replace(code=numbers)
    library = linked(object_code(wide_program(other)[0], 0))
    wide = code.laid_out(game, wide_program(game)[1])
    assert not agrees_wide(narrow(game), wide, library.address("view"), library.address("step"))


@given(data=st.data(), chunk=st.sampled_from([1, 2, 5, 400]), level=st.sampled_from(LEVELS))
@settings(max_examples=60)
def test_random_circuits_are_computed_alike(
    game_of: Games, data: st.DataObject, chunk: int, level: int
) -> None:
    game = data.draw(circuits(game_of("tictactoe")))
    with patch.object(assembly, "CHUNK", chunk):
        library = linked(object_code(program(game).text, level))
    assert is_right(game, library)


@given(data=st.data(), level=st.sampled_from(LEVELS))
@settings(max_examples=60)
def test_random_circuits_are_computed_alike_whose_turn_it_may_be(
    game_of: Games, data: st.DataObject, level: int
) -> None:
    """Code for each turn is written for any two fluents, however little that saves."""
    game = data.draw(circuits(game_of("tictactoe")))
    with patch.object(special, "LEAST_READERS", 0), patch.object(special, "LEAST_GAIN", -1.0):
        library = linked(object_code(program(game).text, level))
        assert is_right(game, library)


@given(data=st.data())
@settings(max_examples=100)
def test_a_pass_for_known_fluents_computes_the_same(game_of: Games, data: st.DataObject) -> None:
    game = data.draw(circuits(game_of("tictactoe")))
    known = data.draw(st.dictionaries(st.integers(1, game.fluents), st.booleans()))
    words = [random_words(1, game.fluents, Random(seed), known) for seed in range(3)]
    does = [random_words(1 + game.fluents, game.moves, Random(seed), {}) for seed in range(3)]
    for circuit, more in ((game.viewing, [[], [], []]), (game.stepping, does)):
        smaller = special.specialised(circuit, known)
        assert smaller.gates <= circuit.gates
        for fluents, moves in zip(words, more, strict=True):
            assert settled(smaller, fluents + moves) == settled(circuit, fluents + moves)


@pytest.mark.parametrize("name", ["hex:size=5", "breakthrough:width=4,height=5", "tictactoe"])
def test_whose_turn_it_is_is_seen_in_the_circuit(game_of: Games, name: str) -> None:
    game = game_of(name)
    (known, other) = special.turns(passes(game))
    (first,) = (wire - 1 for wire, holds in known.items() if holds)
    (second,) = (wire - 1 for wire, holds in other.items() if holds)
    for fluent in (first, second):
        assert game.describe(State(1 << fluent))[0].startswith("(control")


def test_large_circuits_have_code_for_all_states_only(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = passes(game_of("hex:size=3"))
    assert special.turns(game)
    assert special.movers(game)
    monkeypatch.setattr(special, "MOST_GATES", work_of(game) - 1)
    assert not special.turns(game)
    assert not special.movers(game)


def test_scratch_memory_is_as_large_as_promised(game_of: Games) -> None:
    for name in ("tictactoe", "hex:size=3", "connect_four:width=4,height=4"):
        game = passes(game_of(name))
        assert program(game).scratch <= new_workspace(game).scratch.size


@given(data=st.data())
@settings(max_examples=30)
def test_scratch_memory_of_random_circuits_is_large_enough(
    game_of: Games, data: st.DataObject
) -> None:
    game = data.draw(circuits(game_of("tictactoe")))
    with patch.object(assembly, "CHUNK", 1):
        assert program(game).scratch <= new_workspace(game).scratch.size


def test_the_code_of_another_game_is_found_out(game_of: Games) -> None:
    """Two games of one size whose rules differ in a single gate."""
    game = passes(game_of("tictactoe"))
    pairs = game.viewing.pairs.copy()
    pairs[-1] ^= 1
    other = game._replace(viewing=game.viewing._replace(pairs=pairs))
    library = linked(object_code(program(other).text, 1))
    assert is_right(other, library)
    assert not is_right(game, library)


def test_code_is_kept_and_found_again(cache: Path, game_of: Games) -> None:
    game = passes(game_of("tictactoe"))
    assert install(game, 1)
    assert len(list(cache.iterdir())) == 1
    with patch.object(code, "object_code", side_effect=AssertionError("compiled once more")):
        assert install(game, 1)


@pytest.mark.parametrize("keep", [True, False])
def test_a_game_of_which_nothing_is_to_be_kept_leaves_no_code(cache: Path, keep: bool) -> None:
    game = load("tictactoe", keep=keep, engine="native")
    assert game.engine.narrow.code.all()
    assert game.engine.wide.machine.all()
    assert (len(list(cache.iterdir())) if cache.exists() else 0) == (2 if keep else 0)
    assert bool(list(cache.parent.glob("games/*"))) == keep


def harmed(content: bytes, harm: str) -> bytes:
    """Return a file's content after something has happened to it."""
    middle = len(content) // 2
    flipped = bytes([content[middle] ^ 1])
    return {
        "cut": content[:middle],
        "empty": b"",
        "flipped": content[:middle] + flipped + content[middle + 1 :],
        "longer": content + b"x",
        "foreign": b"\x7fELF" + bytes(500),
    }[harm]


@pytest.mark.parametrize("harm", ["cut", "empty", "flipped", "longer", "foreign"])
def test_damaged_files_are_made_again(cache: Path, game_of: Games, harm: str) -> None:
    game = passes(game_of("tictactoe"))
    install(game, 0)
    (path,) = cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(harmed(whole, harm))
    assert install(game, 0)
    assert path.read_bytes() == whole


def test_a_file_under_the_name_of_another_is_made_again(cache: Path, game_of: Games) -> None:
    game, other = passes(game_of("tictactoe")), passes(game_of("hex:size=3"))
    assert install(game, 0)
    assert install(other, 0)
    path, foreign = place_of(bytes_of(game), 0), place_of(bytes_of(other), 0)
    assert path is not None
    assert foreign is not None
    whole = path.read_bytes()
    path.write_bytes(foreign.read_bytes())
    assert install(game, 0)
    assert path.read_bytes() == whole


def test_code_that_is_whole_but_wrong_is_made_again(cache: Path, game_of: Games) -> None:
    game = passes(game_of("tictactoe"))
    path = place_of(bytes_of(game), 0)
    assert path is not None
    pairs = game.stepping.pairs ^ np.uint32(1)
    wrong = game._replace(stepping=game.stepping._replace(pairs=pairs))
    code.keep(path, object_code(program(wrong).text, 0), np.zeros(0, np.int32))
    kept = path.read_bytes()
    assert install(game, 0)
    assert path.read_bytes() != kept
    whole, _ = code.kept(path) or (b"", None)
    assert is_right(game, linked(whole))


@pytest.mark.parametrize("mode", [0o775, 0o777, 0o757])
def test_nothing_is_read_where_others_could_have_written(
    cache: Path, game_of: Games, mode: int
) -> None:
    game = passes(game_of("tictactoe"))
    assert install(game, 0)
    cache.chmod(mode)
    assert place_of(bytes_of(game), 0) is None
    assert install(game, 0)
    cache.chmod(0o755)
    path = place_of(bytes_of(game), 0)
    assert path is not None
    path.chmod(mode & 0o666)
    assert code.kept(path) is None


def test_without_a_store_code_is_compiled_each_time(
    monkeypatch: pytest.MonkeyPatch, game_of: Games
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", "off")
    game = passes(game_of("tictactoe"))
    assert place_of(bytes_of(game), 0) is None
    assert install(game, 0)


def test_gates_are_read_where_code_disagrees(cache: Path, game_of: Games) -> None:
    game = passes(game_of("tictactoe"))
    with patch.object(code, "agrees", return_value=False):
        assert not install(game, 0)
    assert not game.code.any()
    assert not list(cache.iterdir())


def test_code_lives_as_long_as_its_addresses(cache: Path, game_of: Games) -> None:
    game = passes(game_of("tictactoe"))
    install(game, 0)
    gc.collect()
    assert agrees(game, *game.code.tolist())


def test_the_referee_reads_gates_in_their_order(game_of: Games) -> None:
    """One position whose answer is known: nobody has moved, and all nine cells are free."""
    game = game_of("tictactoe")
    whole = passes(game)
    fluents = [-(bit & 1) & (1 << 64) - 1 for bit in game.fluent_bits(game.initial).tolist()]
    seen = settled(whole.viewing, fluents)
    assert seen[0] == 0
    legal = [number for number, word in enumerate(seen[1 + whole.goals :]) if word]
    assert len(legal) == 10


def test_moves_of_one_role_alone_have_code_of_their_own(game_of: Games) -> None:
    game = passes(game_of("connect_four:width=4,height=4"))
    first, second = special.movers(game)
    firsts = [1 + game.fluents + first for first in game.firsts.tolist()]
    assert set(first) <= set(range(firsts[1], firsts[2]))
    assert set(second) <= set(range(firsts[0], firsts[1]))
    assert {*first.values(), *second.values()} == {False}


@given(data=st.data())
@settings(max_examples=60)
def test_gates_in_another_order_compute_the_same(game_of: Games, data: st.DataObject) -> None:
    game = data.draw(circuits(game_of("tictactoe")))
    words = random_words(1, game.fluents, Random(7), {})
    again = depth_first(game.viewing)
    assert settled(again, words) == settled(game.viewing, words)
    assert again.gates <= game.viewing.gates


def test_gates_follow_each_other_as_they_are_needed(game_of: Games) -> None:
    """A gate reads only what was there before it, and more of them read the one before."""
    game = passes(game_of("reversi:size=4"))
    follow = []
    for circuit in (game.viewing, depth_first(game.viewing)):
        pairs = circuit.pairs.reshape(-1, 2).tolist()
        assert all(max(pair) < 2 * (circuit.inputs + gate) for gate, pair in enumerate(pairs))
        before = [circuit.inputs + gate - 1 for gate in range(circuit.gates)]
        follow.append(
            sum(wire in (a >> 1, b >> 1) for wire, (a, b) in zip(before, pairs, strict=True))
        )
    assert follow[1] > follow[0]
