"""What other packages offer by entry points is found by its name, and refused if it is broken."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zermelo.apps.application import application
from zermelo.errors import UsageError
from zermelo.evaluate.base import evaluators
from zermelo.game.game import Role
from zermelo.game.library import entries, folders
from zermelo.game.load import load
from zermelo.search.base import Clock, last, searches
from zermelo.search.puzzle.catalogue import heuristics
from zermelo.search.spec import parse, parse_evaluator, spell

SEARCH = """
from dataclasses import dataclass
from zermelo.search.algorithms.random import Random

@dataclass(frozen=True, slots=True)
class Chance(Random):
    '''Rolls dice.'''
"""
EVALUATOR = """
from dataclasses import dataclass
from zermelo.evaluate.evaluators.even import Even

@dataclass(frozen=True, slots=True)
class Level(Even):
    '''Says the same of every state.'''
"""
HEURISTIC = """
from zermelo.search.puzzle.heuristic import Heuristic

def hope(puzzle, target, start):
    '''Return the heuristic that sees the end right ahead.'''
    return Heuristic("hope", lambda state: 0, admissible=True)
"""
RULES = """
(role solo) (init (at 1)) (legal solo stay) (legal solo go) (goal solo 100)
(<= (next (at 2)) (does solo go)) (<= (next (at 1)) (does solo stay)) (<= terminal (true (at 2)))
"""
RENDERER = """
from zermelo.answers.answer import items_of

def keys(answer):
    return " ".join(key for key, _ in items_of(answer))
"""
COMMAND = """
def hello(name: str = "you") -> None:
    '''Greet somebody.'''
    print(f"hello {name}")
"""
ENTRIES = """[zermelo.search]
dice = outside_games.search:Chance

[zermelo.evaluators]
level = outside_games.evaluator:Level

[zermelo.heuristics]
hope = outside_games.heuristic:hope

[zermelo.games]
outside = outside_games

[zermelo.renderers]
keys = outside_games.renderer:keys

