"""How much work a proof may take: counted steps, so that the outcome is the same on any machine.

A limit in seconds would make what is proved depend on how busy the machine is. So every proof has a
number of steps: of a solver that is conflicts and the size of its rules, of a search for
symmetries the vertices it looks at. About four million steps take a second. A deadline may be set
as an outer limit; whatever it cuts off says so.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any


class UnsettledError(Exception):
    """A question is given up: nothing is known about its answer."""


class OutOfStepsError(UnsettledError):
    """The steps are spent. With the same steps, this happens at the same place every time."""


class TimeUpError(UnsettledError):
    """The deadline has passed, which may happen anywhere."""


@dataclass(slots=True)
class Budget:
    """Steps that are left, and a deadline of `time.monotonic`; a share also spends the whole's."""

    steps: int
    deadline: float = inf
    whole: "Budget | None" = None

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> "Budget":
        """Return the budget that a message to the sandbox grants, from now on."""
        return cls.within(message["steps"], message["seconds"])

    @classmethod
    def within(cls, steps: int, seconds: float | None) -> "Budget":
        """Return a budget of some steps, and of some seconds from now on if there is a limit."""
        return cls(steps, inf if seconds is None else time.monotonic() + seconds)

    def share(self, part: float) -> "Budget":
        """Return a budget of a part of the steps that are left."""
        return Budget(max(0, int(part * self.steps)), self.deadline, self)

    def spend(self, steps: int) -> None:
        """Take steps off; what is overspent is missing from the whole as well."""
        budget: Budget | None = self
        while budget is not None:
            budget.steps -= steps
            budget = budget.whole

    def check(self) -> None:
        """Raise OutOfStepsError or TimeUpError if nothing is left."""
        if self.steps <= 0:
            raise OutOfStepsError
        if self.late:
            raise TimeUpError

    @property
    def spent(self) -> bool:
        """Whether no question can be asked any more."""
        return self.steps <= 0 or self.late

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline < inf and time.monotonic() >= self.deadline

    @property
    def limit(self) -> str:
        """What cuts a proof that is not settled now: `time` or `steps`."""
        return "time" if self.late else "steps"

    @property
    def seconds(self) -> float | None:
        """How many seconds are left until the deadline; None if there is none."""
        return None if self.deadline == inf else max(0.0, self.deadline - time.monotonic())
