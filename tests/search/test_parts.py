"""Tables, orders and refutations by themselves."""

from math import inf

from tests.search.trees import EVALUATOR, MAX, Branch, built, lecture, run
from zermelo.game.game import Joint, Move, State
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock, Limits
from zermelo.search.events import Trail
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.notes import Notes
from zermelo.search.parts.order import MoveOrder
from zermelo.search.parts.refutation import Refutations
from zermelo.search.parts.table import ENTRY, TranspositionTable, table_for
from zermelo.search.window.alphabeta import Window

A, B, C = (((Move(move), Move(9))) for move in range(3))
S, T = State(7), State(8)
CHILDREN: list[tuple[Joint, State]] = [(A, State(1)), (B, State(2)), (C, State(3))]


def joints(children: list[tuple[Joint, State]]) -> list[Joint]:
    return [joint for joint, _ in children]


def test_a_value_inside_its_window_is_exact() -> None:
    table = TranspositionTable()
    table.keep(S, 3, 7, (5, 9), A, False)
    entry = table.find(S, 3)
    assert entry is not None
    assert (entry.low, entry.high, entry.joint) == (7, 7, A)


def test_a_value_outside_its_window_is_a_bound() -> None:
    table = TranspositionTable()
    table.keep(S, 3, 9, (5, 8), A, False)
    table.keep(S, 3, 12, (12, 13), None, False)
    entry = table.find(S, 3)
    assert entry is not None
    assert (entry.low, entry.high, entry.joint) == (9, 12, A)


def test_a_guess_answers_its_own_depth_only() -> None:
    table = TranspositionTable()
    table.keep(S, 3, 7, (-inf, inf), A, False)
    assert table.find(S, 2) is None
    assert table.find(S, 4) is None
    assert table.move(S) == A


def test_a_proof_answers_all_that_look_further() -> None:
    table = TranspositionTable()
    table.keep(S, 3, 7, (-inf, inf), A, True)
    assert table.find(S, 2) is None
    assert table.find(S, 4) is not None
    assert table.find(S, inf) is not None


def test_one_bound_that_is_guessed_spoils_the_other() -> None:
    table = TranspositionTable()
    table.keep(S, 3, 7, (5, 6), A, False)
    table.keep(S, 3, 9, (9, 10), A, True)
    assert table.find(S, 4) is None
    table.keep(S, 3, 8, (-inf, inf), A, True)
    assert table.find(S, 4) is not None


def test_another_depth_forgets_the_bounds_and_keeps_the_move() -> None:
    table = TranspositionTable()
    table.keep(S, 3, 7, (-inf, inf), A, False)
    table.keep(S, 4, 2, (1, 2), None, True)
    entry = table.find(S, 5)
    assert entry is not None
    assert (entry.low, entry.high, entry.joint) == (2, inf, A)


def test_a_full_table_keeps_what_it_has() -> None:
    table = TranspositionTable(most=1)
    table.keep(S, 3, 7, (-inf, inf), A, False)
    table.keep(T, 3, 7, (-inf, inf), A, False)
    assert table.find(S, 3) is not None
    assert table.find(T, 3) is None


def test_a_table_keeps_to_the_memory_allowed() -> None:
    assert table_for(Clock(Limits(memory=10 * ENTRY))).most == 10
    assert table_for(Clock()).most > 1000


def test_the_move_of_a_node_that_failed_its_mover_is_not_kept() -> None:
    # The second child of the root fails low: none of the moves there are good for max.
    game = built(Branch(MAX, 0, (5, Branch(MAX, 0, (1, 2)))))
    table = TranspositionTable()
    search = Window(Duel(game, MAX, EVALUATOR.start(game)), Trail(Clock()), table, MoveOrder(table))
    search.value(game.initial, None, -inf, inf)
    root, inner = table.entries[State(0)], table.entries[State(2)]
    assert root.joint is not None
    assert (inner.joint, inner.high) == (None, 2)


def test_order_is_the_tables_move_then_killers_then_history() -> None:
    table = TranspositionTable()
    order = MoveOrder(table, killers=True, history=True)
    assert joints(order.sorted(CHILDREN, State(0), 1)) == [A, B, C]
    order.cut(C, ply=1, depth=2)
    assert joints(order.sorted(CHILDREN, State(0), 1)) == [C, A, B]
    order.cut(B, ply=2, depth=5)
    assert joints(order.sorted(CHILDREN, State(0), 3)) == [B, C, A]
    table.keep(State(0), 1, 7, (-inf, inf), A, False)
    assert joints(order.sorted(CHILDREN, State(0), 1)) == [A, C, B]


def test_only_two_killers_of_a_ply_are_kept() -> None:
    order = MoveOrder(killers=True)
    for joint in (A, B, C, C):
        order.cut(joint, ply=1, depth=1)
    assert order.slots[1] == [C, B]
    assert order.counts == {}


