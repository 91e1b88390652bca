"""Part c: positions that no match comes to, as `--state` takes them.

Whoever is asked about one answers rightly, by an enumeration that starts there, or refuses.
"""

from collections.abc import Iterator
from random import Random

from tests.refute import rules as searching
from tests.refute import values as oracle
from tests.refute.datalog import UnsoundRulesError
from tests.refute.enumerated import TooLargeError, World, enumerated
from tests.refute.loading import unlike_from
from tests.refute.model import Model
from tests.refute.sheet import Rules, as_term
from tests.refute.sheets import refuted
from tests.refute.solving import Solving
from tests.refute.specs import names, spec
from tests.refute.tally import Tally
from tests.refute.traits import playable
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.perft import fast_perft
from zermelo.learn.learning import learn

POSITIONS = 2
ASKED = 6
"""Searches that are asked about a position."""


def refute(seed: int, tally: Tally) -> None:
    """Try to refute what is said of positions out of reach of one random rule game."""
    refuted("positions", outside, seed, tally)


def outside(rules: Rules, world: World, game: CompiledGame, tally: Tally) -> Iterator[str]:
    """Yield what is wrong with what is said of positions that cannot be reached."""
    if world.hidden:
        return
    random = Random(len(rules.laws))
    for _ in range(POSITIONS):
        fluents = strange(random, world, game)
        try:
            there = enumerated(rules, [as_term(fluent) for fluent in fluents])
        except (TooLargeError, UnsoundRulesError):
            continue
        if there.states[0] in world.states:
            continue
        tally.counts["positions"] += 1
        where = f"in {' '.join(fluents) or 'the empty state'}"
        for what in asked(game, there, random, tally):
            yield f"{where}: {what}"


def strange(random: Random, world: World, game: CompiledGame) -> list[str]:
    """Return fluents of a state that was changed a little, or of any."""
    known = list(game.lexicon.fluents)
    if random.random() < 0.3:
        return sorted(fluent for fluent in known if random.random() < 0.4)
    state = set(random.choice(world.states))
    for fluent in random.sample(known, min(len(known), random.choice((1, 1, 2, 3)))):
        state ^= {fluent}
    return sorted(state)


def asked(game: CompiledGame, there: World, random: Random, tally: Tally) -> Iterator[str]:
    """Yield what is wrong with answers about the first place of a world."""
    for what in unlike_from(game, there):
        yield f"engine: {what}"
        return
    model = there.model
    for name in random.sample(names(), ASKED):
        if random.random() > searching.SLOW.get(name, 1.0):
            continue
        role = random.choice(model.players)
        yield from searching.said_wrong(
            game, there, spec(random, name, model.roles), 0, role, tally
        )
    solving = Solving(there, game, random)
    try:
        yield from solving.solved()
    except ZermeloError:
        tally.counts["refusals"] += 1
    tally.counts["claims"] += solving.claims
    yield from counted(game, model, there)
    if random.random() < 0.5 and not model.places[0].over:
        yield from learnt(game, there, tally)


def counted(game: CompiledGame, model: Model, there: World) -> Iterator[str]:
    """Yield numbers of paths that are wrong."""
    state = game.state_of(there.states[0])
    levels = zip(fast_perft(game, 3, state), model.counted(3), strict=True)
    for depth, (found, level) in enumerate(levels):
        if found.paths != sum(level.values()):
            yield f"perft {depth}: {found.paths}, not {sum(level.values())}"
            return


def learnt(game: CompiledGame, there: World, tally: Tally) -> Iterator[str]:
    """Yield values that are learnt there and cannot be forced, or fall short."""
    model = there.model
    try:
        learned = learn(game, game.state_of(there.states[0]))
    except ZermeloError:
        tally.counts["refusals"] += 1
        return
    defined = all(None not in place.goals for place in model.places if place.goals is not None)
    clear = defined and model.upwards() is not None and playable(model)
    for role, value in enumerate(learned.values):
        tally.counts["claims"] += 1
        low, high = oracle.security(model, 0, role)[0]
        if value > high:
            yield f"learn: {model.roles[role]} can force {value}, it says, but {float(high):g}"
        elif learned.complete and clear and value != low:
            yield f"learn: {model.roles[role]} can force {value}, but it can {float(low):g}"
