"""Rules -> a compiled game: checked, grounded, built, and kept on disk for the next time."""

import gc
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import zermelo
from zermelo import store
from zermelo.circuit.order import Gates
from zermelo.ground.program import Program
from zermelo.process.limits import Allowance
from zermelo.text.tree import Sheet

PACKAGE = Path(__file__).parents[1]
Tell = Callable[[str], None]
LARGE = 300_000
"""Rules and literals from which on kernels build the circuit: before, Python is as fast.

It takes some 2 us for each of them, and loading numba half a second.
"""


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long each part of compiling took."""

    ground: float
    build: float


@dataclass(frozen=True, slots=True)
class Compiled:
    """A game's ground rules and its circuit as code, and the rules that they come from."""

    program: Program
    gates: Gates
    gate_count: int
    seconds: Seconds
    sheet: Sheet | None = None  # not packed: who asks the store has it
    keep: bool = True  # whether what is made of it later may be kept on disk


def compiled(
    sheet: Sheet,
    allowance: Allowance | None = None,
    tell: Tell | None = None,
    *,
    keep: bool = True,
) -> Compiled:
    """Return the sheet compiled, from the store if it was compiled before.

    Args:
        sheet: rules; `#const` values are part of them.
        allowance: what grounding may use.
        tell: called with what is being done, if it takes a while.
        keep: whether the store is asked, and given the result.

    Raises:
        RuleError: `check` found errors.
        LimitError: grounding hit a limit.
    """
    if keep and (found := kept(sheet)) is not None:
        return found
    result = compiled_now(sheet, allowance, tell)
    if not keep:
        return replace(result, keep=False)
    store.keep(name_of(sheet), packed(result))
    return result


def compiled_now(sheet: Sheet, allowance: Allowance | None, tell: Tell | None) -> Compiled:
    """Return the sheet compiled, whatever the store has; errors as `compiled`."""
    from zermelo.ground.ground import ground
    from zermelo.rules.check import require

    clauses = require(sheet)
    if tell:
        tell(f"compiling {sheet.source.name}: grounding its rules ...")
    start = time.perf_counter()
    program = ground(sheet, allowance, clauses)
    grounded = time.perf_counter()
    if tell:
        tell(f"compiling {sheet.source.name}: building its circuit ...")
    gate_count, gates = built(program)
    seconds = Seconds(grounded - start, time.perf_counter() - grounded)
    return Compiled(program, gates, gate_count, seconds, sheet)


def kept(sheet: Sheet) -> Compiled | None:
    """Return what the store has of a sheet that was compiled before; None if it has nothing."""
    found = store.find(name_of(sheet))
    return None if found is None else replace(unpacked(found), sheet=sheet)


def name_of(sheet: Sheet) -> str:
    """Return what a sheet is called in the store: by its rules, and by what compiles them."""
    sources = [
        *(PACKAGE / "text").glob("*.py"),
        *(PACKAGE / "rules").glob("**/*.py"),
        *(PACKAGE / "ground").glob("**/*.py"),
        *(PACKAGE / "circuit").glob("**/*.py"),
        Path(__file__),
    ]
    return store.fingerprint(sources, zermelo.__version__, repr(sheet))


def built(program: Program) -> tuple[int, Gates]:
    """Return how many gates the circuit of a program has, and its code."""
    if program.heads.size + program.body.size >= LARGE:
        from zermelo.circuit.kernels.large import code_of, is_ready

        if is_ready() and (found := code_of(program)) is not None:
            return found
    from zermelo.circuit.build import build
    from zermelo.circuit.order import order
    from zermelo.circuit.shrink import shrink

    # Millions of small tuples and no cycles: the collector would take most of the time.
    gc.disable()
    try:
        circuit = shrink(build(program))
        return len(circuit.gates) - circuit.inputs, order(circuit)
    finally:
        gc.enable()


def packed(game: Compiled) -> dict[str, Any]:
    """Return a compiled game as plain arrays."""
    program, gates = game.program, game.gates
    weighted = [number for _, _, pairs in program.weighted for pair in pairs for number in pair]
    words = {
        "roles": program.roles,
        "fluents": program.fluents,
        "moves": program.moves,
        "initial": program.initial,
        "atoms": program.atoms,
        "terminal": program.terminal,
        "goals": program.goals,
        "weighted": [(head, bound, len(pairs)) for head, bound, pairs in program.weighted],
        "gate_count": game.gate_count,
        "seconds": asdict(game.seconds),
    }
    text = np.frombuffer(json.dumps(words).encode(), np.uint8)
    arrays = {name: getattr(program, name) for name in ("heads", "ends", "body", "true", "next")}
    arrays["does"] = np.concatenate([np.zeros(0, np.int32), *program.does])
    arrays["legal"] = np.concatenate([np.zeros(0, np.int32), *program.legal])
    arrays |= {f"gates_{name}": np.asarray(value) for name, value in gates._asdict().items()}
    return arrays | {"words": text, "weights": np.array(weighted, np.int32)}


def unpacked(arrays: dict[str, Any]) -> Compiled:
    """Return the compiled game that `packed` was given."""
    words = json.loads(arrays["words"].tobytes())
    bounds = np.cumsum([len(moves) for moves in words["moves"]])[:-1]
    pairs = iter([(int(atom), int(weight)) for atom, weight in arrays["weights"].reshape(-1, 2)])
    program = Program(
        roles=tuple(words["roles"]),
        fluents=tuple(words["fluents"]),
        moves=tuple(tuple(moves) for moves in words["moves"]),
        initial=tuple(words["initial"]),
        atoms=words["atoms"],
        heads=arrays["heads"],
        ends=arrays["ends"],
        body=arrays["body"],
        weighted=tuple(
            (head, bound, tuple(islice(pairs, size))) for head, bound, size in words["weighted"]
        ),
        true=arrays["true"],
        next=arrays["next"],
        does=tuple(np.split(arrays["does"], bounds)),
        legal=tuple(np.split(arrays["legal"], bounds)),
        goals=tuple(tuple((value, atom) for value, atom in goals) for goals in words["goals"]),
        terminal=words["terminal"],
    )
    fields = {name: arrays[f"gates_{name}"] for name in Gates._fields}
    values: dict[str, Any] = {
        name: field if field.ndim else int(field) for name, field in fields.items()
    }
    return Compiled(program, Gates(**values), words["gate_count"], Seconds(**words["seconds"]))
