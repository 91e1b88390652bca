"""Ordered examples as a task for ILASP (Law, Russo and Broda), and what it answers.

Every state that a move leads to is a `#pos` with its facts as context; `#brave_ordering` says which
of two is better. The facts are all there, features too, so that no other background is needed.
"""

import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired

from zermelo.errors import LimitError, UsageError
from zermelo.game.game import Role, State
from zermelo.learn.preferences.examples import ChoiceState
from zermelo.learn.preferences.language import Language
from zermelo.process.family import kill_family
from zermelo.strategies.preferences.constraint import Facts, Preferences, ShapeLiteral
from zermelo.strategies.preferences.facts import Vocabulary
from zermelo.strategies.preferences.file import WEAK, read_preferences
from zermelo.text.source import Source

PROGRAM = "ILASP"


def las_text(
    vocabulary: Vocabulary, language: Language, choices: Sequence[ChoiceState], penalty: int = 0
) -> str:
    """Return ordered examples and mode declarations in ILASP's format.

    With a penalty, examples need not be satisfied, but cost so much if they are not.
    """
    names: dict[tuple[State, Role], str] = {}
    orderings = []
    for choice in choices:
        own = [
            names.setdefault((child, choice.role), f"s{len(names) + 1}")
            for child in choice.children
        ]
        orderings += [(own[better], own[worse]) for better, worse in choice.pairs]
    lines = [f"% {len(orderings)} ordered examples of {vocabulary.game.name}"]
    lines += declarations(language)
    for (state, role), name in names.items():
        context = " ".join(f"{fact}." for fact in spelled_facts(vocabulary.facts(state, role)))
        lines.append(f"#pos({name},{{}},{{}},{{{context}}}).")
    for number, (better, worse) in enumerate(orderings, start=1):
        name = f"o{number}@{penalty}," if penalty else ""
        lines.append(f"#brave_ordering({name}{better},{worse}).")
    return "\n".join(lines) + "\n"


def declarations(language: Language) -> Iterator[str]:
    """Yield modes, constants, weights and bounds, one a line."""
    yield from dict.fromkeys(map(str, language.modes))
    for kind, values in sorted(language.constants.items()):
        yield from (f"#constant({kind},{value})." for value in values)
    yield from (f"#weight({weight})." for weight in language.weights)
    numbers = {mode.places[mode.weigh].of for mode in language.modes if mode.weigh is not None}
    for kind in sorted(numbers):
        yield from (f"#weight({kind}).", f"#weight(-{kind}).")
    yield f"#maxv({language.variables})."
    yield f"#maxp({language.levels})."


def spelled_facts(facts: Facts) -> Iterator[str]:
    """Yield facts in ASP syntax, sorted."""
    for shape, rows in sorted(facts.items()):
        yield from (str(ShapeLiteral(shape, args)) for args in sorted(rows))


def has_ilasp() -> bool:
    """Tell whether ILASP is installed."""
    return shutil.which(PROGRAM) is not None


def run_ilasp(task: str, *, length: int, seconds: float | None) -> Preferences:
    """Return what ILASP learns from a task in its format, of bodies up to a length.

    Raises:
        UsageError: it is not installed, or does not take the task.
        LimitError: it finds nothing, or not in time.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise UsageError(f"{PROGRAM} is not on the PATH; leave it out to learn without it")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "task.las"
        file.write_text(task, encoding="utf-8")
        command = [program, "--version=4", f"-ml={length}", str(file)]
        with Popen(command, stdout=PIPE, stderr=PIPE, text=True) as run:
            try:
                output, log = run.communicate(timeout=seconds)
            except TimeoutExpired:
                raise LimitError(f"{seconds:g} s were not enough for {PROGRAM}") from None
            finally:
                kill_family(run)  # interrupted, too, it leaves no solver behind
    if run.returncode != 0:
        raise UsageError(f"{PROGRAM} failed: {(log or output).strip()[-500:]}")
    return ilasp_answer(output)


def ilasp_answer(output: str) -> Preferences:
    """Return the weak constraints that ILASP printed; LimitError if there are none."""
    found = [re.sub(r"\s+", " ", match[0]) for match in WEAK.finditer(output) if match["end"]]
    if not found:
        last = output.strip().splitlines()[-1:] or ["nothing"]
        raise LimitError(f"{PROGRAM} found no weak constraints; it said: {last[0][:200]}")
    return read_preferences(Source(PROGRAM, "\n".join(found) + "\n"))
