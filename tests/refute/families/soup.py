"""Propositions that follow from random formulas of each other and of moves: anything may happen.

Roles may be stuck, goals missing or double, and matches endless; what is certain is only that the
rules are legal GDL.
"""

from random import Random

from tests.refute.families.parts import ODD, roles_of, steps
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    roles = roles_of(random, chance=0.1)[:3]
    props = [f"p{n}" for n in range(random.randint(2, 4))]
    moves = [f"m{n}" for n in range(random.choice((1, 2, 2, 3)))]
    found: list[Law] = laws(*(f"(role {role})" for role in roles))
    found += laws(*(f"(init {p})" for p in props if random.random() < 0.5))
    counted = random.random() < 0.75
    for role in roles:
        if random.random() < 0.9:
            found += laws(f"(legal {role} {random.choice([*moves, 'noop'])})")
        for move in moves:
            if random.random() < 0.7:
                found.append(law(f"(legal {role} {move})", *formula(random, props, roles, [])))
    for p in props:
        for _ in range(random.choice((1, 2, 2))):
            found.append(law(f"(next {p})", *formula(random, props, roles, moves)))
        if random.random() < 0.4:
            found.append(law(f"(next {p})", f"(true {p})"))
    found.append(law("aux", *formula(random, props, roles, [])))
    if counted:
        found += steps(random.randint(2, 4))
    if not counted or random.random() < 0.5:
        found.append(law("terminal", *formula(random, props, roles, [])))
    palette = random.choice(ODD)
    for role in roles:
        if role == "random":
            continue
        if random.random() < 0.8:  # exactly one goal, whatever holds
            test = random.choice([*(f"(true {p})" for p in props), "aux"])
            win, lose = random.choice(palette), random.choice(palette)
            found.append(law(f"(goal {role} {win})", test))
            found.append(law(f"(goal {role} {lose})", f"(not {test})"))
        else:
            for _ in range(random.choice((1, 2))):
                value = random.choice(palette)
                found.append(law(f"(goal {role} {value})", *formula(random, props, roles, [])))
    if random.random() < 0.05:
        found.append(law(f"(sees {roles[0]} light)", f"(true {props[0]})"))
    return Rules(tuple(found), "soup")


def formula(random: Random, props: list[str], roles: list[str], moves: list[str]) -> list[str]:
    """Return one to three random conditions."""
    found = []
    for _ in range(random.choice((1, 1, 2, 3))):
        if moves and random.random() < 0.5:
            atom = f"(does {random.choice(roles)} {random.choice(moves)})"
        else:
            atom = f"(true {random.choice(props)})"
        found.append(atom if random.random() < 0.65 else f"(not {atom})")
    return found
