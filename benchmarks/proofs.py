"""How often constant sum and turns are proved of games for two that random play does not refute.

    python -m benchmarks.proofs [GAME ...]
    ZERMELO_CORPUS=folder python -m benchmarks.proofs --corpus [--every N] [--most RULES]

CPU seconds are of `trait_claims`, its child process included; reading and compiling are not.
Before it, invariants and traits had five seconds each of the clock; measured on a busy machine:

| games for two | constant sum | turns | CPU seconds |
|---|---|---|---|
| library, small instances (46), by the clock | 36 of 42 | 34 of 36 | 25.9 |
| library, small instances (46), by steps | 39 of 42 | 36 of 36 | 17.5 |
| 22 sheets of other people, by the clock | 13 of 18 | 14 of 18 | 22.4 |
| 22 sheets of other people, by steps | 14 of 18 | 16 of 18 | 39.6 |

What stays open spends all its steps, which is what the last row pays for.
"""

import argparse
import os
import resource
import sys
from collections import Counter
from pathlib import Path

from zermelo.errors import ZermeloError
from zermelo.game.game import Evidence, Trait
from zermelo.game.library import entries
from zermelo.game.load import load
from zermelo.proofs.trait_claims import trait_claims
from zermelo.rules.information import RANDOM
from zermelo.sampling.traits import find_traits

TRAITS = (Trait.CONSTANT_SUM, Trait.TURNS)
MOST_RULES = 100_000


def main() -> None:
    """Print a row for each game, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="some games only")
    parser.add_argument("--corpus", action="store_true", help="the sheets of ZERMELO_CORPUS")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th sheet only")
    parser.add_argument("--most", type=int, default=MOST_RULES, metavar="RULES", help="skip larger")
    given = parser.parse_args()
    names = given.games or (corpus(given.every) if given.corpus else small_instances())
    counts: Counter[str] = Counter()
    seconds = 0.0
    for name in names:
        row = measured(name, given.most)
        if row is not None:
            text, found, took = row
            print(text, flush=True)
            counts.update(found)
            seconds += took
    for trait in TRAITS:
        proved, open_ = counts[f"{trait.name} proved"], counts[f"{trait.name} unrefuted"]
        print(f"{trait.name}: proved of {proved} of {open_} that random play does not refute")
    print(f"{seconds:.1f} CPU seconds for {counts['games']} games")


def small_instances() -> list[str]:
    """Return the small instance of every game of the library."""
    spelled = (
        (entry.name, ",".join(f"{name}={value}" for name, value in entry.small.items()))
        for entry in entries().values()
    )
    return [f"{name}:{values}" if values else name for name, values in spelled]


def corpus(every: int) -> list[str]:
    """Return the sheets of the corpus."""
    folder = os.environ.get("ZERMELO_CORPUS")
    if not folder:
        sys.exit("ZERMELO_CORPUS names no folder of rule sheets")
    return [str(path) for path in sorted(Path(folder).glob("*.kif"))[::every]]


def measured(name: str, most: int) -> tuple[str, list[str], float] | None:
    """Return a row, what was found, and CPU seconds; None if it is no game for two."""
    try:
        game = load(name)
    except ZermeloError:
        return None
    if len(game.roles) != 2 or RANDOM in map(str.lower, game.roles) or game.program is None:
        return None
    if len(game.program.heads) > most:
        return f"{Path(name).stem:40} skipped: {len(game.program.heads):,} rules", [], 0.0
    sampled = find_traits(game)
    begin = cpu()
    claims = trait_claims(game)
    took = cpu() - begin
    proved = claims.findings(game)
    found, texts = ["games"], []
    for trait in TRAITS:
        if sampled[trait].evidence is Evidence.REFUTED:
            texts.append("refuted")
            continue
        found.append(f"{trait.name} unrefuted")
        if trait in proved:
            found.append(f"{trait.name} proved")
        reasons = len(claims.rests_on(trait)) - 1
        texts.append(("proved", "with invariants")[reasons] if trait in proved else "open")
    row = f"{Path(name).stem:40} {len(game.program.heads):7,} {texts[0]:16} {texts[1]:16}"
    return f"{row} {claims.limit:6} {took:5.1f} s", found, took


def cpu() -> float:
    """Return the CPU seconds of this process and of its children."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    main()
