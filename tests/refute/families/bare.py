"""Games at the edge of what rules allow: endless rings, no fluents, one choice, nested terms."""

from collections.abc import Callable
from random import Random

from tests.refute.families.parts import NAMES, ODD, noops, roles_of, shared
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    kinds: tuple[Callable[[Random], list[Law]], ...]
    kinds = ring, ring, at_once, nested, crowd, one_choice, one_choice
    return Rules(tuple(random.choice(kinds)(random)), "bare")


def ring(random: Random) -> list[Law]:
    """A token goes round until somebody leaves the ring; it may go round for ever."""
    roles = roles_of(random, chance=0.1)
    players = [role for role in roles if role != "random"]
    size = random.choice((3, 5, 8, 13, 30))
    leaving = random.sample(range(size), random.randint(1, min(3, size)))
    found: list[Law] = laws(
        *(f"(role {role})" for role in roles),
        "(init (at 0))",
        *(f"(after {n} {(n + 1) % size})" for n in range(size)),
        *(f"(owner {n} {random.choice(roles)})" for n in range(size)),
        *(f"(gate {n})" for n in leaving),
        ["(moves ?r)", "(true (at ?n))", "(owner ?n ?r)"],
        ["(legal ?r on)", "(moves ?r)"],
        ["(legal ?r out)", "(moves ?r)", "(true (at ?n))", "(gate ?n)"],
        ["(next (at ?m))", "(does ?r on)", "(true (at ?n))", "(after ?n ?m)"],
        ["(next (left ?n))", "(does ?r out)", "(true (at ?n))"],
        ["terminal", "(true (left ?n))"],
    )
    if random.random() < 0.4:
        found += laws(
            ["(legal ?r back)", "(moves ?r)"],
            ["(next (at ?m))", "(does ?r back)", "(true (at ?n))", "(after ?m ?n)"],
        )
    found += noops(roles, "(moves ?r)")
    palette = random.choice(ODD)
    total = 100 if len(players) > 1 and random.random() < 0.7 else None
    for n in leaving:
        values = shared(random, palette, len(players), total)
        for player, value in zip(players, values, strict=True):
            found.append(law(f"(goal {player} {value})", f"(true (left {n}))"))
    return found


def at_once(random: Random) -> list[Law]:
    """The match is over before it begins, or has no fluent at first; a role may have no goal."""
    roles = list(NAMES[: random.randint(1, 3)])
    found: list[Law] = laws(*(f"(role {role})" for role in roles))
    found += laws(*(f"(legal {role} {m})" for role in roles for m in ("go", "stay")[: len(roles)]))
    if random.random() < 0.4:
        found += laws("terminal")
    else:
        found += laws(
            ["(next done)", f"(does {roles[0]} go)"],
            ["terminal", "(true done)"],
        )
    for role in roles:
        if random.random() < 0.85:
            found += laws(f"(goal {role} {random.choice((0, 50, 100))})")
    return found


def one_choice(random: Random) -> list[Law]:
    """One choice leads to an end, or to where nobody has a move: so few rules that no gate is left.

    Or the same choice comes again and again, until it leads to an end.
    """
    roles = roles_of(random, chance=0.1)
    players = [role for role in roles if role != "random"]
    moves = ("a", "b", "c", "d")[: random.randint(1, 4)]
    once = ["(true (at start))"] if random.random() < 0.7 else []
    found: list[Law] = laws(*(f"(role {role})" for role in roles), "(init (at start))")
    found += [law(f"(legal {roles[0]} {move})", *once) for move in moves]
    for role in roles[1:]:
        found += [law(f"(legal {role} {move})", *once) for move in random.choice(("w", "w", "wv"))]
    found += [law(f"(next (at {move}))", f"(does {roles[0]} {move})") for move in moves]
    palette = random.choice(ODD)
    total = random.choice((100, 190)) if len(players) > 1 and random.random() < 0.6 else None
    for move in moves:
        if move == "a" or random.random() < 0.6:
            found.append(law("terminal", f"(true (at {move}))"))
        values = shared(random, palette, len(players), total)
        for player, value in zip(players, values, strict=True):
            found.append(law(f"(goal {player} {min(100, value)})", f"(true (at {move}))"))
    return found


def nested(random: Random) -> list[Law]:
    """A counter of nested terms, and a rule that goes down all of it."""
    roles = roles_of(random, chance=0.0)[:2]
    depth = random.randint(2, 6)
    terms = ["z"]
    for _ in range(depth):
        terms.append(f"(s {terms[-1]})")
    found: list[Law] = laws(
        *(f"(role {role})" for role in roles),
        *(f"(num {term})" for term in terms),
        f"(init (count {terms[0]}))",
        ["(below ?n (s ?n))", "(num (s ?n))"],
        ["(below ?n (s ?m))", "(num (s ?m))", "(below ?n ?m)"],
        ["(legal ?r (up ?n))", "(role ?r)", "(true (count ?n))"],
        ["(legal ?r keep)", "(role ?r)"],
        ["(raised)", "(does ?r (up ?n))"],
        ["(next (count (s ?n)))", "(true (count ?n))", "(raised)", "(num (s ?n))"],
        ["(next (count ?n))", "(true (count ?n))", "(not (raised))"],
        ["(next (tired ?r))", "(does ?r keep)"],
        ["(next (tired ?r))", "(true (tired ?r))"],
        ["terminal", f"(true (count {terms[-1]}))"],
        *(["terminal", f"(true (tired {role}))"] for role in roles[:1]),
        ["(high)", "(true (count ?n))", f"(below {terms[1]} ?n)"],
    )
    win, lose = random.choice(((100, 0), (70, 30), (58, 42)))
    for at, role in enumerate(roles):
        own = (win, lose) if at == 0 else (100 - win, 100 - lose)
        found += laws(
            [f"(goal {role} {own[0]})", "(high)"], [f"(goal {role} {own[1]})", "(not (high))"]
        )
    return found


def crowd(random: Random) -> list[Law]:
    """Three or four roles choose at once; what each gets depends on some of them."""
    roles = list(NAMES[: random.choice((3, 4, 4))])
    found: list[Law] = laws(
        *(f"(role {role})" for role in roles),
        *(f"(legal {role} {move})" for role in roles for move in random.choice(("a", "ab", "ab"))),
        ["(next (did ?r ?m))", "(does ?r ?m)"],
        ["(next over)", f"(role {roles[0]})"],
        ["terminal", "(true over)"],
    )
    palette = random.choice(ODD)
    for role in roles:
        watched = random.choice(roles)
        test = f"(true (did {watched} b))"
        found += laws(
            [f"(goal {role} {random.choice(palette)})", test],
            [f"(goal {role} {random.choice(palette)})", f"(not {test})"],
        )
    return found
