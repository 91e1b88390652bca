"""Answers as plain text: what a command prints into a pipe."""

from zermelo.answers.answer import CommandAnswer

WIDTH = 120
"""Characters in a line of a table; other lines are as long as they are."""


def render(answer: CommandAnswer) -> str:
    """Return an answer as text without colours."""
    from io import StringIO

    from rich.console import Console

    file = StringIO()
    console = Console(
        file=file,
        width=WIDTH,
        soft_wrap=True,
        highlight=False,
        color_system=None,
        force_terminal=False,
        force_jupyter=False,
        legacy_windows=False,
    )
    for part in answer.parts():
        if isinstance(part, str):
            file.write(f"{part}\n")
        else:
            console.print(part)
    return file.getvalue().removesuffix("\n")
