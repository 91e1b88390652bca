"""Claims about all reachable positions, proved by induction over steps.

A claim becomes bodies of rules: one is true of each position, or step, that contradicts the claim.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from zermelo.audit.subject import Refuted, State, Subject, require
from zermelo.audit.theory import Frame, Theory, count, later, now

Claim = dict[str, Any]


class Induction:
    """Proves claims in positions that keep the invariants, which are to be proved first."""

    def __init__(self, theory: Theory, base: State, invariants: Sequence[Claim]) -> None:
        """Let all positions keep the invariants if `inv` is assumed."""
        self.theory, self.base, self.subject = theory, base, theory.subject
        self.here, self.there = now(self.subject.program), later(self.subject.program)
        self.invariants, self.asked = invariants, 0
        fluents = range(len(self.subject.program.fluents))
        is_base = [f"t({one})" if one in base else f"not t({one})" for one in fluents]
        theory.tell(f"base :- {', '.join(is_base) or '#true'}.")
        theory.tell(*(f":- inv, {broken(self.subject, one, 't')}." for one in invariants))

    def prove_invariant(self, claim: Claim) -> None:
        """Raise Refuted unless an invariant holds in the base, and after every step."""
        held = set(self.subject.fluents(claim["fluents"])) & set(self.base)
        require(claim["least"] <= len(held) <= claim["most"], "it does not hold in the base")
        self.ask([broken(self.subject, claim, "n")], ("m", True), ("inv", True))

    def keep_single_goals(self) -> None:
        """Let all ends have one goal for each role if `inv` is assumed: that must be proved."""
        claim = {"claim": "single_goals"}
        wrong = wrong_positions(self.subject, claim, self.here, "t")
        self.theory.tell(*(f":- inv, {body}." for body in wrong))

    def lay_later(self) -> None:
        """Tell the rules of the next position, which keeps the invariants: they must be proved."""
        self.theory.tell(*self.there.rules())
        broken_there = [broken(self.subject, one, "n") for one in self.invariants]
        self.theory.tell(*(f":- inv, m, {body}." for body in broken_there))

    def prove(self, claim: Claim) -> None:
        """Raise Refuted unless a claim is true of the base, every step and every next position."""
        if claim["claim"] == "chain":
            first = {self.subject.find("fluent", text) for text in claim["fluents"][:1]}
            require(bool(first & set(self.base)), "its first fluent does not hold in the base")
        if "fluent" in claim:
            latch = claim["fluent"], claim["holds"]
            without = latch == (None, None) and claim["claim"] == "dead_goal"
            require(None not in latch or without, "it names no latch")
        steps = [*wrong_steps(self.subject, claim, self.here, self.there)]
        here = [*wrong_positions(self.subject, claim, self.here, "t")]
        try:  # of any position that keeps the invariants: that is enough, and often easier
            self.ask(here, ("inv", True), ("m", False))
        except Refuted:
            self.ask(here, ("base", True), ("m", False))
            steps += wrong_positions(self.subject, claim, self.there, "n")
        self.ask(steps, ("m", True), ("inv", True))

    def ask(self, bodies: Sequence[str], *assumed: tuple[str, bool]) -> None:
        """Raise Refuted if one of the bodies can be true."""
        self.asked += 1
        self.theory.tell(*(f"q({self.asked}) :- {body}." for body in bodies))
        if bodies:
            self.theory.ask(*assumed, (f"q({self.asked})", True))


def broken(subject: Subject, claim: Claim, at: str) -> str:
    """Return what is true where an invariant does not hold, now (`t`) or next (`n`)."""
    held = count(f"{at}({one})" for one in subject.fluents(claim["fluents"]))
    return f"not {claim['least']} <= {held} <= {claim['most']}"


def latched(subject: Subject, claim: Claim, at: str, on: bool = True) -> str:
    """Return what is true where the latch of a claim is on, or not; without one, it always is."""
    if claim["fluent"] is None:
        return "#true" if on else "#false"
    atom = f"{at}({subject.find('fluent', claim['fluent'])})"
    return atom if claim["holds"] is on else f"not {atom}"


def wrong_steps(subject: Subject, claim: Claim, here: Frame, there: Frame) -> Iterator[str]:
    """Yield bodies that are true of steps that contradict a claim."""
    if claim["claim"] in ("latch", "inhibitor", "dead_goal"):
        yield f"{latched(subject, claim, 't')}, {latched(subject, claim, 'n', False)}"
    match claim["claim"]:
        case "last":
            yield latched(subject, claim, "t")
        case "inhibitor":
            for one in subject.fluents(claim["fluents"]):
                yield f"{latched(subject, claim, 't')}, not t({one}), n({one})"
        case "chain":
            chain = [subject.find("fluent", text) for text in claim["fluents"]]
            if isinstance(claim["then"], int):
                require(0 <= claim["then"] < len(chain), "it goes on nowhere")
                chain.append(chain[claim["then"]])
            else:
                require(claim["then"] in ("over", "stuck"), "it ends in no known way")
                yield f"t({chain[-1]})"
            yield from (f"t({one}), not n({following})" for one, following in pairwise(chain))
        case "alternating":
            chooses = [[f"2 <= {count(own)}" for own in frame.legal] for frame in (here, there)]
            yield from map(", ".join, combinations(chooses[0], 2))
            for one, again in zip(*chooses, strict=True):
                yield f"{one}, {again}, not {there.terminal}"
        case "terminating":
            groups = [read_group(subject, group) for group in claim["groups"]]
            most = sum(max(ranks) for _, ranks in groups)
            require(claim["most"] == most, f"the sum of the largest ranks is {most}")
            yield f"not {changed([one for fluents, _ in groups for one in fluents])}"
            yield from (f"{changed(fluents)}, {not_lower(fluents, r)}" for fluents, r in groups)


def wrong_positions(subject: Subject, claim: Claim, frame: Frame, at: str) -> Iterator[str]:
    """Yield bodies that are true of positions that contradict a claim."""
    over = frame.terminal
    match claim["claim"]:
        case "chain" if claim["then"] == "over":
            yield f"{at}({subject.find('fluent', claim['fluents'][-1])}), not {over}"
        case "turn_taking":
            for one, other in combinations(map(count, frame.legal), 2):
                yield f"not {over}, 2 <= {one}, 2 <= {other}"
        case "playable" | "terminating":
            yield from (f"not {over}, not 1 <= {count(own)}" for own in frame.legal)
            for fluents, _ in (read_group(subject, one) for one in claim.get("groups", ())):
                yield f"2 <= {count(f'{at}({one})' for one in fluents)}"
        case "constant_sum":
            roles = [subject.find("role", role) for role in claim["roles"]]
            for role in roles:
                yield f"{over}, not 1 <= {count(frame.goals[role].values())} <= 1"
            yield f"{over}, not {claim['total']} <= {total(frame, roles)} <= {claim['total']}"
        case "single_goals":
            for role in set(subject.roles) - subject.chance:
                yield f"{over}, not 1 <= {count(frame.goals[role].values())} <= 1"
        case "goal_sum":
            yield f"{over}, {claim['most'] + 1} <= {total(frame, subject.roles)}"
        case "goal_bounds":
            for value, atom in frame.goals[subject.find("role", claim["role"])].items():
                if not claim["low"] <= value <= claim["high"]:
                    yield f"{over}, {atom}"
        case "dead_goal":
            goals = frame.goals[subject.find("role", claim["role"])]
            require(claim["goal"] in goals, "the rules do not name this goal")
            yield f"{over}, {latched(subject, claim, at)}, {goals[claim['goal']]}"


def total(frame: Frame, roles: Iterable[int]) -> str:
    """Return the sum of the highest goals that some roles have.

    A goal counts by steps from value to value; clingo counts equal steps of one role once.
    """
    terms = []
    for role in roles:
        for low, high in pairwise([0, *sorted(frame.goals[role])]):
            above = [atom for value, atom in frame.goals[role].items() if value >= high]
            terms += [f"{high - low},{role},{high} : {atom}" for atom in above]
    return f"#sum {{ {'; '.join(terms)} }}"


def read_group(subject: Subject, group: Claim) -> tuple[list[int], list[int]]:
    """Return the fluents of a group, and the rank of each, and of none of them."""
    fluents = [subject.find("fluent", text) for text in group["fluents"]]
    enough = len(group["ranks"]) == len(fluents) + 1 and min(group["ranks"]) >= 0
    require(enough, "a group has not one rank of at least 0 for each place")
    return fluents, group["ranks"]


def changed(fluents: Iterable[int]) -> str:
    """Return what is true of a step that changes one of some fluents."""
    ways = [f"{one} : t({one}), not n({one}); {one} : n({one}), not t({one})" for one in fluents]
    return f"1 <= #count {{ {'; '.join(ways)} }}"


def not_lower(fluents: Sequence[int], ranks: Sequence[int]) -> str:
    """Return what is true of a step after which the rank of a group is not lower than before."""
    terms = []
    for at, sign in (("t", 1), ("n", -1)):
        none = ", ".join(f"not {at}({one})" for one in fluents) or "#true"
        places = [*(f"{at}({one})" for one in fluents), none]
        terms += [f"{sign * r},{at},{n} : {places[n]}" for n, r in enumerate(ranks)]
    return f"#sum {{ {'; '.join(terms)} }} <= 0"
