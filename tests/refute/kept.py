"""Games that once refuted the program: small files, each with a note of what was asked of it.

`NAME.told.json` beside a game says what was wrong, and how to ask again: by a `search` for a
`role`, or by the `checks` of other parts. `known` is there as long as the fault is: it says why,
and the test must fail.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.refute import rules, trees
from tests.refute.enumerated import enumerated
from tests.refute.knowledge import analysed
from tests.refute.learning import learnt
from tests.refute.positions import outside
from tests.refute.reading import read_drawn, read_rules
from tests.refute.sheets import Check, complaints
from tests.refute.solving import solve
from tests.refute.tally import Tally

FOLDER = Path(__file__).parent / "kept"
TOLD = ".told.json"
CHECKS: Mapping[str, Check] = {
    "knowledge": analysed,
    "learning": learnt,
    "positions": outside,
    "solving": solve,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A kept game, and what is asked of it."""

    name: str
    path: Path
    what: str
    search: str = ""
    role: str = ""
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
        told["checks"] = tuple(told.get("checks", ()))
        found.append(Case(name, path, **told))
    return found


def asked_again(case: Case) -> str:
    """Return what is still wrong with what is said of a kept game; nothing if all is right."""
    if case.path.suffix in (".tree", ".json"):
        game = read_drawn(case.path)
        role = game.roles.index(case.role)
        return "; ".join(trees.said_wrong(game, case.search, 0, role))
    sheet = read_rules(case.path.read_text())
    if case.search:
        return rules.why(sheet, ".kif", case.search, case.role)
    found = [
        what
        for check in case.checks
        for what in complaints(CHECKS[check], sheet, enumerated(sheet), ".kif", Tally())
    ]
    return "; ".join(found)
