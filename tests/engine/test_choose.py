"""Random moves: uniform, legal, and independent from role to role."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from zermelo.engine.kernels.draw import draw_below, random_words
from zermelo.engine.kernels.joint import choose_joint
from zermelo.engine.lanes import Lanes, aligned, scratch_rows
from zermelo.engine.wide import Wide
from zermelo.game.compiled_game import CompiledGame
from zermelo.kernels.vector import LANES, WORDS

Bits = NDArray[np.uint8]
Words = NDArray[np.uint64]
SIZES = [1, 2, 3, 7, 8, 9, 15, 16, 17, 32, 63, 64, 65, 100, 127, 128, 200, 255, 256, 257, 1000]


class Chooser:
    """Lets every lane choose among its candidates, again and again."""

    def __init__(self, size: int, seed: int) -> None:
        self.size = size
        self.gates = choosing_gates([size])
        self.wires = aligned((1 + 2 * size) * WORDS)
        self.scratch = aligned(scratch_rows(self.gates.roles) * WORDS)
        self.scratch[:] = np.uint64(0xAAAAAAAAAAAAAAAA)  # what was there before does not matter
        self.generator = seeded(seed)

    def choose(self, candidates: Bits) -> Bits:
        """Return which of the candidates [moves, lanes] were chosen."""
        size = self.size
        self.wires[WORDS : (1 + size) * WORDS] = np.uint64(0xAAAAAAAAAAAAAAAA)
        self.wires[(1 + size) * WORDS :] = packed(candidates)
        choose_joint(self.gates, self.wires, self.generator, self.scratch)
        return slices(self.wires)[1 : 1 + size]


def choosing_gates(sizes: list[int]) -> Wide:
    """A circuit without fluents: the moves of roles, and after them where they are legal."""
    total = sum(sizes)
    none = np.zeros(0, np.int32)
    return Wide(
        code=none,
        view_end=0,
        slots=1 + 2 * total,
        fluents=0,
        roles=np.cumsum([0, *sizes]).astype(np.int32),
        initial=none,
        next=none,
        legal=np.arange(1 + total, 1 + 2 * total, dtype=np.int32),
        goals=none,
        goal_roles=none,
        goal_values=none,
        terminal=0,
        machine=np.zeros(2, np.int64),
    )


def packed(bits: Bits) -> Words:
    """The wires of bits [wires, lanes]."""
    rows = np.packbits(np.ascontiguousarray(bits), axis=1, bitorder="little")
    return np.frombuffer(rows.tobytes(), np.uint64)


def seeded(seed: int) -> Words:
    """The state of the random generators."""
    generator = aligned(5 * WORDS)
    chance = np.random.default_rng(seed)
    generator[: 4 * WORDS] = chance.integers(1, 1 << 63, 4 * WORDS, dtype=np.uint64)
    return generator


def slices(wires: Words) -> Bits:
    """The bits of wires, [wires, lanes]."""
    return np.unpackbits(wires.reshape(-1, WORDS).view(np.uint8), axis=1, bitorder="little")


def is_even(counts: NDArray[np.int64], deviations: float = 5) -> bool:
    """Whether counts could well be of equally likely cases, by chi-square."""
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2 / expected).sum())
    freedom = counts.size - 1
    return statistic <= freedom + deviations * sqrt(2 * freedom) + deviations


@pytest.mark.parametrize("size", SIZES)
def test_every_move_is_equally_likely(size: int) -> None:
    chooser = Chooser(size, seed=size)
    counts = np.zeros(size, np.int64)
    everything = np.ones((size, LANES), np.uint8)
    for _ in range(20 + size // 10):
        chosen = chooser.choose(everything)
        assert (chosen.sum(axis=0) == 1).all()
        counts += chosen.sum(axis=1, dtype=np.int64)
    assert is_even(counts)


@pytest.mark.parametrize("size", [5, 8, 9, 64, 100, 300])
@pytest.mark.parametrize("candidates", [1, 2, 3, 5])
def test_of_some_candidates_each_is_equally_likely(size: int, candidates: int) -> None:
    """Counted by rank: whether a lane chose its first candidate, its second, and so on."""
    chance = np.random.default_rng(size)
    chooser = Chooser(size, seed=candidates)
    counts = np.zeros(candidates, np.int64)
    for _ in range(20):
        order = chance.permuted(np.tile(np.arange(size), (LANES, 1)), axis=1).T
        legal = (order < candidates).astype(np.uint8)
        chosen = chooser.choose(legal)
        assert (chosen <= legal).all()
        assert (chosen.sum(axis=0) == 1).all()
        ranks = (np.cumsum(legal, axis=0) * chosen).sum(axis=0) - 1
        counts += np.bincount(ranks, minlength=candidates)
    assert is_even(counts)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("share", [0.01, 0.1, 0.9])
def test_what_is_chosen_is_a_candidate_and_only_one(size: int, share: float) -> None:
    chance = np.random.default_rng(size)
    chooser = Chooser(size, seed=1)
    for _ in range(5):
        legal = (chance.random((size, LANES)) < share).astype(np.uint8)
        legal[:, ::5] = 0
        chosen = chooser.choose(legal)
        assert (chosen <= legal).all()
        # A lane without candidates stays empty.
        assert (chosen.sum(axis=0) == legal.any(axis=0)).all()


def test_lanes_choose_independently() -> None:
    chooser = Chooser(2, seed=9)
    everything = np.ones((2, LANES), np.uint8)
    draws = np.array([chooser.choose(everything)[0] for _ in range(400)])
    # Each lane against the next, one word further, and against itself one draw later.
    for shift in (1, 64):
        agree = (draws == np.roll(draws, shift, axis=1)).sum()
        assert abs(agree - draws.size / 2) < 5 * sqrt(draws.size) / 2
    agree = (draws[1:] == draws[:-1]).sum()
    assert abs(agree - draws[1:].size / 2) < 5 * sqrt(draws.size) / 2


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 15])
def test_numbers_are_drawn_below_the_count_and_evenly(count: int) -> None:
    generator = seeded(count)
    found = np.zeros(count, np.int64)
    for _ in range(30):
        numbers = drawn_numbers(np.full(LANES, count), planes_of(15), generator)
        assert numbers.max() < count
        found += np.bincount(numbers, minlength=count)
    assert is_even(found)


def planes_of(size: int) -> int:
    """How many bit planes the count of so many candidates takes."""
    return max(4, size.bit_length())


def drawn_numbers(counts: NDArray[np.int64], planes: int, generator: Words) -> NDArray[np.int64]:
    """What is drawn below the counts of all lanes."""
    scratch = aligned(2 * planes * WORDS)
    bits = (counts >> np.arange(planes)[:, None] & 1).astype(np.uint8)
    scratch[: planes * WORDS] = packed(bits)
    draw_below(scratch, 0, planes, generator, planes * WORDS)
    drawn: NDArray[np.int64] = (1 << np.arange(planes)) @ slices(scratch)[planes:].astype(np.int64)
    return drawn


def chosen_plainly(legal: list[Bits], generator: Words) -> list[Bits]:
    """What every role chooses, as it is defined: the candidate whose number was drawn.

    Where at most one role of every lane has a choice, one drawing serves all roles.
    """
    counts = [one.sum(axis=0, dtype=np.int64) for one in legal]
    several = np.array([count > 1 for count in counts])
    if several.sum(axis=0).max() <= 1:
        planes = planes_of(max(len(one) for one in legal))
        drawn = drawn_numbers((np.array(counts) * several).sum(axis=0), planes, generator)
        numbers = [drawn * one for one in several]
    else:
        numbers = [
            drawn_numbers(count, planes_of(len(one)), generator)
            for one, count in zip(legal, counts, strict=True)
        ]
    return [
        (one * (np.cumsum(one, axis=0, dtype=np.int64) - 1 == number)).astype(np.uint8)
        for one, number in zip(legal, numbers, strict=True)
    ]


@pytest.mark.parametrize("sizes", [[1], [9, 9], [8, 300, 17], [1, 65, 3, 2], [2, 2], [130, 7]])
@pytest.mark.parametrize("at_once", [False, True])
def test_each_role_makes_the_move_whose_number_was_drawn(sizes: list[int], at_once: bool) -> None:
    chance = np.random.default_rng(len(sizes))
    gates, total = choosing_gates(sizes), sum(sizes)
    wires = aligned(gates.slots * WORDS)
    scratch = aligned(scratch_rows(gates.roles) * WORDS)
    generator = seeded(total)
    for share in (0.05, 0.5, 1.0):
        turn = chance.integers(len(sizes), size=LANES)
        legal = [(chance.random((size, LANES)) < share).astype(np.uint8) for size in sizes]
        for role, one in enumerate(legal):
            if not at_once:
                one[:, turn != role] = 0
                one[-1, turn != role] = 1  # it has no choice
            one[:, 5] = 0
        wires[:] = np.uint64(0xAAAAAAAAAAAAAAAA)
        wires[:WORDS] = 0
        wires[(1 + total) * WORDS :] = packed(np.concatenate(legal))
        expected = chosen_plainly(legal, generator.copy())
        assert choose_joint(gates, wires, generator, scratch)
        found = slices(wires)[1 : 1 + total]
        assert (found == np.concatenate(expected)).all()
        everyone = np.array([one.any(axis=0) for one in legal]).all(axis=0)
        assert (slices(scratch)[0] == everyone).all()


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    generator = seeded(4)
    mask = 2**64 - 1

    def rotated(word: int, by: int) -> int:
        return (word << by | word >> 64 - by) & mask

    for _ in range(50):
        states = generator[: 4 * WORDS].reshape(4, WORDS).T.tolist()
        random_words(generator)
        words = generator[4 * WORDS :].tolist()
        after = generator[: 4 * WORDS].reshape(4, WORDS).T.tolist()
        for (a, b, c, d), word, new in zip(states, words, after, strict=True):
            assert word == (rotated(a + d & mask, 23) + a) & mask
            e, f = c ^ a, d ^ b
            assert new == [a ^ f, b ^ e, e ^ (b << 17 & mask), rotated(f, 45)]


def joint_counts(game: CompiledGame, seed: int, passes: int) -> NDArray[np.int64]:
    """How often each pair of first moves was made by two roles."""
    gates = game.engine.wide
    first, second = np.diff(gates.roles).tolist()
    counts = np.zeros((first, second), np.int64)
    lanes = Lanes(gates, gates.initial, seed, 100)
    lanes.play(1)  # lays out the scratch and computes the view of the first state
    for _ in range(passes):
        start = Lanes(gates, gates.initial, seed, 100)
        start.generator[:] = lanes.generator
        start.play(1)
        lanes.generator[:] = start.generator
        done = slices(start.wires)[1 + gates.fluents :][: first + second].astype(np.int64)
        assert (done[:first].sum(axis=0) == 1).all()
        assert (done[first:].sum(axis=0) == 1).all()
        counts += done[:first] @ done[first:].T
    return counts


@pytest.mark.parametrize("name", ["matching_pennies", "rock_paper_scissors", "prisoners_dilemma"])
def test_roles_that_choose_at_once_choose_independently(
    name: str, game_of: Callable[[str], CompiledGame]
) -> None:
    counts = joint_counts(game_of(name), seed=2, passes=40)
    assert counts.sum() == 40 * LANES
    assert is_even(counts.ravel())


def test_a_role_without_a_move_is_reported(tictactoe: CompiledGame) -> None:
    gates = tictactoe.engine.wide
    lanes = Lanes(gates, gates.initial, 1, 100)
    lanes.play(1)
    nothing = gates._replace(legal=np.zeros_like(gates.legal))
    assert choose_joint(nothing, lanes.wires, lanes.generator, lanes.scratch)
    assert not slices(lanes.wires)[1 + gates.fluents :][: gates.legal.size].any()
