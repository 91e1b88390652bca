"""Part a: random explicit games, every search that suits them, every result against the oracles."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.refute.drawn import Drawn, draw, reachable, size_of, smaller
from tests.refute.shrink import shrunk, without_options
from tests.refute.specs import limited_spec, limits_of, names
from tests.refute.tally import Fault, Tally
from tests.refute.verdict import Judge, Said
from zermelo.errors import ZermeloError
from zermelo.game.game import Game, Role, State
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import TreeGame
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Search
from zermelo.search.spec import parse
from zermelo.search.suitability import require
from zermelo.text.source import Source

NODES = 4000
"""What a search may spend; what it says at any limit must be true."""
SAMPLED = {"mcts": 400, "auto": 400}
"""The same for searches that play matches out, which take longer for each."""


def refute(seed: int, tally: Tally) -> None:
    """Try to refute what searches say of one random tree."""
    random = Random(f"tree {seed}")
    game = draw(random)
    tally.counts["games"] += 1
    for text, start, role in questions(random, game):
        for what in said_wrong(game, text, start, role, tally):
            name = game.roles[role]
            tally.faults.append(
                Fault("trees", kind_of(what), what, game.ending, game.text, seed, text, start, name)
            )


def kind_of(what: str) -> str:
    """Return whether something was a crash or a wrong claim."""
    return "traceback" if "crashed" in what else "wrong"


def questions(random: Random, game: Drawn) -> Iterator[tuple[str, int, int]]:
    """Yield searches with options, where to start, and for whom: every search once."""
    inner = [number for number, spot in enumerate(game.spots) if spot.children]
    for name in names():
        start = 0 if random.random() < 0.8 or not inner else random.choice(inner)
        mover = game.spots[start].mover
        role = mover if random.random() < 0.7 else random.randrange(len(game.roles))
        yield limited_spec(random, name, game.roles), start, role


def said_wrong(
    drawn: Drawn, text: str, start: int, role: int, tally: Tally | None = None
) -> list[str]:
    """Return what is wrong with what a search says of an explicit game."""
    tally = tally or Tally()
    spelled, limits = limits_of(text, SAMPLED.get(text.split(":")[0], NODES))
    name = spelled.split(":")[0]
    where = f"{text} for {drawn.roles[role]} at {start}"
    try:
        game = read_tree(Source(f"drawn{drawn.ending}", drawn.text), json=drawn.ending == ".json")
        search = parse(spelled)
        require(search, game)
    except ZermeloError:
        tally.counts["refusals"] += 1
        return []
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        return [f"{where}: crashed: {type(error).__name__}: {error}"]
    # Of its nodes, auto gives a proof a share only: a proven line may break off there.
    judge = Judge(drawn.model(), "nodes=" in text or name == "auto")
    tally.counts["searches"] += 1
    options = given(text)
    try:
        found = thought(game, search, State(start), Role(role), limits)
    except ZermeloError:
        tally.counts["refusals"] += 1
        return []
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        return [f"{where}: crashed: {type(error).__name__}: {error}"]
    wrong = []
    for result in found:
        said = in_texts(game, State(start), Role(role), result)
        wrong += [f"{where}: {why}" for why in judge.wrong(name, options, start, role, said)][:1]
    tally.counts["claims"] += judge.claims
    return wrong[:1]


def given(text: str) -> dict[str, object]:
    """Return the options of a search as they were given, and a limit of its depth as one."""
    search, _, limits = text.partition("@")
    pairs = [*search.partition(":")[2].split(","), *limits.split(",")]
    told = [pair.partition("=") for pair in pairs if pair]
    return {name: value for name, _, value in told if name not in ("nodes", "memory")}


def thought(
    game: Game, search: Search, state: State, role: Role, limits: Limits | None = None
) -> list[Result]:
    """Return all results of a search, in order."""
    clock = Clock(limits or Limits(nodes=NODES))
    found: list[Result] = []
    try:
        for result in search.start(game, role, clock)(state, clock):
            found.append(result)  # noqa: PERF402 - what was found before a limit counts
    except OutOfTimeError:
        pass
    return found


def in_texts(game: Game, state: State, role: Role, result: Result) -> Said:
    """Return a result with everything spelled."""
    line = tuple(
        tuple(game.spell(Role(one), move) for one, move in enumerate(joint))
        for joint in result.line
    )
    move = None if result.move is None else game.spell(role, result.move)
    assert not isinstance(game, TreeGame) or state < len(game.nodes)
    known = result.proven, result.bound, result.shortest, result.unsolvable
    return Said(move, result.values, line, *known, result.note)


def minimised(fault: Fault) -> Fault:
    """Return the fault with a small game and a short search that still fail."""
    game = draw(Random(f"tree {fault.seed}"))
    role = game.roles.index(fault.role)
    small, text, start = smallest(game, fault.search, fault.place, role)
    what = next(iter(said_wrong(small, text, start, role)), fault.what)
    return replace(fault, what=what, ending=small.ending, text=small.text, search=text, place=start)


def smallest(game: Drawn, text: str, start: int, role: int) -> tuple[Drawn, str, int]:
    """Return a small game and a short search that still fail, and where to start."""
    if start and not said_wrong(moved(game, start), text, 0, role):
        return game, text, start
    game = moved(game, start)
    text = without_options(text, lambda shorter: bool(said_wrong(game, shorter, 0, role)))
    game = shrunk(game, smaller, lambda less: bool(said_wrong(less, text, 0, role)), size_of)
    return game, without_options(text, lambda t: bool(said_wrong(game, t, 0, role))), 0


def moved(game: Drawn, start: int) -> Drawn:
    """Return the game that starts at another node."""
    if start == 0 or game.form == "tree":
        nested = game.form == "tree" and start
        game = replace(game, form="nested") if nested else game
    order = [start, *(n for n in range(len(game.spots)) if n != start)]
    places = {old: new for new, old in enumerate(order)}
    spots = [
        replace(game.spots[old], children=tuple(places[c] for c in game.spots[old].children))
        for old in order
    ]
    return reachable(replace(game, spots=tuple(spots)))
