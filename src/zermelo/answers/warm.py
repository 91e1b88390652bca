"""What `zermelo warm` answers: what was compiled, and how long that took."""

from dataclasses import dataclass

from zermelo.answers.answer import CommandAnswer


@dataclass(frozen=True, slots=True)
class WarmAnswer(CommandAnswer):
    """How many kernels were compiled, how many were there already, and where they are kept."""

    compiled: int
    known: int
    seconds: float
    folder: str
