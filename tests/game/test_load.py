"""Loading by name, with parameters, or from a file."""

from pathlib import Path

import pytest

import zermelo
from tests.ground.sheets import LIGHT
from zermelo.errors import (
    ReadError,
    RuleError,
    SourceError,
    UnsuitedError,
    UsageError,
    ZermeloError,
)
from zermelo.game.game import Role
from zermelo.game.load import entry_of, is_path, load, read_rules

HIDDEN = "(<= (sees player (light ?x)) (true ?x))"
COUNT = """
#const last = 3.
role(r). init(n(0)). legal(r,go). next(n(X+1)) :- true(n(X)), X < last.
terminal :- true(n(last)). goal(r,100) :- terminal. goal(r,0) :- not terminal.
"""


@pytest.fixture
def light(tmp_path: Path) -> Path:
    path = tmp_path / "light.kif"
    path.write_text(LIGHT)
    return path


def test_the_package_loads_games() -> None:
    game = zermelo.load("tictactoe")
    assert (game.name, game.roles) == ("tictactoe", ("x", "o"))
    with pytest.raises(AttributeError, match="unload"):
        zermelo.unload  # noqa: B018


def test_a_game_is_loaded_from_a_file(light: Path) -> None:
    game = load(str(light))
    assert game.roles == ("player",)
    assert game.name == str(light)


def test_parameters_stand_behind_a_colon() -> None:
    game = load("nim:pile1=0,pile2=0,pile3=0,pile4=2")
    assert len(game.legal(game.initial, Role(0))) == 2
    assert "(has 4 2)" in game.describe(game.initial)


def test_parameters_of_a_file_stand_behind_a_colon_too(tmp_path: Path) -> None:
    path = tmp_path / "count.lp"
    path.write_text(COUNT)
    assert len(load(str(path)).lexicon.fluents) == 4
    assert len(load(f"{path}:last=7").lexicon.fluents) == 8
    with pytest.raises(UsageError, match=r"has no parameter 'first'; its parameters are last"):
        load(f"{path}:first=7")


@pytest.mark.parametrize(
    ("game", "error"),
    [
        ("no_such_game", UsageError),
        ("nim:", UsageError),
        ("nim:pile1", UsageError),
        ("nim:pile1=x", UsageError),
        ("nim:pile1=99", UsageError),
        ("nim:heap=1", UsageError),
        (":pile1=1", UsageError),
        ("", ZermeloError),
        ("missing.kif", ZermeloError),
        ("missing/rules", ZermeloError),
        ("missing.kif:size=3", ZermeloError),
    ],
)
def test_what_is_no_game_is_an_error(game: str, error: type[ZermeloError]) -> None:
    with pytest.raises(error):
        load(game)


def test_what_is_no_file_of_rules_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(LIGHT)
    with pytest.raises(UsageError, match="does not end in one of"):
        load(str(tmp_path / "text.txt"))
    with pytest.raises(ZermeloError):
        load(str(tmp_path))
    (tmp_path / "bytes.kif").write_bytes(b"(role \xff\xfe)")
    with pytest.raises(SourceError):
        load(str(tmp_path / "bytes.kif"))
    (tmp_path / "brackets.kif").write_text("(" * 1_000_000)
    with pytest.raises(ReadError):
        load(str(tmp_path / "brackets.kif"))
    (tmp_path / "empty.kif").write_text("")
    with pytest.raises(ReadError, match="no rules in"):
        load(str(tmp_path / "empty.kif"))
    (tmp_path / "fact.kif").write_text("(init on)")
    with pytest.raises(RuleError):
        load(str(tmp_path / "fact.kif"))


def test_hidden_information_is_read_but_not_played(tmp_path: Path) -> None:
    path = tmp_path / "hidden.kif"
    path.write_text(LIGHT + HIDDEN)
    assert read_rules(str(path)).rules
    with pytest.raises(UnsuitedError, match=r"hidden information \(sees\)"):
        load(str(path))


def test_a_library_game_comes_before_a_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim").mkdir()
    (tmp_path / "my_game").write_text(LIGHT)
    assert not is_path("nim")
    assert is_path("./nim")
    assert is_path("my_game")
    assert is_path("nim.kif")
    assert not is_path("nobody")
    assert not is_path("nim:pile1=1")


def test_the_entry_of_a_game_is_that_of_the_library(light: Path) -> None:
    found = entry_of("nim:pile1=1")
    assert found is not None
    assert found.name == "nim"
    assert entry_of(str(light)) is None
    assert entry_of(f"{light}:a=1") is None
    assert entry_of("no_such_game") is None
