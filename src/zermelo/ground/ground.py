"""A checked sheet -> its ground rules, by clingo in the sandbox."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zermelo.errors import GroundError, LimitError
from zermelo.ground.encode import encode
from zermelo.ground.program import Program, assemble, shown_atoms
from zermelo.process.child import ChildError, MemoryOutError, TimeOutError
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.checks.goals import SIGNED, is_kif
from zermelo.rules.constant import settled
from zermelo.rules.demand import on_demand
from zermelo.rules.dependencies import STATE, state_dependent
from zermelo.rules.rewrite import Clause, clauses, depending, relevant
from zermelo.rules.sizes import largest
from zermelo.rules.split import split
from zermelo.text.tree import Name, Sheet

HUGE = 10_000_000
"""With a relation that may have more instances than this, the plain way is only tried."""
TRIAL_RULES = 2_500_000
"""Ground rules after which the trial is abandoned for the way on demand.

Rules are counted, not seconds: which way is taken must not depend on how busy the machine is.
clingo makes some 220,000 rules a second. Of the known sheets with such relations, those that the
plain way can ground in half a minute have up to 2,240,000 rules, the others more than 4,500,000.
"""
LEAST_SECONDS = 0.1
"""CPU time for the way on demand if the trial has taken all of it: then that is said."""
BLAME = Allowance(seconds=10, megabytes=2048)
"""What finding the rule to blame may take at most."""
MORE = {TimeOutError: " (--max-seconds allows more)", MemoryOutError: " (--max-memory allows more)"}
WHOLE = re.compile(r"-?[0-9]{1,40}")


def ground(
    sheet: Sheet, allowance: Allowance | None = None, known: Sequence[Clause] | None = None
) -> Program:
    """Return the ground rules of a sheet that `check` found nothing wrong with.

    Args:
        sheet: the rules.
        allowance: what clingo may use.
        known: the clauses of all its rules, where they are known already.

    Raises:
        LimitError: time or memory ran out; the message names the rule with the most instances.
    """
    allowance = allowance or Allowance()
    rules = relevant(sheet.rules)
    if known is None:
        flat = list(clauses(rules))
    else:
        needed = {id(rule) for rule in rules}
        flat = [clause for clause in known if id(clause.rule) in needed]
    short = split(flat, state_dependent(rules))
    try:
        answer = answered(flat, short, allowance)
    except LimitError as error:
        more = next((text for kind, text in MORE.items() if isinstance(error, kind)), "")
        blamed = blame(short, allowance)
        raise LimitError(f"{sheet.source.name}: grounding: {error}{more}{blamed}") from None
    except ChildError as error:
        message = f"{sheet.source.name}: clingo cannot ground these rules: {error}"
        raise GroundError(message) from None
    roles = [
        rule.head.args[0].text
        for rule in sheet.rules
        if rule.head.name == "role" and rule.head.args and isinstance(rule.head.args[0], Name)
    ]
    for name, args, atom in shown_atoms(answer):
        if name in ("role", "init") and atom:
            message = f"{name} of {args[0]} is not settled by the rules: it depends on itself"
            raise GroundError(message)
        if name == "goal" and not WHOLE.fullmatch(args[1]):
            raise GroundError(f"the goal of {args[0]} is {args[1][:40]}, which is no goal's number")
    return on_goal_scale(assemble(answer, roles), signed=not is_kif(sheet))


def answered(flat: list[Clause], short: list[Clause], allowance: Allowance) -> dict[str, Any]:
    """Return clingo's answer; where a relation may be huge, on demand if the plain way is long."""
    if largest(short) < HUGE:
        return asked(short, allowance)
    try:
        answer = asked(short, allowance, TRIAL_RULES)
    except MemoryOutError:  # as with too many rules: nothing here depends on the clock
        answer = {"spent": allowance.seconds / 2}
    if "spent" not in answer:
        return answer
    rest = replace(allowance, seconds=max(LEAST_SECONDS, allowance.seconds - answer["spent"]))
    try:
        return asked(lean(flat), rest)
    except TimeOutError:
        raise TimeOutError(f"{allowance.seconds:g} s of time were not enough") from None


def lean(flat: list[Clause]) -> list[Clause]:
    """Return clauses of the same game that have fewer instances, and take longer to find."""
    known = list(settled(flat))
    return on_demand(split(known, depending(known, STATE)))


def asked(
    short: list[Clause], allowance: Allowance, most_rules: int | None = None
) -> dict[str, Any]:
    """Return clingo's answer to the program of these clauses; the time spent on too many rules."""
    text, names = encode(short)
    message: dict[str, Any] = {"program": text, "names": names}
    if most_rules is not None:
        message["most_rules"] = most_rules
    return call("zermelo.ground.clingo:ground", message, allowance)


def on_goal_scale(program: Program, *, signed: bool) -> Program:
    """Return the program with goals in 0..100; -1, 0, 1 become 0, 50, 100 if they are `signed`."""
    values = {value for goals in program.goals for value, _ in goals}
    if signed and values <= SIGNED and -1 in values:
        goals = tuple(
            tuple((50 * value + 50, atom) for value, atom in goals) for goals in program.goals
        )
        return replace(program, goals=goals)
    for value in sorted(values):
        if not 0 <= value <= 100:
            hint = "goals are in 0..100" + (", or all of them -1, 0, 1" if signed else "")
            raise GroundError(f"the rules give a goal of {value}; {hint}")
    return program


def blame(short: list[Clause], allowance: Allowance) -> str:
    """Return a sentence on the rule with the most instances, counted in a second, short run.

    It takes at most half of what the first run was allowed.
    """
    text, _ = encode(short, counting=True)
    room = Allowance(
        min(BLAME.seconds, allowance.seconds / 2), min(BLAME.megabytes, allowance.megabytes)
    )
    message = {"program": text, "rules": len(short), "seconds": room.seconds / 2}
    try:
        answer = call("zermelo.ground.clingo:blame", message, room)
    except (LimitError, ChildError):
        return ""
    instances: dict[int, int] = {}
    for clause, count in zip(short, answer["counts"], strict=True):
        instances[id(clause.rule)] = instances.get(id(clause.rule), 0) + count
    rule = max((clause.rule for clause in short), key=lambda rule: instances[id(rule)])
    least = "" if answer["done"] else "at least "
    place = f"\n{rule.span}: {least}{instances[id(rule)]:,} instances of this rule"
    return f"{place}\n{rule.span.picture()}" if rule.span else place
