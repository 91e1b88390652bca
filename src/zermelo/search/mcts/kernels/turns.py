"""Several threads on one tree: one at a time touches it, always in the same order.

Each thread has lanes of its own. In every pass it has two turns at the tree: to take the states of
new leaves and launch simulations, and to take simulations home. Between its turns it runs the
circuit on its lanes, which takes most of the time where games are large, and there the threads do
not wait for each other. As turns always come in the same order, what is played depends on the
number of threads, but not on how fast each of them is.
"""

from zermelo.kernels.kernel import inner
from zermelo.kernels.tokens import put_token, read_shared, take_token, write_shared
from zermelo.search.mcts.kernels.arrays import GIVEN_UP, TURN, LaneGroups

LOOKS = 20_000
"""Looks at whose turn it is before a thread sleeps until then: some ten microseconds."""


@inner
def take_turn(lane_groups: LaneGroups) -> bool:
    """Wait for the turn of a thread; False if the threads are to give up."""
    if lane_groups.threads == 1:
        return True
    looks = 0
    while looks < LOOKS and read_shared(lane_groups.turns, TURN) != lane_groups.number:
        looks += 1
    got = take_token(lane_groups.own_turn)
    while got < 0:  # a signal came: the main thread sees to it later
        got = take_token(lane_groups.own_turn)
    return bool(got > 0 and lane_groups.turns[GIVEN_UP] == 0)


@inner
def pass_turn(lane_groups: LaneGroups) -> None:
    """Let the next thread have its turn."""
    if lane_groups.threads > 1:
        write_shared(lane_groups.turns, TURN, (lane_groups.number + 1) % lane_groups.threads)
        put_token(lane_groups.next_turn)
