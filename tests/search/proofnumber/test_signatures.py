"""Searches by proof numbers: results, nodes, leaves and cuts as they were last reviewed."""

from pathlib import Path

import pytest

from tests.search.proof_signatures import Games, interrupted, on_drawn_games, on_rules
from tests.signatures import compare

KEPT = Path(__file__).parent / "signatures"
SPECS = {
    "pns": [
        "pns",
        "pns:table=false",
        "pns:threshold=3",
        "pns:depth=3",
        "pns:mobility=false",
        "pns:weak=false",
    ],
    "dfpn": [
        "dfpn",
        "dfpn:epsilon=0",
        "dfpn:epsilon=2,threshold=3",
        "dfpn:depth=3",
        "dfpn:mobility=false",
        "dfpn:weak=false",
    ],
}


@pytest.mark.parametrize("name", SPECS)
def test_signatures_on_rules(name: str, game_of: Games) -> None:
    compare(KEPT / f"{name}.txt", on_rules(SPECS[name], game_of))


@pytest.mark.parametrize("name", SPECS)
def test_signatures_on_drawn_games(name: str) -> None:
    compare(KEPT / f"{name}-drawn.txt", on_drawn_games(SPECS[name]))


@pytest.mark.parametrize("name", SPECS)
def test_signatures_of_what_is_interrupted(name: str) -> None:
    compare(KEPT / f"{name}-interrupted.txt", interrupted(SPECS[name]))
