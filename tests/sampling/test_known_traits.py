"""What random matches showed of a game is kept, so that they are played once."""

from dataclasses import replace
from pathlib import Path

import pytest

from zermelo import store
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Trait
from zermelo.game.load import compiled_game, read_rules
from zermelo.sampling import known_traits as module
from zermelo.sampling.known_traits import known_traits

TRAITS = {
    Trait.TWO_ROLES: Finding(Evidence.PROVED),
    Trait.TURNS: Finding(Evidence.REFUTED, 7, "a and b have a choice at once", (("x", "y"),)),
    Trait.CONSTANT_SUM: Finding(Evidence.UNREFUTED, 12),
}


@pytest.fixture(autouse=True)
def _an_empty_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that random matches were played of."""
    names: list[str] = []

    def find(game: CompiledGame) -> dict[Trait, Finding]:
        names.append(game.name)
        return dict(TRAITS)

    monkeypatch.setattr(module, "find_traits", find)
    return names


def game_of(name: str) -> CompiledGame:
    return compiled_game(name, compiled(read_rules(name)))


def test_random_matches_are_played_once(played: list[str]) -> None:
    assert known_traits(game_of("nim")) == TRAITS
    assert known_traits(game_of("nim")) == TRAITS
    assert known_traits(game_of("nim:pile1=2")) == TRAITS
    assert played == ["nim", "nim:pile1=2"]


def test_a_game_that_is_not_kept_leaves_nothing(played: list[str], tmp_path: Path) -> None:
    game = compiled_game("nim", compiled(read_rules("nim"), keep=False))
    assert known_traits(game) == known_traits(game) == TRAITS
    assert len(played) == 2
    assert not [*tmp_path.glob("games/*")]


def test_a_game_without_rules_is_not_kept(played: list[str]) -> None:
    game = replace(game_of("nim"), sheet=None)
    assert known_traits(game) == known_traits(game) == TRAITS
    assert len(played) == 2


def test_few_matches_are_not_kept(played: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """While kernels are being compiled, fewer matches are played."""
    from zermelo.kernels.background import Background

    monkeypatch.setattr(Background, "is_awaited", property(lambda _: True))
    assert known_traits(game_of("nim")) == TRAITS
    monkeypatch.undo()
    assert played == ["nim"]


def test_engines_are_told_apart(played: list[str]) -> None:
    known_traits(game_of("nim"))
    known_traits(compiled_game("nim", compiled(read_rules("nim")), "plain"))
    assert len(played) == 2


def test_a_damaged_file_is_made_again(played: list[str], tmp_path: Path) -> None:
    game = game_of("nim")
    before = {*tmp_path.glob("games/*")}
    known_traits(game)
    (kept,) = {*tmp_path.glob("games/*")} - before
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    assert known_traits(game) == TRAITS
    assert len(played) == 2


def test_json_is_kept() -> None:
    store.keep_json("a name", {"key": [1, "\N{GREEK SMALL LETTER ALPHA}", None]})
    assert store.find_json("a name") == {"key": [1, "\N{GREEK SMALL LETTER ALPHA}", None]}
    assert store.find_json("another name") is None
