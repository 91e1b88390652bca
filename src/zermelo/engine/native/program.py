"""The functions of a game for 64 lanes: what searches ask when they open a node.

`see(brood, scratch)` computes the end, the goals and the legal moves from the fluents of a brood.
`advance(parents, does, brood, scratch)` computes a whole brood: in each lane the state after the
moves that are made in that lane of the parents. `expand(row, does, brood, scratch)` does the same
where all lanes have one parent, the state in a row: so it computes all children of a state.
`zermelo.engine.narrow` says what a brood is.

Each begins by looking whose turn it is: where all lanes agree, code that is made for that is called
(`special`), and else code for all states.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.engine.narrow import Narrow, Pass
from zermelo.engine.native.assembly import LANES_64, NamedValues, PassWriter, Source
from zermelo.engine.native.special import turns, variants

SEE = "ptr noalias %brood, ptr noalias %scratch"
SEEING = "ptr %brood, ptr %scratch"
ADVANCE = "ptr noalias readonly %parents, ptr noalias readonly %does, " + SEE
ADVANCING = "ptr %parents, ptr %does, " + SEEING
EXPAND = "ptr noalias readonly %row, ptr noalias readonly %does, " + SEE
WORD = 8
OCTET = 8
"""Fluents that are spread at a time: a vector of words."""


@dataclass(frozen=True, slots=True)
class BroodProgram:
    """The text of a game's functions, and how many words of scratch memory they want."""

    text: str
    scratch: int


def at(pointer: str, first: int) -> Source:
    """Return what loads the word of a wire from an array, in which wire `first` is the first."""

    def load(wire: int, values: NamedValues) -> None:
        address = f"%p{wire}"
        values.lines.append(
            f"{address} = getelementptr i8, ptr {pointer}, i64 {WORD * (wire - first)}"
        )
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
    known = turns(game)
    lines: list[str] = []
    scratch = 0

    def several(
        name: str, circuit: Pass, inputs: dict[int, Source], first: int, kinds: tuple[str, str]
    ) -> list[dict[int, bool]]:
        """Write a pass for all states and, where that pays, for each turn; return those turns."""
        nonlocal scratch
        signature, arguments = kinds
        special = variants(circuit, known)
        for number, one in enumerate([circuit, *special]):
            writer = PassWriter(
                one,
                LANES_64,
                inputs,
                sinks(one.outputs.tolist(), first),
                signature,
                arguments,
                f"{name}{number}",
            )
            functions, body = writer.written()
            lines.extend([*functions, *function(f"{name}{number}", signature, body, "internal ")])
            scratch = max(scratch, writer.size)
        return known if special else []

    of_parents = dict.fromkeys(fluents, at("%parents", 1))
    of_moves = dict.fromkeys(moves, at("%does", moves.start))
    seen = several(
        "view", game.viewing, dict.fromkeys(fluents, at("%brood", 1)), game.fluents, (SEE, SEEING)
    )
    made = several("step", game.stepping, of_parents | of_moves, 0, (ADVANCE, ADVANCING))
    parents = f"%parents = getelementptr i8, ptr %scratch, i64 {WORD * (scratch + 1)}"
    lines += [
        *function("see", SEE, dispatch("view", seen, "%brood", SEEING)),
        *function(
            "advance",
            ADVANCE,
            [*dispatch("step", made, "%parents", ADVANCING), f"call void @see({SEEING})"],
        ),
        *function(
            "expand",
            EXPAND,
            [parents, *spreading(game.fluents), f"call void @advance({ADVANCING})"],
        ),
    ]
    return BroodProgram("\n".join(lines), 1 + scratch + 1 + OCTET + game.fluents)


def dispatch(name: str, turns: list[dict[int, bool]], brood: str, arguments: str) -> list[str]:
    """Return the call of the function for the turn that all lanes agree on, else of the usual."""
    usual = f"call void @{name}0({arguments})"
    if not turns:
        return [usual]
    lines: list[str] = []
    wires = sorted(turns[0])
    for wire in wires:
        lines.append(f"%a{wire} = getelementptr i8, ptr {brood}, i64 {WORD * (wire - 1)}")
        lines.append(f"%b{wire} = load i64, ptr %a{wire}, align 8")
    for number, known in enumerate(turns, 1):
        tests = []
        for wire in wires:
            test = f"%c{wire}_{number}"
            lines.append(f"{test} = icmp eq i64 %b{wire}, {-1 if known[wire] else 0}")
            tests.append(test)
        lines.append(f"%d{number} = and i1 {tests[0]}, {tests[1]}")
        lines.append(f"br i1 %d{number}, label %t{number}, label %e{number}")
        lines.append(f"t{number}:")
        lines.append(f"call void @{name}{number}({arguments})")
        lines.append("br label %done")
        lines.append(f"e{number}:")
    return [*lines, usual, "br label %done", "done:"]


def spreading(fluents: int) -> list[str]:
    """Return what gives each bit of a row to all lanes of a parent, some bits at a time."""
    kind = f"<{OCTET} x i64>"
    lines: list[str] = []
    for first in range(0, fluents, OCTET):
        word, bit = divmod(first, 64)
        if bit == 0:
            lines += [
                f"%q{word} = getelementptr i8, ptr %row, i64 {WORD * word}",
                f"%r{word} = load i64, ptr %q{word}, align 8",
                f"%v{word} = insertelement {kind} poison, i64 %r{word}, i32 0",
                f"%w{word} = shufflevector {kind} %v{word}, {kind} poison,"
                f" <{OCTET} x i32> zeroinitializer",
            ]
        up = ", ".join(f"i64 {63 - bit - one}" for one in range(OCTET))
        lines += [
            f"%h{first} = shl {kind} %w{word}, <{up}>",
            f"%i{first} = ashr {kind} %h{first}, splat (i64 63)",
            f"%p{first} = getelementptr i8, ptr %parents, i64 {WORD * first}",
            f"store {kind} %i{first}, ptr %p{first}, align 8",
        ]
    return lines


def function(name: str, signature: str, body: list[str], linkage: str = "") -> Iterator[str]:
    """Yield a function that others call by its name."""
    yield f"define {linkage}void @{name}({signature}) nounwind {{"
    yield "entry:"
    yield from body
    yield "ret void"
    yield "}"
