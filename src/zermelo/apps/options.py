"""The arguments and options that several commands share, each said once."""

from typing import Annotated

import typer

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A name of the library, or a file of rules.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
MaxSeconds = Annotated[
    float,
    typer.Option("--max-seconds", metavar="S", min=0.1, help="CPU time that grounding may take."),
]
MaxMemory = Annotated[
    int,
    typer.Option(
        "--max-memory",
        metavar="MB",
        min=64,
        help="Memory that grounding may take, or the states of perft.",
    ),
]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Compile the game anew, and keep nothing on disk.")
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="What runs the game: native (machine code), interpreter, plain "
        "(Python alone, starts at once) or auto.",
    ),
]
Moves = Annotated[
    str | None,
    typer.Option(
        "--moves",
        metavar="MOVES",
        help="Go on from here: a file, or a text like '(mark 1 1) noop; noop (mark 2 2)', "
        "with a joint move a line (or between ';'), in role order.",
    ),
]
StateFile = Annotated[
    str | None,
    typer.Option("--state", metavar="FILE", help="Start here: a file with the state's fluents."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="K", min=0, help="Seed of all chance.")]
OneSearch = Annotated[
    str,
    typer.Option(
        "--search",
        metavar="SPEC",
        help="A search with its options: alphabeta:depth=6; `zermelo algorithms` lists them.",
    ),
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", metavar="S", min=0, help="Time for a decision.")
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", metavar="N", min=1, help="Nodes for a decision.")
]
Depth = Annotated[
    int | None, typer.Option("--depth", metavar="D", min=1, help="How many moves to look ahead.")
]
TreeFile = Annotated[
    str | None,
    typer.Option(
        "--tree", metavar="FILE", help="Draw what was searched: .svg, .html, .dot or .json."
    ),
]
Port = Annotated[
    int,
    typer.Option(
        "--port", metavar="P", min=0, max=65535, help="Where to listen; 0: any free port."
    ),
]
Host = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="Who may connect; 0.0.0.0: everybody.")
]

MAX_SECONDS = 60.0
MAX_MEMORY = 6144
STORE = "matches.db"
"""What the store in a folder of records is called."""
