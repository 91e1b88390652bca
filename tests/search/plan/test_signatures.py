"""Nested search and filling in: what they find as it was last reviewed.

Plans of a solver are left out: which of several shortest ones it finds is up to its version.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after, answer
from tests.signatures import compare
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Limits
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
ALONE = "breadth=0,plan=0,adapting=0,nested=0,idastar=0,filling=0"
SPECS = {
    "nested": "nested:level=1,lanes=8",
    "nested-deeper": "nested:level=2,lanes=3,seed=5",
    "adapt": "nested:adapt=true,level=1,lanes=4",
    **{
        f"solo-{name}": f"solo:{ALONE.replace(f'{name}=0', f'{name}=1')}"
        for name in ("breadth", "idastar", "filling")
    },
}
POSITIONS = [  # a game, and moves that are made at random before
    ("hanoi:disks=3", 2),
    ("lights_out:width=3,height=2", 1),
    ("queens:size=4", 0),
    ("knights_tour:width=3,height=3", 0),
]


@pytest.mark.parametrize("name", SPECS)
def test_signatures_on_rules(name: str, game_of: Games) -> None:
    found: dict[str, str] = {}
    for number, (title, moves) in enumerate(POSITIONS):
        game = game_of(title)
        states = [after(game, moves + later, number) for later in (0, 1)]
        found[f"{title}+{moves} {SPECS[name]}"] = answer(
            parse(SPECS[name]), game, states, limits=Limits(nodes=4000), reports=False
        )
    compare(KEPT / f"{name}.txt", found)
