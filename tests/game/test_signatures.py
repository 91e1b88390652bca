"""Compiled games as they were last reviewed: gates, matches, counts, traits and drawings."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.proofs.small import small_game
from tests.search.answers import after
from tests.signatures import compare, digest
from zermelo.circuit.build import build
from zermelo.circuit.builder import GateBuilder
from zermelo.circuit.order import order
from zermelo.circuit.shrink import shrink
from zermelo.engine.narrow import narrow
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import draw, drawing_of
from zermelo.game.perft import fast_perft, perft
from zermelo.game.trace import trace
from zermelo.sampling.census import census
from zermelo.sampling.measures import measured
from zermelo.sampling.playouts import play_out
from zermelo.sampling.traits import find_traits

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
DRAWN = [
    "tictactoe",
    "hex:size=3",
    "dots_and_boxes:rows=1,columns=2",
    "reversi:size=4",
    "snort",
    "goofspiel",
    "maze",
]


def test_signatures_of_circuits() -> None:
    found = {}
    for seed in range(60):
        program = small_game(seed).program
        circuit = build(program)
        small = shrink(circuit)
        gates = order(small)
        found[f"small game {seed}"] = (
            f"{digest([circuit])} {digest([small])} "
            f"{digest(spelled(part) for part in gates)} {digest(flat(narrow(gates)))}"
        )
    for seed in range(40):
        random = Random(seed)
        builder = GateBuilder(12, ())
        size = random.randint(1, 9)
        pairs = [(2 * random.randint(1, 12), random.choice((1, 1, 2, 3, 5))) for _ in range(size)]
        literal = builder.at_least(random.randint(0, 14), pairs)
        found[f"sum {seed}"] = f"{len(builder.gates)} gates, {literal} {digest(builder.gates)}"
    compare(KEPT / "circuits.txt", found)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.usefixtures("in_process")
def test_signatures_of_games(name: str, game_of: Games) -> None:
    game = game_of(name)
    played = play_out(game, passes=12, seed=3, step_limit=40, count_first_moves=True)
    short = measured(game, positions=300, seed=2)
    *_, counted = census(game, matches=1, seed=5, step_limit=30)
    states = [after(game, moves, moves) for moves in (0, 1, 4, 9)]
    levels = list(fast_perft(game, 2))
    assert levels == list(perft(game, 2)), "the fast count and the plain one"
    parts: dict[str, Iterable[object]] = {
        "names": [game.lexicon.fluents, game.lexicon.moves],
        "playouts": [each for each in flat(played) if not isinstance(each, float)],
        "goals": [round(goal, 6) for goal in played.mean_goals],
        "measures": flat(short),
        "census": [each for each in flat(counted) if not isinstance(each, float)],
        "perft": levels,
        "traces": [trace(game, policy, 12) for policy in ("min", "mod")],
        "traits": find_traits(game, steps=2000, seed=1).items(),
        "layout": flat(drawing_of(game)),
        "drawn": [draw(game, state) for state in states],
    }
    compare(
        KEPT / f"{name.partition(':')[0]}.txt",
        {key: digest(map(spelled, part)) for key, part in parts.items()},
    )


def flat(values: object) -> list[object]:
    """Return the parts of a value, those of its parts included."""
    if isinstance(values, tuple | list):
        return [inner for value in values for inner in flat(value)]
    names = getattr(values, "__dataclass_fields__", None)
    if names is not None:
        return [inner for name in names for inner in flat(getattr(values, name))]
    return [values]


def spelled(value: object) -> str:
    """Return a value as text, all of an array, and sets in order."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.tolist()}"
    if isinstance(value, frozenset | set):
        return str(sorted(map(spelled, value)))
    if isinstance(value, dict):
        return str({key: spelled(each) for key, each in value.items()})
    return str(value)
