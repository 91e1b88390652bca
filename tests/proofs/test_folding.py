"""Folding: one state stands for all its images, and for nothing else."""

from collections.abc import Callable
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.symmetry.folding import Folding, folding, generated
from zermelo.proofs.symmetry.symmetries import Symmetries, Symmetry, symmetries
from zermelo.search.solve.graph import explore

GameOf = Callable[[str], CompiledGame]


def folding_of(game: CompiledGame, most: int = 4096) -> Folding:
    assert game.program is not None
    return folding(symmetries(game.program), game.dimensions.fluents, most)


def exchanges(*pairs: tuple[int, int], size: int) -> Symmetries:
    """Symmetries that each exchange two fluents."""
    found = []
    for one, other in pairs:
        image = list(range(size))
        image[one], image[other] = other, one
        found.append(Symmetry(tuple(image), (0,), ((0,),)))
    return Symmetries(tuple(found), 0)


@st.composite
def foldings(draw: st.DrawFn) -> tuple[Folding, np.ndarray[tuple[int, int], np.dtype[np.uint64]]]:
    """Groups made of few permutations of up to 140 fluents, and rows of states."""
    size = draw(st.sampled_from([1, 5, 63, 64, 65, 140]))
    random = np.random.default_rng(draw(st.integers(0, 1000)))
    few = random.permutation(size)[:4]
    image = np.arange(size)
    image[few] = np.roll(few, 1)
    turn = Symmetry(tuple(image.tolist()), (0,), ((0,),))
    swap = exchanges((int(few[0]), int(few[-1])), size=size).generators[0]
    words = (size + 63) // 64
    bits = random.random((20, 64 * words)) < draw(st.sampled_from([0.1, 0.5]))
    bits[:, size:] = False
    rows = np.packbits(bits, axis=1, bitorder="little").view(np.uint64)
    return folding(Symmetries((turn, swap), 0), size), rows


@given(foldings())
@settings(max_examples=40)
def test_the_kernel_folds_as_the_definition_does(
    given_: tuple[Folding, np.ndarray[tuple[int, int], np.dtype[np.uint64]]],
) -> None:
    folds, rows = given_
    smallest, counts = folds.folded(rows)
    for row, folded, count in zip(rows, smallest, counts.tolist(), strict=True):
        state = State(int.from_bytes(row.tobytes(), "little"))
        assert int.from_bytes(folded.tobytes(), "little") == folds.smallest(state)
        images = {
            sum(1 << to for bit, to in enumerate(image) if state >> bit & 1)
            for image in folds.images.tolist()
        }
        assert count == len(images)
        assert {folds.smallest(State(image)) for image in images} == {folds.smallest(state)}


def test_all_symmetries_are_listed_the_identity_first(tictactoe: CompiledGame) -> None:
    folds = folding_of(tictactoe)
    assert folds.order == 8
    assert folds.images[0].tolist() == list(range(29))
    assert len({image.tobytes() for image in folds.images}) == 8


def test_tictactoe_has_765_positions_up_to_symmetry(tictactoe: CompiledGame) -> None:
    folds = folding_of(tictactoe)
    rows = explore(tictactoe).rows
    smallest = np.unique(folds.folded(rows)[0], axis=0)
    assert (len(rows), len(smallest)) == (5478, 765)
    assert folds.unfolded(smallest) == 5478


def test_of_too_many_symmetries_a_subgroup_is_listed(game_of: GameOf) -> None:
    quarto = game_of("quarto")
    folds = folding_of(quarto)
    assert 1 < folds.order <= 4096
    assert 12_288 % folds.order == 0
    listed = {image.tobytes() for image in folds.images}
    some = np.random.default_rng(0).integers(0, folds.order, (50, 2))
    for one, other in folds.images[some]:
        assert one[other].tobytes() in listed


def test_a_generator_that_makes_too_many_is_left_out_and_later_ones_are_not() -> None:
    chain = exchanges(*((i, i + 1) for i in range(9)), (10, 11), size=12)
    folds = folding(chain, 12, most=1000)
    # 720 of the first six fluents, or fewer with others beside them: whatever still fits.
    assert folds.order == factorial(6)
    assert folding(chain, 12, most=1440).order == 1440
    assert folding(Symmetries((), 1), 12).order == 1


def test_it_is_told_whether_all_symmetries_are_listed() -> None:
    two = exchanges((0, 1), (2, 3), size=4)
    assert folding(two, 4, most=4).complete
    few = folding(two, 4, most=2)
    assert (few.order, few.complete) == (2, False)
    assert not folding(Symmetries(two.generators, 0, "steps"), 4).complete


def test_products_are_counted_up_to_a_bound() -> None:
    turn = np.roll(np.arange(7, dtype=np.int32), 1)
    assert len(generated([turn], 7) or ()) == 7
    assert generated([turn], 6) is None


@pytest.mark.parametrize(
    "name", ["nim_capped", "reversi:size=4", "dots_and_boxes:rows=2,columns=2"]
)
def test_what_is_folded_together_has_the_same_moves_to_choose_from(
    game_of: GameOf, name: str
) -> None:
    game = game_of(name)
    folds = folding_of(game)
    for child in game.children(game.initial):
        folded = folds.smallest(child.state)
        assert game.goals(folded) == child.view.goals
        counts = [len(moves) for moves in child.view.legal]
        assert [len(moves) for moves in game.view(folded).legal] == counts
