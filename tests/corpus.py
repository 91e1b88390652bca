"""Real rule sheets by other people, held against what a reference reasoner says of each.

The folder is named by ZERMELO_CORPUS: for every `name.kif` a `name.json`. As a command it prints a
table of every sheet: `python -m tests.corpus [name ...]`.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role
from zermelo.game.load import compiled_game, read_rules
from zermelo.game.perft import fast_perft
from zermelo.process.limits import Allowance

ALLOWANCE = Allowance(seconds=60, megabytes=6144)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one sheet: times in seconds, sizes, and the first difference, if any."""

    name: str
    ground: float = 0.0
    build: float = 0.0
    check: float = 0.0
    rules: int = 0
    gates: int = 0
    depth: int = 0
    difference: str = ""

    def row(self) -> str:
        """Return one line of the table."""
        times = f"{self.ground:7.2f} {self.build:7.2f} {self.check:7.2f}"
        sizes = f"{self.rules:9} {self.gates:8} {self.depth:5}"
        return f"{self.name:38} {times} {sizes}  {self.difference or 'agrees'}"


HEADING = f"{'sheet':38} {'ground':>7} {'build':>7} {'check':>7} {'rules':>9} {'gates':>8} depth"


def folder() -> Path | None:
    """Return the folder of rule sheets, if there is one."""
    named = os.environ.get("ZERMELO_CORPUS")
    return Path(named) if named else None


def sheets() -> list[str]:
    """Return the names of all sheets, sorted."""
    place = folder()
    return sorted(path.stem for path in place.glob("*.kif")) if place else []


def hold(name: str) -> Report:
    """Read, ground and build a sheet, and compare all that its JSON says."""
    place = folder()
    assert place is not None
    expected = json.loads((place / f"{name}.json").read_text())
    try:
        result = compiled(read_rules(str(place / f"{name}.kif")), ALLOWANCE)
    except ZermeloError as error:
        return Report(name, difference=" ".join(str(error).split())[:200])
    game = compiled_game(name, result)
    start = time.perf_counter()
    difference = next(differences(game, expected), "")
    return Report(
        name,
        result.seconds.ground,
        result.seconds.build,
        time.perf_counter() - start,
        len(result.program.heads),
        result.gate_count,
        len(expected["perft"]) - 1,
        difference,
    )


def differences(game: CompiledGame, expected: dict[str, Any]) -> Iterator[str]:
    """Every difference between a game and what is expected of it."""
    roles = range(len(game.roles))
    if list(game.roles) != expected["roles"]:
        yield f"roles: {game.roles} instead of {expected['roles']}"
        return
    first = game.initial
    fluents = set(game.describe(first))
    # Left out by the reference where there are thousands, here and among the legal moves.
    if expected["init"] is not None and fluents != set(expected["init"]):
        yield f"initial state: {fluents ^ set(expected['init'])} differ"
    for role in roles:
        found = [game.spell(Role(role), move) for move in game.legal(first, Role(role))]
        wanted = sorted(expected["legal"].get(game.roles[role], found))
        if found != wanted:
            yield f"legal moves of {game.roles[role]}: {set(found) ^ set(wanted)} differ"
    if game.terminal(first) != expected["terminal"]:
        yield f"terminal: {game.terminal(first)}"
    if list(game.goals(first)) != expected["goals"]:
        yield f"goals: {game.goals(first)} instead of {expected['goals']}"
    for key in ("playout_min", "playout_mod"):
        yield from trace_differences(game, key, expected[key])
    yield from path_differences(game, expected["perft"])


def trace_differences(game: CompiledGame, key: str, expected: dict[str, Any]) -> Iterator[str]:
    """Every difference in a match that is played by a fixed rule."""
    state = game.initial
    sizes = [len(game.describe(state))]
    for step, moves in enumerate(expected["moves"]):
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        counts = [len(of_role) for of_role in legal]
        if counts != expected["legal_counts"][step]:
            yield f"{key}: legal moves at step {step}: {counts}"
            return
        index = [
            0 if key == "playout_min" else 7 * step + 3 * role + 1 for role in range(len(legal))
        ]
        joint: Joint = tuple(m[i % len(m)] for m, i in zip(legal, index, strict=True))
        spelled = [game.spell(Role(role), move) for role, move in enumerate(joint)]
        if spelled != moves:
            yield f"{key}: moves at step {step}: {spelled} instead of {moves}"
            return
        state = game.next(state, joint)
        sizes.append(len(game.describe(state)))
    if sizes != expected["state_sizes"]:
        yield f"{key}: sizes of states differ"
    if game.terminal(state) != expected["terminal"]:
        yield f"{key}: terminal at the end: {game.terminal(state)}"
    if list(game.goals(state)) != expected["goals"]:
        yield f"{key}: goals at the end: {game.goals(state)} instead of {expected['goals']}"


def path_differences(game: CompiledGame, expected: list[dict[str, Any]]) -> Iterator[str]:
    """Every difference in the numbers of paths and states by depth."""
    depth = len(expected) - 1
    if depth < 0:
        return
    for level, wanted in zip(fast_perft(game, depth), expected, strict=True):
        found = {
            "paths": level.paths,
            "distinct_states": level.states,
            "terminal_paths": level.terminals,
        }
        for key, value in found.items():
            if value != wanted[key]:
                yield f"{key} at depth {wanted['depth']}: {value} instead of {wanted[key]}"
                return


def main(names: list[str]) -> int:
    """Print the table; returns how many sheets differ."""
    print(HEADING)  # noqa: T201
    begin = time.perf_counter()
    reports = []
    for name in names or sheets():
        reports.append(hold(name))
        print(reports[-1].row(), flush=True)  # noqa: T201
    wrong = [report for report in reports if report.difference]
    seconds = time.perf_counter() - begin
    print(f"{len(reports) - len(wrong)} of {len(reports)} agree, {seconds:.0f} s")  # noqa: T201
    for report in wrong:
        print(f"  {report.name}: {report.difference}")  # noqa: T201
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
