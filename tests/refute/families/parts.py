"""What families of games have in common: roles, counters, moves that do nothing, goals."""

from collections.abc import Sequence
from random import Random

from tests.refute.sheet import Law, law, laws

NAMES = ("x", "o", "z", "w")
ODD: tuple[tuple[int, ...], ...] = (
    (0, 50, 100),
    (0, 100),
    (5, 95, 42, 58),
    (0, 30, 70, 100),
    (1, 99, 33, 67, 50),
    (100,),
    (40, 60),
    (90, 95),  # of two roles one is always ahead, and may rather not come to an end
    (3, 8, 12),
)


def roles_of(random: Random, chance: float = 0.15) -> list[str]:
    """Return the roles: one to four, now and then with chance among them."""
    roles = list(NAMES[: random.choice((1, 2, 2, 2, 2, 3, 3, 4))])
    if random.random() < chance:
        roles.insert(random.randint(0, len(roles)), "random")
    return roles


def noops(roles: Sequence[str], moving: str) -> list[Law]:
    """Return moves that do nothing, for every role of which `moving` does not hold."""
    return [law(f"(legal {r} noop)", f"(not {moving.replace('?r', r)})") for r in roles]


def steps(last: int, ends: bool = True) -> list[Law]:
    """Return a counter, after whose last step the match is over."""
    found = laws(
        "(init (step 0))",
        *(f"(succ {n} {n + 1})" for n in range(last)),
        ["(next (step ?m))", "(true (step ?n))", "(succ ?n ?m)"],
    )
    return [*found, law("terminal", f"(true (step {last}))")] if ends else found


def goals_of(
    random: Random,
    roles: Sequence[str],
    players: Sequence[str],
    cases: Sequence[Sequence[str]],
) -> list[Law]:
    """Return goals for cases that exclude each other: odd, of a constant sum or not, or faulty."""
    palette = random.choice(ODD)
    total = random.choice((100, 100, 100, 77)) if len(players) > 1 else None
    if total is not None and random.random() < 0.25:
        total = None
    rare = random.randrange(len(cases)) if total is not None and random.random() < 0.3 else -1
    missing = random.randrange(len(cases)) if random.random() < 0.04 else -1
    double = random.randrange(len(cases)) if random.random() < 0.04 else -1
    found = []
    for at, case in enumerate(cases):
        values = shared(random, palette, len(players), None if at == rare else total)
        if at == rare and random.random() < 0.5:
            values = [100] * len(players)
        for player, value in zip(players, values, strict=True):
            if at == missing and random.random() < 0.6:
                continue
            found.append(law(f"(goal {player} {value})", *case))
            if at == double and random.random() < 0.5:
                found.append(law(f"(goal {player} {random.choice((0, 17, 100))})", *case))
        if "random" in roles and random.random() < 0.5:
            found.append(law("(goal random 0)", *case))
    if random.random() < 0.2:  # a goal in the rules that no match ends with
        found.append(law(f"(goal {players[0]} 100)", "(true (never seen))"))
        found.append(law("(next (never seen))", "(true (never seen))"))
    return found


def shared(random: Random, palette: Sequence[int], many: int, total: int | None) -> list[int]:
    """Return what each gets, of a given sum if there is one."""
    if total is None:
        return [random.choice(palette) for _ in range(many)]
    if many == 2:
        own = min(total, random.choice(palette))
        return [own, total - own]
    cuts = sorted(random.choice((0, total, random.randint(0, total))) for _ in range(many - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
