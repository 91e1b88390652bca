"""Where counting stops, with a message."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo.engine.engine import Ints, Views
from zermelo.engine.engines.interpreter import Interpreter
from zermelo.errors import LimitError
from zermelo.game import perft
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load


def test_memory_for_the_states_is_bounded(tictactoe: CompiledGame) -> None:
    with pytest.raises(LimitError, match="the states at depth 1 need more than 0 MB"):
        list(perft.fast_perft(tictactoe, 2, megabytes=0))


def crowd(roles: int, moves: int) -> str:
    """A game in which many roles choose at once, and nothing comes of it."""
    names = "".join(f"role(r{role}). " for role in range(roles))
    return (
        f"{names}init(s). n(1..{moves}). legal(R, m(N)) :- role(R), n(N). next(s) :- true(s).\n"
        "next(t) :- does(r0, m(1)). terminal :- true(t). goal(R, 50) :- role(R).\n"
    )


def game_of_rules(path: Path, text: str) -> CompiledGame:
    path.write_text(text)
    return load(str(path))


@pytest.mark.parametrize(
    ("roles", "moves", "number"),
    [(4, 60, "12,960,000"), (12, 60, "2,176,782,336,000,000,000,000")],
)
def test_joint_moves_are_counted_before_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, roles: int, moves: int, number: str
) -> None:
    game = game_of_rules(tmp_path / "crowd.lp", crowd(roles, moves))

    def never(*_: object) -> None:
        raise AssertionError("the joint moves were made")

    monkeypatch.setattr(Interpreter, "children", never)
    message = f"a state at depth 0 has {number} joint moves, which need more than 500 MB"
    with pytest.raises(LimitError, match=f"^{message}$"):
        list(perft.fast_perft(game, 1, megabytes=500))


def test_many_small_states_are_taken_in_portions(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(perft.fast_perft(tictactoe, 5))
    sizes: list[int] = []
    children = Interpreter.children

    def noted(engine: Interpreter, views: Views) -> tuple[Ints, Ints]:
        sizes.append(len(views.ended))
        return children(engine, views)

    monkeypatch.setattr(Interpreter, "children", noted)
    portions = perft.JointCounter.portions
    monkeypatch.setattr(
        perft.JointCounter,
        "portions",
        lambda counter, views, step, _: portions(counter, views, step, megabytes=1),
    )
    monkeypatch.setattr(perft.JointCounter, "counts", many_times(perft.JointCounter.counts))
    assert list(perft.fast_perft(tictactoe, 5)) == whole
    assert max(sizes) < 20


def many_times(counts: Callable[..., Any]) -> Callable[..., Any]:
    """Counting as if every state had a hundred times as many joint moves."""
    return lambda counter, views: 100 * counts(counter, views)
