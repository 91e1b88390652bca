"""Damages files of the cache, and counts what goes wrong: `python -m tests.damage --n 500`.

The cache is filled by commands that run kernels, machine code of games, compiled games and what is
kept beside these. Then, again and again, some files that one command reads are damaged: cut off,
flipped, emptied, exchanged for one another, replaced by what other programs write, or by folders.
The command must give the answer that it gave before, with no traceback and no crash.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.apps.test_cold_start import without_times
from tests.faults.test_damage import DAMAGE
from zermelo import store
from zermelo.kernels.background import locked

COMMANDS = {
    "think tictactoe --search alphabeta:depth=3 --json": ["seconds"],
    "think tictactoe --search mcts --nodes 50 --json": ["seconds"],
    "think hanoi:disks=2 --search bfs --json": ["seconds"],
    "solve nim:pile1=1,pile2=2 --json": ["seconds"],
    "playouts tictactoe --passes 5 --json": ["seconds", "playouts_per_second", "steps_per_second"],
    "evaluate tictactoe --evaluator fuzzy --json": ["seconds"],
    "show hex:size=3 --json": [],
    "trace connect_four --policy mod --json": [],
}
"""Commands, and keys of their answers that are never the same twice."""
TOGETHER = 10
"""Files that are damaged at once."""
READS = """
import atexit, os, sys
seen = set()
def note(event, given):
    if event == "open" and isinstance(given[0], str):
        seen.add(os.path.abspath(given[0]))
def write():
    cache = os.environ["ZERMELO_CACHE"]
    print(*sorted(path for path in seen if path.startswith(cache)), sep="\\n", file=sys.stderr)
sys.addaudithook(note)
atexit.register(write)
from zermelo.apps.cli import main
main()
"""
Files = dict[str, list[Path]]


def main() -> int:
    """Damage files, and print what came of it; returns how many answers were not right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=500, help="files to damage")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    chance = Random(given.seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder, "cache")
        right, files = filled(cache)
        lines = list(COMMANDS)
        while found["files"] < given.n:
            line = lines[found["commands"] % len(lines)]
            broken = Path(folder, "broken")
            shutil.copytree(cache, broken)
            number = min(TOGETHER, given.n - found["files"], len(files[line]))
            others = [path for paths in files.values() for path in paths]
            for path in chance.sample(files[line], number):
                found[damage(broken, path, others, chance)] += 1
                found["files"] += 1
            found["commands"] += 1
            # Somebody else seems to compile: Python answers where a kernel is missing.
            with locked(broken / "kernels"):
                wrong = failure(line, right[line], broken)
            found.update(wrong)
            if wrong:
                print(f"{line}: {', '.join(wrong)}", flush=True)  # noqa: T201
            shutil.rmtree(broken)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(found.items()) if kind in KINDS)
    print(f"{found['files']} files damaged ({kinds}) under {found['commands']} commands")  # noqa: T201
    bad = {kind: found[kind] for kind in ("tracebacks", "crashes", "wrong answers")}
    print(", ".join(f"{count} {kind}" for kind, count in bad.items()))  # noqa: T201
    return sum(bad.values())


def filled(cache: Path) -> tuple[dict[str, object], Files]:
    """Fill a cache; return what each command answers, and the files there that it reads."""
    right: dict[str, object] = {}
    files: Files = {}
    for line, keys in COMMANDS.items():
        run([sys.executable, "-m", "zermelo", *line.split()], cache, "off")
        told = run([sys.executable, "-c", READS, *line.split()], cache, "off")
        right[line] = without_times(told.stdout, keys)
        paths = [Path(path) for path in told.stderr.split("\n") if path]
        files[line] = [path.relative_to(cache) for path in paths if path.is_file()]
    return right, files


def run(command: list[str], cache: Path, warm: str) -> "subprocess.CompletedProcess[str]":
    """Run a command with a cache."""
    own = {"ZERMELO_CACHE": str(cache), "ZERMELO_WARM": warm}
    return subprocess.run(
        command, env=os.environ | own, capture_output=True, text=True, check=False
    )


def failure(line: str, right: object, cache: Path) -> list[str]:
    """Return what is wrong with how a command ends: nothing, as it should be."""
    ended = run([sys.executable, "-m", "zermelo", *line.split()], cache, "on")
    wrong = []
    if "Traceback" in ended.stderr or "Exception ignored" in ended.stderr:
        wrong.append("tracebacks")
    if ended.returncode < 0:
        wrong.append("crashes")
    try:
        same = without_times(ended.stdout, COMMANDS[line]) == right
    except json.JSONDecodeError:
        same = False
    if not same or ended.returncode:
        wrong.append("wrong answers")
    return wrong


def exchanged(cache: Path, path: Path, others: list[Path], chance: Random) -> None:
    """Put another file of the cache in its place; first one of the same kind."""
    alike = [other for other in others if other.suffix == path.suffix and other != path]
    other = chance.choice(alike or others)
    if (cache / other).is_file():
        shutil.copy(cache / other, cache / path)


def foreign(cache: Path, path: Path, others: list[Path], chance: Random) -> None:
    """Put something there that is whole, and of another program."""
    texts = b"", b"text", b"PK\x03\x04" + bytes(40), b"\x80\x04N.", b"\x7fELF" + bytes(60)
    content = chance.choice(texts) * chance.randrange(1, 9)
    (cache / path).write_bytes(content + chance.choice((b"", store.digest(content))))


def a_folder(cache: Path, path: Path, _others: list[Path], _chance: Random) -> None:
    """Put a folder there."""
    (cache / path).unlink()
    (cache / path).mkdir()


def somewhere(cache: Path, path: Path, _others: list[Path], chance: Random) -> None:
    """Change some bytes anywhere."""
    content = bytearray((cache / path).read_bytes())
    for _ in range(chance.randrange(1, 9)):
        content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
    (cache / path).write_bytes(content)


def cut(cache: Path, path: Path, _others: list[Path], chance: Random) -> None:
    """Cut it off anywhere."""
    content = (cache / path).read_bytes()
    (cache / path).write_bytes(content[: chance.randrange(len(content))])


def listed(cache: Path, path: Path, _others: list[Path], chance: Random) -> None:
    """Do what `tests.faults` does to every file."""
    how = chance.choice(list(DAMAGE.values()))
    (cache / path).write_bytes(how((cache / path).read_bytes()))


KINDS: dict[str, Callable[[Path, Path, list[Path], Random], None]] = {
    "changed": somewhere,
    "cut off": cut,
    "exchanged": exchanged,
    "foreign": foreign,
    "folders": a_folder,
    "listed": listed,
}


def damage(cache: Path, path: Path, others: list[Path], chance: Random) -> str:
    """Damage a file of the cache; return how."""
    kind = chance.choice(list(KINDS))
    KINDS[kind](cache, path, others, chance)
    return kind


if __name__ == "__main__":
    sys.exit(min(main(), 1))
