"""Keeping a subtree: when moves were made, what lies below them is all that is still of use."""

import numpy as np

from zermelo.kernels.kernel import inner, kernel
from zermelo.search.mcts.kernels.arrays import (
    AWAITED,
    EDGE,
    EDGES,
    FOLDED,
    LISTED,
    NODES,
    OPEN,
    SAME,
    Ints,
    TreeArrays,
    Words,
    bare_tree,
)
from zermelo.search.mcts.kernels.descend import choosers, last_chooser, place, true_node
from zermelo.search.mcts.kernels.lanes import cell_of, entry_of, hash_of, link, spread


@kernel
def find(whole: TreeArrays, row: Words) -> int:
    """Return the node of a state, of several the one that was visited most; -1 if there is none."""
    tree = bare_tree(whole)
    found = -1
    for node in range(tree.registers[NODES]):
        same = True
        for word in range(tree.words):
            if tree.rows[node * tree.words + word] != row[word]:
                same = False
                break
        if not same:
            continue
        at = place(tree, node)
        if tree.kinds[2 * at] != OPEN and tree.kinds[2 * at] != FOLDED:
            continue
        if found < 0 or tree.visits[at] > tree.visits[place(tree, found)]:
            found = node
    return found


@kernel
def keep(whole_old: TreeArrays, whole_new: TreeArrays, root: int) -> None:
    """Copy all that can be reached from a node into an empty tree that has room for it."""
    old, new = bare_tree(whole_old), bare_tree(whole_new)
    size = old.registers[NODES]
    place_of = np.full(size, -1, np.int32)
    todo = np.empty(size, np.int32)
    todo[0] = root
    place_of[root] = 0
    count = 1
    edges = 0
    listed = 0
    done = 0
    while done < count:
        source = int(todo[done])
        copy_node(old, new, source, done)
        base, target = 2 * place(old, source), 2 * place(new, done)
        if old.kinds[base] == SAME:
            other = old.same[base]
            if place_of[other] < 0:
                place_of[other] = count
                todo[count] = other
                count += 1
            new.same[target] = place_of[other]
            done += 1
            continue
        if old.kinds[base] != OPEN:
            for role in range(old.roles + 1):
                new.begins[target + role] = listed + old.begins[base + role] - old.begins[base]
            for index in range(old.begins[base], old.begins[base + old.roles]):
                new.listed[listed] = old.listed[index]
                listed += 1
            done += 1
            continue
        last = last_chooser(old, source)
        for role in range(old.roles):
            new.begins[target + role] = edges
            for edge in range(old.begins[base + role], old.begins[base + role + 1]):
                copy_edge(old, new, edge, edges)
                if role == last:
                    found = int(old.heads[2 * EDGE * edge])
                    while found >= 0:
                        kind = old.kinds[2 * place(old, true_node(old, found))]
                        if place_of[found] < 0 and kind != AWAITED:
                            place_of[found] = count
                            todo[count] = found
                            count += 1
                        found = int(old.sibling[2 * place(old, found)])
                edges += 1
        new.begins[target + old.roles] = edges
        done += 1
    new.registers[NODES] = count
    new.registers[EDGES] = edges
    new.registers[LISTED] = listed
    for node in range(count):
        if old.kinds[2 * place(old, todo[node])] == OPEN:
            lead(old, new, todo[node], node, place_of)
    for node in range(count):
        at = 2 * place(new, node)
        if new.kinds[at] == SAME:
            link(new, node, int(new.same[at]))
    if new.kinds[0] == FOLDED:
        spread(new, 0)
    enter_all(new)


@inner
def copy_node(old: TreeArrays, new: TreeArrays, source: int, target: int) -> None:
    """Copy what a node has by itself."""
    for word in range(old.words):
        new.rows[target * old.words + word] = old.rows[source * old.words + word]
    here, there = place(old, source), place(new, target)
    for word in range(old.stride):
        new.node_records[there + word] = old.node_records[here + word]
    new.pending[2 * there] = 0
    new.parent[2 * there] = -1
    new.sibling[2 * there] = -1
    new.alias[2 * there] = -1


@inner
def copy_edge(old: TreeArrays, new: TreeArrays, source: int, target: int) -> None:
    """Copy what an edge has by itself."""
    at, to = EDGE * source, EDGE * target
    new.moves[2 * to] = old.moves[2 * at]
    new.heads[2 * to] = -1
    new.below[2 * to] = -1
    new.tries[to] = old.tries[at]
    new.waits[4 * to] = 0
    new.hints[4 * to] = old.hints[4 * at]
    new.gains[to] = old.gains[at]
    if new.nearby:
        new.near[target] = old.near[source]
        new.near_gains[target] = old.near_gains[source]


@inner
def lead(old: TreeArrays, new: TreeArrays, source: int, target: int, place_of: Ints) -> None:
    """Lead from the edges of a copied node to the copies of its children."""
    last = last_chooser(old, source)
    alone = choosers(old, source) <= 1
    base = 2 * place(old, source)
    shift = new.begins[2 * place(new, target)] - old.begins[base]
    for edge in range(old.begins[base + last], old.begins[base + last + 1]):
        found = int(old.heads[2 * EDGE * edge])
        head = 2 * EDGE * (edge + shift)
        while found >= 0:
            copy = place_of[found]
            here = 2 * place(old, found)
            if copy >= 0:
                there = 2 * place(new, copy)
                new.parent[there] = target
                new.sibling[there] = new.heads[head]
                new.heads[head] = copy
                if alone:
                    new.below[head] = copy
                for role in range(old.roles):
                    new.via[there + role] = old.via[here + role] + shift
            found = int(old.sibling[here])


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
        kind = tree.kinds[2 * place(tree, node)]
        if kind != SAME and not (kind == AWAITED and is_blank(tree, node)):
            key = hash_of(tree, node)
            tree.table[cell_of(tree, node, key)] = entry_of(node, key)


@inner
def is_blank(tree: TreeArrays, node: int) -> bool:
    """Whether the state of a node has not been read yet: lanes are still coming to it."""
    for word in range(tree.words):
        if tree.rows[node * tree.words + word] != np.uint64(0):
            return False
    return True
