"""Strategy files are believed only after an audit: nothing in a file is true because it says so.

An audit takes a while, so files that passed one are remembered by a hash of their text and of the
checker, in the user's cache folder. What others could have written there does not count.
"""

import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.errors import ReadError
from zermelo.process.limits import Allowance
from zermelo.store import fingerprint, folder
from zermelo.text.certificate_text import embedded
from zermelo.text.source import Source
from zermelo.writing import write_text

PASSED = "every claim was accepted"
CHECKER = ("text", "rules", "ground", "audit")
"""Folders whose code decides what passes."""
MEGABYTES = 6144
SECONDS_OF_GROUNDING = 600.0
"""For grounding the rules of a certificate."""


def require_audited(source: Source) -> None:
    """Raise ReadError, with a claim and its counterexample, unless a strategy passes the audit.

    Raises:
        ReadError: it has no certificate, or one that is refuted.
        LimitError: the audit takes too much time or memory.
    """
    if not embedded(source.text):
        raise ReadError(
            f"{source.name} has no certificate, so that its rules are not known to be true: write "
            "it again by `zermelo learn`, or change its status from proved to claimed"
        )
    place = remembered(source.text)
    if place is not None and passed(place):
        return
    from zermelo.audit.audit import audit
    from zermelo.audit.certificate import read_certificate
    from zermelo.audit.theory import Effort

    verdict = audit(read_certificate(source, Allowance(SECONDS_OF_GROUNDING, MEGABYTES)), Effort())
    if verdict.wrong:
        claim, example = (verdict.wrong[0][key] for key in ("claim", "counterexample"))
        what = claim.get("rule") or f"the claim {claim}"
        raise ReadError(
            f"{source.name} is refused: its audit found a rule that is wrong, or does not follow "
            f"from its lemmas: {what}; counterexample: {told(example)}"
        )
    if place is not None:
        write_text(place, PASSED)


def told(example: Mapping[str, Any]) -> str:
    """Return a counterexample for people."""
    if "position" not in example:
        return ", ".join(f"{key}: {value}" for key, value in example.items())
    text = f"in {' '.join(example['position'])}"
    if "moves" not in example:
        return text
    moves = ", ".join(f"{role} {move}" for role, move in example["moves"].items())
    return f"{text}, by {moves}, to {' '.join(example['next'])}"


def remembered(text: str) -> Path | None:
    """Return where it is noted that a text has passed; None if nothing is kept."""
    place = folder("audited")
    if place is None:
        return None
    return place / fingerprint(checker_files(), hashlib.sha256(text.encode()).hexdigest())


def checker_files() -> list[Path]:
    """Return the files of the checker, and of what it reads and grounds rules with."""
    home = Path(__file__).parent.parent
    found = (path for part in CHECKER for path in (home / part).rglob("*"))
    return [path for path in found if path.suffix in (".py", ".lp")]


def passed(place: Path) -> bool:
    """Whether it is noted that a text has passed, in a file that only the user can have written."""
    try:
        for path in (place.parent, place):
            found = path.lstat()
            own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
            if not own or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) or path.is_symlink():
                return False
        return place.read_text() == PASSED
    except OSError:
        return False
