"""The functions of a game for 64 lanes: what searches ask when they open a node.

`see(brood, scratch)` computes the end, the goals and the legal moves from the fluents of a brood.
`expand(row, does, brood, scratch)` computes a whole brood: all children of the state in a row.
`zermelo.engine.narrow` says what a brood is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.engine.narrow import Narrow
from zermelo.engine.native.assembly import LANES_64, NamedValues, PassWriter, Source

SEE = "ptr noalias %brood, ptr noalias %scratch"
STEP = "ptr noalias readonly %row, ptr noalias readonly %does, " + SEE
WORD = 8


@dataclass(frozen=True, slots=True)
class BroodProgram:
    """The text of a game's functions, and how many words of scratch memory they want."""

    text: str
    scratch: int


def of_brood(wire: int, values: NamedValues) -> None:
    """Load a fluent's word from a brood."""
    address = f"%p{wire}"
    values.lines.append(f"{address} = getelementptr i8, ptr %brood, i64 {WORD * (wire - 1)}")
    values.lines.append(f"%i{wire} = load i64, ptr {address}, align 8")


def of_row(wire: int, values: NamedValues) -> None:
    """Spread a bit of a row to all lanes."""
    word, bit = divmod(wire - 1, 64)
    address, whole = f"%q{word}", f"%r{word}"
    values.once(address, f"{address} = getelementptr i8, ptr %row, i64 {WORD * word}")
    values.once(whole, f"{whole} = load i64, ptr {address}, align 8")
    values.lines.append(f"%h{wire} = shl i64 {whole}, {63 - bit}")
    values.lines.append(f"%i{wire} = ashr i64 %h{wire}, 63")


def of_moves(first: int) -> Source:
    """Return what loads the word of a move, whose wires begin at `first`."""

    def load(wire: int, values: NamedValues) -> None:
        address = f"%p{wire}"
        values.lines.append(f"{address} = getelementptr i8, ptr %does, i64 {WORD * (wire - first)}")
        values.lines.append(f"%i{wire} = load i64, ptr {address}, align 8")

    return load


def sinks(outputs: list[int], first: int) -> dict[int, list[str]]:
    """Return where in the brood the outputs of a pass are stored, from `first` on."""
    found: dict[int, list[str]] = {}
    for place, literal in enumerate(outputs, first):
        found.setdefault(literal, []).append(
            f"{{}} = getelementptr i8, ptr %brood, i64 {WORD * place}"
        )
    return found


def program(game: Narrow) -> BroodProgram:
    """Return the functions of a game."""
    fluents = range(1, 1 + game.fluents)
    moves = range(1 + game.fluents, 1 + game.fluents + game.moves)
    viewing = PassWriter(
        game.viewing,
        LANES_64,
        dict.fromkeys(fluents, of_brood),
        sinks(game.viewing.outputs.tolist(), game.fluents),
        SEE,
        "ptr %brood, ptr %scratch",
        "v",
    )
    stepping = PassWriter(
        game.stepping,
        LANES_64,
        dict.fromkeys(fluents, of_row) | dict.fromkeys(moves, of_moves(moves.start)),
        sinks(game.stepping.outputs.tolist(), 0),
        STEP,
        "ptr %row, ptr %does, ptr %brood, ptr %scratch",
        "s",
    )
    view_functions, view = viewing.written()
    step_functions, step = stepping.written()
    text = "\n".join(
        [
            *view_functions,
            *step_functions,
            *function("see", SEE, view),
            *function("expand", STEP, [*step, "call void @see(ptr %brood, ptr %scratch)"]),
        ]
    )
    return BroodProgram(text, 1 + max(viewing.size, stepping.size))


def function(name: str, signature: str, body: list[str]) -> Iterator[str]:
    """Yield a function that others call by its name."""
    yield f"define void @{name}({signature}) nounwind {{"
    yield "entry:"
    yield from body
    yield "ret void"
    yield "}"
