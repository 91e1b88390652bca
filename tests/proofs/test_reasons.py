"""Why a state is decided: few literals, and none where a match may go wrong."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.proofs.knowing import sheet
from zermelo.ground.program import Program
from zermelo.process.frames import pack, unpack
from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.reasons import Reasons
from zermelo.proofs.tables import tables
from zermelo.proofs.theory import StepTheory

RULES = """
(role a) (role b) (init p) (init q) (init odd) (init free)
(legal a go) (legal a stay) (<= (legal b wait) (true free)) (<= (next free) (true free))
(<= (next won) (does a go) (true p)) (<= (next won) (does a go) (true q))
(<= terminal (true won)) (<= (goal a 100) (true won)) (<= (goal a 0) (not (true won)))
(<= (goal a 50) (true won) (true odd)) (goal b 0)
"""
FORCE = {"side": (0,), "role": 0, "value": 100, "least": True}
HOLD = {"side": (1,), "role": 0, "value": 100, "least": False}


@pytest.fixture
def program(in_process: None) -> Program:
    return sheet(RULES).program


class Asking:
    """Reasons by the names of fluents; `~` before one that does not hold."""

    def __init__(self, program: Program, counts: Sequence[Count] = (), **more: Any) -> None:
        message = {"counts": flattened(counts), "single": False, "claims": [FORCE, HOLD]}
        self.program = program
        self.reasons = Reasons(unpack(pack(tables(program) | message | more)))

    def literal(self, name: str) -> int:
        number = 1 + self.program.fluents.index(name.removeprefix("~"))
        return -number if name[0] == "~" else number

    def learn(self, claim: int, *names: str) -> None:
        lemmas = [(claim, [self.literal(name) for name in names])]
        assert self.reasons.answer({"lemmas": lemmas}) == {}

    def why(
        self, state: str, move: str | None = None, *, claim: int = 0, backward: bool = False
    ) -> set[str] | None:
        """What is enough for a claim in a state, by the move of its side."""
        literals = [self.literal(name) for name in state.split()]
        side = 0 if claim == 0 else 1
        moves = () if move is None else (self.program.moves[side].index(move),)
        question = {"claim": claim, "moves": moves, "state": literals, "backward": backward}
        core = self.reasons.answer(question)["core"]
        if core is None:
            return None
        return {("~" if each < 0 else "") + self.program.fluents[abs(each) - 1] for each in core}


def test_an_end_with_two_goals_does_not_give_what_was_to_be_forced(program: Program) -> None:
    asking = Asking(program)
    assert asking.why("won odd p") is None
    assert asking.why("won ~odd p") == {"won", "~odd"}
    assert Asking(program, single=True).why("won odd p") == {"won"}


def test_below_a_goal_is_held_by_an_end_without_it(program: Program) -> None:
    asking = Asking(program)
    assert asking.why("won ~odd p", claim=1) is None
    assert asking.why("~won p", claim=1) is None, "the match goes on"


def test_one_of_two_reasons_is_enough(program: Program) -> None:
    asking = Asking(program, single=True)
    asking.learn(0, "won")
    for backward in (True, False):
        why = asking.why("p q free ~odd ~won", "go", backward=backward)
        assert why in ({"p", "free"}, {"q", "free"})
    assert asking.why("p q free ~odd ~won", "stay") is None


@pytest.mark.parametrize(("backward", "why"), [(False, {"q", "free"}), (True, {"p", "free"})])
def test_a_reason_has_no_literal_too_many_even_if_the_solver_needed_all(
    program: Program, backward: bool, why: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    excluded = StepTheory.excluded

    def by_all(self: StepTheory, literals: Sequence[int]) -> bool:
        found = excluded(self, literals)
        self.core = frozenset(literals)
        return found

    monkeypatch.setattr(StepTheory, "excluded", by_all)
    asking = Asking(program, single=True)
    asking.learn(0, "won")
    assert asking.why("p q free ~odd ~won", "go", backward=backward) == why


def test_where_another_role_has_no_move_nothing_is_forced(program: Program) -> None:
    asking = Asking(program, single=True)
    asking.learn(0, "won")
    assert asking.why("p q ~free ~odd ~won", "go") is None
    always = Asking(program, [Count((program.fluents.index("free"),), 1, 1)], single=True)
    always.learn(0, "won")
    assert always.why("p ~q free ~odd ~won", "go") == {"p"}


def test_what_is_next_must_be_covered_by_a_lemma_of_the_same_claim(program: Program) -> None:
    asking = Asking(program, single=True)
    assert asking.why("p free ~q ~odd ~won", "go") is None
    asking.learn(1, "won")
    assert asking.why("p free ~q ~odd ~won", "go") is None
    asking.learn(0, "won", "~p")
    assert asking.why("p free ~q ~odd ~won", "go") == {"p", "free"}, "nothing keeps p"
