"""`zermelo replay`: a match that was kept, board by board."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game

if TYPE_CHECKING:
    from zermelo.play.record import Record


def replay(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A record, a store of matches, or a folder with one."),
    ],
    match: Annotated[
        str | None,
        typer.Option("--match", metavar="ID", help="A match of a store, or a part of its name."),
    ] = None,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Only the state after N moves.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game, if its rules are elsewhere now."),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Show a match that was kept, board by board.

    With every move come what its player thought of it, the time that it took, and what went wrong.
    All moves are made again by the rules; a record of other rules is refused. A store without
    --match is listed.

    Examples:
      zermelo match nim random greedy --record played && zermelo replay played
      zermelo match nim random greedy --store my.db && zermelo replay my.db --match .0 --step 2
    """
    from zermelo.answers.replay import replay_answer, store_answer
    from zermelo.errors import UsageError
    from zermelo.play.recorded import load_record, match_of
    from zermelo.play.store import MatchStore, is_store

    path = file / options.STORE if file.is_dir() and (file / options.STORE).exists() else file
    record: Record
    if is_store(path):
        with MatchStore(path, reading=True) as store:
            entries = store.entries()
            if match is None and len(entries) != 1:
                if step is not None:
                    raise UsageError("--step goes with --match: several matches are in the store")
                output.show(store_answer(entries, str(path)), as_json=as_json)
                return
            record = store.record(chosen([entry.id for entry in entries], match or "", path))
    else:
        record = load_record(path)
        if match is not None and match not in record["matchId"]:
            raise UsageError(f"{path} has the match {record['matchId']}, and no other")
    name = game or record["game"]
    played = opened_game(
        name,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    again = match_of(played, record)
    last = len(again.turns) - 1
    if step is not None and step > last:
        raise UsageError(f"--step {step}: the match has the steps 0 to {last}")
    steps = range(last + 1) if step is None else [step]
    output.show(replay_answer(played, record, again, steps), as_json=as_json)


def chosen(names: list[str], wanted: str, path: Path) -> str:
    """Return the one match that is called so, or has that in its name; UsageError if none is."""
    from zermelo.errors import UsageError

    if wanted in names:
        return wanted
    ending = [name for name in names if name.endswith(wanted)]
    found = ending if len(ending) == 1 else [name for name in names if wanted in name]
    if len(found) != 1:
        count = f"{len(found)} matches have" if found else "no match has"
        raise UsageError(
            f"{path}: {count} {wanted!r} in the name; `zermelo replay {path}` lists all"
        )
    return found[0]
