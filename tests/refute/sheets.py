"""Random rule games for one kind of question: asked, counted, and minimised in the same way."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from tests.refute.datalog import UnsoundRulesError
from tests.refute.enumerated import TooLargeError, World, enumerated
from tests.refute.loading import load, unlike
from tests.refute.rules import drawn
from tests.refute.sheet import ENDINGS, Rules
from tests.refute.shrink import shrunk
from tests.refute.tally import Fault, Tally
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame

Check = Callable[[Rules, World, CompiledGame, Tally], Iterable[str]]
"""Yields what is wrong with what the program says of a game; may count claims."""
TRIALS = 250


def complaints(check: Check, rules: Rules, world: World, ending: str, tally: Tally) -> list[str]:
    """Return what is wrong with what the program says of a game."""
    found: list[str] = []
    try:
        game = load(rules.spelled(ending), ending)
        found += check(rules, world, game, tally)
    except ZermeloError:
        tally.counts["refusals"] += 1
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        found.append(f"{check.__name__}: crashed: {type(error).__name__}: {error}")
    return found


def refuted(part: str, check: Check, seed: int, tally: Tally) -> None:
    """Try to refute what the program says of one random game."""
    random = Random(f"rules {seed}")
    rules, world = drawn(random)
    ending = random.choice(ENDINGS)
    tally.counts["games"] += 1
    for what in complaints(check, rules, world, ending, tally):
        kind = "traceback" if "crashed" in what else "wrong"
        tally.faults.append(Fault(part, kind, what, ending, rules.spelled(ending), seed))


def minimised(check: Check, fault: Fault) -> Fault:
    """Return a fault with as few rules as still show one of its kind, in KIF if it is there too."""
    random = Random(f"rules {fault.seed}")
    rules, _ = drawn(random)
    ending = ".kif" if again(check, rules, ".kif", fault) else fault.ending
    rules = shrunk(
        rules,
        Rules.fewer,
        lambda less: bool(again(check, less, ending, fault)),
        lambda one: one.size,
        trials=TRIALS,
    )
    what = again(check, rules, ending, fault) or fault.what
    return replace(fault, what=what, ending=ending, text=rules.spelled(ending))


def again(check: Check, rules: Rules, ending: str, fault: Fault) -> str:
    """Return a complaint of the same kind about other rules; nothing if there is none."""
    try:
        world = enumerated(rules)
        if next(unlike(load(rules.spelled(ending), ending), world), None):
            return ""
    except (TooLargeError, UnsoundRulesError, ZermeloError, ValueError):
        return ""
    found = complaints(check, rules, world, ending, Tally())
    alike = [one for one in found if replace(fault, what=one).group == fault.group]
    return next(iter(alike), "")
