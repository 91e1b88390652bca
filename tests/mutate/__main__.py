"""Mutation testing of the core: `python -m tests.mutate [--n 200] [--seed K] [--part rules,...]`.

Samples mutants by seed, runs the tests that execute them in a copy of the tree, and prints which
ones no test noticed. docs/mutation-testing.md says how to read the results.
"""

import argparse
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutate.coverage import FileRecord, ProbedTree, files_of_tests, known
from tests.mutate.mutants import PARTS, Mutant, all_mutants, sample
from tests.mutate.results import KILLED, append, line_of, read_results, summary
from tests.mutate.trial import Trier
from tests.mutate.uses import Uses
from tests.mutate.watching import stopping
from tests.mutate.workspace import HOME, Workspace


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Return the options of the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("--n", type=int, default=200, help="number of mutants (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="random seed of the sample")
    parser.add_argument("--part", default=",".join(PARTS), help="parts to mutate, with commas")
    parser.add_argument("--jobs", type=int, default=1, help="mutants to try at a time")
    parser.add_argument(
        "--budget",
        type=float,
        default=300,
        help="CPU seconds of whole test files for each mutant; those that do not fit are not run",
    )
    parser.add_argument("--results", type=Path, help="file to append to (default: by seed)")
    parser.add_argument(
        "--again", action="store_true", help="try those again that no test has killed so far"
    )
    parser.add_argument("--only", default="", help="mutants whose name contains this text only")
    options = parser.parse_args(given)
    unknown = set(options.part.split(",")) - set(PARTS)
    if unknown:
        parser.error(
            f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}"
        )
    return options


def recorded(space: Workspace, parts: Sequence[str]) -> list[FileRecord]:
    """Return what every test executes, recorded now where that is not known."""
    probes = ProbedTree(space, HOME / "probes", HOME / "map")
    found: list[FileRecord] = []
    files = files_of_tests(space.tree, parts)
    for number, path in enumerate(files, 1):
        record = known(HOME / "map", space.tree, path)
        if record is None:
            if not probes.size:
                probes.prepare()
            record = probes.record(path)
            say(f"recorded {number} of {len(files)}: {path}, {record.cpu:.0f} s of CPU time")
        found.append(record)
    return found


def say(text: str) -> None:
    """Report progress."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201 (a command)


def main(given: Sequence[str]) -> int:
    """Run the command; return 1 if a mutant survived, 130 if it was interrupted."""
    options = arguments(given)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the copy is restored first
    try:
        return tried(options)
    except KeyboardInterrupt:
        say("interrupted; start it again with the same options to go on")
        return 130


def tried(options: argparse.Namespace) -> int:
    """Record what is not known, try the mutants, and print the summary."""
    spaces = [Workspace(HOME / f"work-{number}") for number in range(options.jobs)]
    for space in spaces:
        space.refresh()
    tree = spaces[0].tree
    parts = options.part.split(",")
    records = recorded(spaces[0], parts)
    uses = Uses(tree)
    uses.read()
    results = options.results or HOME / f"results-{options.seed}.jsonl"
    found = [each for each in all_mutants(tree, parts) if options.only in each.name]
    chosen = sample(found, options.n, options.seed)
    done = {
        line["name"]
        for line in read_results(results)
        if line["outcome"] in KILLED or not options.again
    }
    say(f"{len(chosen)} of {len(found)} mutants, {len(done)} of them known")
    free: SimpleQueue[Trier] = SimpleQueue()
    compiled_from = uses.compiled_from()
    for space in spaces:
        free.put(Trier(space, uses, records, options.budget, compiled_from))

    def try_out(mutant: Mutant) -> None:
        trier = free.get()
        try:
            line = line_of(trier.tried(mutant), (tree / mutant.path).read_bytes())
        finally:
            free.put(trier)
        append(results, line)
        say(f"{line['outcome']:<10} {line['cpu']:>6} s  {mutant.path}:{mutant.line} {mutant.kind}")

    left = [mutant for mutant in chosen if mutant.name not in done]
    left.sort(key=lambda mutant: mutant.path in compiled_from)  # these take longest
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            for _ in pool.map(try_out, left):
                pass
        except BaseException:
            stopping.set()
            pool.shutdown(cancel_futures=True)
            raise
    names = {mutant.name for mutant in chosen}
    lines = [line for line in read_results(results) if line["name"] in names]
    for text in summary(lines):
        print(text)  # noqa: T201 (a command)
    return int(any(line["outcome"] not in KILLED for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
