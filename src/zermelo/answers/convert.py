"""What `zermelo convert` answers: rules in another syntax."""

from dataclasses import dataclass

from zermelo.answers.answer import CommandAnswer


@dataclass(frozen=True, slots=True)
class ConvertAnswer(CommandAnswer):
    """The rules of a game in the syntax `to`, and the file that they were written to."""

    game: str
    to: str
    text: str
    file: str | None
