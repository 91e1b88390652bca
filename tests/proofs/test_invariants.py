"""Invariants: what is proved of some games, and that matches keep to it."""

from itertools import product

import numpy as np
import pytest
from _pytest.mark import ParameterSet

from tests.corpus import folder, sheets
from tests.proofs.holding import hold
from tests.proofs.knowing import find_out, known, sheet
from tests.test_corpus import HARD
from zermelo.errors import LimitError
from zermelo.game.compile import compiled
from zermelo.game.game import State
from zermelo.game.library import GameEntry, entries
from zermelo.game.load import read_rules
from zermelo.process.limits import Allowance
from zermelo.proofs.counts import Count, flattened, merged, unflattened
from zermelo.proofs.invariants import invariants
from zermelo.proofs.latches import latches
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.sample import sample
from zermelo.text.ground_term import ground_terms

CELLS = [f"(cell {x} {y} ?)" for x, y in product("123", repeat=2)]
ALLOWED = Allowance(seconds=20)
MILLION = 1_000_000
HEAVY = frozenset(["chess", "minichess", "chinese_checkers", "quarto", "nine_mens_morris"])


def small(entry: GameEntry) -> str:
    values = ",".join(f"{name}={value}" for name, value in entry.small.items())
    return f"{entry.name}:{values}" if values else entry.name


def every_game() -> list[ParameterSet]:
    """Every game; those that take many seconds as slow tests."""
    return [
        pytest.param(entry, id=name, marks=[pytest.mark.slow] if name in HEAVY else [])
        for name, entry in entries().items()
    ]


def test_a_board_has_one_mark_in_every_cell_and_one_role_in_control() -> None:
    expected = {f"exactly one of {cell}" for cell in [*CELLS, "(control ?)"]}
    assert known("tictactoe").texts() == expected


def test_a_piece_is_in_one_place() -> None:
    tiles = {f"exactly one of (cell ? ? {tile})" for tile in [*"12345678", "b"]}
    assert tiles <= known("eight_puzzle").texts()


def test_steps_are_counted_to_the_end() -> None:
    found = known("buttons_and_lights")
    (counter,) = found.invariants.counters
    names = [found.game.lexicon.fluents[fluent] for fluent in counter.chain]
    assert names == [f"(step {number})" for number in range(1, 8)]
    assert (counter.again, counter.over) == (None, True)
    assert counter.text == "(step 1) -> (step 2) -> ... -> (step 7), then the match is over"


def test_a_turn_comes_round() -> None:
    (counter,) = known("tictactoe").invariants.counters
    assert (counter.again, counter.over) == (0, False)
    assert counter.text == "(control x) -> (control o) -> (control x) again"


FADING = """
(role a) (legal a go) (goal a 0) (init (at 0))
(<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1)))
(<= terminal (true ready)) (init old) (<= (next new) (true old)) (<= (next new) (true new))
"""


def test_a_chain_that_ends_before_the_match_is_no_counter() -> None:
    found = find_out("fading", sheet(FADING), positions=1000)
    assert found.invariants.counters == ()
    assert "at most one of (at ?)" in found.texts()


STUCK = """
(role a) (goal a 0) (init (at 0)) (<= (next (at 1)) (true (at 0)))
(<= (legal a go) (true (at 0))) (<= terminal (true (at 2))) (<= (next (at 2)) (true (at 2)))
"""


def test_where_nobody_can_move_the_chain_ends_but_not_the_match() -> None:
    (counter,) = find_out("stuck", sheet(STUCK), positions=1000).invariants.counters
    assert (counter.again, counter.over) == (None, False)
    assert counter.text == "(at 0) -> (at 1), then nobody can move"


SWITCH = """
(role a) (legal a left) (legal a right) (goal a 0) (init on) (<= terminal (true (lamp 1)))
(<= (next (lamp ?x)) (true (lamp ?x)))
(<= (next off) (does a left)) (<= (next on) (does a right))
(<= (next (lamp 1)) (true on) (true off))
(init fixed) (<= (next fixed) (true fixed))
"""


