"""A puzzle for one role: switches that change each other, a shortest way to the best end."""

from random import Random

from tests.refute.families.parts import steps
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    switches = [f"s{n}" for n in range(random.randint(2, 4))]
    found: list[Law] = laws(
        "(role robot)",
        *(f"(init (on {s}))" for s in switches if random.random() < 0.4),
        *(f"(switch {s})" for s in switches),
    )
    for s in switches:
        found += laws(*(f"(flips {s} {t})" for t in switches if t == s or random.random() < 0.4))
        if random.random() < 0.7:
            found.append(law(f"(legal robot (press {s}))", "(role robot)"))
        else:
            found.append(
                law(f"(legal robot (press {s}))", f"(true (on {random.choice(switches)}))")
            )
    found += laws(
        ["(flipped ?t)", "(does robot (press ?s))", "(flips ?s ?t)"],
        ["(next (on ?t))", "(true (on ?t))", "(not (flipped ?t))"],
        ["(next (on ?t))", "(switch ?t)", "(flipped ?t)", "(not (true (on ?t)))"],
    )
    if random.random() < 0.9:
        found.append(law("(legal robot wait)", "(role robot)"))
    wanted = [
        f"(true (on {s}))" if random.random() < 0.6 else f"(not (true (on {s})))" for s in switches
    ]
    found += laws(["(done)", "(role robot)", *wanted], ["terminal", "(done)"])
    if random.random() < 0.7:
        found += steps(random.randint(1, 6))
    partly = random.choice((0, 40, 95))
    some = f"(true (on {switches[0]}))"
    best = random.choice((100, 100, 58))
    found += laws(
        [f"(goal robot {best})", "(done)"],
        [f"(goal robot {partly})", "(not done)", some],
        ["(goal robot 5)", "(not done)", f"(not {some})"],
    )
    if random.random() < 0.3:
        found.append(law("(goal robot 100)", "(true (on s9))"))
        found.append(law("(next (on s9))", "(true (on s9))", "(does robot wait)"))
    return Rules(tuple(found), "puzzle")
