"""One claim, move, literal or number of a certificate is changed: does the checker notice?

    python -m tests.audit.flip --n 200

An oracle that shares nothing with the checker says which changes make a certificate wrong. All of
these must be refuted. A change that leaves everything true is not counted, nor is one that makes
the file unreadable.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from typer.testing import CliRunner

from tests.audit.checking import Json, verdict_on
from tests.audit.oracles import World, is_supported_solution, is_true_analysis, is_true_strategy
from zermelo.apps.application import application
from zermelo.errors import ZermeloError
from zermelo.game.load import load
from zermelo.proofs.analysis_certificate import analysis_certificate
from zermelo.proofs.certificate import lemma_claim
from zermelo.proofs.goal_bounds import known_bounds
from zermelo.proofs.knowledge import knowledge
from zermelo.search.base import Clock, Limits
from zermelo.search.solve.certificate import solution_certificate
from zermelo.search.solve.prove import prove
from zermelo.strategies.strategy import lemma_of, parts_of
from zermelo.text.certificate_text import MARK
from zermelo.text.source import Source

SMALL_NIM = "nim:pile1=0,pile2=1,pile3=2,pile4=3"
SOLVED = (SMALL_NIM, "buttons_and_lights", "chomp", "subtraction", "wolf_goat_cabbage")
ANALYSED = (SMALL_NIM, "buttons_and_lights", "chomp", "race", "rock_paper_scissors")
LEARNT = (SMALL_NIM, "chomp", "subtraction")
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


@cache
def strategy(name: str) -> Original:
    """Return the certificate in a learnt strategy; its rules are left as they are."""
    text = learnt(name)
    lines = [line.removeprefix(MARK) for line in text.splitlines() if line.startswith(MARK)]
    game = load(name)
    world = World(game, game.initial)
    return Original(name, json.loads("\n".join(lines)), world, partial(is_true_strategy, world))


@cache
def learnt(name: str) -> str:
    """Return the strategy file that `learn` writes for a game."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "strategy.lp"
        result = CliRunner().invoke(application(), ["learn", name, "-o", str(path)])
        assert result.exit_code == 0, result.output
        return path.read_text(encoding="utf-8")


def flip_rule(name: str, random: Random) -> tuple[str, list[Json]]:
    """Return a strategy file with one change in one of its rules, and what this rule says then."""
    lines = learnt(name).splitlines()
    lexicon = load(name).lexicon
    constants = sorted(set(re.findall(r"\b[a-z0-9]+\b", " ".join(lexicon.fluents + lexicon.roles))))
    heads = [n for n, line in enumerate(lines) if re.match(r"force|hold", line)]
    first = random.choice(heads)
    last = next(n for n in range(first, len(lines)) if lines[n].endswith("."))
    at = random.randrange(first, last + 1)
    found = list(re.finditer(r"(?<=[(,])[a-z0-9]+(?=[,)])", lines[at]))
    if found and random.random() < 0.7:
        place = random.choice(found)
        other = random.choice([one for one in constants if one != place.group()])
        lines[at] = lines[at][: place.start()] + other + lines[at][place.end() :]
    elif first < at < last:
        del lines[at]
        last -= 1
    else:
        lines[at] = lines[at].replace("force", "hold")
    return "\n".join([*lines, ""]), claims_of("\n".join(lines), name, first)


def claims_of(text: str, name: str, line: int) -> list[Json]:
    """Return what the rule that begins in a line says, by the reader of the players."""
    game = load(name)
    assert game.program is not None
    _, rules = parts_of(Source("a strategy", text))
    (chosen,) = [rule for rule in rules if rule[0].span and rule[0].span.line == line + 1]
    return [lemma_claim(game.program, lemma_of(instance, game)) for instance in chosen]


KINDS: dict[str, tuple[Callable[[str], Original], tuple[str, ...]]] = {
    "solution": (solution, SOLVED),
    "analysis": (analysis, ANALYSED),
    "strategy": (strategy, LEARNT),
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
        changed: Json | str = ""
        try:
            if kind == "strategy" and random.random() < 0.5:
                changed, claims = flip_rule(original.name, random)
            else:
                changed = flip(original, random)
                claims = changed["claims"]
            accepted = not verdict_on(changed).wrong
        except ZermeloError:
            counts["unreadable"] += 1
            continue
        if holds(original, claims):
            counts["still true"] += 1
        else:
            counts["missed" if accepted else "refuted"] += 1
            if accepted:
                report(original, changed)
    return counts


def holds(original: Original, claims: list[Json]) -> bool:
    """Whether claims are right; those that name what the game does not have are not."""
    try:
        return original.right(claims)
    except (ValueError, LookupError):
        return False


def report(original: Original, changed: Json | str) -> None:
    """Print a change that was missed."""
    before = json.dumps(original.certificate, indent=1)
    after = changed if isinstance(changed, str) else json.dumps(changed, indent=1)
    before = learnt(original.name) if isinstance(changed, str) else before
    print(f"missed in {original.name}:")  # noqa: T201
    print(*unified_diff(before.splitlines(), after.splitlines(), lineterm=""), sep="\n")  # noqa: T201


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