def test_two_fluents_of_which_always_one_holds_make_a_group() -> None:
    found = find_out("switch", sheet(SWITCH), positions=1000)
    assert "exactly one of off, on" in found.texts()
    # Nothing turns on what needs both, once that is known.
    assert {"never (lamp 1)", "always fixed"} <= found.texts()


LURE = """
(role a) (legal a wait) (<= (legal a jump) (true (at 9))) (goal a 0) (init (at 0))
(<= terminal (true (at 5))) (<= (next (at 1)) (true (at 0)) (not (true (at 9))))
(<= (next (at 2)) (true (at 1))) (<= (next (at 5)) (true (at 2)))
(<= (next odd) (true (at 2)) (true (at 1))) (<= (next (at 9)) (true odd))
(<= (next (at 0)) (does a jump))
"""


def test_what_no_match_shows_is_not_believed_before_it_is_proved() -> None:
    found = find_out("lure", sheet(LURE), positions=1000)
    assert "exactly one of (at ?)" in found.texts()
    assert hold(found.game, found.invariants, found.latches, found.inhibitors, 2000).broken == set()


DOUBT = """
(role a) (legal a (pick 1)) (legal a (pick 2)) (goal a 0) (init (seen 0))
(<= terminal (true (seen 30)))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(succ 8 9) (succ 9 10) (succ 10 11) (succ 11 12) (succ 12 13) (succ 13 14) (succ 14 15)
(succ 15 16) (succ 16 17) (succ 17 18) (succ 18 19) (succ 19 20)
(<= (next (seen ?n)) (does a (pick 1)) (true (seen ?m)) (succ ?m ?n))
(<= (next (seen 0)) (does a (pick 2)))
(<= (next lucky) (true (seen 20))) (<= (next (seen 0)) (true (seen 20)))
(<= (next lucky) (true lucky))
"""


def test_a_guess_that_only_rare_matches_refute_is_not_proved() -> None:
    found = find_out("doubt", sheet(DOUBT), positions=500)
    assert "never lucky" not in found.texts()
    assert found.latch("lucky", positive=False).verdict.value == "not proved"


@pytest.mark.parametrize("entry", every_game())
def test_matches_keep_to_all_that_is_proved(entry: GameEntry) -> None:
    found = known(small(entry))
    held = hold(found.game, found.invariants, found.latches, found.inhibitors, 20_000)
    assert held.positions >= 20_000
    assert held.broken == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", entries())
def test_a_million_positions_keep_to_all_that_is_proved(name: str) -> None:
    found = find_out(name, compiled(read_rules(name)), positions=200_000, steps=20_000_000)
    held = hold(found.game, found.invariants, found.latches, found.inhibitors, MILLION)
    assert held.positions >= MILLION
    assert held.broken == set()


@pytest.mark.slow
@pytest.mark.skipif(not sheets(), reason="ZERMELO_CORPUS names no folder of rule sheets")
@pytest.mark.parametrize("name", [one for one in sheets() if one not in HARD] or ["none"])
def test_a_million_positions_of_a_real_sheet_keep_to_all_that_is_proved(name: str) -> None:
    place = folder()
    assert place is not None
    try:
        result = compiled(read_rules(str(place / f"{name}.kif")), ALLOWED)
    except LimitError:
        pytest.skip("it does not ground in 20 s")
    found = find_out(name, result, positions=200_000, steps=10_000_000)
    held = hold(found.game, found.invariants, found.latches, found.inhibitors, MILLION)
    assert held.broken == set()


def test_the_sandbox_finds_what_is_found_here() -> None:
    found = known("tictactoe")
    program = found.compiled.program
    proved = invariants(found.game, program, seen=found.seen, steps=4_000_000)
    assert proved.counts == found.invariants.counts
    assert proved.counters == found.invariants.counters
    again = latches(found.game, program, proved, seen=found.seen, steps=4_000_000)
    assert [(one.proved, one.kind) for one in again.claims] == [
        (one.proved, one.kind) for one in found.latches.claims
    ]


