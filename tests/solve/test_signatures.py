"""Solutions and their certificates as they were last reviewed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after
from tests.signatures import compare, digest
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.analysis_certificate import analysis_certificate
from zermelo.proofs.goal_bounds import known_bounds
from zermelo.proofs.knowledge import knowledge
from zermelo.search.base import Clock, Limits
from zermelo.search.solve.certificate import solution_certificate
from zermelo.search.solve.prove import prove

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
POSITIONS = [  # a game, and moves that are made at random before
    ("tictactoe", 2),
    ("nim", 1),
    ("nim_3p", 2),
    ("hanoi:disks=3", 1),
    ("lights_out:width=3,height=2", 1),
    ("blocks_world", 0),
    ("missionaries_and_cannibals", 3),
    ("toads_and_frogs", 3),
    ("rock_paper_scissors", 0),
    ("achi", 6),
]


@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_signatures_of_solutions(name: str, moves: int, game_of: Games) -> None:
    game = game_of(name)
    found = {}
    for seed in range(2):
        state = after(game, moves + seed, seed)
        for limits in (Limits(), Limits(nodes=50)):
            found[f"seed {seed}, {limits.nodes} nodes"] = told(game, state, limits)
    compare(KEPT / f"{name.partition(':')[0]}.txt", found)


def told(game: CompiledGame, state: State, limits: Limits) -> str:
    """Return what is proved of a position, and its certificate."""
    try:
        answer, solution = prove(game, state, Clock(limits))
    except ZermeloError as error:
        return str(error).splitlines()[0]
    said = (
        f"{answer.values} {answer.method} {answer.positions} {answer.folded} {answer.distance} "
        f"{answer.proof} {answer.shortest} {answer.note}"
    )
    moves = digest([answer.line, [str(choice) for choice in (*answer.choices, *answer.best)]])
    try:
        text, omitted = solution_certificate(game, state, answer, solution)
        kept = json.loads(text)
        claims = [claim["claim"] for claim in kept["claims"]]
        sealed = f"{' '.join(claims)} {omitted} {digest([text])}"
    except ZermeloError as error:
        sealed = str(error).splitlines()[0]
    return f"{said} {moves}; {sealed}".replace("\n", " ")


def test_signatures_of_an_analysis(game_of: Games) -> None:
    found = {}
    for name in ("rock_paper_scissors",):
        game = game_of(name)
        assert game.program is not None
        known = knowledge(game, game.program, effort=0.05)
        text = analysis_certificate(game, known, known_bounds(game, known))
        claims = [claim["claim"] for claim in json.loads(text)["claims"]]
        counts = {kind: claims.count(kind) for kind in dict.fromkeys(claims)}
        found[name] = f"{counts} {digest([text])}"
    compare(KEPT / "analyses.txt", found)
