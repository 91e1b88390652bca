"""A match -> a file with its film strip."""

from collections.abc import Sequence
from pathlib import Path

from zermelo.apps.films.strip import strip
from zermelo.apps.films.svg import svg_text
from zermelo.errors import UnsuitedError, UsageError
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, Joint, State
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
    if not isinstance(game, CircuitGame):
        raise UnsuitedError(f"{game.name} is an explicit tree: it has no boards; --tree draws it")
    write_text(path, svg_text(strip(game, start, line), title))
