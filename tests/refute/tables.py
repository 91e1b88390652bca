"""Tables: every value against the oracles, every lie against the check, and searches that use them.

A table is made of all that can be reached from some place, written, read and checked as if it came
from elsewhere. Then single numbers in it are changed, which the check must notice.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from tests.refute import values as oracle
from tests.refute.enumerated import World
from tests.refute.loading import in_order, state_of
from tests.refute.model import Model, Vector
from tests.refute.sheet import Rules
from tests.refute.sheets import refuted
from tests.refute.solving import same, value_of
from tests.refute.tally import Tally
from zermelo.errors import UnsuitedError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.base import Bound, Clock, Limits, Result, Spent, last
from zermelo.search.solve.prove import prove
from zermelo.search.solve.tabling import of_everybody, table_of
from zermelo.search.spec import parse
from zermelo.search.tables.file import read_table, write_table
from zermelo.search.tables.recheck import WrongTableError, recheck
from zermelo.search.tables.table import MAXN, Table

KERNELS = (
    "alphabeta",
    "alphabeta:peek=true,history=true",
    "scout:table=false",
    "mtd",
    "iterative",
    "alphabeta:shallow=1",
)
READABLE = "minimax", "negamax", "sss", "dual"
LIES, NODES = 6, 5000


def refute(seed: int, tally: Tally) -> None:
    """Try to refute the tables of one random rule game."""
    refuted("tables", tabled, seed, tally)


def tabled(rules: Rules, world: World, game: CompiledGame, tally: Tally) -> Iterator[str]:
    """Yield everything that is wrong with tables of a game."""
    random = Random(1)
    model = in_order(game, world)
    with TemporaryDirectory() as folder:
        for start in dict.fromkeys((0, random.randrange(len(model.places)))):
            try:
                table = read_back(game, world, start, Path(folder), fold=random.random() < 0.6)
            except ZermeloError:
                tally.counts["refusals"] += 1
                continue
            yield from wrong_values(game, world, model, table, start, tally)
            yield from unseen_lies(game, table, random, tally)
            if table.kind != MAXN:
                yield from searched(game, world, model, Path(folder), random, tally)


def read_back(game: CompiledGame, world: World, start: int, folder: Path, *, fold: bool) -> Table:
    """Return the table of all that can be reached from a place, after it was in a file."""
    state = state_of(game, world, start)
    try:
        _, solution = prove(game, state, Clock(), fold=fold, whole=True)
        assert solution is not None, "there are few positions"
        table = table_of(game, solution)
    except UnsuitedError as error:
        table = of_everybody(game, state, megabytes=100, why=error)
    write_table(table, folder / "table.npz")
    return read_table(game, folder / "table.npz")[0]


def wrong_values(
    game: CompiledGame, world: World, model: Model, table: Table, start: int, tally: Tally
) -> Iterator[str]:
    """Yield values that are not those of the oracles, and tables that the check refuses."""
    try:
        recheck(game, table)
    except WrongTableError as error:
        yield f"table of {start}: refused, though it was made here: {error}"
    reached = model.reached(start)
    if table.positions != len(reached):
        yield f"table of {start}: {table.positions} positions, not {len(reached)}"
    vectors = oracle.maxn(model, start, "leftmost", 0) if table.kind == MAXN else {}
    for place in range(len(model.places)):
        worth = table.worth(game.row(state_of(game, world, place)))
        if (worth is None) != (place not in reached):
            yield f"table of {start}: {worth} at {place}, which is reached: {place in reached}"
        if worth is None or place not in reached:
            continue
        tally.counts["claims"] += 1
        true = vectors[place] if table.kind == MAXN else value_of(model, place, start)
        if not same(worth.values, true):
            yield f"table of {start} ({table.kind}): {worth.values} at {place}, not {true}"


def unseen_lies(game: CompiledGame, table: Table, random: Random, tally: Tally) -> Iterator[str]:
    """Yield single numbers that can be changed without being noticed."""
    for _ in range(LIES):
        place = random.randrange(table.size)
        values, distances = table.values.astype(np.int64), table.distances.copy()
        if random.random() < 0.5:
            distances[place] += random.choice((-1, 1, 2, -5))
        elif distances[place] >= 0:
            change = random.choice((-50, -1, 1, 50))
            values[0, place] += change
            values[1:, place] -= change * (table.total is not None)
        else:
            continue  # where there is no end, values mean nothing
        tally.counts["claims"] += 1
        try:
            recheck(game, replace(table, values=values, distances=distances))
        except WrongTableError:
            continue
        yield (
            f"check: {values[:, place].tolist()} in {distances[place]} is believed of row {place}, "
            f"which is {table.values[:, place].tolist()} in {table.distances[place]}"
        )


def searched(
    game: CompiledGame, world: World, model: Model, folder: Path, random: Random, tally: Tally
) -> Iterator[str]:
    """Yield wrong values of searches that a table ends, and differences between twins."""
    number = random.randrange(len(model.places))
    state, role = state_of(game, world, number), Role(random.randrange(len(game.roles)))
    uneven = len(game.roles) == 2 and len(model.sums(number)) > 1
    true = None if uneven else value_of(model, number)  # where sums differ, nothing is proven
    for spec in (*random.sample(KERNELS, 2), random.choice(READABLE)):
        given = f"depth={random.choice((1, 2, 3, 9))},endgames={folder / 'table.npz'}"
        text = f"{spec}{',' if ':' in spec else ':'}{given}"
        twins = ("on", "off") if spec in KERNELS else ()
        answers = []
        for option in [f",kernel={kernel}" for kernel in twins] or [""]:
            tally.counts["searches"] += 1
            clock = Clock(Limits(nodes=NODES))
            try:
                found = last(parse(text + option).start(game, role, clock)(state, clock))
            except ZermeloError as error:
                answers.append(type(error).__name__)
                continue
            assert found is not None
            answers.append(str((found, clock.count)))
            yield from wrong_proof(found, clock.count, f"{spec} at {number}", true, tally)
        if len(set(answers)) > 1:
            yield f"{spec} at {number}: {' but '.join(answers)}"


def wrong_proof(
    found: Result, count: Spent, who: str, true: Vector | None, tally: Tally
) -> Iterator[str]:
    """Yield a value that is called proven and is wrong."""
    if found.proven and found.bound is Bound.EXACT and count.nodes < NODES:
        tally.counts["claims"] += 1
        if not same(found.values, true):
            yield f"{who}: {found.values}, not {true}"
