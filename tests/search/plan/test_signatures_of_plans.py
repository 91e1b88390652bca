"""What the solver of plans is told, by the number of rules, and what it proves."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.signatures import compare
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.proofs.asp.plans import Plans
from zermelo.proofs.invariants import invariants
from zermelo.proofs.sample import sample
from zermelo.proofs.tables import tables
from zermelo.search.plan.planner import held

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
WEIGHED = """
role(packer). init(room). thing(1..5). weight(1,3). weight(2,4). weight(3,5). weight(4,6).
weight(5,9).
legal(packer,take(X)) :- thing(X), not true(in(X)), true(room).
legal(packer,close) :- true(room).
next(in(X)) :- does(packer,take(X)).
next(in(X)) :- true(in(X)).
next(room) :- true(room), not does(packer,close).
heavy :- 12 <= #sum { W,X : true(in(X)), weight(X,W) }.
many :- 3 <= #count { X : true(in(X)) }.
full :- linked(1).
linked(X) :- true(in(X)), thing(Y), linked(Y).
linked(5) :- true(in(5)).
terminal :- not true(room).
terminal :- many.
goal(packer,100) :- heavy, not many.
goal(packer,60) :- full, not heavy.
goal(packer,30) :- many.
goal(packer,0) :- not heavy, not many, not full.
"""
"""A puzzle with sums, counts and relations that depend on themselves."""


@pytest.mark.parametrize(
    "name",
    ["weighed", "hanoi:disks=2", "lights_out:width=3,height=2", "missionaries_and_cannibals"],
)
def test_signatures_of_plans(name: str, game_of: Games, tmp_path: Path) -> None:
    if name == "weighed":
        (tmp_path / "weighed.lp").write_text(WEIGHED, encoding="utf-8")
    game = load(str(tmp_path / "weighed.lp")) if name == "weighed" else game_of(name)
    program = game.program
    assert program is not None
    known = invariants(game, program, seen=sample(game, positions=500), steps=50_000)
    counts = [([*one.group], one.least, one.most) for one in known.counts]
    found = {}
    for told in ([], counts):
        solver = Plans({**tables(program), "state": held(game.initial), "counts": told})
        for horizon in range(1, 7):
            answers = [str(solver.answer({"lay": 1}))]
            for goal in sorted({value for value, _ in program.goals[0]}):
                for within in {0, horizon // 2, horizon}:
                    asked = {"goal": goal, "within": within, "seconds": 600}
                    answers.append(f"{goal} in {within}: {told_by(solver.answer(asked))}")
            answers.append(f"longer: {told_by(solver.answer({'seconds': 600}))}")
            found[f"{len(told)} counts, horizon {horizon}"] = "; ".join(answers)
    compare(KEPT / f"plans-{name.partition(':')[0]}.txt", found)


def told_by(answer: dict[str, object]) -> str:
    """Return whether there is such a match; which one it is, is up to the solver."""
    return f"{answer['known']} {'moves' in answer}"
