"""A match -> a file with its film strip."""

from collections.abc import Sequence
from pathlib import Path

from zermelo.errors import UnsuitedError, UsageError
from zermelo.game.game import Game, Joint, State
from zermelo.pictures.films.strip import strip
from zermelo.pictures.films.svg import svg_text
from zermelo.writing import write_text

ENDING = ".svg"


def check_film_path(path: Path) -> None:
    """Raise UsageError if a film strip cannot be written there."""
    if path.suffix != ENDING:
        raise UsageError(f"--film {path}: a film strip is written as {ENDING}")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"--film {path}: there is no folder {path.parent}")


def write_film(game: Game, start: State, line: Sequence[Joint], path: Path, title: str) -> None:
    """Draw a match from a state on, one frame a move."""
    check_film_path(path)
    if (compiled := game.compiled) is None:
        raise UnsuitedError(f"{game.name} is an explicit tree: it has no boards; --tree draws it")
    write_text(path, svg_text(strip(compiled, start, line), title))
