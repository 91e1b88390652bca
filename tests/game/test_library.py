"""The library: a folder is a game."""

from pathlib import Path

import pytest

from tests.ground.sheets import LIGHT
from zermelo.errors import UsageError
from zermelo.game import library
from zermelo.game.library import Parameter, entries, entry, folders, parse_game_name, read_entry

TOML = """
title = "A light"
description = "Turn it on."
source = "A test."
roles = ["player"]

[parameters]
lamps = { default = 3, least = 1, most = 9, about = "how many lamps" }

[small]
lamps = 1

[facts]
paths = [1, 2]

[[instances]]
parameters = { lamps = 2 }
paths = [1, 3]
"""


def test_games_are_sorted_by_name_and_know_their_rules() -> None:
    assert list(entries()) == sorted(entries())
    for name, game in entries().items():
        assert game.name == name == game.rules.parent.name
        assert game.rules.exists()


def test_a_folder_with_a_toml_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "light"
    folder.mkdir()
    (folder / "rules.kif").write_text(LIGHT)
    (folder / "game.toml").write_text(TOML)
    (tmp_path / "no_game").mkdir()
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    folders.cache_clear()
    try:
        assert list(entries()) == ["light"]
        found = entry("light")
    finally:
        folders.cache_clear()
    assert found.title == "A light"
    assert found.roles == ("player",)
    assert found.parameters == {"lamps": Parameter(3, 1, 9, "how many lamps")}
    assert found.small == {"lamps": 1}
    assert found.facts == {"paths": [1, 2]}
    assert found.instances == ({"parameters": {"lamps": 2}, "paths": [1, 3]},)
    assert found.licence == "Apache-2.0"


def test_a_misspelled_key_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "rules.kif").write_text(LIGHT)
    (tmp_path / "game.toml").write_text("titel = 'wrong'\n" + TOML)
    with pytest.raises(TypeError, match="titel"):
        read_entry(tmp_path / "game.toml")


def test_an_unknown_game_is_an_error_with_near_names() -> None:
    with pytest.raises(UsageError, match=r"no game 'tictacto'; did you mean tictactoe"):
        entry("tictacto")
    with pytest.raises(UsageError, match="no game 'qqqq'; `zermelo games` lists them"):
        entry("qqqq")


def test_parameters_must_exist_and_be_in_their_bounds() -> None:
    nim = entry("nim")
    assert nim.sheet({"pile1": 31}) != nim.sheet({"pile1": 30}) != nim.sheet()
    with pytest.raises(UsageError, match="nim has no parameter 'heap'; it has: pile1, pile2"):
        nim.sheet({"heap": 3})
    for value in (-1, 32):
        with pytest.raises(UsageError, match=f"nim: pile1={value} is not in 0 to 31"):
            nim.sheet({"pile1": value})
    with pytest.raises(UsageError, match="tictactoe has no parameter 'size'; it has: none"):
        entry("tictactoe").sheet({"size": 3})


def test_the_default_is_what_no_parameters_give() -> None:
    for name in ("nim", "connect_four", "hex"):
        game = entry(name)
        defaults = {key: parameter.default for key, parameter in game.parameters.items()}
        assert game.sheet(defaults) == game.sheet()


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("nim", "nim", {}),
        ("hex:width=5,height=4", "hex", {"width": 5, "height": 4}),
        ("a: x = -1", "a", {"x": -1}),
    ],
)
def test_values_stand_behind_the_name(text: str, name: str, values: dict[str, int]) -> None:
    assert parse_game_name(text) == (name, values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":n=1", "no name before ':' in ':n=1'"),
        ("nim:", "nothing after ':' in 'nim:'; as in 'nim:size=5'"),
        ("nim:n", "'n' in 'nim:n' is not of the form name=number"),
        ("nim:=3", "'=3' in 'nim:=3' is not of the form"),
        ("nim:n=1,", "'' in 'nim:n=1,' is not of the form"),
        ("nim:n=x", "the value of n must be a number, not 'x'"),
        ("nim:n=\xb2", "the value of n must be a number"),
        ("nim:n=1,n=2", "'n' stands twice"),
        ("nim:n=99999999999", "the value of n is too great"),
    ],
)
def test_says_what_is_wrong_with_a_name(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_game_name(text)
    assert message in str(error.value)
