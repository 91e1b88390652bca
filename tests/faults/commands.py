"""Every way in which a command writes a file, each with the smallest example."""

from dataclasses import dataclass

TREE = "[[3,12,8],[2,4,6],[14,5,2]]\n"
SHEET = """role(a). role(b). init(left(3)). init(control(a)). other(a, b). other(b, a).
legal(P, take(1..2)) :- true(control(P)). legal(P, noop) :- other(P, Q), true(control(Q)).
next(left(N - K)) :- true(left(N)), does(P, take(K)), N >= K.
next(left(0)) :- true(left(N)), does(P, take(K)), N < K.
next(control(Q)) :- true(control(P)), other(P, Q).
terminal :- true(left(0)).
goal(P, 100) :- other(P, Q), true(control(Q)). goal(P, 0) :- true(control(P)).
"""


KIF = """(role x) (init s) (legal x go) (<= (next t) (does x go)) (<= terminal (true t))
(<= (goal x 100) (true t)) (<= (goal x 0) (not (true t)))
"""


@dataclass(frozen=True, slots=True)
class Writing:
    """A command that writes files: OUT stands for the one that is looked at."""

    command: str
    name: str  # of the file
    slow: bool = True

    @property
    def arguments(self) -> list[str]:
        """The arguments, with the name of the file."""
        return [self.name if word == "OUT" else word for word in self.command.split()]

    def __str__(self) -> str:
        return f"{self.command} ({self.name})"


WRITING = [
    Writing("convert few.kif --to infix -o OUT", "out.gdl", slow=False),
    Writing("convert few.lp --to kif -o OUT", "out.kif"),
    Writing("convert few.lp --to time --horizon 3 -o OUT", "out.lp"),
    Writing("think few.tree --search minimax --tree OUT", "out.svg"),
    Writing("think few.tree --search minimax --tree OUT", "out.html"),
    Writing("think few.tree --search minimax --tree OUT", "out.dot"),
    Writing("think few.tree --search minimax --tree OUT", "out.json"),
    Writing("solve few.tree --search alphabeta --tree OUT", "out.svg"),
    Writing("solve few.lp --film OUT", "film.svg"),
    Writing("solve few.lp --keep OUT", "few.npz"),
    Writing("solve few.lp --table OUT", "table.npz"),
    Writing("solve few.lp --certificate OUT", "few.proof"),
    Writing("analyse few.lp --certificate OUT", "few.proof"),
    Writing("evaluate tictactoe --evaluator fuzzy --heat OUT", "heat.svg"),
    Writing("path random:width=9,height=9 --from 0,0 --to 8,8 --picture OUT", "way.svg"),
    Writing("path random:width=9,height=9 --from 0,0 --to 8,8 --picture OUT", "way.png"),
    Writing("path random:width=9,height=9 --queries 2 --save OUT", "way.map"),
    Writing("path random:width=9,height=9 --queries 2 --save OUT", "way.scen"),
    Writing("learn few.lp --method lemmas -o OUT", "few.rules"),
    Writing("learn few.lp --method tree -o OUT", "few.rules"),
    Writing("learn few.lp --method tree -o other.rules --gdl OUT", "learnt.kif"),
    Writing("learn few.lp --method tree -o other.rules --time OUT", "few.time"),
    Writing("learn few.lp --method preferences -o OUT", "few.rules"),
    Writing("learn few.lp --method preferences -o other.rules --las OUT", "few.las"),
]
