"""What `zermelo warm` does: small tasks that together run all kernels that commands wait for.

numba compiles a kernel for certain types of arguments when it is called with them, so each task is
a small piece of what commands do. A kernel that no task runs is compiled when it is needed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.game.compiled_game import CompiledGame
    from zermelo.play.thought import Thought

Task = Callable[[], object]


def game(name: str) -> "CompiledGame":
    """Return a game; it is compiled each time, so that only kernels are left in the cache."""
    from zermelo.game.load import load

    return load(name, keep=False)


def decide(name: str, spec: str, nodes: int | None = None) -> "Thought":
    """Let a search choose a move."""
    from zermelo.play.thought import role_in_turn, thought
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    played = game(name)
    role = role_in_turn(played, played.initial)
    return thought(played, parse(spec), played.initial, role, Limits(nodes=nodes))


def play_at_random() -> None:
    """Count random matches and their first moves, and look at the states of others."""
    from zermelo.sampling.playouts import play_out
    from zermelo.search.findings import findings

    played = game("tictactoe")
    play_out(played, passes=20, count_first_moves=True)
    findings(played)


def build_large() -> None:
    """Build a circuit as those of millions of rules are built."""
    from zermelo.circuit.kernels.large import SMALL, code_of

    code_of(SMALL)


def estimate() -> None:
    """Compute how well counting pieces foretells the end of matches."""
    from zermelo.evaluate.evaluators.material import Material
    from zermelo.evaluate.foresight import foresight

    foresight(game("tictactoe"), Material())


def look_ahead() -> None:
    """Search with windows: to the end, by deepening, by rules for many roles."""
    decide("tictactoe", "alphabeta")
    decide("tictactoe", "iterative:depth=4", nodes=2000)
    decide("tictactoe", "scout:depth=4,killers=true,history=true,peek=true")
    decide("nim_3p", "paranoid", nodes=200)


def grow_trees() -> None:
    """Grow a tree for two moves of a match: what is known of the second is kept."""
    from zermelo.game.game import Role
    from zermelo.search.base import Clock, Limits, last
    from zermelo.search.spec import parse

    played = game("tictactoe")
    limits = Limits(nodes=3000)
    think = parse("mcts").start(played, Role(0), Clock(limits))
    state = played.initial
    for _ in range(2):
        found = last(think(state, Clock(limits)))
        if found is not None and found.line:
            state = played.next(state, found.line[0])
    decide("tictactoe", "mcts:cutoff=2,evaluator=material", nodes=500)
    decide("tictactoe", "auto", nodes=500)


def solve() -> None:
    """Find the value of every position, symmetric ones once."""
    from zermelo.search.base import Clock
    from zermelo.search.solve.prove import prove
    from zermelo.search.solve.solution import load_kernels

    for name in ("nim", "tictactoe"):
        played = game(name)
        load_kernels(played)
        prove(played, played.initial, Clock(), megabytes=1024, fold=True, whole=True)


def solve_puzzles() -> None:
    """Look for plans, broadly and deeply."""
    for spec in ("bfs", "astar", "plan", "nested:level=1"):
        decide("hanoi:disks=2", spec, nodes=5000)
    decide("eight_puzzle", "idastar", nodes=5000)


def find_paths() -> None:
    """Look for paths with every search, and walk while the map changes."""
    from zermelo.grid.find import grid_searches, prepared
    from zermelo.grid.generate import generated
    from zermelo.grid.queries import queries
    from zermelo.grid.walk import walk

    grid = generated("random:width=40,height=40,density=0.2")
    for query in queries(grid, 2):
        for name in grid_searches():
            prepared(grid, name)(*query)
        list(walk(grid, *query, 3))


TASKS: dict[str, Task] = {
    "large circuits": build_large,
    "random matches": play_at_random,
    "evaluators": estimate,
    "searches with windows": look_ahead,
    "Monte Carlo tree search": grow_trees,
    "solving": solve,
    "puzzles": solve_puzzles,
    "paths on maps": find_paths,
}
"""What each task is about, and what it runs."""
