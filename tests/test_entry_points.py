"""Searches and games from other packages: found by entry points, refused if broken."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.errors import UsageError
from zermelo.game.library import entries
from zermelo.game.load import load
from zermelo.search.catalogue import searches
from zermelo.search.spec import parse, spell

SEARCH = """
from dataclasses import dataclass
from zermelo.search.algorithms.random import Random

@dataclass(frozen=True, slots=True)
class Chance(Random):
    '''Rolls dice.'''
"""
RULES = """
(role solo) (init (at 1)) (legal solo stay) (legal solo go) (goal solo 100)
(<= (next (at 2)) (does solo go)) (<= (next (at 1)) (does solo stay)) (<= terminal (true (at 2)))
"""
ENTRIES = """[zermelo.search]
dice = outside_games.search:Chance

[zermelo.games]
outside = outside_games
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with one that offers a search and a game."""
    package = tmp_path / "outside_games"
    (package / "walk").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "search.py").write_text(SEARCH)
    (package / "walk" / "rules.kif").write_text(RULES)
    (package / "walk" / "game.toml").write_text(
        'title = "Walk"\ndescription = ""\nsource = ""\nroles = ["solo"]\n'
    )
    known = tmp_path / "outside_games-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-games\nVersion: 1\n")
    (known / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    searches.cache_clear()
    entries.cache_clear()
    yield known / "entry_points.txt"
    searches.cache_clear()
    entries.cache_clear()
    for name in [name for name in sys.modules if name.startswith("outside_games")]:
        del sys.modules[name]


@pytest.mark.usefixtures("site")
def test_a_search_from_outside_is_known_by_its_entry_point() -> None:
    assert searches()["dice"].__doc__ == "Rolls dice."
    assert spell(parse("dice:seed=3")) == "dice:seed=3"
    assert "minimax" in searches()


@pytest.mark.usefixtures("site", "in_process")
def test_a_game_from_outside_is_in_the_library() -> None:
    assert entries()["walk"].title == "Walk"
    assert "tictactoe" in entries()
    assert load("walk").roles == ("solo",)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dice = outside_games.nothing", "outside-games offers dice as zermelo.search, which"),
        ("dice = outside_games.search:Nobody", "cannot be loaded: .*Nobody.*mend or uninstall it"),
        ("minimax = outside_games.search:Chance", "outside_games.search: minimax is there already"),
        ("dice = outside_games.search:dataclass", "dice is no search: it says not what it needs"),
    ],
)
def test_what_is_broken_is_refused(site: Path, line: str, says: str) -> None:
    site.write_text(f"[zermelo.search]\n{line}\n")
    with pytest.raises(UsageError, match=says):
        searches()
