"""The search itself: lanes are filled with leaves, pass after pass, and leaves come home.

One pass advances 1024 playouts by a step. A group of lanes whose playouts are all over takes its
simulation up the tree and begins another at once, so that no lane waits for the longest playout.
"""

from typing import NamedTuple

import numpy as np

from zermelo.engine.kernels.joint import choose_joint
from zermelo.engine.kernels.wide import (
    advance,
    bare_places,
    does_place,
    goal_place,
    goal_role,
    goals,
    moves,
    see,
    terminal_place,
)
from zermelo.engine.narrow import Narrow, Workspace
from zermelo.engine.wide import Wide, WirePlaces
from zermelo.evaluate.kernels.score import Scorer, score_rows
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import lowest
from zermelo.kernels.vector import (
    WORDS,
    Vector,
    both,
    either,
    fill,
    is_zero,
    load,
    store,
    without,
)
from zermelo.search.mcts.kernels.arrays import (
    ABANDONED,
    ARRIVALS,
    AWAITED,
    BIAS,
    COMING,
    CONSTANT,
    DEEPEST,
    DONE,
    EDGE,
    EDGES,
    END,
    FINISHED,
    FIXED,
    FORCED,
    FREE,
    FULL,
    GROUP,
    GROUPS,
    LAUNCHED,
    LEARNING,
    LISTED,
    MOVED,
    NODES,
    PASSES,
    PAUSED,
    SEEN,
    STOPPED,
    TOTAL,
    TRUST,
    UNEQUAL,
    VARYING,
    VOID,
    Floats,
    LaneGroups,
    TreeArrays,
    Words,
    bare_crew,
    bare_tree,
)
from zermelo.search.mcts.kernels.backup import prove
from zermelo.search.mcts.kernels.begin import launch
from zermelo.search.mcts.kernels.complete import end_known, end_lanes
from zermelo.search.mcts.kernels.cut import cut_short, list_cut
from zermelo.search.mcts.kernels.descend import place, settled, true_node
from zermelo.search.mcts.kernels.lanes import (
    fetch_cell,
    group_mask,
    group_word,
    join,
    open_node,
    read_row,
)
from zermelo.search.mcts.kernels.playout_policy import follow_habits, learn, rank
from zermelo.search.mcts.kernels.turns import pass_turn, take_turn


class Guess(NamedTuple):
    """What guesses at states, and room for a thousand of them."""

    narrow: Narrow
    scorer: Scorer
    space: Workspace
    brood: Words
    rows: Words  # [lanes, words]
    worth: Floats  # [lanes, roles]


KNOWN = 256
"""Simulations in a pass that may end where the worth is known, before others go on."""
RANKING = 16
"""Passes between two orders of habit."""


@kernel
def search(
    whole_tree: TreeArrays,
    wide: Wide,
    whole_crew: LaneGroups,
    guess: Guess,
    passes: int,
    most: int,
) -> int:
    """Search for some passes, or until so many simulations are done in all.

    Of several threads each does so with its own lanes, and all come back for the same reason.
    """
    tree, lane_groups, game = bare_tree(whole_tree), bare_crew(whole_crew), bare_places(wide)
    wires, generator = whole_crew.wires, whole_crew.generator
    counts, turns, settings = lane_groups.counts, lane_groups.turns, tree.settings
    alone = lane_groups.threads == 1
    stuck = False
    for _ in range(passes):
        if not take_turn(lane_groups):
            return ABANDONED
        if counts[MOVED] != 0:
            take_rows(tree, game, lane_groups)
        if turns[VOID] != 0:
            turns[STOPPED] = UNEQUAL
        if turns[STOPPED] == PAUSED:
            turns[STOPPED] = fill_lanes(tree, game, lane_groups, most)
        working = turns[STOPPED] == PAUSED and counts[FREE] < settings[GROUPS]
        pass_turn(lane_groups)
        if working:
            see(wide, wires)
            counts[PASSES] += 1
            if not alone:  # others have their turn meanwhile
                stuck = choose_joint(wide, wires, generator, whole_crew.scratch)
        if not take_turn(lane_groups):
            return ABANDONED
        stopped = turns[STOPPED]  # which nobody changes until all have had this turn
        if working and not open_arrivals(tree, game, lane_groups):
            turns[VOID] = 1
            if alone:
                return UNEQUAL
        elif working:
            if alone:
                stuck = choose_joint(wide, wires, generator, whole_crew.scratch)
            finish(tree, game, lane_groups, guess, stuck)
        pass_turn(lane_groups)
        if working:
            if settings[TRUST] > 0:
                follow_habits(tree, game, lane_groups, wires, generator)
            make_moves(tree, game, lane_groups)
            advance(wide, wires)
            counts[MOVED] = 1
            if alone:
                take_rows(tree, game, lane_groups)
        if stopped != PAUSED:
            return int(stopped)
    return PAUSED


