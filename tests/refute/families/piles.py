"""Piles of counters: roles take some in turn, or a die says how many; goals differ by role."""

from random import Random

from tests.refute.families.parts import NAMES
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    roles = list(NAMES[: random.choice((1, 2, 2, 2, 3))])
    die = random.random() < 0.25
    turns = [*roles, "random"] if die else roles
    piles = [random.randint(1, 4) for _ in range(random.choice((1, 2)))]
    most = random.choice((1, 2, 3))
    found: list[Law] = laws(
        *(f"(role {role})" for role in turns),
        *(f"(init (pile {at} {size}))" for at, size in enumerate(piles)),
        f"(init (turn {turns[0]}))",
        *(
            f"(less {size} {take} {size - take})"
            for size in range(1, max(piles) + 1)
            for take in range(1, most + 1)
            if take <= size
        ),
        *(f"(after {r} {n})" for r, n in zip(turns, [*turns[1:], turns[0]], strict=True)),
        ["(legal ?r (take ?p ?k))", "(true (turn ?r))", "(true (pile ?p ?n))", "(less ?n ?k ?m)"],
        ["(legal ?r noop)", "(role ?r)", "(true (turn ?o))", "(distinct ?r ?o)"],
        ["(next (pile ?p ?m))", "(does ?r (take ?p ?k))", "(true (pile ?p ?n))", "(less ?n ?k ?m)"],
        ["(touched ?p)", "(does ?r (take ?p ?k))"],
        ["(next (pile ?p ?n))", "(true (pile ?p ?n))", "(not (touched ?p))"],
        ["(next (turn ?n))", "(true (turn ?r))", "(after ?r ?n)"],
        ["(next (last ?r))", "(does ?r (take ?p ?k))"],
        ["(some)", "(true (pile ?p ?n))", "(distinct ?n 0)"],
        ["terminal", "(not some)"],
    )
    if random.random() < 0.4:  # the last move of all counts once more
        found.append(law("(next (greedy ?r))", "(does ?r (take ?p 2))"))
        found.append(law("(next (greedy ?r))", "(true (greedy ?r))"))
    kind = random.choice(("even", "differ", "rare"))
    for at, role in enumerate(roles):
        win, lose = {"even": (100, 0), "differ": ((70, 0), (30, 100), (50, 5))[at]}.get(
            kind, (95, 5)
        )
        if len(roles) > 1 and random.random() < 0.3:
            win, lose = lose, win
        found.append(law(f"(goal {role} {win})", f"(true (last {role}))"))
        found.append(law(f"(goal {role} {lose})", f"(not (true (last {role})))"))
    if die:
        found += laws("(goal random 0)")
    if kind == "rare":
        found.append(law(f"(goal {roles[0]} 42)", "(true (greedy x))", "(true (last o))"))
    return Rules(tuple(found), "piles")
