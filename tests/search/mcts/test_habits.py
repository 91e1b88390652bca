"""Playouts that learn: how moves fared, alone (MAST) and after the moves before them (NST)."""

from random import Random

from zermelo.game.game import Move
from zermelo.search.mcts.playout import FEW_PLAYOUTS, OFTEN, Habits

GOOD, BAD, NEW = Move(0), Move(1), Move(2)
FIRST, OTHER = (Move(7), Move(7)), (Move(8), Move(8))


def learnt(**options: bool | float) -> Habits:
    """Role 0 wins with GOOD after FIRST, and loses with it after OTHER; with BAD it loses."""
    habits = Habits(**options)  # type: ignore[arg-type]  # options of several types
    for _ in range(OFTEN):
        habits.learn([FIRST, (GOOD, GOOD)], (1.0, 0.0))
        habits.learn([OTHER, (GOOD, GOOD)], (0.0, 1.0))
    habits.learn([FIRST, (BAD, BAD)], (0.0, 1.0))
    return habits


def test_a_move_is_worth_its_mean_and_a_new_one_a_try() -> None:
    habits = learnt()
    assert habits.worth(0, GOOD, None) == 0.5
    assert habits.worth(0, BAD, None) == 0.0
    assert habits.worth(1, BAD, None) == 1.0
    assert habits.worth(0, NEW, None) == 1.0
    assert habits.worth(0, GOOD, FIRST) == 0.5, "pairs are not asked for"


def test_pairs_count_half_from_enough_visits_on() -> None:
    habits = learnt(pairs=True)
    assert habits.worth(0, GOOD, FIRST) == (0.5 + 1.0) / 2
    assert habits.worth(0, GOOD, OTHER) == (0.5 + 0.0) / 2
    assert habits.worth(0, BAD, FIRST) == 0.0, "one visit is too few"
    assert habits.worth(0, GOOD, None) == 0.5
    fewer = Habits(pairs=True)
    for _ in range(OFTEN - 1):
        fewer.learn([FIRST, (GOOD, GOOD)], (1.0, 0.0))
    fewer.learn([OTHER, (GOOD, GOOD)], (0.0, 1.0))
    assert fewer.worth(0, GOOD, FIRST) == (OFTEN - 1) / OFTEN


def test_what_fades_keeps_its_mean_and_weighs_less() -> None:
    habits = learnt(pairs=True)
    before = habits.lean(0, BAD)
    habits.fade(0.5)
    assert habits.worth(0, GOOD, None) == 0.5
    assert habits.moves[0, GOOD].visits == OFTEN
    assert habits.worth(0, GOOD, FIRST) == 0.5, "pairs are too few now"
    assert before < habits.lean(0, BAD) < 0


def test_a_lean_is_against_what_the_role_usually_gets() -> None:
    habits = learnt()
    usual = 2 * OFTEN / (4 * OFTEN + 2)  # every simulation has two moves
    assert habits.lean(0, BAD) == (0.0 - usual) / (1 + FEW_PLAYOUTS)
    assert habits.lean(0, NEW) == 0.0


def test_the_best_is_taken_as_often_as_it_is_trusted() -> None:
    habits = learnt(trust=0.75)
    habits.learn([(NEW, NEW)], (0.0, 0.0))
    taken = [habits.choose(0, [BAD, GOOD], None, Random(seed)) for seed in range(400)]
    # 3/4 at once, else BAD with 3/4, else at random.
    assert abs(taken.count(GOOD) / 400 - (0.75 + 0.25 * 0.25 * 0.5)) < 0.06
    assert habits.choose(0, [BAD], None, Random(0)) == BAD
    sure = learnt(trust=1.0)
    assert {sure.choose(0, [BAD, GOOD], None, Random(seed)) for seed in range(20)} == {GOOD}
    none = learnt(trust=0.0)
    assert {none.choose(0, [BAD, GOOD], None, Random(seed)) for seed in range(20)} == {BAD, GOOD}


def test_nothing_is_learnt_where_nobody_asks() -> None:
    assert not learnt(learning=False).moves
    assert not learnt().after
    assert learnt(pairs=True).after
