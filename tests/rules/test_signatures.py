"""What is said of rules and made of them, as it was last reviewed: of all games and odd ones."""

from pathlib import Path
from random import Random

import pytest
from tests.rules.odd_sheets import SMALL, odd_sheet
from tests.rules.random_rules import random_rules
from tests.signatures import compare, digest

from zermelo.errors import ZermeloError
from zermelo.game.game import Joint, Role, joints
from zermelo.game.library import entries
from zermelo.game.rule_game import RuleGame
from zermelo.ground.ground import lean
from zermelo.rules.check import check
from zermelo.rules.dependencies import state_dependent
from zermelo.rules.expand import expand
from zermelo.rules.goal_scale import on_goal_scale
from zermelo.rules.information import information
from zermelo.rules.rewrite import Clause, clauses, relevant
from zermelo.rules.sizes import largest, sizes
from zermelo.rules.split import split
from zermelo.rules.time import explicit_time
from zermelo.text.read import read_text
from zermelo.text.source import Source
from zermelo.text.spell import spell
from zermelo.text.tree import Name, Sheet

KEPT = Path(__file__).parent / "signatures"
ODD = 16
"""Odd sheets of each game."""
LARGE = frozenset({"chinese_checkers"})
"""Games that take a second."""
STEPS = 20_000
"""Steps that a question to odd rules may take."""


def test_signatures_of_the_library() -> None:
    found = {}
    for name, entry in entries().items():
        if name in LARGE:
            continue
        sheet = entry.sheet(entry.small)
        problems = [f"{each.code} {each.line}:{each.column}" for each in check(sheet)]
        found[name] = f"problems {' '.join(problems) or 'none'}; {made_of(sheet)}"
    compare(KEPT / "library.txt", found)


@pytest.mark.parametrize("name", SMALL)
def test_signatures_of_odd_sheets(name: str) -> None:
    found = {}
    for seed in range(ODD):
        sheet = odd_sheet(name, seed)
        if isinstance(sheet, str):
            found[f"{name} {seed}"] = sheet.splitlines()[0]
            continue
        problems = check(sheet)
        codes = " ".join(f"{each.code} {each.line}:{each.column}" for each in problems)
        text = f"problems {codes or 'none'} {digest(map(repr, problems))}"
        if all(problem.severity != "error" for problem in problems):
            text += f"; {made_of(sheet)}; {played(sheet)}"
        found[f"{name} {seed}"] = text
    compare(KEPT / f"odd-{name}.txt", found)


def made_of(sheet: Sheet) -> str:
    """Return what rewriting makes of a sheet."""
    rules = relevant(sheet.rules)
    plain = list(clauses(rules))
    short = split(plain, state_dependent(rules))
    known = sizes(plain)
    roles = [
        rule.head.args[0].text
        for rule in rules
        if rule.head.name == "role" and isinstance(rule.head.args[0], Name)
    ]
    parts = {
        "relevant": written(plain),
        "split": written(short),
        "lean": written(lean(list(clauses(rules)))),
        "sizes": f"{len(known)} {digest(sorted(known.items()))} {largest(short):g}",
        "time": digest([explicit_time(sheet, 3), *(timed(sheet, role) for role in roles)]),
        "expanded": expanded(sheet),
        "information": information(sheet),
    }
    return "; ".join(f"{name} {part}" for name, part in parts.items())


def timed(sheet: Sheet, role: str) -> str:
    """Return the program for the best and the worst match of a role."""
    return explicit_time(sheet, 2, role) + explicit_time(sheet, 2, minimize=role)


def expanded(sheet: Sheet) -> str:
    """Return what is left of a sheet without arithmetic, or why that cannot be had."""
    try:
        return digest([spell(on_goal_scale(expand(sheet)), "kif")])
    except ZermeloError as error:
        return str(error).splitlines()[0]


def written(some: list[Clause]) -> str:
    """Return how many clauses there are, and what tells them from others."""
    return f"{len(some)} {digest((clause.head, clause.body) for clause in some)}"


def played(sheet: Sheet) -> str:
    """Return a random match of a few moves, and the steps that its questions take."""
    random, told, spent = Random(0), [], 0
    try:
        game = RuleGame("odd", expand(sheet), steps=STEPS)
        state = game.initial
        for _ in range(4):
            told.append(str(game.describe(state)))
            spent += game.derivation.steps
            if game.terminal(state):
                break
            moves = sorted(joints(game, state), key=lambda joint: spelled(game, joint))
            told.append(str([spelled(game, joint) for joint in moves]))
            spent += game.derivation.steps
            state = game.next(state, random.choice(moves))
            spent += game.derivation.steps
        told.append(str(game.goals(state)))
    except (ZermeloError, IndexError) as error:
        told.append(f"{type(error).__name__}: {error}".splitlines()[0])
    return f"{len(told)} answers {digest(told)} in {spent} steps, {told[-1]}"


def spelled(game: RuleGame, joint: Joint) -> list[str]:
    """Return the moves of a joint move as texts."""
    return [game.spell(Role(role), move) for role, move in enumerate(joint)]


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_signatures_of_random_rules(first: int) -> None:
    found = {}
    for seed in range(first, first + 50):
        source = Source("random.lp", random_rules(seed))
        try:
            sheet = read_text(source, "asp")
        except ZermeloError as error:
            found[f"rules {seed}"] = str(error).splitlines()[0]
            continue
        problems = check(sheet)
        codes = " ".join(f"{each.code} {each.line}:{each.column}" for each in problems)
        text = f"{codes or 'none'} {digest(map(repr, problems))}"
        if all(problem.severity != "error" for problem in problems):
            text += f"; {made_of(sheet)}; {played(sheet)}"
        found[f"rules {seed}"] = text
    compare(KEPT / f"random-{first}.txt", found)
