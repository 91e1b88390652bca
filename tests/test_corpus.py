"""Real rule sheets, each held to what a reference reasoner says of it.

The folder is named by ZERMELO_CORPUS. All of them, with times and sizes: `make corpus`.
"""

import pytest

from tests.corpus import hold, sheets

HEAVY = frozenset(
    """
    2pffa_zerosum alexChess_v1 amazons amazonsTorus amazons_10x10 amazons_v1 atariGo_7x7
    brawl checkers checkers-mustjump checkers-mustjump-torus checkers-mustjump-torus_v1
    checkers-suicide-cylinder-mustjump checkers-suicide-cylinder-mustjump_v1 checkersSmall
    chess_200 chess_200_v1 chineseCheckers2 chineseCheckers3 chineseCheckers6 crossers3
    disabled_chessAlex escortLatch ghostMaze2p gt_two_thirds_4p gt_two_thirds_6p hex
    kalaha_2009 linesOfAction mummymaze1p othelloHoles pancakes88 quarto queens31lg racer
    racer4 racer4_v1 skirmish skirmishFinal1 skirmishHoles snakeAssemblit snakeAssemblit_v1
    speedChess_v1
    """.split()
)
"""Some seconds each, up to minutes: with `-m slow` only."""

HARD = frozenset(["chess", "laikLee_hex", "slaughter", "sudoku"])
"""They do not ground within the limits: ten-ary tests of nine marks, seven-ary threats, lists."""


def chosen() -> list[object]:
    return [
        pytest.param(name, marks=pytest.mark.slow) if name in HEAVY else name
        for name in sheets()
        if name not in HARD
    ]


@pytest.mark.skipif(not sheets(), reason="ZERMELO_CORPUS names no folder of rule sheets")
@pytest.mark.parametrize("name", chosen() or ["none"])
def test_a_real_sheet_is_the_game_that_the_reference_plays(name: str) -> None:
    assert hold(name).difference == ""
