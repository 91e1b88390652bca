"""Part b, the command line: a sample of commands on random games, with exit codes and JSON keys."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.refute.enumerated import World
from tests.refute.mutants import run
from tests.refute.rules import drawn
from tests.refute.sheet import ENDINGS
from tests.refute.solving import same, value_of
from tests.refute.tally import Fault, Tally

KEYS = {
    "check": {"ok", "problems"},
    "show": {"fluents", "legal", "terminal", "goals"},
    "info": {"name", "roles", "fluents", "moves", "ground_rules", "gates", "seconds", "traits"},
    "perft": {"paths", "terminals"},
    "trace": {"moves", "legal_counts", "state_sizes", "terminal", "goals"},
    "solve": {"values", "line", "nodes", "seconds", "proven"},
    "think": {"move", "values", "line", "depth", "nodes", "seconds", "proven"},
    "analyse": {"latches", "invariants", "symmetries", "constant_sum", "turn_taking"},
    "evaluate": {"values"},
    "learn": {"rules", "seconds"},
    "playouts": {"playouts", "steps", "mean_goals"},
}
"""The keys that scripts rely on."""
LINES = (
    "check {file} --play 0.05",
    "show {file}",
    "info {file}",
    "perft {file} --depth 3",
    "trace {file} --policy mod --steps 6",
    "solve {file}",
    "think {file} --search auto --nodes 200",
    "think {file} --search mcts --nodes 200",
    "think {file} --search maxn --depth 3",
    "analyse {file} --seconds 1",
    "evaluate {file} --evaluator goal",
    "learn {file} -o {out} --seconds 3",
    "learn {file} -o {out} --method preferences --seconds 2",
    "learn {file} -o {out} --method tree --seconds 3",
    "playouts {file} --seconds 0.05",
)
ASKED = 4
OUTSIDE = 0.04
"""How often a command runs in a process of its own."""


def refute(seed: int, tally: Tally) -> None:
    """Ask some commands about one random rule game."""
    random = Random(f"commands {seed}")
    rules, world = drawn(random)
    ending = random.choice(ENDINGS)
    text = rules.spelled(ending)
    tally.counts["games"] += 1
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"random{ending}"
        path.write_text(text)
        for line in random.sample(LINES, ASKED):
            words = line.format(file=path, out=Path(folder) / "out.lp").split()
            outside = random.random() < OUTSIDE
            for what in answered([*words, "--json"], world, tally, outside):
                kind = "traceback" if "crashed" in what else "wrong"
                tally.faults.append(Fault("commands", kind, what, ending, text, seed))


def answered(words: Sequence[str], world: World, tally: Tally, outside: bool) -> Iterator[str]:
    """Yield what is wrong with the answer of a command."""
    if outside:
        done = subprocess.run(
            [sys.executable, "-m", "zermelo", *words], capture_output=True, text=True, check=False
        )
        tally.counts["claims"] += 1
        if "Traceback" in done.stderr or done.returncode not in (0, 1, 2, 3, 4):
            yield f"{' '.join(words[:1])}: crashed: {done.returncode}: {done.stderr[-300:]}"
            return
        code, out = done.returncode, done.stdout
    else:
        found = run(words, tally)
        if found.wrong:
            yield found.wrong
            return
        code, out = found.code, found.out
    if code > 1:
        return
    answer = json.loads(out)
    missing = KEYS[words[0]] - answer.keys()
    if missing:
        yield f"{words[0]}: the keys {sorted(missing)} are missing"
    if words[0] == "solve" and answer["proven"]:
        values = answer["values"]
        true = value_of(world.model, 0)
        given = None if None in values.values() else tuple(values.values())
        if not same(given, true):
            yield f"solve: {values}, not {true}"
    if words[0] == "check" and code != (0 if answer["ok"] else 1):
        yield f"check: exit code {code}, ok {answer['ok']}"
