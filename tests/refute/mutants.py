"""Part d: rule sheets with random mistakes; whoever reads them answers, or says what is wrong."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from typer.testing import CliRunner

from tests.refute.drawn import draw
from tests.refute.rules import FAMILIES
from tests.refute.sheet import ENDINGS
from tests.refute.shrink import fewer, shrunk
from tests.refute.tally import Fault, Tally
from zermelo.apps.application import application
from zermelo.game.library import entries

SMALL = (
    "tictactoe",
    "nim",
    "buttons_and_lights",
    "rock_paper_scissors",
    "monty_hall",
    "lights_out",
    "pig_race",
    "kuhn_poker",
    "tictactoe_3p",
    "maze",
    "chomp",
    "subtraction",
)
"""Games of the library whose mutants are quickly grounded."""
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("check", "{file}", "--json"),
    ("check", "{file}"),
    ("check", "{file}", "--play", "0.05", "--json", "--max-seconds", "10"),
    ("convert", "{file}", "--to", "kif"),
    ("convert", "{file}", "--to", "infix"),
    ("convert", "{file}", "--to", "asp"),
    ("convert", "{file}", "--to", "time"),
    ("info", "{file}", "--json", "--max-seconds", "10", "--no-cache"),
    ("show", "{file}", "--json", "--max-seconds", "10", "--no-cache"),
    ("perft", "{file}", "--depth", "2", "--json", "--max-seconds", "10", "--no-cache"),
    ("trace", "{file}", "--policy", "min", "--steps", "5", "--json", "--max-seconds", "10"),
)
TREES: tuple[tuple[str, ...], ...] = (
    ("show", "{file}", "--json"),
    ("think", "{file}", "--search", "maxn", "--nodes", "50", "--json"),
    ("solve", "{file}", "--json"),
    ("compare", "{file}", "--search", "minimax", "--search", "alphabeta", "--json"),
)
JUNK = (
    *'()[],:?~"|&;%\x00\u00e9X',
    *("?x", "not", "-1", "101", "0.5", "<=", ":-", "#const n = 3.", "9" * 30),
    *("noop", "true", "distinct", "role", "init"),
)


def refute(seed: int, tally: Tally) -> None:
    """Ask commands about one sheet with mistakes."""
    random = Random(f"mutant {seed}")
    ending, text = original(random)
    text = mutated(random, text)
    tally.counts["games"] += 1
    pool = TREES if ending in (".tree", ".json") else COMMANDS
    for command in random.sample(pool, min(4, len(pool))):
        what = asked(command, ending, text, tally)
        if what:
            tally.faults.append(Fault("mutants", "traceback", what, ending, text, seed))


def original(random: Random) -> tuple[str, str]:
    """Return a sheet without mistakes: of the library, a generated one, or a tree."""
    roll = random.random()
    if roll < 0.35:
        game = draw(random)
        return game.ending, game.text
    if roll < 0.7:
        rules = FAMILIES[random.choice(list(FAMILIES))](random)
        ending = random.choice(ENDINGS)
        return ending, rules.spelled(ending)
    path = entries()[random.choice(SMALL)].rules
    return path.suffix, path.read_text()


def mutated(random: Random, text: str) -> str:
    """Return a text with one to four mistakes."""
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        lines = text.splitlines()
        words = text.replace("(", " ( ").replace(")", " ) ").split(" ")
        kind = random.randrange(8)
        if kind == 0 and lines:  # a line less
            del lines[random.randrange(len(lines))]
            text = "\n".join(lines)
        elif kind == 1 and lines:  # a line twice, elsewhere
            lines.insert(random.randrange(len(lines) + 1), random.choice(lines))
            text = "\n".join(lines)
        elif kind == 2 and len(words) > 1:  # a word less
            del words[random.randrange(len(words))]
            text = " ".join(words)
        elif kind == 3 and len(words) > 1:  # two words exchanged
            a, b = random.randrange(len(words)), random.randrange(len(words))
            words[a], words[b] = words[b], words[a]
            text = " ".join(words)
        elif kind == 4:  # a predicate gets another name everywhere
            text = text.replace(
                random.choice(words) or "role", random.choice(("q", "legal", "next", "x"))
            )
        elif kind == 5:  # something that does not belong there
            at = random.randrange(len(text) + 1)
            text = f"{text[:at]} {random.choice(JUNK)} {text[at:]}"
        elif kind == 6 and text:  # a character less
            at = random.randrange(len(text))
            text = text[:at] + text[at + 1 :]
        else:  # the text breaks off
            text = text[: random.randrange(len(text) + 1)]
    return text


def asked(command: Sequence[str], ending: str, text: str, tally: Tally) -> str:
    """Return what is wrong with how a command takes a sheet; nothing if all is well."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"mutant{ending}"
        path.write_text(text, encoding="utf-8")
        return run([word.replace("{file}", str(path)) for word in command], tally).wrong


@dataclass(frozen=True, slots=True)
class CommandRun:
    """How a command ended, what it printed, and what is wrong with that."""

    code: int
    out: str
    wrong: str


def run(arguments: Sequence[str], tally: Tally) -> CommandRun:
    """Run a command in this process."""
    tally.counts["searches"] += 1
    tally.counts["claims"] += 1
    result = CliRunner().invoke(application(), list(arguments), prog_name="zermelo")
    if result.exit_code >= 2:
        tally.counts["refusals"] += 1
    name = " ".join(word for word in arguments if "/" not in word)
    error = result.exception
    wrong = unlikely(result.exit_code, result.output, result.stdout, "--json" in arguments)
    if error is not None and not isinstance(error, SystemExit):
        wrong = f"crashed: {type(error).__name__}: {error}"
    return CommandRun(result.exit_code, result.stdout, f"{name}: {wrong}" if wrong else "")


def unlikely(code: int, output: str, stdout: str, as_json: bool) -> str:
    """Return what is wrong with how a command ended; nothing if it ended as it should."""
    if code not in (0, 1, 2, 3, 4):
        return f"exit code {code}: {output[-200:]}"
    if "Traceback" in output:
        return "crashed: a traceback is printed"
    if code >= 2 and not output.strip():
        return f"exit code {code} without a word"
    if code < 2 and as_json:
        try:
            told = json.loads(stdout)
        except ValueError:
            return f"stdout is no JSON: {stdout[:200]!r}"
        if not isinstance(told, dict):
            return "the JSON is no object"
    return ""


def minimised(fault: Fault) -> Fault:
    """Return a fault with as few lines, and then characters, as still crash."""
    words = fault.what.split(": ")[0].split()
    command = next(one for one in (*COMMANDS, *TREES) if [w for w in one if w != "{file}"] == words)

    def fails(pieces: list[str], joint: str) -> bool:
        what = asked(command, fault.ending, joint.join(pieces), Tally())
        return what.split(": ")[1:2] == fault.what.split(": ")[1:2] and bool(what)

    lines = less_of(fault.text.split("\n"), lambda less: fails(less, "\n"))
    text = "\n".join(lines)
    if len(text) < 400:
        text = "".join(less_of(list(text), lambda less: fails(less, "")))
    return replace(fault, text=text, what=asked(command, fault.ending, text, Tally()) or fault.what)


def less_of(pieces: list[str], fails: Callable[[list[str]], bool]) -> list[str]:
    """Return as few pieces as still fail."""

    def size(some: list[str]) -> tuple[int, ...]:
        return (len(some),)

    return shrunk(pieces, fewer, fails, size, 200)