@inner
def fill_lanes(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, most: int) -> int:
    """Begin simulations in all groups that are free; returns why the search is to come back."""
    registers, counts, settings = tree.registers, lane_groups.counts, tree.settings
    known = registers[FINISHED]
    while (
        counts[FREE] > 0
        and registers[LAUNCHED] < most
        and registers[FINISHED] < known + KNOWN
        and not settled(tree, 0)
    ):
        if settings[FIXED] == 0 and (
            registers[NODES] >= tree.room or registers[EDGES] + moves(game) > tree.edge_room
        ):
            return FULL
        if not launch(tree, game, lane_groups):
            break
    if registers[FINISHED] >= most or settled(tree, 0):
        return DONE
    if registers[LISTED] + registers[COMING] * moves(game) > tree.list_room:
        if settings[FIXED] == 0:
            return FULL
        forget_arrivals(tree, lane_groups)
    return PAUSED


@inner
def forget_arrivals(tree: TreeArrays, lane_groups: LaneGroups) -> None:
    """Have no nodes to be opened."""
    tree.registers[COMING] -= lane_groups.counts[ARRIVALS]
    lane_groups.counts[ARRIVALS] = 0


@inner
def finish(
    tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, guess: Guess, stuck: bool
) -> None:
    """Take home what has ended or is to be cut, and learn from it; `stuck`: a role has no move."""
    counts, settings = lane_groups.counts, tree.settings
    learning = settings[TRUST] > 0 or tree.numbers[BIAS] > 0.0
    over = load(lane_groups.wires, terminal_place(game))
    ended = without(over, load(lane_groups.resting, 0))
    if learning and counts[PASSES] % settings[LEARNING] == 0:
        learn(game, lane_groups, ended)
    if not is_zero(ended):
        note_goals(tree, game, lane_groups, ended)
        finish_ended(tree, game, lane_groups)
    if learning and counts[PASSES] % RANKING == 0:
        rank(game, lane_groups)
    count = list_cut(tree, game, lane_groups, guess.rows, stuck)
    if count > 0:
        rows, worth = guess.rows[:count], guess.worth[:count]
        score_rows(guess.narrow, guess.scorer, guess.space, guess.brood, rows, worth)
        cut_short(tree, game, lane_groups, worth)


@inner
def open_arrivals(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups) -> bool:
    """Open the nodes whose states were computed in the last pass; whether ends share out alike."""
    stride = 1 + tree.roles
    for index in range(lane_groups.counts[ARRIVALS]):
        group = int(lane_groups.arrived[index])
        node = true_node(tree, int(lane_groups.leaves[group]))
        at = 2 * place(tree, node)
        if tree.kinds[at] == AWAITED and open_node(tree, game, lane_groups, node, group):
            if tree.settings[CONSTANT] != VARYING and not shared(tree, node):
                return False
        if settled(tree, node):
            first = group * tree.settings[DEEPEST] * stride
            prove(tree, lane_groups.paths, first, lane_groups.lengths[group])
            if tree.kinds[at] != END:  # an end comes home by itself
                end_known(tree, lane_groups, group, node)
    forget_arrivals(tree, lane_groups)
    return True


@inner
def shared(tree: TreeArrays, node: int) -> bool:
    """Whether an end shares out the same between two roles as those before."""
    at = place(tree, node)
    total = tree.lows[at] + tree.lows[at + 1]
    if tree.settings[CONSTANT] != SEEN:
        tree.settings[CONSTANT] = SEEN
        tree.settings[TOTAL] = total
    # Bounds do not meet where a role has no goal, or two.
    defined = total == tree.highs[at] + tree.highs[at + 1]
    return bool(defined and total == tree.settings[TOTAL])