def test_refutations_are_replayed_along_their_lines() -> None:
    game = lecture()
    lines = [run(Alphabeta(), game).result.line, ((Move(1), Move(3)), (Move(3), Move(2)))]
    refutations = Refutations(game)
    refutations.keep(game.initial, lines)
    assert refutations.reply(game.initial) is None, "the root has its own order"
    for line in lines:
        assert refutations.reply(game.next(game.initial, line[0])) == line[1]
    order = MoveOrder(refutations=refutations)
    state = game.next(game.initial, lines[1][0])
    children = [(joint, State(0)) for joint in [(Move(3), Move(0)), lines[1][1]]]
    assert joints(order.sorted(children, state, 1))[0] == lines[1][1]


def test_a_shallow_search_puts_good_moves_first() -> None:
    top = Branch(MAX, 0, (Branch(MAX, 1, (1, 1)), Branch(MAX, 8, (8, 8))))
    plain = run(Alphabeta(evaluator=EVALUATOR, table=False), built(top)).leaf_values
    found = run(Alphabeta(evaluator=EVALUATOR, table=False, shallow=1), built(top))
    assert plain[0] == 1
    assert found.leaf_values[0] == 8
    assert found.count.leaves > len(found.leaf_values), "what orders is counted, but not told"


def test_a_line_goes_on_only_where_the_table_knows_the_same_value() -> None:
    game = lecture()
    table = TranspositionTable()
    search = Window(Duel(game, MAX, EVALUATOR.start(game)), Trail(Clock()), table, MoveOrder(table))
    first, reply = run(Alphabeta(), game).result.line
    state = game.next(game.initial, first)
    assert search.continued(game.initial, (first,), None, 3) == (first,)
    table.keep(state, inf, 3, (-inf, inf), reply, True)
    assert search.continued(game.initial, (first,), None, 3) == (first, reply)
    assert search.continued(game.initial, (first,), None, 5) == (first,)
    assert search.continued(game.initial, (first,), 1, 3) == (first,)


def test_a_move_that_is_only_bounded_is_not_better() -> None:
    notes = Notes()
    assert notes.better() is None
    for value, joint in ((3.0, A), (5.0, B), (5.0, C)):
        notes.keep(value, (joint,))
    assert notes.better() == (5.0, (B,))
    notes.low = 5.0  # the window began above: all of these are bounds
    assert notes.better() is None


def test_the_leader_comes_first_and_what_is_unknown_last() -> None:
    notes = Notes()
    assert notes.ranks(maximising=True) == {}
    notes.begin(-inf)
    for value, joint in ((3.0, A), (5.0, B)):
        notes.keep(value, (joint,))
    notes.end((5.0, (C,), False), inf)
    assert notes.ranks(maximising=True) == {}
    notes.begin(-inf)
    assert notes.ranks(maximising=True) == {A: -3.0, B: -5.0, C: -inf}
    assert notes.ranks(maximising=False) == {A: 3.0, B: 5.0, C: -inf}


def test_a_bound_that_says_less_changes_nothing() -> None:
    table = TranspositionTable()
    for value, window in ((9, (5, 8)), (8, (5, 7)), (12, (12, 13)), (14, (14, 15))):
        table.keep(S, 3, value, window, A, False)
    entry = table.find(S, 3)
    assert entry is not None
    assert (entry.low, entry.high) == (9, 12)


def test_lines_of_an_earlier_iteration_are_forgotten() -> None:
    game = lecture()
    lines = [((Move(move), Move(3)), (Move(3), Move(move))) for move in range(2)]
    states = [game.next(game.initial, line[0]) for line in lines]
    refutations = Refutations(game)
    for line in lines:
        refutations.keep(game.initial, [line])
    assert [refutations.reply(state) for state in states] == [None, lines[1][1]]


def test_of_lines_that_meet_the_first_counts() -> None:
    game = lecture()
    first = Move(0), Move(3)
    refutations = Refutations(game)
    refutations.keep(game.initial, [(first, (Move(3), Move(move))) for move in (2, 1)])
    assert refutations.reply(game.next(game.initial, first)) == (Move(3), Move(2))


def test_a_pass_that_only_found_a_bound_has_no_new_leader() -> None:
    notes = Notes(leader=A, low=3.0)
    notes.end((3.0, (B,), False), 9.0)
    notes.end((9.0, (B,), False), 9.0)
    assert notes.leader == A
    notes.end((4.0, (B,), False), 9.0)
    assert notes.leader == B


def test_a_move_that_the_last_pass_did_not_come_to_keeps_its_value_of_before() -> None:
    notes = Notes()
    for value, joints_searched in ((3.0, (A, B)), (7.0, (B,))):
        notes.begin(-inf)
        for joint in joints_searched:
            notes.keep(value, (joint,))
    notes.begin(-inf)
    assert notes.ranks(maximising=True) == {A: -3.0, B: -7.0}
