"""Answers as pictures: what a terminal would show, as SVG."""

from zermelo.answers.answer import CommandAnswer, title_of


def render(answer: CommandAnswer) -> str:
    """Return an answer as an SVG document that needs nothing else."""
    from zermelo.pictures.terminal.export import svg_text

    return svg_text(answer.parts(), title_of(answer))
