"""The commands of `zermelo`: every file in `commands` is one.

Only typer is imported here; a command imports what it needs when it runs, so that `--help` is
there at once.
"""

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo import __version__
from zermelo.apps.guard import guarded
from zermelo.apps.output import chosen_renderer
from zermelo.errors import UsageError
from zermelo.registry import entries_from_outside, loaded, modules_in

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from zermelo.answers.render import Renderer


GROUP = "zermelo.commands"
"""The entry points by which other packages add commands."""
ABOUT = """Give it the rules of any game as logic: it checks, compiles, analyses and plays it.

GAME is a name of the library (tictactoe), with parameters if it has some
(connect_four:width=5,height=4), or a file of rules: .kif (prefix GDL), .gdl (infix GDL)
or .lp (GDL in ASP syntax). What searches also takes .tree and .json: explicit trees.

\b
Start with:
  zermelo games
  zermelo show tictactoe
  zermelo playouts connect_four

\b
Exit codes: 0 done; 1 the answer is no; 2 wrong usage; 3 bad input;
4 a limit was hit; 130 interrupted; 143 terminated.
With --json, stdout has one JSON object: the answer, or {"error": ...}.
`zermelo --format svg COMMAND ...` draws the answer; text, json and html work too.
"""


def show_version(wanted: bool) -> None:
    """Print the version and stop, if it is wanted."""
    if wanted:
        print(f"zermelo {__version__}")
        raise typer.Exit


def zermelo(
    version: Annotated[
        bool,
        typer.Option("--version", help="Say which version this is.", callback=show_version),
    ] = False,
    rendered: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="Print the answer as text, json, svg or html, or in the format of an installed "
            "package.",
        ),
    ] = None,
) -> None:
    """Note how answers are to be printed; the commands do the rest."""
    chosen_renderer.set(None if rendered is None else renderer_named(rendered))


def renderer_named(name: str) -> "Renderer":
    """Return a renderer; BadParameter if there is none of that name."""
    from zermelo.answers.render import renderers

    known = renderers()
    if name not in known:
        raise typer.BadParameter(f"no format is called {name!r}; there are {', '.join(known)}")
    return known[name]


def help_text(docstring: str) -> str:
    """Return a docstring for typer, with its examples left as they stand."""
    return inspect.cleandoc(docstring).replace("Examples:\n", "\b\nExamples:\n")


def application() -> typer.Typer:
    """Return the command line with all commands of the folder."""
    # Plain help: rich would double the time until it is on the screen.
    app = typer.Typer(
        name="zermelo",
        help=ABOUT,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(zermelo)
    for name, command in commands():
        app.command(name, help=help_text(command.__doc__ or ""))(guarded(command))
    return app


def commands() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield every command with its name: files of the folder, then those of other packages."""
    own = {name: getattr(module, name) for name, module in modules_in("zermelo.apps.commands")}
    yield from own.items()
    for entry in entries_from_outside(GROUP):
        if entry.name not in own:
            yield entry.name, offered(entry)


def offered(entry: "EntryPoint") -> Callable[..., Any]:
    """Return the command of another package, or one that says why that cannot be loaded."""
    try:
        command: Callable[..., Any] = loaded(entry)
    except UsageError as error:
        reason = str(error)

        def broken() -> None:
            """A command of another package, which cannot be loaded."""
            raise UsageError(reason)

        return broken
    return command
