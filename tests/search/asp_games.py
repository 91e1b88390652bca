"""Games written as GDL for the search that asks a solver, and solvers without a child process."""

from collections.abc import Callable, Mapping
from typing import Any

from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.game.tree_game import TreeGame
from zermelo.process.frames import Message, pack, unpack
from zermelo.text.read import read_text
from zermelo.text.source import Source


class Inside:
    """A session in this very process: a hundred times faster to start."""

    def __init__(self, factory: str, message: Message, *, megabytes: int) -> None:
        """Make what answers."""
        from zermelo.proofs.asp.matches import matches

        assert factory == "zermelo.proofs.asp.matches:matches"
        assert megabytes > 0
        self.handler: Callable[[Mapping[str, Any]], dict[str, Any]] = matches(unpack(pack(message)))

    def ask(
        self, message: Message, seconds: float = 60, *, deadline: float | None = None
    ) -> dict[str, Any]:
        """Return the answer to a message, as if it had been sent."""
        assert seconds > 0
        assert deadline is None or deadline > 0
        return unpack(pack(self.handler(unpack(pack(message)))))

    def close(self) -> None:
        """Let it go."""


def written(text: str, name: str = "written") -> CompiledGame:
    """A game from rules in ASP syntax."""
    return compiled_game(name, compiled(read_text(Source("rules.lp", text), "asp"), keep=False))


def tree_rules(game: TreeGame, roles: tuple[str, str] = ("max", "min")) -> str:
    """The rules of an explicit tree; the names of its roles may be any."""
    lines = [f"role({role})." for role in roles] + ["init(at(0))."]
    for number, node in enumerate(game.nodes):
        if not node.children:
            assert node.values is not None
            lines.append(f"leaf({number}).")
            lines += [
                f"goal({role},{int(value)}) :- true(at({number}))."
                for role, value in zip(roles, node.values, strict=True)
            ]
        for move, child in enumerate(node.children):
            lines.append(f"edge({roles[node.mover]},{number},m{move},{child}).")
    return "\n".join(
        [
            *lines,
            "leaf(none).",
            "legal(R,M) :- edge(R,N,M,_), true(at(N)).",
            "moves(R) :- edge(R,N,_,_), true(at(N)).",
            "legal(R,noop) :- role(R), not moves(R).",
            "next(at(C)) :- does(R,M), edge(R,N,M,C), true(at(N)).",
            "terminal :- true(at(N)), leaf(N).",
            "",
        ]
    )
