"""`zermelo web`: play any game in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.errors import UsageError

PORT = 8000
SECONDS, MEMORY = 20.0, 3072
"""What a rule sheet may take here: less than elsewhere, since others may be waiting."""


def web(
    port: options.Port = PORT,
    host: options.Host = "127.0.0.1",
    open_page: Annotated[
        bool, typer.Option("--open", help="Show the page in the browser at once.")
    ] = False,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Matches to replay: what `zermelo match --store` wrote, or a folder of records.",
        ),
    ] = None,
    idle: Annotated[
        float | None,
        typer.Option("--idle", metavar="S", min=0.1, help="End after so long without a request."),
    ] = None,
    max_seconds: options.MaxSeconds = SECONDS,
    max_memory: Annotated[
        int,
        typer.Option(
            "--max-memory", metavar="MB", min=1024, help="Memory of grounding, and of a search."
        ),
    ] = MEMORY,
) -> None:
    """Play any game in the browser.

    It serves the page until it is interrupted, to this machine only unless another host is named.
    Searches run in processes of their own, as many at once as there are cores.

    Examples:
      zermelo web --port 0 --idle 0.5
      zermelo match nim random greedy --store my.db && zermelo web --store my.db --port 0 --idle 0.5
    """
    import os

    try:
        from zermelo.web.serving import serve
        from zermelo.web.settings import ServerSettings
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the web page needs {error.name}, which is not installed; try: "
            "pip install 'zermelo[web]'"
        ) from None

    def listening(chosen: int) -> None:
        address = f"http://{f'[{host}]' if ':' in host else host}:{chosen}/"
        print(f"Zermelo is at {address}", flush=True)
        if not is_local(host):
            output.tell(
                f"warning: everybody whose machine reaches {host} can use this server, without a "
                "password; --host 127.0.0.1 is for this machine only"
            )
        if open_page:
            import webbrowser

            webbrowser.open(address)

    settings = ServerSettings(
        host=host, port=port, seconds=max_seconds, megabytes=max_memory, store=store_at(store)
    )
    try:
        serve(settings, listening, idle)
    except OSError as error:
        code = error.errno or 0  # of the system, except for names that cannot be looked up
        reason = os.strerror(code) if code > 0 else error.strerror or error
        raise UsageError(f"cannot listen on {host}:{port}: {reason}") from None


def is_local(host: str) -> bool:
    """Tell whether only this machine reaches an address.

    >>> [is_local(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "my.net")]
    [True, True, True, False, False, False]
    """
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name
        return host == "localhost"


def store_at(path: Path | None) -> str | None:
    """Return where a store is: a file, or in a folder; RecordError if it is none."""
    from zermelo.play.store import MatchStore

    if path is None:
        return None
    found = path / options.STORE if path.is_dir() else path
    with MatchStore(found, reading=True):
        return str(found.resolve())
