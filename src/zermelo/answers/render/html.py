"""Answers as pages: what a terminal would show, as HTML."""

from zermelo.answers.answer import CommandAnswer, title_of


def render(answer: CommandAnswer) -> str:
    """Return an answer as an HTML page that needs nothing else."""
    from zermelo.pictures.terminal.export import html_text

    return html_text(answer.parts(), title_of(answer))
