"""A combination lock: one line in millions leads to an ending that breaks what all others keep.

Random matches do not find it, so that whatever rests on them alone is wrong: a sum that is constant
everywhere else, turns, alternation, a goal that is always defined, a role that can always move.
"""

from random import Random

from tests.refute.families.parts import shared
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    roles = ["x", "o"] if random.random() < 0.8 else ["x", "o", "z"][: random.choice((1, 3))]
    length = random.randint(8, 11)
    keys = [f"k{n}" for n in range(4)]
    code = [random.choice(keys) for _ in range(length)]
    found: list[Law] = laws(
        *(f"(role {role})" for role in roles),
        "(init (pin 0))",
        *(f"(key {key})" for key in keys),
        *(f"(code {at} {key} {at + 1})" for at, key in enumerate(code)),
        *(f"(mover {at} {roles[at % len(roles)]})" for at in range(length)),
        ["(legal ?r (try ?k))", "(true (pin ?n))", "(mover ?n ?r)", "(key ?k)"],
        ["(moves ?r)", "(true (pin ?n))", "(mover ?n ?r)"],
        ["(next (pin ?m))", "(true (pin ?n))", "(does ?r (try ?k))", "(code ?n ?k ?m)"],
        ["(right)", "(true (pin ?n))", "(does ?r (try ?k))", "(code ?n ?k ?m)"],
        ["(next (lost ?n))", "(true (pin ?n))", "(not (right))", "(moves ?r)"],
        ["terminal", "(true (lost ?n))"],
    )
    kind = random.choice(("sum", "sum", "goal", "both", "twice", "together", "stuck", "best"))
    if kind != "together":
        found += [law(f"(legal {role} noop)", f"(not (moves {role}))") for role in roles]
    else:  # at the end of the code all roles choose at once
        found += [
            law(f"(legal {role} noop)", f"(not (moves {role}))", f"(not (true (pin {length})))")
            for role in roles
        ]
    palette = random.choice(((0, 50, 100), (30, 70), (5, 95, 42, 58), (0, 30, 70, 100), (20, 80)))
    for at in range(length):  # whoever misses the code ends the match
        values = shared(random, palette, len(roles), 100 if len(roles) > 1 else None)
        for role, value in zip(roles, values, strict=True):
            found.append(law(f"(goal {role} {value})", f"(true (lost {at}))"))
    return Rules((*found, *opened(random, roles, length, kind)), "lock")


def opened(random: Random, roles: list[str], length: int, kind: str) -> list[Law]:
    """Return what happens when the lock opens."""
    here = f"(true (pin {length}))"
    if kind == "together":
        found = laws(
            *([f"(legal {role} {move})", here] for role in roles for move in ("up", "down")),
            ["(next (open ?m))", f"(does {roles[0]} ?m)", here],
            ["terminal", "(true (open ?m))"],
        )
        cases = ["(true (open up))", "(true (open down))"]
    elif kind == "twice":
        found = laws(
            *(
                [f"(legal {roles[(length - 1) % len(roles)]} {move})", here]
                for move in ("up", "down")
            ),
            ["(next (open ?m))", f"(does {roles[(length - 1) % len(roles)]} ?m)", here, "(way ?m)"],
            "(way up)",
            "(way down)",
            ["terminal", "(true (open ?m))"],
        )
        cases = ["(true (open up))", "(true (open down))"]
    elif kind == "stuck":
        return laws([f"(moves {roles[-1]})", here])  # no noop, and no move either
    else:
        found = laws(["terminal", here])
        cases = [here]
    for case in cases:
        if kind == "goal":
            found += [law(f"(goal {role} 100)", case) for role in roles[1:]]
            continue
        values = [100] * len(roles)
        if kind in ("both", "twice", "together"):
            values = shared(random, (0, 100), len(roles), 100)
        if kind == "best":
            values = [1] * len(roles)
        found += [law(f"(goal {r} {v})", case) for r, v in zip(roles, values, strict=True)]
    return found
