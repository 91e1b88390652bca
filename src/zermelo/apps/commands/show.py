"""`zermelo show`: a position, drawn."""

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, started

QUICK = "plain"
"""The engine for one position: kernels take longer to load than this takes to answer."""


def show(
    game: options.GameName,
    moves: options.Moves = None,
    state: options.StateFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Draw a position: the board, whose turn it is, the legal moves.

    Of an explicit tree, what is below the position is drawn.

    Examples:
      zermelo show tictactoe
      zermelo show chess --moves '(move e 2 e 4)'
      zermelo show tictactoe --moves '(mark 2 2) noop; noop (mark 1 1)' --json
    """
    from zermelo.answers.show import show_answer, show_tree_answer
    from zermelo.game.load import is_tree_file
    from zermelo.game.position import Position
    from zermelo.game.tree_game import TreeGame

    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine if engine != "auto" or is_tree_file(game) else QUICK,
    )
    start = started(played, moves, state)
    if isinstance(played, TreeGame):
        answer = show_tree_answer(played, start)
    else:
        assert played.compiled is not None, "what is no tree was compiled"
        answer = show_answer(game, Position(played.compiled, start))
    output.show(answer, as_json=as_json)
