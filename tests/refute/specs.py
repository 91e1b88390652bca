"""Searches of the catalogue with options drawn at random."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from zermelo.search.base import Limits, searches

Draw = Callable[[Random, Sequence[str]], Mapping[str, object]]
ON_OFF = (True, False)


def guessing(random: Random) -> Mapping[str, object]:
    """Return a depth now and then, and how to guess there: neither may make a claim wrong."""
    guess = random.choice(("even", "goal", "goal", "mobility", "sum", "fuzzy"))
    options = {"evaluator": guess} if random.random() < 0.2 else {}
    return options | ({"depth": random.choice((0, 1, 2, 4, 9))} if random.random() < 0.15 else {})


def guessed(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return guessing(random)


def windowed(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {
        **guessing(random),
        "killers": random.choice(ON_OFF),
        "history": random.choice(ON_OFF),
        "kernel": random.choice(("auto", "off")),
    }


def tabled(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    options = {"table": random.choice(ON_OFF), "shallow": random.choice((0, 0, 1, 2))}
    return {**windowed(random, roles), **options}


def peeking(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    options = {"peek": random.choice(ON_OFF), "fold": random.choice(ON_OFF)}
    return {**tabled(random, roles), **options}


def aspiring(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    width = random.choice((None, None, 0, 1, 10, 60))
    return {**peeking(random, roles), "aspiration": width}


def iterative(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {**aspiring(random, roles), "refutation": random.choice(ON_OFF)}


def mtd(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    first = random.choice((None, 0, 50, 100, 37.5, -1000, 1000))
    options = {"peek": random.choice(ON_OFF), "fold": random.choice(ON_OFF)}
    return {**windowed(random, roles), **options, "first": first}


def zerowindow(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {**peeking(random, roles), "threshold": random.choice((0, 1, 5, 50, 58, 95, 100, 33.3))}


def counting(random: Random) -> Mapping[str, object]:
    """Return options of both proof-number searches."""
    depth = {"depth": random.choice((0, 1, 2, 4, 9))} if random.random() < 0.15 else {}
    return {
        **depth,
        "threshold": random.choice((None, None, None, 0, 1, 50, 58, 100, 33.3)),
        "mobility": random.choice(ON_OFF),
        "weak": random.choice(ON_OFF),
    }


def pns(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {**counting(random), "table": random.choice(ON_OFF)}


def dfpn(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    kernel = random.choice(("auto", "auto", "off"))
    return {**counting(random), "epsilon": random.choice((0, 0.25, 2)), "kernel": kernel}


def exact(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    options = {"fold": random.choice(ON_OFF), "samples": random.choice(ON_OFF)}
    return {**options, "kernel": random.choice(("auto", "auto", "off"))}


def mustplay(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    options = {"recent": random.choice((512, 1 << 17)), "samples": random.choice(ON_OFF)}
    return {**options, "kernel": random.choice(("auto", "auto", "off"))}


def maxn(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    pruning = random.choice(("none", "immediate", "shallow", "last_branch", "speculative"))
    options: dict[str, object] = {
        **guessing(random),
        "pruning": pruning,
        "table": random.choice(ON_OFF),
        "deepening": random.choice((None, True, False)),
    }
    if pruning == "none":
        words = ("leftmost", "leftmost", "root", "others", "average", *roles)
        options["ties"] = random.choice(words)
    elif random.random() < 0.3:
        options["granularity"] = random.choice((1, 5, 50, 100))
    if options.get("ties", "leftmost") == "leftmost":
        options["order"] = random.choice(("moves", "moves", "guess"))
    return options


def paranoid(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    options = {"scout": random.choice(ON_OFF), "ties": random.choice(("maxn", "first"))}
    return {**tabled(random, roles), **options}


def offensive(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    target = random.choice((None, *roles))
    return {**guessing(random), "target": target, "table": random.choice(ON_OFF)}


def mpmix(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    steps = (0, 1, 10, 100, "inf")
    return {
        **guessing(random),
        "td": random.choice(steps),
        "to": random.choice(steps),
        "table": random.choice(ON_OFF),
        "kernel": random.choice(("auto", "auto", "off")),
    }


def brs(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    own = {name: random.choice(ON_OFF) for name in ("table", "killers", "history")}
    return {**guessing(random), **own}


def mcts(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {
        "expand": random.choice(("one", "all")),
        "playout": random.choice(("uniform", "mast", "mast", "nst")),
        "decisive": random.random() < 0.2,
        "dag": random.random() < 0.7,
        "rave": random.choice((0, 0, 100)),
        "grave": random.choice((0, 0, 5)),
        "urgency": random.choice((None, None, 0.5)),
        "simultaneous": random.choice(("uct", "uct", "regret")),
        "c": random.choice((0.8, 0.0, 2.0)),
        "cutoff": random.choice((None, None, None, 0, 2)),
        "evaluator": random.choice(("even", "even", "goal", "mobility")),
        "solver": random.random() < 0.9,
        "trust": random.choice((None, None, 0, 0.5, 1)),
        "decay": random.choice((0.5, 0.5, 0, 1)),
        "history": random.choice((None, None, 0, 5)),
        "seed": random.randrange(100),
        "kernel": random.choice(("auto", "off")),
        "lanes": random.choice((0, 1, 4)),
        "batch": random.choice((1, 16, 1024)),
    }


def auto(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {
        "solve": random.choice(ON_OFF),
        "prove": random.choice((True, True, False)),
        "kernel": random.choice(("auto", "auto", "off")),
        "seed": random.randrange(100),
    }


def heuristic(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    words = ("auto", "none", "goals", "relaxed", "pattern", "manhattan", "fuzzy")
    return {"heuristic": random.choice(words), "kernel": random.choice(("auto", "off"))}


def limited(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {"depth": random.choice((0, 1, 2, 5, 10)), "table": random.choice(ON_OFF)}


def seeded(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    return {"seed": random.randrange(100)}


def breadth(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    memory = {"memory": 1} if random.random() < 0.2 else {}
    return {**memory, "fold": random.choice(ON_OFF), "kernel": random.choice(("auto", "off"))}


def nested(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    lanes = {"lanes": random.choice((1, 2, 16)), **seeded(random, roles)}
    return {**lanes, "adapt": random.choice(ON_OFF), "level": random.choice((1, 2))}


def solo(random: Random, roles: Sequence[str]) -> Mapping[str, object]:
    shares = ("breadth", "plan", "adapting", "nested", "idastar", "filling")
    return {**{share: random.choice((0, 0.5, 1)) for share in shares}, **seeded(random, roles)}


DRAWS: Mapping[str, Draw] = {
    "alphabeta": aspiring,
    "scout": peeking,
    "iterative": iterative,
    "mtd": mtd,
    "zerowindow": zerowindow,
    "pns": pns,
    "dfpn": dfpn,
    "exact": exact,
    "mustplay": mustplay,
    "minimax": guessed,
    "negamax": guessed,
    "sss": guessed,
    "dual": guessed,
    "greedy": guessed,
    "maxn": maxn,
    "paranoid": paranoid,
    "offensive": offensive,
    "mpmix": mpmix,
    "brs": brs,
    "mcts": mcts,
    "auto": auto,
    "astar": heuristic,
    "idastar": heuristic,
    "dls": limited,
    "bfs": breadth,
    "dfs": lambda random, _: {"table": random.choice(ON_OFF)},
    "iddfs": lambda random, _: {"table": random.choice(ON_OFF)},
    "nested": nested,
    "solo": solo,
    "plan": lambda random, _: {"invariants": random.choice((0, 0.1)), **seeded(random, ())},
    "asp": lambda random, _: {option: random.choice(ON_OFF) for option in ("learn", "symmetric")},
    "flat": lambda random, _: {"passes": 2, **seeded(random, ())},
    "random": seeded,
}
FILES = ("strategy", "preferences")
"""Searches that play by a file: other parts of the adversary give them one."""


def spec(random: Random, name: str, roles: Sequence[str]) -> str:
    """Return a search with options as text."""
    drawn = DRAWS[name](random, roles) if name in DRAWS and random.random() < 0.8 else {}
    told = ",".join(f"{option}={worded(value)}" for option, value in drawn.items())
    return f"{name}:{told}" if told else name


def limited_spec(random: Random, name: str, roles: Sequence[str]) -> str:
    """Return a search with options, now and then with limits that it cannot help but hit.

    They stand after an `@`, as players have them: few nodes, a table for a handful of states, a
    depth. Whatever is said at such a limit must be true.
    """
    text = spec(random, name, roles)
    if random.random() < 0.65:
        return text
    limits = {
        "nodes": random.choice((None, 1, 2, 7, 40, 300)),
        "memory": random.choice((None, 1, 700, 3000, 20_000)),
        "depth": random.choice((None, None, 0, 1, 2, 3, 5)),
    }
    told = ",".join(f"{name}={value}" for name, value in limits.items() if value is not None)
    return f"{text}@{told}" if told else text


def limits_of(text: str, nodes: int) -> tuple[str, Limits]:
    """Return a search and its limits; without one on nodes, there is that of the adversary.

    >>> limits_of("maxn:ties=root@memory=700", 3000)
    ('maxn:ties=root', Limits(depth=None, nodes=3000, seconds=None, memory=700))
    """
    search, _, told = text.partition("@")
    pairs = (pair.split("=") for pair in told.split(",") if pair)
    given = {name: int(value) for name, value in pairs}
    return search, Limits(given.get("depth"), given.get("nodes", nodes), None, given.get("memory"))


def worded(value: object) -> str:
    """Return the value of an option as text."""
    return (
        "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )


def names() -> list[str]:
    """Return all searches that need no file."""
    return [name for name in sorted(searches()) if name not in FILES]
