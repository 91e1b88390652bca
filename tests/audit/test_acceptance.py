"""What the provers write is accepted: for a few games always, for the whole library if slow."""

import json
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.audit.checking import verdict_on
from zermelo.apps.application import application
from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.library import entries
from zermelo.game.load import load
from zermelo.proofs.analysis_certificate import analysis_certificate
from zermelo.proofs.goal_bounds import known_bounds
from zermelo.proofs.knowledge import knowledge
from zermelo.rules.information import information
from zermelo.search.base import Clock, Limits
from zermelo.search.solve.certificate import solution_certificate
from zermelo.search.solve.prove import prove

QUICK = ("hanoi", "maze", "achi", "pawn_race", "tron", "domineering")
TOO_LARGE = "amazons checkers chess fifteen_puzzle fox_and_hounds minichess nine_mens_morris quarto"
"""Small instances of these have more positions than can be certified."""


def small(name: str) -> str:
    """The small instance of a game."""
    values = ",".join(f"{key}={value}" for key, value in entries()[name].small.items())
    return f"{name}:{values}" if values else name


@cache
def game_of(name: str) -> CompiledGame:
    return load(small(name))


OPEN = [name for name in entries() if not information(entries()[name].sheet()).hidden]
"""Games without hidden information, the only ones that can be played."""


def check_solution(name: str) -> None:
    """Solve a game and audit the certificate; a game that cannot be solved is left alone."""
    game = game_of(name)
    try:
        answer, found = prove(game, game.initial, Clock(Limits(seconds=60)))
        text, _ = solution_certificate(game, game.initial, answer, found)
    except UnsuitedError:
        return
    except LimitError:
        assert name in TOO_LARGE.split()
        return
    assert verdict_on(text).wrong == []
    claimed = [claim for claim in json.loads(text)["claims"] if claim["claim"] == "value"]
    if answer.proven and answer.values is not None and claimed:
        values = dict(zip(game.roles, answer.values, strict=True))
        assert claimed[0]["values"] == values


def check_analysis(name: str) -> None:
    """Analyse a game and audit the certificate."""
    game = game_of(name)
    assert game.program is not None
    found = knowledge(game, game.program)
    text = analysis_certificate(game, found, known_bounds(game, found))
    assert verdict_on(text).wrong == []


def check_strategy(name: str, folder: Path) -> None:
    """Learn a strategy and audit it; what is unsuited is left alone, and time may run out."""
    path = folder / "strategy.lp"
    command = ["learn", small(name), "--seconds", "60", "--partial", "-o", str(path)]
    result = CliRunner().invoke(application(), command)
    if result.exit_code == 3:  # chance
        return
    assert result.exit_code in (0, 4), result.output
    assert verdict_on(path.read_text(encoding="utf-8")).wrong == []


@pytest.mark.parametrize("name", QUICK)
def test_solutions_are_accepted(name: str) -> None:
    check_solution(name)


@pytest.mark.parametrize("name", ["hanoi", "reversi"])
def test_analyses_are_accepted(name: str) -> None:
    check_analysis(name)


def test_strategies_are_accepted(tmp_path: Path) -> None:
    check_strategy("nim", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_the_strategy_of_every_game_is_accepted(name: str, tmp_path: Path) -> None:
    check_strategy(name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_the_solution_of_every_game_is_accepted(name: str) -> None:
    check_solution(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_the_analysis_of_every_game_is_accepted(name: str) -> None:
    check_analysis(name)
