"""Renderers of answers: every file in this folder is one, called like the file."""

from collections.abc import Callable

from zermelo.answers.answer import CommandAnswer
from zermelo.registry import from_outside, modules_in

Renderer = Callable[[CommandAnswer], str]
"""Returns an answer as text, without a newline at its end."""
GROUP = "zermelo.renderers"
"""The entry points by which other packages add renderers."""


def renderers() -> dict[str, Renderer]:
    """Return all renderers by name: those of this folder, and those of installed packages."""
    own = {name: module.render for name, module in modules_in(__name__)}
    return dict(from_outside(GROUP)) | own