@inner
def note_goals(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups, ended: Vector) -> None:
    """Note which goals the lanes that have just ended came to; two of one role bring nothing."""
    wires, won = lane_groups.wires, lane_groups.won
    for role in range(tree.roles):
        seen = fill(np.uint64(0))
        twice = fill(np.uint64(0))
        for goal in range(goals(game)):
            if goal_role(game, goal) == role:
                reached = load(wires, goal_place(game, goal))
                twice = either(twice, both(seen, reached))
                seen = either(seen, reached)
        clear = without(ended, twice)
        for goal in range(goals(game)):
            if goal_role(game, goal) == role:
                reached = both(clear, load(wires, goal_place(game, goal)))
                store(won, goal * WORDS, either(load(won, goal * WORDS), reached))


@inner
def finish_ended(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups) -> None:
    """Let the lanes whose match is over rest; groups that are done come home."""
    size = tree.settings[GROUP]
    for word in range(WORDS):
        ended = lane_groups.wires[terminal_place(game) + word] & ~lane_groups.resting[word]
        while ended != np.uint64(0):
            group = (64 * word + lowest(ended)) // size
            lanes = ended & group_mask(tree, group)
            if tree.nearby:
                lanes &= ~lanes + np.uint64(1)  # each counts for the moves that it has made itself
            ended &= ~lanes
            end_lanes(tree, game, lane_groups, group, word, lanes)


@inner
def make_moves(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups) -> None:
    """Have lanes that lead to a leaf make its move, and note what all lanes do."""
    wires = lane_groups.wires
    forced = load(lane_groups.forced, 0)
    fresh = either(forced, load(lane_groups.fresh, 0))
    noted = lane_groups.noted
    for move in range(moves(game)):
        does = without(load(wires, does_place(game, move)), forced)
        store(wires, does_place(game, move), does)
        if noted:
            made = without(load(lane_groups.made, move * WORDS), fresh)
            store(lane_groups.made, move * WORDS, either(made, does))
    for goal in range(goals(game)):
        store(lane_groups.won, goal * WORDS, without(load(lane_groups.won, goal * WORDS), fresh))
    stride = 1 + tree.roles
    for index in range(lane_groups.counts[FORCED]):
        group = int(lane_groups.leading[index])
        word, mask = group_word(tree, group), group_mask(tree, group)
        length = lane_groups.lengths[group]
        at = group * tree.settings[DEEPEST] * stride + (length - 1) * stride + 1
        for role in range(tree.roles):
            move = tree.moves[2 * EDGE * lane_groups.paths[at + role]]
            wires[does_place(game, move) + word] |= mask
            if noted:
                lane_groups.made[move * WORDS + word] |= mask


@inner
def take_rows(tree: TreeArrays, game: WirePlaces, lane_groups: LaneGroups) -> None:
    """Read the states that lanes have come to by the move to their leaf."""
    for index in range(lane_groups.counts[FORCED]):
        leaf = int(lane_groups.leaves[lane_groups.leading[index]])
        if leaf >= 0 and tree.kinds[2 * place(tree, leaf)] == AWAITED:
            read_row(tree, game, lane_groups.wires, leaf, int(lane_groups.leading[index]))
            fetch_cell(tree, leaf)
    for index in range(lane_groups.counts[FORCED]):
        group = int(lane_groups.leading[index])
        leaf = int(lane_groups.leaves[group])
        if leaf < 0:
            continue
        if tree.kinds[2 * place(tree, leaf)] == AWAITED:
            join(tree, leaf)
        lane_groups.arrived[lane_groups.counts[ARRIVALS]] = group
        lane_groups.counts[ARRIVALS] += 1
        tree.registers[COMING] += 1
    lane_groups.counts[FORCED] = lane_groups.counts[MOVED] = 0
    for word in range(WORDS):
        lane_groups.forced[word] = np.uint64(0)
        lane_groups.fresh[word] = np.uint64(0)
