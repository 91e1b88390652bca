"""Sheets in whose random matches a role gets stuck: every search and every command copes with them.

The sheets are those of ZERMELO_CORPUS. `python -m tests.stuck [name ...]` looks for them, or takes
those that are named, and tries everything: an answer, or a message that says what is the matter;
never a traceback, and nothing that does not come back. It prints the counts and the slowest, and
exits with 1 if anything is wrong.
"""

import contextlib
import faulthandler
import io
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

from tests.corpus import ALLOWANCE, folder, sheets
from zermelo.errors import ZermeloError
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import compiled_game, read_rules
from zermelo.play.thought import thought
from zermelo.sampling.matches import RandomMatchBatch
from zermelo.sampling.playouts import STEP_LIMIT
from zermelo.search.base import Limits, searches
from zermelo.search.suitability import require

PASSES = 100_000_000
"""Words of a circuit that are run to see whether a role gets stuck."""
NODES = 200
HANGS = 600.0
"""Seconds after which a search or command does not come back: it is shown where, and all ends."""
ANSWERS = (0, 1, 3, 4)
"""Exit codes of an answer, or of a clear message: 2 is for options that are wrong."""
SHOWN = 5
LONGEST: dict[str, float] = {}
NEEDS_A_FILE = {"strategy"}
COMMANDS = (
    "check {file} --play 0.2",
    "show {file}",
    "info {file}",
    "convert {file} --to asp",
    "perft {file} --depth 2",
    "trace {file} --policy mod",
    "playouts {file} --seconds 0.1",
    "evaluate {file}",
    "think {file} --search auto --nodes 200",
    "think {file} --search mcts --nodes 200 --why",
    "compare {file} --search mcts --search maxn --depth 1",
    "solve {file} --seconds 2 --certificate {out}/solution.json",
    "solve {file} --seconds 2 --table {out}/table.npz",
    "audit {out}/solution.json",
    "analyse {file} --seconds 2 --certificate {out}/analysis.json",
    "audit {out}/analysis.json",
    "learn {file} --seconds 2 --partial -o {out}/strategy.lp",
    "audit {out}/strategy.lp",
    "verify {file} --strategy {out}/strategy.lp --max-memory 256",
    "learn {file} --method tree --seconds 2 -o {out}/tree.lp",
    "learn {file} --method preferences --seconds 2 -o {out}/preferences.lp",
    "match {file} mcts random --games 1 --nodes 50 --record {out}/matches",
    "play {file} --nodes 50",
)
"""In this order: some of them read what others have written, if that was possible."""
TYPED = "hint\nwhy\nquit\n"
"""What is typed at `play`."""


def loaded(name: str) -> CompiledGame | None:
    """Return a sheet of the folder, compiled; None if it cannot be within the limits."""
    place = folder()
    assert place is not None, "ZERMELO_CORPUS names no folder"
    try:
        result = compiled(read_rules(str(place / f"{name}.kif")), ALLOWANCE)
    except ZermeloError:
        return None
    return compiled_game(name, result)


def gets_stuck(game: CompiledGame) -> bool:
    """Whether a role has no move before the end of some random match."""
    lanes = game.engine.matches(game.fluent_bits(game.initial), 0, STEP_LIMIT)
    lanes.play(max(50, min(2000, PASSES // max(1, game.dimensions.work))))
    return bool(lanes.totals[3])


def near_the_fault(game: CompiledGame) -> Iterator[State]:
    """Yield a stuck state and the one before it, if a few thousand random matches come to one."""
    for seed in range(8):
        rows: dict[int, Any] = {}
        for layer in RandomMatchBatch(game, seed):
            stuck = ~layer.going & ~layer.views.ended
            if stuck.any():
                at = int(stuck.argmax())
                lane = int(layer.lanes[at])
                if lane in rows:
                    yield game.state(rows[lane])
                yield game.state(layer.rows[at])
                return
            rows = dict(zip(layer.lanes.tolist(), layer.rows, strict=True))


def search_faults(game: CompiledGame, counts: Counter[str]) -> Iterator[str]:
    """Yield what goes wrong when searches look at the start, and at where a role gets stuck."""
    for state in (game.initial, *near_the_fault(game)):
        for name, kind in searches().items():
            if name in NEEDS_A_FILE:
                continue
            for role in range(len(game.roles)):
                counts["searches"] += 1
                search = kind()
                try:
                    require(search, game)
                    with timed(f"{game.name}: {name}"):
                        thought(game, search, state, Role(role), Limits(nodes=NODES))
                    counts["answers"] += 1
                except ZermeloError as error:
                    counts["messages"] += 1
                    if not str(error).strip():
                        yield f"{name}: an error without a word"
                except Exception:  # noqa: BLE001 - whatever it is, it is the fault looked for
                    yield f"{name} for {game.roles[role]}: {traceback.format_exc(limit=-2)}"


def command_faults(name: str, counts: Counter[str]) -> Iterator[str]:
    """Yield what goes wrong when commands are asked about a sheet."""
    from zermelo.apps.application import application

    place = folder()
    assert place is not None
    command = application()
    with tempfile.TemporaryDirectory() as out, patch("sys.stdin", io.StringIO(TYPED)):
        for line in COMMANDS:
            words = line.format(file=place / f"{name}.kif", out=out).split()
            counts["commands"] += 1
            said = io.StringIO()
            code: object = 0
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                try:
                    with timed(f"{name}: {line}"):
                        command(words, prog_name="zermelo")
                except SystemExit as exit_:
                    code = exit_.code or 0
                except BaseException:  # noqa: BLE001 - as above
                    yield f"{line}: {traceback.format_exc(limit=-2)}"
                    continue
            counts[f"exit {code}"] += 1
            if code not in ANSWERS or "Traceback" in said.getvalue():
                yield f"{line}: exit code {code}: {said.getvalue()[-500:]}"


@contextlib.contextmanager
def timed(what: str) -> Iterator[None]:
    """Note how long something takes; end the process with a traceback if it does not come back."""
    faulthandler.dump_traceback_later(HANGS, exit=True, file=2)
    began = time.perf_counter()
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        took = time.perf_counter() - began
        LONGEST[what] = max(took, LONGEST.get(what, 0.0))


def main(names: Sequence[str]) -> int:
    """Try everything on the sheets, and print what came of it."""
    counts: Counter[str] = Counter()
    faults = 0
    for name in names or sheets():
        game = loaded(name)
        if game is None or not (names or gets_stuck(game)):
            continue
        counts["sheets"] += 1
        for fault in (*search_faults(game, counts), *command_faults(name, counts)):
            faults += 1
            say(f"{name}: {fault}")
        say(f"{name}: tried")
    for what in sorted(LONGEST, key=LONGEST.__getitem__)[-SHOWN:]:
        say(f"{LONGEST[what]:6.1f} s  {what}")
    say(", ".join(f"{count:,} {what}" for what, count in counts.items()) + f", {faults} faults")
    return 1 if faults else 0


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
