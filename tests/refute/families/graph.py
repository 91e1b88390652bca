"""A token on a random graph: whoever owns its node moves it.

Nodes have owners as facts, so that turns need not alternate; ends have goals by role, of a constant
sum but for a rare one, odd, missing or double; some nodes are dead ends; with a step counter every
match ends, without one it may not.
"""

from random import Random

from tests.refute.families.parts import goals_of, noops, roles_of, steps
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    roles = roles_of(random)
    players = [role for role in roles if role != "random"]
    size = random.randint(4, 11)
    ends = random.randint(1, max(1, size // 2))
    inner = range(size - ends)
    counted = random.random() < 0.5
    cyclic = counted or random.random() < 0.25
    found: list[Law] = laws(*(f"(role {role})" for role in roles), "(init (at n0))")
    in_turn = random.random() < 0.3
    for node in inner:
        pool = [n for n in range(size) if n > node or cyclic]
        width = random.choice((1, 2, 2, 3))
        if random.random() < 0.04:
            width = 0  # a dead end before the end
        found += laws(
            *(f"(arc n{node} n{to})" for to in random.sample(pool, min(width, len(pool))))
        )
        if not in_turn:
            found += laws(f"(owner n{node} {random.choice(roles)})")
    if in_turn:
        found += laws(
            f"(init (turn {roles[0]}))",
            *(
                [f"(next (turn {after}))", f"(true (turn {role}))"]
                for role, after in zip(roles, [*roles[1:], roles[0]], strict=True)
            ),
            ["(moves ?r)", "(true (turn ?r))"],
        )
    else:
        found += laws(["(moves ?r)", "(true (at ?n))", "(owner ?n ?r)"])
    found += laws(
        ["(legal ?r (go ?to))", "(moves ?r)", "(true (at ?n))", "(arc ?n ?to)"],
        ["(next (at ?to))", "(does ?r (go ?to))"],
        *(f"(final n{node})" for node in range(size - ends, size)),
        ["terminal", "(true (at ?n))", "(final ?n)"],
    )
    found += noops(roles, "(moves ?r)")
    if random.random() < 0.2:  # a node that all roles leave together, seldom reached
        found += laws(
            ["(next (seen ?n))", "(true (at ?n))"], ["(next (seen ?n))", "(true (seen ?n))"]
        )
    if counted:
        found += steps(random.randint(2, 5))
    places = [f"n{node}" for node in range(size if counted else 0) if node < size - ends]
    places += [f"n{node}" for node in range(size - ends, size)]
    found += goals_of(random, roles, players, [(f"(true (at {place}))",) for place in places])
    if random.random() < 0.05:
        found.append(law(f"(sees {players[0]} token)", "(true (at n0))"))
    return Rules(tuple(found), "graph")
