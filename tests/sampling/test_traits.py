"""Traits that random matches refute, or do not; faults that they find."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Trait
from zermelo.game.load import compiled_game, read_rules
from zermelo.game.spelling import after, read_moves
from zermelo.sampling.matches import RandomMatchBatch, goal_table
from zermelo.sampling.random_check import faults
from zermelo.sampling.traits import find_traits

Games = Callable[[str], CompiledGame]


def evidence(found: dict[Trait, Finding]) -> dict[str, str]:
    """The names of traits and what is known of them."""
    return {trait.name or "": finding.evidence.value for trait, finding in found.items()}


def test_tictactoe(tictactoe: CompiledGame) -> None:
    found = find_traits(tictactoe, steps=40)
    assert evidence(found) == {
        "ONE_ROLE": "refuted",
        "TWO_ROLES": "proved",
        "TURNS": "unrefuted",
        "CONSTANT_SUM": "unrefuted",
        "DETERMINISTIC": "proved",
        "PERFECT": "proved",
        "ALTERNATES": "unrefuted",
        "ENDS": "unrefuted",
    }
    assert found[Trait.TURNS].playouts >= 256


@pytest.mark.parametrize(
    ("name", "trait", "because"),
    [
        ("rock_paper_scissors", Trait.TURNS, "have a choice at once"),
        ("rock_paper_scissors", Trait.ALTERNATES, "several roles have a choice at once"),
        ("checkers", Trait.ALTERNATES, "has a choice twice running"),
        ("prisoners_dilemma", Trait.CONSTANT_SUM, "one match shares out"),
    ],
)
def test_a_counter_example_is_shown(game_of: Games, name: str, trait: Trait, because: str) -> None:
    game = game_of(name)
    finding = find_traits(game, steps=40)[trait]
    assert finding.evidence is Evidence.REFUTED
    assert because in finding.because
    line = "\n".join(" ".join(joint) for joint in finding.example)
    after(game, game.initial, read_moves(line))  # it can be played


def test_chance(game_of: Games) -> None:
    found = evidence(find_traits(game_of("pig_race"), steps=40))
    assert found["DETERMINISTIC"] == "refuted"
    assert found["PERFECT"] == "proved"


def test_hidden_information_is_in_the_rules_not_in_the_circuit() -> None:
    game = compiled_game("kuhn_poker", compiled(read_rules("kuhn_poker"), keep=False))
    assert find_traits(game, steps=40)[Trait.PERFECT].evidence is Evidence.REFUTED
    bare = replace(game, sheet=None)
    assert find_traits(bare, steps=40)[Trait.PERFECT].evidence is Evidence.UNKNOWN


def test_what_is_found_does_not_depend_on_the_clock(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("checkers")
    quiet = find_traits(game, steps=40)
    ticks = count(0, 3600)  # an hour goes by between any two looks
    for name in ("perf_counter", "monotonic", "time", "process_time"):
        monkeypatch.setattr(f"time.{name}", lambda: float(next(ticks)))
    assert find_traits(game, steps=40) == quiet


def test_one_role_takes_all_turns(game_of: Games) -> None:
    found = find_traits(game_of("lights_out"), steps=40)
    assert found[Trait.ONE_ROLE].evidence is Evidence.PROVED
    assert found[Trait.TURNS].evidence is Evidence.PROVED


def test_the_same_seed_gives_the_same_matches(tictactoe: CompiledGame) -> None:
    first, second = RandomMatchBatch(tictactoe, 5), RandomMatchBatch(tictactoe, 5)
    assert [layer.rows.tolist() for layer in first] == [layer.rows.tolist() for layer in second]


def test_sampled_matches_are_matches(tictactoe: CompiledGame) -> None:
    matches = RandomMatchBatch(tictactoe, 1)
    ended = 0
    for layer in matches:
        for place in (0, len(layer.lanes) - 1):
            lane = int(layer.lanes[place])
            line = "\n".join(" ".join(joint) for joint in matches.line(lane, layer.step))
            state = after(tictactoe, tictactoe.initial, read_moves(line))
            assert state == tictactoe.state(layer.rows[place])
            assert tictactoe.terminal(state) == layer.views.ended[place]
        ended += int(layer.views.ended.sum())
    assert ended == matches.size


def test_first_moves_are_uniform(tictactoe: CompiledGame) -> None:
    matches = RandomMatchBatch(tictactoe, 2)
    layers = iter(matches)
    next(layers)
    next(layers)
    counts = np.bincount(matches.history[0][1][:, 0], minlength=9)
    assert counts[:9].sum() == matches.size
    assert abs(counts[:9] - matches.size / 9).max() < 5 * np.sqrt(matches.size / 9)


def test_goals_are_counted(tictactoe: CompiledGame) -> None:
    rows = tictactoe.row(tictactoe.initial)[None]
    numbers, values = goal_table(tictactoe, tictactoe.engine.view(rows))
    assert numbers.tolist() == [[1, 1]]
    assert values.tolist() == [[50, 50]]


def test_a_sound_game_has_no_faults(tictactoe: CompiledGame) -> None:
    assert faults(tictactoe, 0.1) == []


def test_a_game_without_an_end_is_found_out(game_of: Games) -> None:
    (fault,) = faults(game_of("fifteen_puzzle"), 0.2)
    assert fault.code == "endless"
