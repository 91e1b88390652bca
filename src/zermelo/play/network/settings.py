"""What a network player can be told."""

from dataclasses import dataclass

PORT = 9147
"""Where game managers look for a player, if they are not told otherwise."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """Where to listen, how to play, and what may be used."""

    port: int = PORT
    host: str = "127.0.0.1"
    name: str = "Zermelo"
    search: str | None = None  # None: what suits the game
    patience: float = 10.0  # seconds of silence beyond the clocks after which a manager is gone
    idle: float | None = None  # seconds without a match or a message after which to end
    ground: float = 60.0  # CPU seconds that grounding may take
    megabytes: int = 6144  # memory that each child process may take
