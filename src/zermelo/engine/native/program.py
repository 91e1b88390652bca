"""The functions of a game for 64 lanes: what searches ask when they open a node.

`see(brood, scratch)` computes the end, the goals and the legal moves from the fluents of a brood.
`advance(parents, does, brood, scratch)` computes a whole brood: in each lane the state after the
moves that are made in that lane of the parents. `expand(row, does, brood, scratch)` does the same
where all lanes have one parent, the state in a row: so it computes all children of a state.
`zermelo.engine.narrow` says what a brood is.

Each begins by looking whose turn it is, and who moves: where all lanes agree, code that is made for
that is called (`special`), and else code for all states.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zermelo.engine.narrow import Narrow, Pass
from zermelo.engine.native.assembly import LANES_64, NamedValues, PassWriter, Source
from zermelo.engine.native.depth_first import depth_first
from zermelo.engine.native.special import Known, movers, specialised, turns

SEE = "ptr noalias %brood, ptr noalias %scratch"
SEEING = "ptr %brood, ptr %scratch"
ADVANCE = "ptr noalias readonly %parents, ptr noalias readonly %does, " + SEE
ADVANCING = "ptr %parents, ptr %does, " + SEEING
EXPAND = "ptr noalias readonly %row, ptr noalias readonly %does, " + SEE
WORD = 8
OCTET = 8
"""Words that are written or compared at a time."""


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
    lines = [f"declare i64 @llvm.vector.reduce.or.v{OCTET}i64(<{OCTET} x i64>)"]
    scratch = 0

    def several(
        name: str,
        circuit: Pass,
        kinds: Sequence[Known],
        inputs: dict[int, Source],
        first: int,
        signature: str,
        arguments: str,
    ) -> None:
        """Write a pass for all states, and for each kind of them."""
        nonlocal scratch
        passes = [circuit, *(specialised(circuit, known) for known in kinds)]
        for number, one in enumerate(map(depth_first, passes)):
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

    of_turns, of_movers = turns(game), movers(game)
    of_fluents = dict.fromkeys(fluents, at("%brood", 1))
    of_parents = dict.fromkeys(fluents, at("%parents", 1))
    of_moves = dict.fromkeys(moves, at("%does", moves.start))
    several("view", game.viewing, of_turns, of_fluents, game.fluents, SEE, SEEING)
    several("step", game.stepping, of_movers, of_parents | of_moves, 0, ADVANCE, ADVANCING)
    viewing = [differing("%brood", 1, known, f"%t{k}") for k, known in enumerate(of_turns)]
    stepping = [
        differing("%does", moves.start, known, f"%m{k}") for k, known in enumerate(of_movers)
    ]
    parents = f"%parents = getelementptr i8, ptr %scratch, i64 {WORD * (scratch + 1)}"
    lines += [
        *function("see", SEE, first_that_suits("view", viewing, SEEING)),
        *function(
            "advance",
            ADVANCE,
            [*first_that_suits("step", stepping, ADVANCING), f"call void @see({SEEING})"],
        ),
        *function(
            "expand",
            EXPAND,
            [parents, *spreading(game.fluents), f"call void @advance({ADVANCING})"],
        ),
    ]
    return BroodProgram("\n".join(lines), 1 + scratch + 1 + OCTET + game.fluents)


def first_that_suits(name: str, tests: list[list[str]], arguments: str) -> list[str]:
    """Return the call of the function for the first kind of states that suits, else the usual one.

    The last value of a test is zero if it suits.
    """
    lines: list[str] = []
    for number, test in enumerate(tests, 1):
        difference = test[-1].partition(" ")[0]
        lines += [
            *test,
            f"%suits{number} = icmp eq i64 {difference}, 0",
            f"br i1 %suits{number}, label %yes{number}, label %no{number}",
            f"yes{number}:",
            f"call void @{name}{number}({arguments})",
            "br label %done",
            f"no{number}:",
        ]
    return [*lines, f"call void @{name}0({arguments})", "br label %done", "done:"]


def differing(pointer: str, first: int, known: Known, prefix: str) -> list[str]:
    """Return what computes in which lanes any wire is not what it is known to be.

    The words of wires lie in an array, in which wire `first` is the first.
    """
    wide = f"<{OCTET} x i64>"
    lines = [f"{prefix}o = or {wide} zeroinitializer, zeroinitializer", f"{prefix}s = or i64 0, 0"]
    many, one = f"{prefix}o", f"{prefix}s"
    wires, at = sorted(known), 0
    while at < len(wires):
        wire = wires[at]
        some = wires[at : at + OCTET]
        whole = some[-1] - wire + 1 == OCTET == len(some)
        name, kind = f"{prefix}w{wire}", wide if whole else "i64"
        masks = [f"{-known[each]}" for each in some]
        mask = f"<{', '.join(f'i64 {each}' for each in masks)}>" if whole else masks[0]
        lines += [
            f"{name}p = getelementptr i8, ptr {pointer}, i64 {WORD * (wire - first)}",
            f"{name}l = load {kind}, ptr {name}p, align 8",
            f"{name}x = xor {kind} {name}l, {mask}",
            f"{name}o = or {kind} {name}x, {many if whole else one}",
        ]
        if whole:
            many = f"{name}o"
        else:
            one = f"{name}o"
        at += OCTET if whole else 1
    return [
        *lines,
        f"{prefix}r = call i64 @llvm.vector.reduce.or.v{OCTET}i64({wide} {many})",
        f"{prefix} = or i64 {prefix}r, {one}",
    ]


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
