"""What all tests share: kernels compiled once, hypothesis profiles, and games at hand."""

import gc
import importlib
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import settings

from tests.engine.gates import gates_of
from tests.proofs.knowing import here
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Finding, Trait
from zermelo.game.load import load
from zermelo.process.frames import Message, pack, unpack
from zermelo.process.limits import Allowance
from zermelo.sampling import traits

# Derandomised, so that a change is judged by its own merits; `deep` looks for what is new.
settings.register_profile("ci", max_examples=200, deadline=None, derandomize=True)
settings.register_profile("deep", max_examples=5000, deadline=None)
settings.load_profile("ci")
# Tests wait for kernels, as do the processes that they start: nothing goes on in the background.
os.environ["ZERMELO_WARM"] = "off"
# Whoever starts tests in the background of a script has them ignore Ctrl-C, which some are about.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Compile all kernels once, before workers start that would each compile them."""
    is_controller = not hasattr(config, "workerinput")
    if is_controller and config.getoption("numprocesses", None):
        compile_kernels()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with pages in a browser: of all files, those take longest, and nobody waits for one."""
    items.sort(key=lambda item: "browser" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Let the collector leave alone what stays to the end: all tests, and all that they import."""
    gc.collect()
    gc.freeze()


KERNELS = {
    "search/mustplay/kernels/search.py": "think tictactoe --search mustplay",
    "search/proofnumber/kernels/dfpn.py": "think tictactoe --search dfpn",
    "search/exact/kernels/search.py": "think tictactoe --search exact",
    "search/window/kernels/alphabeta.py": "think tictactoe --search alphabeta:depth=1",
    "grid/kernels/rsr.py": "path random --queries 1 --compare",
    "search/one_role/kernels/line.py": "think eight_puzzle --search idastar",
    "search/one_role/kernels/seen.py": "think hanoi:disks=2 --search bfs",
    "search/mcts/kernels/search.py": "match tictactoe mcts mcts --games 2 --nodes 5",
    "proofs/symmetry/kernels/refine.py": "solve nim",
    "search/solve/kernels/exploring.py": "solve tictactoe --no-fold",
}
"""Files of kernels that take long to compile, and commands that run them."""


def compile_kernels() -> None:
    """Run every kernel once; numba keeps them on disk."""
    from zermelo.kernels.kernel import is_compiled
    from zermelo.sampling.playouts import play_out

    game = load("tictactoe")
    if not is_compiled("engine/kernels/playout.py"):
        play_out(game, passes=1)  # these first: the others call them
    game.children(game.initial)
    waiting = [
        subprocess.Popen(
            [sys.executable, "-m", "zermelo", *command.split()], stdout=subprocess.DEVNULL
        )
        for file, command in KERNELS.items()
        if not is_compiled(file)
    ]
    for process in waiting:
        process.wait()


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Grounding without a child process: ten times faster, for small rules that do no harm."""

    def call(function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
        module, _, name = function.partition(":")
        return unpack(pack(getattr(importlib.import_module(module), name)(message)))

    monkeypatch.setattr("zermelo.ground.ground.call", call)
    monkeypatch.setattr("zermelo.evaluate.fuzzy.instances.call", call)
    yield
    gc.enable()  # a child has no use for it


@pytest.fixture(scope="session", autouse=True)
def _traits_once() -> Iterator[None]:
    """What random matches show of a game is found once in a session, however often it is loaded."""
    known: dict[object, dict[Trait, Finding]] = {}
    find = traits.find_traits

    def once(game: CompiledGame, **options: Any) -> Mapping[Trait, Finding]:
        rules = pickle.dumps((game.lexicon.roles, game.lexicon.moves, tuple(gates_of(game))))
        key = sha256(rules).digest(), *options.items()
        if key not in known:
            known[key] = find(game, **options)
        return dict(known[key])

    with pytest.MonkeyPatch.context() as patch:
        for place in ("sampling.traits", "sampling.known_traits"):
            patch.setattr(f"zermelo.{place}.find_traits", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _proofs_here() -> Iterator[None]:
    """Proofs count their own steps, and need no child that is limited: starting it takes longer.

    Commands that tests start as processes still have children, and so have workers of pages.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.proofs.tables.call", here)
        yield


@pytest.fixture(scope="session")
def game_of() -> Callable[[str], CompiledGame]:
    """A game by its name, loaded once in a session."""
    games: dict[str, CompiledGame] = {}

    def known(name: str) -> CompiledGame:
        if name not in games:
            games[name] = load(name)
        return games[name]

    return known


@pytest.fixture(scope="session")
def tictactoe(game_of: Callable[[str], CompiledGame]) -> CompiledGame:
    return game_of("tictactoe")
