"""All roles choose at once, for a round or two; chance may be one of them."""

from itertools import product
from random import Random

from tests.refute.families.parts import ODD, roles_of, shared, steps
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    roles = roles_of(random, chance=0.3)[:3]
    players = [role for role in roles if role != "random"]
    if not players:
        roles, players = [*roles, "x"], ["x"]
    moves = ["a", "b", "c"][: random.choice((2, 2, 3))]
    rounds = random.choice((1, 1, 2))
    own = {role: random.sample(moves, random.randint(1, len(moves))) for role in roles}
    found: list[Law] = laws(
        *(f"(role {role})" for role in roles),
        *(f"(may {role} {move})" for role in roles for move in own[role]),
        ["(legal ?r ?m)", "(may ?r ?m)"],
        ["(next (did ?r ?m))", "(does ?r ?m)"],
    )
    if random.random() < 0.3:  # the first move is remembered for good
        found += laws(["(next (first ?r ?m))", "(true (first ?r ?m))"])
        found += laws(["(next (first ?r ?m))", "(does ?r ?m)", "(true (step 0))"])
    found += steps(rounds)
    palette = random.choice(ODD)
    total = 100 if len(players) == 2 and random.random() < 0.6 else None
    for chosen in product(*(own[role] for role in roles)):
        case = [f"(true (did {r} {m}))" for r, m in zip(roles, chosen, strict=True)]
        for player, value in zip(
            players, shared(random, palette, len(players), total), strict=True
        ):
            found.append(law(f"(goal {player} {value})", *case))
    return Rules(tuple(found), "rounds")