[zermelo.commands]
hello = outside_games.command:hello
lost = outside_games.command:lost
games = outside_games.command:hello
"""
CATALOGUES = searches, evaluators, heuristics, folders


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with one that offers a search and a game."""
    package = tmp_path / "outside_games"
    (package / "walk").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "search.py").write_text(SEARCH)
    (package / "evaluator.py").write_text(EVALUATOR)
    (package / "heuristic.py").write_text(HEURISTIC)
    (package / "renderer.py").write_text(RENDERER)
    (package / "command.py").write_text(COMMAND)
    (package / "walk" / "rules.kif").write_text(RULES)
    (package / "walk" / "game.toml").write_text(
        'title = "Walk"\ndescription = ""\nsource = ""\nroles = ["solo"]\n'
    )
    known = tmp_path / "outside_games-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-games\nVersion: 1\n")
    (known / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    for catalogue in CATALOGUES:
        catalogue.cache_clear()
    yield known / "entry_points.txt"
    for catalogue in CATALOGUES:
        catalogue.cache_clear()
    for name in [name for name in sys.modules if name.startswith("outside_games")]:
        del sys.modules[name]


@pytest.mark.usefixtures("site")
def test_a_search_from_outside_is_known_by_its_entry_point() -> None:
    assert searches()["dice"].__doc__ == "Rolls dice."
    assert spell(parse("dice:seed=3")) == "dice:seed=3"
    assert "minimax" in searches()


@pytest.mark.usefixtures("site")
def test_an_evaluator_from_outside_is_known_by_its_entry_point() -> None:
    assert evaluators()["level"].__doc__ == "Says the same of every state."
    assert spell(parse_evaluator("sum(0.5*level,goal)")) == "sum(0.5*level,goal)"
    assert spell(parse("dice")) == "dice"
    assert spell(parse("alphabeta:evaluator=level")) == "alphabeta:evaluator=level"


@pytest.mark.usefixtures("site", "in_process")
def test_a_heuristic_from_outside_is_known_by_its_entry_point() -> None:
    search = parse("astar:heuristic=hope")
    assert spell(search) == "astar:heuristic=hope"
    walk, clock = load("walk"), Clock()
    found = last(search.start(walk, Role(0), clock)(walk.initial, clock))
    assert found is not None
    assert len(found.line) == 1
    assert found.proven


@pytest.mark.usefixtures("site", "in_process")
def test_a_game_from_outside_is_in_the_library() -> None:
    assert entries()["walk"].title == "Walk"
    assert "tictactoe" in entries()
    assert load("walk").roles == ("solo",)


@pytest.mark.usefixtures("site")
def test_a_renderer_from_outside_prints_answers() -> None:
    ran = CliRunner().invoke(application(), ["--format", "keys", "convert", "nim", "--to", "kif"])
    assert ran.stdout == "game to text file\n"
    plain = CliRunner().invoke(application(), ["convert", "nim", "--to", "kif", "--json"])
    assert plain.stdout.startswith('{"game": "nim"')


def test_a_format_that_nothing_renders_is_refused() -> None:
    ran = CliRunner().invoke(application(), ["--format", "stone", "convert", "nim", "--to", "kif"])
    assert ran.exit_code == 2
    assert "no format is called 'stone'; there are html, json, svg, text" in ran.output
    ran = CliRunner().invoke(application(), ["--format", "json", "demo"])
    assert ran.exit_code == 2
    assert "--format is for commands that have --json" in ran.output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dice = outside_games.nothing", "outside-games offers dice as zermelo.search, which"),
        ("dice = outside_games.search:Nobody", "cannot be loaded: .*Nobody.*mend or uninstall it"),
        ("minimax = outside_games.search:Chance", "outside_games.search: minimax is there already"),
        ("dice = outside_games.search:dataclass", "dice is not a search: it has no `needs`"),
    ],
)
def test_what_is_broken_is_refused(site: Path, line: str, says: str) -> None:
    site.write_text(f"[zermelo.search]\n{line}\n")
    with pytest.raises(UsageError, match=says):
        dict(searches())


def test_what_is_broken_is_in_nobodys_way(site: Path) -> None:
    site.write_text("[zermelo.search]\ndice = outside_games.nothing\n")
    assert "dice" in searches()
    assert spell(parse("minimax")) == "minimax"


@pytest.mark.parametrize(
    ("group", "line", "says"),
    [
        ("evaluators", "even = outside_games.evaluator:Level", "even is there already"),
        ("evaluators", "level = outside_games.heuristic:hope", "level is not an evaluator: it is"),
        ("heuristics", "hope = outside_games.search:dataclass", "hope is not a heuristic: it does"),
    ],
)
def test_what_is_no_such_thing_is_refused(site: Path, group: str, line: str, says: str) -> None:
    site.write_text(f"[zermelo.{group}]\n{line}\n")
    known = evaluators() if group == "evaluators" else heuristics()
    with pytest.raises(UsageError, match=says):
        dict(known)


@pytest.mark.usefixtures("site")
def test_a_command_from_outside_is_one_of_ours() -> None:
    ran = CliRunner().invoke(application(), ["hello", "--name", "Ernst"])
    assert ran.stdout == "hello Ernst\n"
    assert "Greet somebody." in CliRunner().invoke(application(), ["--help"]).stdout


@pytest.mark.usefixtures("site")
def test_a_command_that_cannot_be_loaded_says_so_when_it_is_called() -> None:
    assert CliRunner().invoke(application(), ["algorithms", "--json"]).exit_code == 0
    ran = CliRunner().invoke(application(), ["lost"])
    assert ran.exit_code == 2
    assert "outside-games offers lost as zermelo.commands, which cannot be loaded" in ran.stderr


@pytest.mark.usefixtures("site")
def test_a_command_from_outside_does_not_take_the_place_of_ours() -> None:
    ran = CliRunner().invoke(application(), ["games", "--json"])
    assert ran.stdout.startswith('{"games"')
