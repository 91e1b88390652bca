"""Traits that are proved: by hand-made invariants, so that only these proofs are tested here."""

import pytest

from tests.proofs.knowing import here
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Trait, joints
from zermelo.game.load import compiled_game, read_rules
from zermelo.proofs.counts import Count
from zermelo.proofs.progress import ProgressGroup, longest_path
from zermelo.proofs.sample import sample
from zermelo.proofs.traits import TraitVerdict, prove_traits, with_proofs
from zermelo.text.read import read_text
from zermelo.text.source import Source
from zermelo.text.tree import Sheet


def proofs_of(sheet: Sheet, *patterns: str) -> tuple[CompiledGame, dict[str, TraitVerdict]]:
    """Prove what can be proved; of the fluents that begin with a pattern, exactly one holds."""
    result = compiled(sheet)
    game = compiled_game("test", result)
    fluents = game.lexicon.fluents
    groups = [
        tuple(number for number, fluent in enumerate(fluents) if fluent.startswith(pattern))
        for pattern in patterns
    ]
    counts = [Count(group, 1, 1) for group in groups]
    seen = sample(game, positions=2000)
    return game, prove_traits(game, result.program, counts, seen)


CELLS = [f"(cell {column} {row} " for column in (1, 2, 3) for row in (1, 2, 3)]


def test_tictactoe_has_turns_a_constant_sum_and_nine_moves() -> None:
    _, found = proofs_of(read_rules("tictactoe"), "(control", *CELLS)
    assert all(proof.proved for proof in found.values())
    assert found.keys() == {"turns", "playable", "alternates", "constant_sum", "ends"}
    assert found["ends"].most == 9
    assert "(cell 1 1 ?)" in found["ends"].because
    assert found["constant_sum"].because == "terminal goals always sum to 100"


def test_a_step_counter_ends_every_match() -> None:
    _, found = proofs_of(read_rules("buttons_and_lights"), "(step")
    assert found["ends"].proved
    assert found["ends"].most == 6
    assert found["ends"].because == "(step ?) goes on at every move and never back: at most 6 moves"


def test_heaps_that_only_shrink_end_every_match() -> None:
    piles = [f"(has {pile} " for pile in (1, 2, 3, 4)]
    _, found = proofs_of(read_rules("nim:pile1=1,pile2=2,pile3=3,pile4=0"), "(control", *piles)
    assert found["ends"].proved
    assert found["ends"].most is not None
    assert found["ends"].most >= 6


def test_a_choice_at_once_in_the_initial_state_is_seen_though_it_comes_next_to_nothing() -> None:
    _, found = proofs_of(read_rules("rock_paper_scissors"))
    assert found["turns"] == TraitVerdict(False, "it is not so in the initial state")


def test_what_is_not_so_has_a_counter_example_that_can_be_followed() -> None:
    game, found = proofs_of(read_rules("tron"))
    example = found["turns"].counter_example
    assert example is not None
    assert not found["turns"].proved
    assert game.next(example.before, example.joint) == example.after
    assert sum(len(moves) > 1 for moves in game.view(example.after).legal) == 2


WALK = """
(role walker)
(init (at 1))
(succ 1 2) (succ 2 3)
(<= (legal walker up) (true (at ?x)) (succ ?x ?y))
(<= (legal walker down) (true (at ?x)) (succ ?y ?x))
(<= (next (at ?y)) (does walker up) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?x)) (does walker down) (true (at ?y)) (succ ?x ?y))
(<= terminal (true (at 3)))
(<= (goal walker 100) (true (at 3)))
(<= (goal walker 0) (not (true (at 3))))
"""


def test_who_can_walk_back_and_forth_need_not_end() -> None:
    game, found = proofs_of(read_text(Source("walk.kif", WALK), "kif"), "(at")
    assert not found["ends"].proved
    example = found["ends"].counter_example
    assert example is not None
    assert example.joint in set(joints(game, example.before))
    assert game.next(example.before, example.joint) == example.after
    assert found["playable"].proved


CLOCK = """
(role r) (init (hour 1)) (succ 1 2) (succ 2 3) (succ 3 4) (legal r wait)
(<= (next (hour ?n)) (true (hour ?m)) (succ ?m ?n))
(<= terminal (true (hour 4))) (goal r 100)
"""


@pytest.mark.parametrize(("pairs", "proved"), [(20, True), (5, False)])
@pytest.mark.usefixtures("in_process")
def test_a_group_with_too_many_ways_is_not_asked_about(
    pairs: int, proved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)
    monkeypatch.setattr("zermelo.proofs.trait_proofs.MOST_PAIRS", pairs)
    _, found = proofs_of(read_text(Source("clock.kif", CLOCK), "kif"), "(hour")
    assert found["ends"].proved is proved
    assert found["ends"].most == (3 if proved else None)


STUCK = """
(role r)
(init (left 2))
(<= (legal r go) (true (left 2)))
(<= (next (left 1)) (does r go))
(<= terminal (true (left 0)))
(goal r 0)
"""


def test_a_match_that_can_only_get_stuck_is_not_said_to_end() -> None:
    _, found = proofs_of(read_text(Source("stuck.kif", STUCK), "kif"), "(left")
    assert not found["playable"].proved
    assert not found["ends"].proved
    assert found["ends"].because.endswith("but a role may be without a move before the end")


def test_a_proof_takes_the_place_of_playouts_and_keeps_their_number() -> None:
    sampled = {
        Trait.TURNS: Finding(Evidence.UNREFUTED, 100),
        Trait.ENDS: Finding(Evidence.UNREFUTED, 100),
    }
    found = with_proofs(
        sampled, {"turns": TraitVerdict(True, "so it is"), "ends": TraitVerdict(False)}
    )
    assert found[Trait.TURNS] == Finding(Evidence.PROVED, 100, "so it is")
    assert found[Trait.ENDS] == sampled[Trait.ENDS]


@pytest.mark.parametrize(
    ("ways", "longest"), [([], 0), ([(0, 1)], 1), ([(0, 1), (1, 2)], 2), ([(0, 1), (1, 0)], None)]
)
def test_the_longest_path_bounds_the_changes(
    ways: list[tuple[int, int]], longest: int | None
) -> None:
    assert longest_path(set(ways)) == longest


def test_a_group_knows_its_places() -> None:
    group = ProgressGroup((4, 7))
    assert [group.place(held) for held in ({4}, {7, 1}, {1})] == [0, 1, 2]
    group.note({4}, {7})
    group.note({7}, {7})
    assert group.ways == {(0, 1)}
    assert (0, 1) not in group.unseen()
    assert len(group.unseen()) == 5
    assert group.changes == 1
