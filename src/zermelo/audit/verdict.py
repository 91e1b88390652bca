"""What an audit says: which claims are wrong, each with a counterexample."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class Refuted(Exception):  # noqa: N818 - an answer, not an error
    """A claim is wrong, or not supported: `args[0]` is its counterexample."""


def require(right: bool, why: str, **more: Any) -> None:
    """Raise Refuted unless something is right."""
    if not right:
        raise Refuted({"why": why, **more})


@dataclass(slots=True)
class Verdict:
    """How many claims there are, how many were checked, and which of them are wrong."""

    kind: str
    claims: int
    checked: int = 0
    wrong: list[dict[str, Any]] = field(default_factory=list)

    def check(self, claim: dict[str, Any], prove: Callable[..., None], *args: Any) -> None:
        """Let a claim be proved, and note its counterexample."""
        self.checked += 1
        try:
            prove(*args)
        except Refuted as refuted:
            short = {key: value for key, value in claim.items() if key not in ("rows", "bounds")}
            self.wrong.append({"claim": short, "counterexample": refuted.args[0]})
