"""Traits of a game asked of the solver, inside the sandbox: a counter-example, or a proof of none.

All questions are put to one theory, whose states keep the invariants that were proved before.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.counts import Count, unflattened
from zermelo.proofs.progress import MOST_PAIRS, ProgressGroup
from zermelo.proofs.theory import SampledStep, StepTheory, TimeFrame


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return by trait: `proved`, a counter-example as `before`, `joint`, `after`, or nothing.

    `limit` says what has cut those that are missing: `steps` or `time`.
    """
    budget = Budget.of(message)
    theory = StepTheory(message, outputs=("next", "legal", "terminal", "goals"))
    keep(theory, unflattened(message["counts"]))
    wrongs: dict[str, Callable[[TimeFrame], int]] = {
        "turns": lambda frame: simultaneous(theory, frame),
        "playable": lambda frame: stuck(theory, frame),
    }
    if message["total"] is not None:
        total, counted = message["total"], message["counted"]
        wrongs["constant_sum"] = lambda frame: other_sum(theory, frame, total, counted)
    found: dict[str, Any] = {}
    for name, wrong in wrongs.items():
        with suppress(UnsettledError):
            found[name] = everywhere(theory, wrong, budget.share(1 / 2))
    with suppress(UnsettledError):
        found["alternates"] = answer(again(theory, budget.share(1 / 2)))
    with suppress(UnsettledError):
        found["ends"] = progress(theory, message, budget)
    settled = found.keys() >= {*wrongs, "alternates", "ends"}
    return {"found": found, "limit": "" if settled else budget.limit}


def everywhere(
    theory: StepTheory, wrong: Callable[[TimeFrame], int], budget: Budget
) -> dict[str, Any]:
    """Return whether no state is wrong in some way.

    No state at all that keeps the invariants, or at least none that comes next: a match comes to no
    others but the initial one. `next` says that this one is still to be looked at.
    """
    step = theory.ask([wrong(theory.now)], budget.share(1 / 2), moving=False)
    if step is None:
        return answer(None)
    return answer(theory.ask([wrong(theory.following)], budget)) | {"next": True}


def keep(theory: StepTheory, invariants: Sequence[Count]) -> None:
    """Let every state of a theory keep invariants."""
    for count in invariants:
        members = [theory.now.true[fluent] for fluent in count.group]
        theory.forbid([theory.outside(members, count.least, count.most)])


def answer(step: SampledStep | None) -> dict[str, Any]:
    """Return what a question came to as the parent reads it."""
    if step is None:
        return {"proved": True}
    return {"before": step.before, "joint": step.joint, "after": step.after}


def choosing(theory: StepTheory, frame: TimeFrame) -> list[int]:
    """Return an atom for each role: it has a choice."""
    atoms = []
    for legal in frame.legal:
        atoms.append(theory.atom())
        theory.at_least(atoms[-1], 2, legal)
    return atoms


def simultaneous(theory: StepTheory, frame: TimeFrame) -> int:
    """Return an atom: the state goes on, and two roles have a choice."""
    two, wrong = theory.atom(), theory.atom()
    theory.at_least(two, 2, choosing(theory, frame))
    theory.rule(wrong, [two, -frame.terminal])
    return wrong


def stuck(theory: StepTheory, frame: TimeFrame) -> int:
    """Return an atom: the state goes on, and a role has no move."""
    wrong = theory.atom()
    for legal in frame.legal:
        theory.rule(wrong, [-theory.any_of(legal), -frame.terminal])
    return wrong


def other_sum(theory: StepTheory, frame: TimeFrame, total: int, counted: Sequence[int]) -> int:
    """Return an atom: the state is an end, and a role has not one goal, or all another sum."""
    goals = [goals for role, goals in enumerate(frame.goals) if role in counted]
    floors = [min((value for value, _ in own), default=0) for own in goals]
    weighted = [
        (atom, value - floor)  # weights are not negative
        for own, floor in zip(goals, floors, strict=True)
        for value, atom in own
        if value > floor
    ]
    rest = total - sum(floors)
    reached, more, wrong = theory.atom(), theory.atom(), theory.atom()
    theory.weigh(reached, rest, weighted)
    theory.weigh(more, rest + 1, weighted)
    not_one = [theory.outside([atom for _, atom in own], 1, 1) for own in goals]
    for reason in (-reached, more, *not_one):
        theory.rule(wrong, [reason, frame.terminal])
    return wrong


def again(theory: StepTheory, budget: Budget) -> SampledStep | None:
    """Return a step before and after which the same role has a choice, or several at once."""
    later = theory.following
    first, second = choosing(theory, theory.now), choosing(theory, later)
    wrong = theory.atom()
    theory.at_least(wrong, 2, first)
    theory.rule(wrong, [simultaneous(theory, later)])  # though nobody moves on from there
    for before, after in zip(first, second, strict=True):
        theory.rule(wrong, [before, after, -later.terminal])
    return theory.ask([wrong], budget)


def progress(theory: StepTheory, message: Mapping[str, Any], budget: Budget) -> dict[str, Any]:
    """Return whether every step changes a group that goes one way, and how often they can.

    `clocks` are groups that may do so alone; then no other one is asked about. The answer has the
    `groups` that make it, and the `most` steps that a match has.
    """
    groups = [ProgressGroup(tuple(group)) for group in [*message["clocks"], *message["groups"]]]
    one_way: list[ProgressGroup] = []
    changing: list[int] = []
    for number, group in enumerate(groups):
        if not settle(theory, group, groups, budget):
            continue
        changed = theory.any_of(
            change(theory, theory.now.true[fluent], theory.now.next[fluent])
            for fluent in group.fluents
        )
        if number < len(message["clocks"]) and theory.ask([-changed], budget) is None:
            return ending([group])
        one_way.append(group)
        changing.append(changed)
    step = theory.ask([-theory.any_of(changing)], budget)
    return ending(one_way) if step is None else answer(step)


def ending(groups: Sequence[ProgressGroup]) -> dict[str, Any]:
    """Return that groups which go one way make every match end."""
    most = sum(group.changes or 0 for group in groups)
    fluents, ranks = [group.fluents for group in groups], [group.ranks for group in groups]
    return {"proved": True, "groups": fluents, "ranks": ranks, "most": most}


def change(theory: StepTheory, before: int, after: int) -> int:
    """Return an atom: one holds and the other does not."""
    atom = theory.atom()
    theory.rule(atom, [before, -after])
    theory.rule(atom, [-before, after])
    return atom


def settle(
    theory: StepTheory, group: ProgressGroup, groups: list[ProgressGroup], budget: Budget
) -> bool:
    """Find all ways between the fluents of a group; whether none of them leads back."""
    now = theory.now
    while group.changes is not None:
        unseen = group.unseen()
        if len(unseen) > MOST_PAIRS:
            return False
        going = [group.literals(now.true, place) for place in range(len(group.fluents) + 1)]
        coming = [group.literals(now.next, place) for place in range(len(group.fluents) + 1)]
        found = theory.atom()
        # Each place is spelled once: where none holds, it takes all fluents of the group.
        for first, second in unseen:
            theory.rule(found, [*going[first], *coming[second]])
        step = theory.ask([found], budget)
        if step is None:
            return True
        for each in groups:
            each.note(step.before, step.after)
    return False
