"""The atoms of a positive cycle, in an order in which they settle within few rounds."""


def in_loop_order(
    component: list[int], graph: dict[int, list[int]], rules: dict[int, list[list[int]]]
) -> list[int]:
    """Return the atoms of a loop that go round it, in the order in which they can first hold.

    In that order most of what follows does so within one round. An atom with one user in the loop
    does not go round by itself: it is a step on the way to that user.
    """
    users: dict[int, list[int]] = {atom: [] for atom in component}
    for atom in component:
        for used in graph[atom]:
            if used in users:
                users[used].append(atom)
    round_ = {atom for atom in component if len(users[atom]) > 1 or users[atom] == [atom]}
    for atom in component:
        way: list[int] = []
        while atom not in round_ and atom not in way:
            way.append(atom)
            atom = users[atom][0]
        round_.add(atom)
    held: set[int] = set()
    found: list[int] = []
    waiting = sorted(component)
    while waiting:
        ready = [
            atom
            for atom in waiting
            if any(all(part in held for part in body if part in users) for body in rules[atom])
        ] or waiting
        held.update(ready)
        found += ready
        waiting = [atom for atom in waiting if atom not in held]
    return [atom for atom in found if atom in round_]


def on_the_way(atom: int, graph: dict[int, list[int]], open_: set[int]) -> list[int]:
    """Return the atoms of `open_` that `atom` is made of, each after what it is made of itself."""
    found: list[int] = []
    todo = [atom]
    while todo:
        inner = [used for used in graph[todo.pop()] if used in open_]
        found += inner
        todo += inner
    return found[::-1]
