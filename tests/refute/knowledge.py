"""Part b, what is proved of rules: traits, invariants, latches, inhibitors, symmetries, bounds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from tests.refute.datalog import Program
from tests.refute.enumerated import World, goals_of, legal_of
from tests.refute.loading import state_of
from tests.refute.sheet import Rules, Term, as_term, kif
from tests.refute.sheets import refuted
from tests.refute.tally import Tally
from tests.refute.traits import alternates, longest, playable, truth, wrong_findings
from zermelo.evaluate.impact import opponent_impact
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, Trait
from zermelo.proofs.goal_bounds import goal_bounds
from zermelo.proofs.invariants import Invariants
from zermelo.proofs.knowledge import Knowledge, knowledge
from zermelo.proofs.latches import LatchKind, LatchVerdict
from zermelo.proofs.sample import Refutation
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.search.findings import findings
from zermelo.search.many.default_evaluator import evaluator_for

SECONDS = 4.0
"""For the proofs; what is proved must be true whenever they are broken off."""


def refute(seed: int, tally: Tally) -> None:
    """Try to refute what is proved of one random rule game."""
    refuted("knowledge", analysed, seed, tally)


def analysed(rules: Rules, world: World, game: CompiledGame, tally: Tally) -> Iterator[str]:
    """Yield everything that is proved of a game and false."""
    yield from wrong_findings(world, findings(game), "findings")
    if game.program is None:
        return
    known = knowledge(game, game.program, seconds=SECONDS)
    checks = Checks(rules, world, game)
    yield from checks.all_of(known)
    tally.counts["claims"] += checks.claims


class Checks:
    """Claims about all states of one game, each looked up in every state."""

    def __init__(self, rules: Rules, world: World, game: CompiledGame) -> None:
        """Find the bits of every state."""
        self.rules, self.world, self.game = rules, world, game
        self.states = [state_of(game, world, number) for number in range(len(world.states))]
        self.claims = 0

    def all_of(self, known: Knowledge) -> Iterator[str]:
        """Yield what is false."""
        yield from wrong_findings(self.world, known.traits, "analyse")
        yield from self.invariants(known.invariants)
        yield from self.latches(known)
        yield from self.inhibitors(known)
        for name, group in (("symmetry", known.symmetries), ("exchange", known.exchanges)):
            for symmetry in group.generators:
                self.claims += 1
                yield from self.symmetry(name, symmetry)
        yield from self.proofs(known)
        yield from self.bounds()
        yield from self.impact()

    def steps(self) -> Iterator[tuple[int, State, State]]:
        """Yield every step: the place before, and the states before and after."""
        for place in range(len(self.states)):
            for child in self.world.model.children(place).values():
                yield place, self.states[place], self.states[child]

    def invariants(self, known: Invariants) -> Iterator[str]:
        """Yield invariants and counters that do not hold."""
        for each in (*known.groups, *known.pairs):
            self.claims += 1
            bad = next((at for at, s in enumerate(self.states) if not each.count.holds(s)), None)
            if bad is not None:
                yield f"invariant {each.text!r} is false in {self.where(bad)}"
        for counter in known.counters:
            self.claims += 1
            after = dict(pairwise(counter.chain))
            if counter.again is not None:
                after[counter.chain[-1]] = counter.chain[counter.again]
            if not self.states[0] >> counter.chain[0] & 1:
                yield f"counter {counter.text!r} does not hold initially"
            for place, before, later in self.steps():
                for fluent, then in after.items():
                    if before >> fluent & 1 and not later >> then & 1:
                        yield f"counter {counter.text!r} does not go on from {self.where(place)}"
                        return
            last = counter.chain[-1]
            if counter.again is None and counter.over:
                for place, state in enumerate(self.states):
                    if state >> last & 1 and not self.world.model.places[place].over:
                        yield f"counter {counter.text!r}: not over in {self.where(place)}"
                        return

    def latches(self, known: Knowledge) -> Iterator[str]:
        """Yield latches that do not hold, and refuted ones that do."""
        for latch in known.latches.claims:
            self.claims += 1
            broken = [
                place
                for place, before, after in self.steps()
                if bit(before, latch.fluent) == latch.positive
                and bit(after, latch.fluent) != latch.positive
            ]
            sign = "+" if latch.positive else "-"
            if latch.proved and broken:
                yield f"latch {sign}{latch.text} is broken in {self.where(broken[0])}"
            if latch.verdict is LatchVerdict.REFUTED and not broken:
                yield f"latch {sign}{latch.text} is refuted, but holds"
            if latch.proved and latch.kind is LatchKind.LAST:
                going = [
                    place
                    for place, before, _ in self.steps()
                    if bit(before, latch.fluent) == latch.positive
                ]
                if going:
                    yield f"a move follows {sign}{latch.text} in {self.where(going[0])}"
            if latch.proved and latch.kind is LatchKind.CONSTANT:
                held = {bit(state, latch.fluent) for state in self.states}
                if len(held) > 1:
                    yield f"{latch.text} never changes, but it does"
            if latch.example is not None:
                yield from self.example(f"latch {latch.text}", latch.example)

    def example(self, what: str, example: Refutation) -> Iterator[str]:
        """Yield what is wrong with a step that is said to be reachable."""
        if example.line is None:
            return
        self.claims += 1
        state = self.game.initial
        for joint in example.line:
            state = self.game.next(state, joint)
        if state != example.before or self.game.next(state, example.joint) != example.after:
            yield f"{what}: its counter-example is not a step of the game"
        if state not in self.states:
            yield f"{what}: its counter-example is not reachable"

    def inhibitors(self, known: Knowledge) -> Iterator[str]:
        """Yield inhibitors and dead goals that are not so."""
        for each in known.inhibitors.inhibitors:
            self.claims += 1
            for place, before, after in self.steps():
                if bit(before, each.latch.fluent) != each.latch.positive:
                    continue
                risen = [f for f in each.fluents if bit(after, f) and not bit(before, f)]
                if risen:
                    names = self.game.lexicon.fluents[risen[0]]
                    yield f"{each.latch.text} inhibits {names}, which rises in {self.where(place)}"
                    break
        for goal in known.inhibitors.dead_goals:
            self.claims += 1
            for place, state in enumerate(self.states):
                on = goal.latch is None or bit(state, goal.latch.fluent) == goal.latch.positive
                if not on:
                    continue
                ends = [
                    at
                    for at in self.world.model.reached(place)
                    if self.world.model.places[at].over
                    and goal.value in self.world.goals[at][goal.role]
                ]
                if ends:
                    role = self.game.roles[goal.role]
                    yield f"goal {role} {goal.value} is dead, but got in {self.where(ends[0])}"
                    break

    def symmetry(self, name: str, symmetry: Symmetry) -> Iterator[str]:
        """Yield what is wrong with a symmetry, by the evaluator, state by state."""
        program = Program(self.rules)
        game, roles = self.game, self.game.roles
        for place, state in enumerate(self.states):
            image = symmetry.state(state)
            before, after = self.facts(program, state), self.facts(program, image)
            where = f"{name} {symmetry.roles} of {self.where(place)}"
            if bool(before.get("terminal")) != bool(after.get("terminal")):
                yield f"{where}: one is an end"
                return
            if before.get("terminal"):
                own, other = goals_of(before, roles), goals_of(after, roles)
                if any(own[role] != other[symmetry.roles[role]] for role in range(len(roles))):
                    yield f"{where}: goals {own} and {other}"
                    return
                continue
            legal = [
                {game.read(Role(role), kif(move)) for move in moves}
                for role, moves in enumerate(legal_of(before, roles))
            ]
            images = [
                {game.read(Role(role), kif(move)) for move in moves}
                for role, moves in enumerate(legal_of(after, roles))
            ]
            for role, moves in enumerate(legal):
                if {symmetry.moves[role][move] for move in moves} != images[symmetry.roles[role]]:
                    yield f"{where}: other moves"
                    return
            for joint, child in self.world.model.children(place).items():
                moves_now = tuple(game.read(Role(role), text) for role, text in enumerate(joint))
                moved = symmetry.joint(moves_now)
                does: list[tuple[str, Term]] = [
                    (roles[role], as_term(game.spell(Role(role), move)))
                    for role, move in enumerate(moved)
                ]
                reached = frozenset(map(kif, program.after(after, does)))
                wanted = frozenset(game.describe(symmetry.state(self.states[child])))
                if reached != wanted:
                    yield f"{where}: {' '.join(joint)} leads elsewhere"
                    return

    def facts(self, program: Program, state: State) -> dict[str, set[tuple[Term, ...]]]:
        """Return all that holds in a state."""
        return program.at([as_term(fluent) for fluent in self.game.describe(state)])

    def proofs(self, known: Knowledge) -> Iterator[str]:
        """Yield traits that the solver has proved and that are false."""
        model = self.world.model
        true = {
            "turns": truth(self.world)[Trait.TURNS],
            "playable": playable(model),
            "alternates": alternates(model),
            "constant_sum": truth(self.world)[Trait.CONSTANT_SUM],
            "ends": truth(self.world)[Trait.ENDS],
        }
        for name, proof in known.proofs.items():
            self.claims += 1
            if proof.proved and not true[name]:
                yield f"{name} is proved ({proof.because}), but false"
            most = longest(model)
            if name == "ends" and proof.proved and proof.most is not None:
                if most is None or most > proof.most:
                    yield f"at most {proof.most} moves are proved, but a match has {most}"

    def bounds(self) -> Iterator[str]:
        """Yield bounds on goals that an end breaks."""
        found = goal_bounds(self.game)
        if found is None:
            return
        self.claims += 1
        for place in self.world.model.places:
            if place.goals is None:
                continue
            for role, goal in enumerate(place.goals):
                if goal is not None and not found.low[role] <= goal <= found.high[role]:
                    yield f"goals of {self.game.roles[role]} are bounded by {found}, not {goal}"
                    return
            total = sum((goal for goal in place.goals if goal is not None), Fraction(0))
            if total > found.most:
                yield f"the sum of goals is at most {found.most}, but one is {total}"
                return

    def impact(self) -> Iterator[str]:
        """Yield what cannot be right with the impact of opponents."""
        if len(self.game.roles) - (self.world.model.chance is not None) < 2:
            return  # chance is nobody's opponent
        found = opponent_impact(self.game, evaluator_for(self.game, None), moves=True, states=50)
        if found is None:
            # A few positions are looked at: a choice that few of them offer may go unseen.
            model = self.world.model
            going = [place for place in model.reached() if model.children(place)]
            choosing = [set(model.choosers(place)) - {model.chance} for place in going]
            if going and all(choosing):
                yield "impact: nobody ever has a choice, it says, but somebody always has"
            return
        self.claims += 1
        off = 1e-9
        if not -off <= found.low <= found.mean + off <= found.high + 2 * off <= 1 + 3 * off:
            yield f"impact: {found.mean} in {found.low} to {found.high}"

    def where(self, place: int) -> str:
        """Return a place for people."""
        return " ".join(self.world.states[place]) or "the empty state"


def bit(state: State, fluent: int) -> bool:
    """Whether a fluent holds."""
    return bool(state >> fluent & 1)
