"""Part b: random rule games; the engine and every search that suits against the oracles."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from tests.refute.datalog import UnsoundRulesError
from tests.refute.disguise import disguised
from tests.refute.enumerated import TooLargeError, World, enumerated
from tests.refute.families import bare, board, graph, lock, piles, puzzle, rounds, soup
from tests.refute.loading import in_order, load, state_of, unlike
from tests.refute.sheet import ENDINGS, Rules
from tests.refute.shrink import shrunk, without_options
from tests.refute.specs import limited_spec, limits_of, names
from tests.refute.tally import Fault, Tally
from tests.refute.trees import given, in_texts, kind_of, thought
from tests.refute.verdict import Judge
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.spec import parse
from zermelo.search.suitability import require

FAMILIES: Mapping[str, Callable[[Random], Rules]] = {
    "graph": graph.draw,
    "board": board.draw,
    "rounds": rounds.draw,
    "piles": piles.draw,
    "soup": soup.draw,
    "puzzle": puzzle.draw,
    "lock": lock.draw,
    "bare": bare.draw,
}
SLOW = {"asp": 0.15, "plan": 0.15, "solo": 0.1, "nested": 0.3, "flat": 0.3}
"""How often searches take part that start a child, or play long."""
NODES = 3000


def drawn(random: Random) -> tuple[Rules, World]:
    """Return a random game that is small enough, and all its states."""
    while True:
        rules = disguised(random, FAMILIES[random.choice(list(FAMILIES))](random))
        try:
            return rules, enumerated(rules)
        except (TooLargeError, UnsoundRulesError):
            continue


def refute(seed: int, tally: Tally) -> None:
    """Try to refute what searches say of one random rule game."""
    random = Random(f"rules {seed}")
    rules, world = drawn(random)
    ending = random.choice(ENDINGS)
    text = rules.spelled(ending)
    tally.counts["games"] += 1
    tally.counts[f"games of {rules.family}"] += 1

    def complain(what: str, search: str = "", place: int = 0, role: str = "") -> None:
        kind = kind_of(what)
        tally.faults.append(Fault("rules", kind, what, ending, text, seed, search, place, role))

    try:
        game = load(text, ending)
    except ZermeloError as error:
        tally.counts["refusals"] += 1
        tally.counts[f"refused: {str(error)[:60]}"] += 1
        return
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        complain(f"load: crashed: {type(error).__name__}: {error}")
        return
    tally.counts["claims"] += len(world.states)
    for what in unlike(game, world):
        complain(f"engine: {what}")
        return
    if world.hidden:
        tally.counts["refusals"] += 1
        return
    for search, number, role in questions(random, world):
        for what in said_wrong(game, world, search, number, role, tally):
            complain(what, search, number, game.roles[role])


def questions(random: Random, world: World) -> Iterator[tuple[str, int, int]]:
    """Yield searches with options, where to start, and for whom."""
    model = world.model
    for name in names():
        if random.random() > SLOW.get(name, 1.0):
            continue
        number = 0 if random.random() < 0.75 else random.randrange(len(model.places))
        choosers = [role for role in model.choosers(number) if role != model.chance]
        role = random.choice(choosers or model.players)
        if random.random() < 0.2:
            role = random.choice(model.players)
        yield limited_spec(random, name, model.roles), number, role


def said_wrong(
    game: CompiledGame,
    world: World,
    text: str,
    number: int,
    role: int,
    tally: Tally | None = None,
) -> list[str]:
    """Return what is wrong with what a search says of a place."""
    tally = tally or Tally()
    where = f"{text} for {game.roles[role]} at {number}"
    state = state_of(game, world, number)
    try:
        spelled, limits = limits_of(text, NODES)
        search = parse(spelled)
        require(search, game)
        tally.counts["searches"] += 1
        found = thought(game, search, state, Role(role), limits)
    except ZermeloError:
        tally.counts["refusals"] += 1
        return []
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        return [f"{where}: crashed: {type(error).__name__}: {error}"]
    judge = Judge(in_order(game, world), "nodes=" in text or spelled.split(":")[0] == "auto")
    wrong = []
    for result in found:
        said = in_texts(game, state, Role(role), result)
        name = spelled.split(":")[0]
        wrong += [f"{where}: {why}" for why in judge.wrong(name, given(text), number, role, said)]
    tally.counts["claims"] += judge.claims
    return wrong[:1]


def minimised(fault: Fault) -> Fault:
    """Return the fault with a small game and a short search that still fail, where they do."""
    random = Random(f"rules {fault.seed}")
    rules, _ = drawn(random)
    ending = random.choice(ENDINGS)
    if not fault.search or fault.place:
        return fault
    if not why(rules, ending, fault.search, fault.role):
        return fault
    text = without_options(
        fault.search, lambda search: bool(why(rules, ending, search, fault.role))
    )
    rules = shrunk(
        rules,
        Rules.fewer,
        lambda less: bool(why(less, ending, text, fault.role)),
        lambda one: one.size,
        trials=400,
    )
    what = why(rules, ending, text, fault.role)
    return replace(fault, what=what, text=rules.spelled(ending), search=text)


def why(rules: Rules, ending: str, search: str, role: str) -> str:
    """Return what is wrong with what a search says of a game; nothing if the game is none."""
    try:
        world = enumerated(rules)
        game = load(rules.spelled(ending), ending)
    except (TooLargeError, UnsoundRulesError, ZermeloError, ValueError):
        return ""
    if role not in game.roles or next(unlike(game, world), None):
        return ""
    return "".join(said_wrong(game, world, search, 0, game.roles.index(role)))
