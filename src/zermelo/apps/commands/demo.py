"""`zermelo demo`: the main job, in under a minute and without a question."""

from typing import Annotated

import typer

from zermelo.apps.output import tell

GAME = "connect_four"
SECONDS_PER_MOVE = 0.2
"""For each decision of the match."""
NEXT = """\
Next, try:
  zermelo games                                 the library
  zermelo show chess                            any game draws its board
  zermelo playouts connect_four:width=8 -t 2    as fast as two cores go
  zermelo solve tictactoe                       who wins with best play
  zermelo think connect_four --seconds 2        a search chooses a move
  zermelo check my.kif --play 1                 rules of your own
  zermelo convert tictactoe --to asp            and back: three syntaxes
  zermelo --help"""


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Another game to show.")] = GAME,
    seed: Annotated[int, typer.Option(metavar="K", min=0, help="Seed of the match.")] = 0,
) -> None:
    """Show what it does: read, draw, tell, play.

    Examples:
      zermelo demo
      zermelo demo tictactoe --seed 3
    """
    from zermelo.apps.commands.info import info
    from zermelo.apps.commands.playouts import playouts
    from zermelo.apps.opening import tell_of_kernels
    from zermelo.game.drawing import draw
    from zermelo.game.load import load

    heading("The rules are read, checked and compiled; this is where a match starts")
    played = load(game, tell=tell)
    tell_of_kernels()
    print(draw(played, played.initial))
    heading("What was found")
    info(game)
    heading("Random matches, a second of them")
    playouts(game, seconds=1.0, seed=seed)
    heading("A match")
    match(game, seed)
    print()
    print(NEXT)


def heading(text: str) -> None:
    """Print a line over what follows."""
    print(f"\n=== {text} ===\n", flush=True)


def match(name: str, seed: int) -> None:
    """Play a match of a search that looks ahead, if one suits, against random playouts."""
    from zermelo.apps.opening import ready
    from zermelo.game.drawing import draw
    from zermelo.game.game import Role
    from zermelo.game.load import load
    from zermelo.play.match import turns
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse
    from zermelo.search.suitability import suiting

    game = load(name)
    # The readable search: its kernels take longer to compile than the whole match.
    first = "iterative:kernel=off" if "iterative" in suiting(game) else "flat"
    specs = [first, *[f"flat:passes=20,seed={seed}"] * (len(game.roles) - 1)]
    players = [parse(spec) for spec in specs]
    ready(players, game, game.initial)
    for role, spec in zip(game.roles, specs, strict=True):
        print(f"{role} plays {spec}, {SECONDS_PER_MOVE} s a move")
    print()
    moves: list[str] = []
    for turn in turns(game, players, Limits(seconds=SECONDS_PER_MOVE)):
        if turn.joint is not None:
            moves += [
                f"{game.roles[role]} {game.spell(Role(role), move)}"
                for role, move in enumerate(turn.joint)
                if len(game.legal(turn.state, Role(role))) > 1
            ]
    print(", ".join(moves) + "\n")
    print(draw(game, turn.state))
    goals = ", ".join(
        f"{role} {goal}" for role, goal in zip(game.roles, game.goals(turn.state), strict=True)
    )
    print(f"\nGoals: {goals}")
