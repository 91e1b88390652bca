"""Registries: a file in a folder is enough, and only what is asked for is loaded."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo.evaluate.evaluators
import zermelo.search.algorithms
import zermelo.search.heuristics
from zermelo.errors import UsageError
from zermelo.evaluate.base import evaluators
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.search.base import Clock, Limits, last, searches
from zermelo.search.puzzle.catalogue import heuristic_names, heuristics
from zermelo.search.spec import parse, spell
from zermelo.search.suitability import suiting

SEARCH = """
'''Last move: take the last of the legal moves.'''

from dataclasses import dataclass
from typing import ClassVar

from zermelo.game.game import Trait
from zermelo.search.base import Result, option


@dataclass(frozen=True, slots=True)
class LastMove:
    '''Takes the last of the legal moves.'''

    needs: ClassVar[Trait] = Trait(0)
    value: float = option(50.0, "what it says of every state")

    def start(self, game, role, clock, watch=None):
        '''Bind a match.'''

        def think(state, clock):
            values = (self.value,) * len(game.roles)
            yield Result(game.legal(state, role)[-1], values)

        return think
"""
EVALUATOR = """
'''Optimism: everybody wins.'''

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Optimism:
    '''Everybody wins.'''

    def start(self, game):
        '''Bind a game.'''
        return lambda state: (99.0,) * len(game.roles)
"""
HEURISTIC = """
'''Hope: the end is right ahead.'''

from zermelo.search.puzzle.heuristic import Heuristic


def hope(puzzle, target, start):
    '''Return the heuristic that sees the end right ahead.'''
    return Heuristic("hope", lambda state: 0, admissible=True)
"""
FOLDERS = {
    zermelo.search.algorithms: ("lastmove", SEARCH),
    zermelo.evaluate.evaluators: ("optimism", EVALUATOR),
    zermelo.search.heuristics: ("hope", HEURISTIC),
}
NAMES = ["auto", "none", "goals", "fuzzy", "relaxed", "pattern", "manhattan"]
CATALOGUES = searches, evaluators, heuristics


@pytest.fixture
def _one_file_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A search, an evaluator and a heuristic, as if a file had been put into each folder."""
    for package, (name, text) in FOLDERS.items():
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    for catalogue in CATALOGUES:
        catalogue.cache_clear()
    yield
    for catalogue in CATALOGUES:
        catalogue.cache_clear()
    for package, (name, _) in FOLDERS.items():
        sys.modules.pop(f"{package.__name__}.{name}", None)


@pytest.mark.usefixtures("_one_file_each", "in_process")
def test_one_file_is_a_search() -> None:
    assert spell(parse("lastmove:value=7.5")) == "lastmove:value=7.5"
    game, clock = load("tictactoe"), Clock()
    assert "lastmove" in suiting(game)
    found = last(parse("lastmove").start(game, Role(0), clock)(game.initial, clock))
    assert found is not None
    assert found.move == game.legal(game.initial, Role(0))[-1]


@pytest.mark.usefixtures("_one_file_each", "in_process")
def test_one_file_is_an_evaluator() -> None:
    game, clock = load("tictactoe"), Clock(Limits(depth=2))
    search = parse("alphabeta:evaluator=optimism")
    assert spell(search) == "alphabeta:evaluator=optimism"
    found = last(search.start(game, Role(0), clock)(game.initial, clock))
    assert found is not None
    assert found.values[0] == 99


@pytest.mark.usefixtures("_one_file_each", "in_process")
def test_one_file_is_a_heuristic() -> None:
    game, clock = load("hanoi:disks=2"), Clock()
    search = parse("idastar:heuristic=hope")
    assert spell(search) == "idastar:heuristic=hope"
    found = last(search.start(game, Role(0), clock)(game.initial, clock))
    assert found is not None
    assert (len(found.line), found.shortest) == (3, True)
    assert heuristic_names() == [*NAMES, "hope"]


def test_an_unknown_heuristic_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"takes auto, none, goals, .* or manhattan, not 'hope'"):
        parse("astar:heuristic=hope")


@pytest.mark.parametrize(
    ("spec", "algorithms", "kinds"),
    [
        ("alphabeta:depth=3,evaluator=goal", "alphabeta", "even goal sum"),
        ("astar:heuristic=goals", "astar", "even sum"),
        ("mcts:seed=1", "mcts", "even sum"),
        ("random", "random", "even sum"),
    ],
)
def test_reading_a_search_loads_no_other(spec: str, algorithms: str, kinds: str) -> None:
    code = f"""
import sys
from zermelo.search.spec import parse, spell
assert spell(parse({spec!r})) == {spec!r}
for package in ("zermelo.search.algorithms.", "zermelo.evaluate.evaluators."):
    print(*sorted(name[len(package):] for name in sys.modules if name.startswith(package)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [algorithms, kinds]