def test_without_time_nothing_is_proved_and_that_is_said() -> None:
    found = known("tictactoe")
    proved = invariants(found.game, found.compiled.program, seen=found.seen, seconds=0)
    assert proved.counts == ()
    assert set(proved.cut) == {"groups", "chains"}
    assert not proved.complete
    nothing = latches(found.game, found.compiled.program, proved, seen=found.seen, seconds=0)
    assert not any(one.proved for one in nothing.claims)
    assert not nothing.complete


def test_a_sandbox_that_runs_out_of_memory_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> dict[str, object]:
        raise LimitError("6144 MB of memory were not enough")

    monkeypatch.setattr("zermelo.proofs.tables.call", refuse)
    found = known("tictactoe")
    proved = invariants(found.game, found.compiled.program, seen=found.seen)
    assert (proved.counts, proved.counters, proved.complete) == ((), (), False)
    nothing = latches(found.game, found.compiled.program, seen=found.seen)
    assert not nothing.complete
    assert not any(one.proved for one in nothing.claims)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (Count((0, 1, 2), 1, 1), "exactly one of (at ?)"),
        (Count((0, 1, 2), 0, 1), "at most one of (at ?)"),
        (Count((0, 1, 2), 2, 2), "exactly two of (at ?)"),
        (Count((0, 1, 2), 1, 3), "at least one of (at ?)"),
        (Count((0, 1, 2), 0, 0), "none of (at ?)"),
        (Count((0, 1, 2), 3, 3), "all of (at ?)"),
        (Count((0, 1, 2, 3), 1, 2), "1 to 2 of (at ?), over"),
        (Count((0, 1), 0, 1), "not both of (at 1), (at 2)"),
        (Count((3,), 0, 0), "never over"),
        (Count((3,), 1, 1), "always over"),
        (Count((1, 3), 1, 1), "exactly one of (at 2), over"),
    ],
)
def test_a_count_in_words(count: Count, text: str) -> None:
    assert count.spell(Patterns(ground_terms("(at 1) (at 2) (at 3) over"))) == text


def test_a_long_group_is_not_listed_to_the_end() -> None:
    names = Patterns(ground_terms("n0 n1 n2 n3 n4 n5 n6 n7 n8"))
    assert names.spell(range(8)) == "n0, n1, n2, n3, n4, ... n7 (8 in all)"


def test_a_count_holds_where_the_number_is_within_its_bounds() -> None:
    count = Count((0, 2), 1, 1)
    states = np.array([[state >> bit & 1 for bit in range(3)] for state in range(8)], np.uint8)
    assert [count.holds(State(state)) for state in range(8)] == (~count.broken(states)).tolist()


def test_counts_of_one_group_become_one() -> None:
    both = [Count((0, 1), 0, 1), Count((0, 1), 1, 2), Count((2,), 0, 0)]
    assert merged(both) == (Count((0, 1), 1, 1), Count((2,), 0, 0))


@pytest.mark.parametrize("counts", [[], [Count((0, 4), 0, 1), Count((3,), 1, 1)]])
def test_counts_come_back_from_arrays(counts: list[Count]) -> None:
    assert unflattened(flattened(counts)) == counts


def test_a_sample_starts_with_the_initial_state_and_shows_real_steps() -> None:
    game = known("tictactoe").game
    seen = sample(game, positions=5000, seed=3)
    assert seen.positions >= 5000
    assert seen.steps[0] == 0
    initial = State(sum(1 << int(bit) for bit in np.flatnonzero(seen.states[0])))
    assert initial == game.initial
    assert not (seen.going & (seen.steps == 9)).any()


OVER = "(role a) (legal a go) (goal a 0) (init p) (<= terminal (true p)) (<= (next q) (true p))"


def test_a_game_that_is_over_at_once_is_sampled_once() -> None:
    found = find_out("over", sheet(OVER), positions=100_000)
    assert found.seen.positions == 1
    assert found.latches.constants == ("p", "q")
