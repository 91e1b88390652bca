"""An engine is one file: it is found, chosen by one option, and plays whole matches."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zermelo.engine.engines
from zermelo.apps.application import application
from zermelo.engine.engine import engine_named, engines
from zermelo.errors import UsageError
from zermelo.game.game import Role
from zermelo.game.load import load, load_game
from zermelo.play.match import play
from zermelo.play.player import player
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse

TRIAL = """
from dataclasses import dataclass
from zermelo.engine.engines.plain import PlainEngine

STEPS = []

@dataclass(frozen=True, eq=False)
class Counting(PlainEngine):
    '''Notes how many states were asked for at once.'''

    name = "trial"

    def step(self, states, joints):
        STEPS.append(len(states))
        return PlainEngine.step(self, states, joints)
"""


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One more file in the folder of engines."""
    (tmp_path / "trial.py").write_text(TRIAL)
    folder = [*zermelo.engine.engines.__path__, str(tmp_path)]
    monkeypatch.setattr(zermelo.engine.engines, "__path__", folder)
    engines.cache_clear()
    yield "trial"
    engines.cache_clear()
    sys.modules.pop("zermelo.engine.engines.trial", None)


def test_the_usual_engine_has_kernels_and_the_plain_one_has_none() -> None:
    assert load("tictactoe").engine.has_kernels
    assert not load("tictactoe", engine="plain").engine.has_kernels


def test_a_match_is_played_on_an_engine_that_is_one_file(trial: str) -> None:
    game = load("tictactoe", engine=trial)
    assert game.engine.name == "trial"
    players = [player("alphabeta:depth=2"), player("random")]
    matches = [play(one, players, Limits(), seed=3) for one in (game, load("tictactoe"))]
    assert matches[0].error == ""
    assert matches[0].goals == matches[1].goals
    assert [turn.joint for turn in matches[0].turns] == [turn.joint for turn in matches[1].turns]
    assert sys.modules["zermelo.engine.engines.trial"].STEPS, "the trial engine made the moves"


def test_a_new_engine_is_chosen_by_the_option(trial: str) -> None:
    line = ["match", "tictactoe", "greedy", "random", "--games", "2", "--engine", trial]
    ran = CliRunner().invoke(application(), line)
    assert ran.exit_code == 0, ran.output
    shown = CliRunner().invoke(application(), ["info", "tictactoe", "--engine", trial, "--json"])
    assert '"engine": "trial"' in shown.output


@pytest.mark.parametrize("spec", ["alphabeta:kernel=on", "mcts:kernel=on"])
def test_kernels_cannot_be_had_where_the_engine_has_none(spec: str) -> None:
    game, clock = load("tictactoe", engine="plain"), Clock(Limits())
    with pytest.raises(UsageError, match="the engine plain has no kernels; kernel=auto"):
        last(parse(spec).start(game, Role(0), clock)(game.initial, clock))


def test_a_slip_in_a_name_gets_a_suggestion() -> None:
    with pytest.raises(UsageError, match="no engine is called 'plian'; did you mean plain"):
        load("tictactoe", engine="plian")
    with pytest.raises(UsageError, match="there are auto, interpreter, native, plain"):
        engine_named("zzz")


def test_no_engine_runs_an_explicit_tree(tmp_path: Path) -> None:
    path = tmp_path / "small.tree"
    path.write_text("A:[3,5]\n")
    assert load_game(str(path)).compiled is None
    with pytest.raises(UsageError, match="is an explicit tree, which no engine runs"):
        load_game(str(path), engine="plain")


def test_a_file_without_an_engine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.py").write_text("")
    folder = [*zermelo.engine.engines.__path__, str(tmp_path)]
    monkeypatch.setattr(zermelo.engine.engines, "__path__", folder)
    engines.cache_clear()
    with pytest.raises(TypeError, match="must have exactly one engine, not 0"):
        engines()["empty"]
    engines.cache_clear()
