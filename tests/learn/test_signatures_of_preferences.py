"""What preferences can say, and what is found with each solver, as it was last reviewed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.answers import after
from tests.signatures import compare, digest
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.learn.preferences.bodies import bodies
from zermelo.learn.preferences.derive import derived
from zermelo.learn.preferences.examples import choices
from zermelo.learn.preferences.las import las_text
from zermelo.learn.preferences.learner import HypothesisLimits, learn_preferences
from zermelo.learn.preferences.modes import read_modes
from zermelo.learn.preferences.problem import problem, sample
from zermelo.strategies.preferences.facts import vocabulary
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
CELLS = """
#modeo(2,true(cell(var(column),var(row),const(mark)))).
#modeo(1,middle(var(column),var(row)),(positive)).
#modeo(1,var(column) != var(column),(symmetric,anti_reflexive)).
#modeo(1,near(var(column),var(column)),(symmetric)).
#constant(mark,b). #constant(mark,x). #constant(mark,o).
#maxv(4). #maxp(2). #weight(1). #weight(-1).
middle(2,2). near(1,2). near(2,1). near(2,3). near(3,2).
"""
PILES = """
#modeo(2,true(pile(var(name),var(size)))).
#modeo(1,mover(const(role))).
#constant(role,a). #constant(role,b).
#maxv(3). #weight(1).
"""
CASES = [  # a game, moves that are made at random before, and modes
    ("tictactoe", 4, ""),
    ("tictactoe", 4, CELLS),
    ("nim:pile1=1,pile2=2,pile3=3,pile4=0", 1, ""),
    ("nim:pile1=1,pile2=2,pile3=3,pile4=0", 1, PILES),
    ("chomp:rows=2,columns=3", 0, ""),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_signatures_of_languages(number: int, game_of: Games) -> None:
    name, moves, modes = CASES[number]
    game = game_of(name)
    language = read_modes(Source("a.modes", modes)) if modes else None
    words = vocabulary(game, language.background if language else ())
    language = language or derived(words)
    examples = choices(game, [after(game, moves, 1)], "all")
    seen = sample(words, examples)
    found = {"language": digest([language]), "examples": digest(examples)}
    for length, most in ((1, 1000), (2, 1000), (3, 150)):
        made = list(bodies(language, seen.tables, length=length, most=most))
        task = problem(seen, made, turned=len(language.weights) > 1)
        every = digest((one.body, one.counts.tolist()) for one in made)
        columns = digest([task.gains.tolist(), task.lengths.tolist(), task.sizes.tolist()])
        found[f"length {length}"] = f"{len(made)} bodies {every} {columns}"
    found["las"] = digest([las_text(words, language, examples, 1)])
    compare(KEPT / f"language-{number}.txt", found)


@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("solver", ["groups", "clingo"])
def test_signatures_of_what_is_found(number: int, solver: str, game_of: Games) -> None:
    name, moves, modes = CASES[number]
    game = game_of(name)
    language = read_modes(Source("a.modes", modes)) if modes else None
    found = {}
    every = ((0, 4), (3, 4), (0, 1), (2, 1), (1, 2))
    for penalty, longest in every if solver == "groups" else every[1:4:2]:
        bounds = HypothesisLimits(2, longest, penalty, solver=solver)  # type: ignore[arg-type]
        try:
            learned = learn_preferences(
                game, [after(game, moves, 1)], language=language, bounds=bounds
            )
            said = (
                f"{learned.preferences.length} literals, {learned.satisfied} of "
                f"{learned.orderings}, shortest {learned.shortest}, {learned.strength:.4f}"
            )
            text = digest([learned.text(name)]) if solver == "groups" else "as the solver likes"
        except ZermeloError as error:
            said, text = str(error).splitlines()[0], ""
        found[f"penalty {penalty}, {longest} literals at most"] = f"{said} {text}"
    compare(KEPT / f"found-{solver}-{number}.txt", found)
