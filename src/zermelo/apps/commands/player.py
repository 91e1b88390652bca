"""`zermelo player`: a player for game managers on the network."""

from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.guard import INTERRUPTED
from zermelo.errors import UsageError

PORT = 9147
NAME = "Zermelo"


def player(
    port: options.Port = PORT,
    host: options.Host = "127.0.0.1",
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="What to call itself: one word.")
    ] = NAME,
    search: Annotated[
        str | None,
        typer.Option(
            "--search", metavar="SPEC", help="A search with its options; else what suits the game."
        ),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(
            "--patience",
            metavar="S",
            min=0,
            help="Silence beyond the clocks after which a manager is gone.",
        ),
    ] = 10.0,
    idle: Annotated[
        float | None,
        typer.Option(
            "--idle", metavar="S", min=0, help="End after so long without a match or message."
        ),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
) -> None:
    """Play for a game manager on the network, by the GGP protocol.

    It listens until it is interrupted, plays one match at a time, and says on stderr what it is
    asked and what it answers. Thinking is done by other processes, so that a move is never late.

    Examples:
      zermelo player --port 0 --idle 1
      zermelo player --port 0 --idle 1 --name Ernst --search iterative:depth=8
    """
    import asyncio
    import os
    import signal

    from zermelo.play.network.front import serve
    from zermelo.play.network.log import Journal
    from zermelo.play.network.settings import PlayerSettings
    from zermelo.search.spec import parse

    if not name.isascii() or not name.replace("_", "").replace("-", "").isalnum():
        raise UsageError(f"--name {name!r}: a name is one word of letters and digits")
    if search is not None:
        parse(search)
    settings = PlayerSettings(port, host, name, search, patience, idle, max_seconds, max_memory)

    def listening(chosen: int) -> None:
        print(f"{name} listens on {host}:{chosen}", flush=True)

    journal = Journal()
    try:
        ended = asyncio.run(serve(settings, journal, listening))
    except OSError as error:
        code = error.errno or 0  # of the system, except for names that cannot be looked up
        reason = os.strerror(code) if code > 0 else error.strerror or error
        raise UsageError(f"cannot listen on {host}:{port}: {reason}") from None
    finally:
        journal.close()
    if ended == signal.SIGINT:
        output.tell("zermelo: interrupted")
        raise typer.Exit(INTERRUPTED)
