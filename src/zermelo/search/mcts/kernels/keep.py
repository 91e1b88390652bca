"""Keeping a subtree: when moves were made, what lies below them is all that is still of use."""

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.search.mcts.kernels.arrays import (
    AWAITED,
    EDGES,
    NODES,
    OPEN,
    SAME,
    Ints,
    TreeArrays,
    Words,
    bare_tree,
)
from zermelo.search.mcts.kernels.descend import last_chooser, true_node
from zermelo.search.mcts.kernels.lanes import cell_of


@kernel
def find(whole: TreeArrays, row: Words) -> int:
    """Return the node of a state, of several the one that was visited most; -1 if there is none."""
    tree = bare_tree(whole)
    found = -1
    for node in range(tree.registers[NODES]):
        if tree.kinds[node] != OPEN or (found >= 0 and tree.visits[node] <= tree.visits[found]):
            continue
        same = True
        for word in range(tree.words):
            if tree.rows[node * tree.words + word] != row[word]:
                same = False
                break
        if same:
            found = node
    return found


@kernel
def keep(whole_old: TreeArrays, whole_new: TreeArrays, root: int) -> None:
    """Copy all that can be reached from a node into an empty tree that has room for it."""
    old, new = bare_tree(whole_old), bare_tree(whole_new)
    size = old.registers[NODES]
    place = np.full(size, -1, np.int32)
    todo = np.empty(size, np.int32)
    todo[0] = root
    place[root] = 0
    count = 1
    edges = 0
    done = 0
    while done < count:
        source = todo[done]
        copy_node(old, new, source, done)
        if old.kinds[source] == SAME:
            other = old.same[source]
            if place[other] < 0:
                place[other] = count
                todo[count] = other
                count += 1
            new.same[done] = place[other]
            done += 1
            continue
        base, target = source * (old.roles + 1), done * (old.roles + 1)
        last = last_chooser(old, source)
        for role in range(old.roles):
            new.begins[target + role] = edges
            for edge in range(old.begins[base + role], old.begins[base + role + 1]):
                copy_edge(old, new, edge, edges)
                if role == last:
                    found = old.heads[edge]
                    while found >= 0:
                        if place[found] < 0 and old.kinds[true_node(old, found)] != AWAITED:
                            place[found] = count
                            todo[count] = found
                            count += 1
                        found = old.sibling[found]
                edges += 1
        new.begins[target + old.roles] = edges
        done += 1
    new.registers[NODES] = count
    new.registers[EDGES] = edges
    for node in range(count):
        if old.kinds[todo[node]] != SAME:
            link(old, new, todo[node], node, place)
    enter_all(new)


@inner
def copy_node(old: TreeArrays, new: TreeArrays, source: int, target: int) -> None:
    """Copy what a node has by itself."""
    roles = old.roles
    for word in range(old.words):
        new.rows[target * old.words + word] = old.rows[source * old.words + word]
    new.kinds[target] = old.kinds[source]
    new.visits[target] = old.visits[source]
    new.pending[target] = 0
    new.hinted[target] = old.hinted[source]
    new.sibling[target] = -1
    for role in range(roles):
        new.totals[target * roles + role] = old.totals[source * roles + role]
        new.lows[target * roles + role] = old.lows[source * roles + role]
        new.highs[target * roles + role] = old.highs[source * roles + role]


@inner
def copy_edge(old: TreeArrays, new: TreeArrays, source: int, target: int) -> None:
    """Copy what an edge has by itself."""
    new.moves[target] = old.moves[source]
    new.heads[target] = -1
    new.tries[target] = old.tries[source]
    new.waits[target] = 0
    new.gains[target] = old.gains[source]
    if new.nearby:
        new.near[target] = old.near[source]
        new.near_gains[target] = old.near_gains[source]


@inner
def link(old: TreeArrays, new: TreeArrays, source: int, target: int, place: Ints) -> None:
    """Lead from the edges of a copied node to the copies of its children."""
    last = last_chooser(old, source)
    base = source * (old.roles + 1)
    shift = new.begins[target * (old.roles + 1)] - old.begins[base]
    for edge in range(old.begins[base + last], old.begins[base + last + 1]):
        found = old.heads[edge]
        while found >= 0:
            copy = place[found]
            if copy >= 0:
                new.sibling[copy] = new.heads[edge + shift]
                new.heads[edge + shift] = copy
                for role in range(old.roles):
                    new.via[copy * old.roles + role] = old.via[found * old.roles + role] + shift
            found = old.sibling[found]


@kernel
def enter(whole: TreeArrays) -> None:
    """Fill the table of states anew, of a tree on arrays."""
    enter_all(bare_tree(whole))


@inner
def enter_all(tree: TreeArrays) -> None:
    """Fill the table of states anew."""
    if tree.cells == 0:
        return
    for cell in range(tree.cells):
        tree.table[cell] = -1
    for node in range(tree.registers[NODES]):
        if tree.kinds[node] != SAME and tree.kinds[node] != AWAITED:
            tree.table[cell_of(tree, node)] = node
