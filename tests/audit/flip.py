"""One claim, move, literal or number of a certificate is changed: does the checker notice?

    python -m tests.audit.flip --n 200

An oracle that shares nothing with the checker says which changes make a certificate wrong. All of
these must be refuted. A change that leaves everything true is not counted, nor is one that makes
the file unreadable.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

from tests.audit.checking import Json, verdict_on
from tests.audit.oracles import World, is_supported_solution, is_true_analysis
from zermelo.errors import ZermeloError
from zermelo.logic.analysis_certificate import analysis_certificate
from zermelo.logic.goal_bounds import known_bounds
from zermelo.logic.knowledge import knowledge
from zermelo.position.load import load
from zermelo.search.base import Clock, Limits
from zermelo.search.solve.certificate import solution_certificate
from zermelo.search.solve.prove import prove

SMALL_NIM = "nim:pile1=0,pile2=1,pile3=2,pile4=3"
SOLVED = (SMALL_NIM, "buttons_and_lights", "chomp", "subtraction", "wolf_goat_cabbage")
ANALYSED = (SMALL_NIM, "buttons_and_lights", "chomp", "race", "rock_paper_scissors")
ALIKE = {"latch": "last", "last": "latch", "force": "hold", "hold": "force", "over": 0, "stuck": 0}
"""Words of a certificate, and what may stand in their place."""


@dataclass(frozen=True)
class Original:
    """A certificate that is accepted, and what says whether claims are right."""

    name: str
    certificate: Json
    world: World
    right: Callable[[list[Json]], bool]


@cache
def solution(name: str) -> Original:
    """Return the certificate of a solved game."""
    game = load(name)
    answer, found = prove(game, game.initial, Clock(Limits()))
    text, _ = solution_certificate(game, game.initial, answer, found)
    world = World(game, game.initial)
    return Original(name, json.loads(text), world, partial(is_supported_solution, world))


@cache
def analysis(name: str) -> Original:
    """Return the certificate of an analysed game."""
    game = load(name)
    assert game.program is not None
    found = knowledge(game, game.program)
    text = analysis_certificate(game, found, known_bounds(game, found))
    world = World(game, game.initial)
    return Original(name, json.loads(text), world, partial(is_true_analysis, world))


KINDS: dict[str, tuple[Callable[[str], Original], tuple[str, ...]]] = {
    "solution": (solution, SOLVED),
    "analysis": (analysis, ANALYSED),
}
Place = tuple[Any, Any]
"""A list or object, and the index or key in it."""


def places(part: Any) -> Iterator[Place]:
    """Yield where a number, a truth value or a text stands, and every part of a list."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in inside:
        if isinstance(part, list) or isinstance(value, int | str):
            yield part, key
        if isinstance(value, dict | list):
            yield from places(value)


def flip(original: Original, random: Random) -> Json:
    """Return a certificate with one change."""
    certificate = deepcopy(original.certificate)
    claim = random.choice(certificate["claims"])
    keys = [key for key, value in claim.items() if value or isinstance(value, int)]
    key = random.choice(keys)
    found = [(claim, key)] if not isinstance(claim[key], dict | list) else list(places(claim[key]))
    part, at = random.choice(found)
    value = part[at]
    if isinstance(value, bool):
        part[at] = not value
    elif isinstance(value, int):
        part[at] = random.choice([n for n in (value - 1, value + 1, 0, 50, 100) if n != value])
    elif isinstance(value, str):
        part[at] = random.choice([text for text in words(original, value) if text != value])
    else:
        del part[at]
    return certificate


def words(original: Original, text: str) -> list[Any]:
    """Return what may stand where a text stands: another role, fluent, move, or word."""
    lexicon = original.world.game.lexicon
    for names in (lexicon.roles, lexicon.fluents, *lexicon.moves):
        if text in names and len(names) > 1:
            return list(names)
    return [ALIKE.get(text, "other")]


def tally(kind: str, n: int, seed: int = 0) -> Counter[str]:
    """Return what became of changes, until `n` of them were wrong.

    `missed` is what must not be: a wrong certificate that is accepted.
    """
    random, counts = Random(seed), Counter[str]()
    make, names = KINDS[kind]
    while counts["refuted"] + counts["missed"] < n:
        original = make(random.choice(names))
        changed = flip(original, random)
        try:
            accepted = not verdict_on(changed).wrong
        except ZermeloError:
            counts["unreadable"] += 1
            continue
        if original.right(changed["claims"]):
            counts["still true"] += 1
        else:
            counts["missed" if accepted else "refuted"] += 1
            if accepted:
                report(original.name, original.certificate, changed)
    return counts


def report(name: str, before: Json, after: Json) -> None:
    """Print a change that was missed."""
    for one, other in zip(before["claims"], after["claims"], strict=True):
        if one != other:
            print(f"missed in {name}:\n  {str(one)[:2000]}\n  {str(other)[:2000]}")  # noqa: T201


def main() -> None:
    """Print how many changes of each kind of certificate are refuted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=200, help="wrong certificates of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, action="append")
    given = parser.parse_args()
    for kind in given.kind or KINDS:
        counts = tally(kind, given.n, given.seed)
        wrong = counts["refuted"] + counts["missed"]
        rest = f"{counts['still true']} left true, {counts['unreadable']} unreadable"
        print(f"{kind}: {counts['refuted']} of {wrong} refuted ({rest})", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
