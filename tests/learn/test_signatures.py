"""What is learned of small games as it was last reviewed: lemmas, rules, files and preferences.

Which of several equally good reasons is found is up to the solver: a new version of it may change
all of these at once.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after
from tests.signatures import compare, digest
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.learn.best_do import best_moves, spell_best_moves
from zermelo.learn.learning import learn
from zermelo.learn.preferences.learner import learn_preferences
from zermelo.learn.selection import rules_to_play_by
from zermelo.learn.strategy_file import strategy_text
from zermelo.learn.verify import verify
from zermelo.strategies.preferences.file import spelled

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
POSITIONS = [  # a game, and moves that are made at random before
    ("tictactoe", 4),
    ("nim:pile1=1,pile2=2,pile3=1,pile4=0", 0),
    ("lights_out:width=3,height=2", 1),
    ("rock_paper_scissors", 0),
]


@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_signatures_of_lemmas(name: str, moves: int, game_of: Games) -> None:
    game = game_of(name)
    start = after(game, moves, 1)
    found = learn(game, start)
    rules = rules_to_play_by(game, found)
    checked = verify(game, found.lemmas, found.symmetries, invariants=found.invariants, start=start)
    compare(
        KEPT / f"{name.partition(':')[0]}.txt",
        {
            "values": f"{found.values} complete {found.complete} ends {found.ends}",
            "work": f"{found.nodes} nodes, {found.calls} calls, {len(found.lemmas)} lemmas",
            "rests on": str(found.rests_on),
            "lemmas": digest(found.lemmas),
            "rules": f"{len(rules)} {digest(rules)}",
            "file": digest([strategy_text(game, found, rules, "a name")]),
            "verified": f"{checked}"[:200] + digest([checked]),
        },
    )


@pytest.mark.parametrize(("name", "moves"), POSITIONS[:2])
@pytest.mark.parametrize("symmetric", [True, False])
def test_signatures_of_best_moves(name: str, moves: int, symmetric: bool, game_of: Games) -> None:
    game = game_of(name)
    rules = best_moves(game, after(game, moves + 2, 2), symmetric=symmetric)
    texts = {
        syntax: digest([spell_best_moves(rules, game, syntax)])
        for syntax in ("time", "kif", "infix", "asp")
    }
    said = {"rules": f"{len(rules)} {digest(rules)}", **texts}
    kind = "symmetric" if symmetric else "each"
    compare(KEPT / f"best-{kind}-{name.partition(':')[0]}.txt", said)


@pytest.mark.parametrize(("name", "moves"), POSITIONS[:2])
@pytest.mark.parametrize("reach", ["line", "best", "all"])
def test_signatures_of_preferences(name: str, moves: int, reach: str, game_of: Games) -> None:
    game = game_of(name)
    start = after(game, moves + 1, 3)
    try:
        found = learn_preferences(game, [start], reach=reach)  # type: ignore[arg-type]
        told = {
            "preferences": digest([spelled(found.preferences, "a name")]),
            "numbers": f"{found.satisfied} of {found.orderings}, {found.strength}",
        }
    except ZermeloError as error:
        told = {"error": str(error).splitlines()[0]}
    compare(KEPT / f"preferences-{reach}-{name.partition(':')[0]}.txt", told)
