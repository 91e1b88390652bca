"""Roles put stones on a few cells: lines or recursive paths win, a cell may give another turn."""

from random import Random

from tests.refute.families.parts import ODD, roles_of
from tests.refute.sheet import Law, Rules, law, laws


def draw(random: Random) -> Rules:
    """Return a random game."""
    roles = roles_of(random, chance=0.08)
    players = [role for role in roles if role != "random"]
    size = random.randint(2, 5 if len(roles) == 1 else 4)
    cells = [f"c{n}" for n in range(size)]
    again = random.choice((None, None, random.choice(cells)))
    found: list[Law] = laws(
        *(f"(role {role})" for role in roles),
        *(f"(cell {cell})" for cell in cells),
        f"(init (turn {roles[0]}))",
        *(f"(after {r} {n})" for r, n in zip(roles, [*roles[1:], roles[0]], strict=True)),
        ["(legal ?r (put ?c))", "(true (turn ?r))", "(cell ?c)", "(not (taken ?c))"],
        ["(taken ?c)", "(true (stone ?c ?r))"],
        ["(next (stone ?c ?r))", "(true (stone ?c ?r))"],
        ["(next (stone ?c ?r))", "(does ?r (put ?c))"],
        ["(free)", "(cell ?c)", "(not (taken ?c))"],
        *([f"(legal {role} noop)", f"(not (true (turn {role})))"] for role in roles),
    )
    if again is None:
        found.append(law("(next (turn ?n))", "(true (turn ?r))", "(after ?r ?n)"))
    else:
        found += laws(
            ["(stays)", f"(does ?r (put {again}))"],
            ["(next (turn ?r))", "(true (turn ?r))", "(stays)"],
            ["(next (turn ?n))", "(true (turn ?r))", "(after ?r ?n)", "(not (stays))"],
        )
    edges = [(a, b) for a in cells for b in cells if a != b and random.random() < 0.4]
    found += laws(*(f"(near {a} {b})" for a, b in edges))
    if random.random() < 0.5:
        found += laws(
            ["(wins ?r)", "(path ?r ?a ?b)", f"(border {cells[0]} ?a)", f"(border {cells[-1]} ?b)"],
            f"(border {cells[0]} {cells[0]})",
            f"(border {cells[-1]} {cells[-1]})",
            ["(path ?r ?a ?b)", "(true (stone ?a ?r))", "(true (stone ?b ?r))", "(near ?a ?b)"],
            ["(path ?r ?a ?c)", "(path ?r ?a ?b)", "(path ?r ?b ?c)"],
        )
    else:
        line = random.sample(cells, min(size, random.choice((2, 2, 3))))
        found.append(law("(wins ?r)", "(role ?r)", *(f"(true (stone {c} ?r))" for c in line)))
        other = random.sample(cells, 2)
        found.append(law("(wins ?r)", "(role ?r)", *(f"(true (stone {c} ?r))" for c in other)))
    found.append(law("terminal", "(not free)"))
    if random.random() < 0.8:
        found.append(law("terminal", "(wins ?r)"))
    if random.random() < 0.05:
        found.append(law(f"(sees {players[0]} ?m)", "(does ?r ?m)"))
    return Rules(tuple(found + goals(random, players, cells)), "board")


def goals(random: Random, players: list[str], cells: list[str]) -> list[Law]:
    """Return goals: for a winner, for the others, for nobody; a rare case breaks the sum."""
    palette = random.choice(ODD)
    most = random.choice(palette)
    found: list[Law] = laws(["(won)", "(wins ?r)"])
    differ = random.random() < 0.3
    for at, player in enumerate(players):
        own = (70, 30, 50, 20)[at] if differ else most
        lost = (0, 100 - 70, 10, 40)[at] if differ else 100 - most
        if len(players) == 1:
            lost = random.choice((0, 5))
        found.append(law(f"(goal {player} {own})", f"(wins {player})"))
        found.append(law(f"(goal {player} {lost})", "(won)", f"(not (wins {player}))"))
        if random.random() < 0.95:
            found.append(law(f"(goal {player} 50)", "(not won)", f"(true (stone {cells[0]} ?r))"))
            even = 50 if random.random() < 0.8 else random.choice((0, 100))
            found.append(law(f"(goal {player} {even})", "(not won)", f"(not (filled {cells[0]}))"))
    return [*found, law("(filled ?c)", "(true (stone ?c ?r))")]
