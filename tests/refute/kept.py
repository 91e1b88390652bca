"""Games that once refuted the program: small files, each with a note of what was asked of it.

`NAME.told.json` beside a game says what was wrong, and how to ask again: by a `search` for a
`role`, or by a `command` with its arguments and the exit code that is right. `known` is there as
long as the fault is: it says why, and the test must fail.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.refute import rules, trees
from tests.refute.reading import read_drawn, read_rules

FOLDER = Path(__file__).parent / "kept"
TOLD = ".told.json"


@dataclass(frozen=True, slots=True)
class Case:
    """A kept game, and what is asked of it."""

    name: str
    path: Path
    what: str
    search: str = ""
    role: str = ""
    command: tuple[str, ...] = ()  # {file} is the game
    exit_code: int = 0
    says: str = ""  # what stands in the output
    checks: tuple[str, ...] = ()  # by which other parts it is tried
    known: str = ""  # why it still fails
    excuses: str = ""  # of random games meanwhile: a pattern of faults


def cases() -> list[Case]:
    """Return all kept games."""
    found = []
    for note in sorted(FOLDER.glob(f"*{TOLD}")):
        told = json.loads(note.read_text())
        name = note.name.removesuffix(TOLD)
        path = next(one for one in FOLDER.glob(f"{name}.*") if not one.name.endswith(TOLD))
        told |= {key: tuple(told.get(key, ())) for key in ("command", "checks")}
        found.append(Case(name, path, **told))
    return found


def asked_again(case: Case) -> str:
    """Return what a search still says wrong of a kept game; nothing if all is right."""
    if case.path.suffix in (".tree", ".json"):
        game = read_drawn(case.path)
        role = game.roles.index(case.role)
        return "; ".join(trees.said_wrong(game, case.search, 0, role))
    return rules.why(read_rules(case.path.read_text()), ".kif", case.search, case.role)
