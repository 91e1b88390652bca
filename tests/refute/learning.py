"""Part b, learning: every rule on every state, its moves, the values, and what `verify` says."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.refute import values as oracle
from tests.refute.enumerated import World
from tests.refute.loading import state_of
from tests.refute.model import Model
from tests.refute.sheet import Rules
from tests.refute.sheets import refuted
from tests.refute.tally import Tally
from tests.refute.traits import playable
from tests.refute.trees import thought
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.learning import LearnedStrategy, learn
from zermelo.learn.selection import selected
from zermelo.learn.strategy_file import strategy_text
from zermelo.learn.verify import verify
from zermelo.proofs.lemmas import Claim, Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.search.base import Limits
from zermelo.search.spec import parse
from zermelo.strategies.strategy import load_strategy

MOST_RULES = 200


def refute(seed: int, tally: Tally) -> None:
    """Try to refute what is learnt of one random rule game."""
    refuted("learning", learnt, seed, tally)


def learnt(rules: Rules, world: World, game: CompiledGame, tally: Tally) -> Iterator[str]:
    """Yield everything that is learnt of a game and false."""
    if world.hidden or world.model.places[0].over:
        tally.counts["refusals"] += 1
        return
    learned = learn(game, game.initial)
    tally.counts["searches"] += 1
    checks = Learning(world, game, Random(1))
    yield from checks.all_of(learned)
    tally.counts["claims"] += checks.claims


class Learning:
    """Rules of one game, against all its states."""

    def __init__(self, world: World, game: CompiledGame, random: Random) -> None:
        """Find the bits of every state."""
        self.world, self.game, self.random = world, game, random
        self.states = [state_of(game, world, number) for number in range(len(world.states))]
        self.claims = 0
        self._forced: dict[Claim, frozenset[int]] = {}
        model = world.model
        defined = all(None not in place.goals for place in model.places if place.goals is not None)
        self.clear = defined and model.upwards() is not None and playable(model)
        """Whether every match ends, with goals that are defined."""

    def all_of(self, learned: LearnedStrategy) -> Iterator[str]:
        """Yield what is false."""
        yield from self.values(learned)
        lemmas = learned.lemmas[:MOST_RULES]
        for lemma in lemmas:
            yield from self.lemma("learn", lemma, learned.symmetries)
        chosen: Sequence[Lemma] = lemmas
        if learned.complete and learned.lemmas:
            alike = learned.symmetries
            chosen = selected(self.game, self.game.initial, learned.lemmas, alike, learned.values)
            for lemma in chosen:
                yield from self.lemma("learn (chosen)", lemma, alike)
        yield from self.verified(chosen, learned.symmetries)
        yield from self.followed(chosen, learned)

    def values(self, learned: LearnedStrategy) -> Iterator[str]:
        """Yield values that cannot be forced, or that are less than what can be."""
        model = self.world.model
        for role, value in enumerate(learned.values):
            self.claims += 1
            low, high = oracle.security(model, 0, role)[0]
            if value > high:
                yield f"learn: {model.roles[role]} can force {value}, it says, but {float(high):g}"
            elif learned.complete and self.clear and value != low:
                yield f"learn: {model.roles[role]} can force {value}, but it can {float(low):g}"

    def lemma(self, who: str, lemma: Lemma, alike: Sequence[Symmetry]) -> Iterator[str]:
        """Yield states in which a rule, or one of its images, is false."""
        for image in orbit(lemma, alike):
            self.claims += 1
            bad = self.refuted(image)
            if bad is not None:
                yield f"{who}: {told(image)} is false: {bad}"
                return

    def refuted(self, lemma: Lemma) -> str | None:
        """Return where a rule is false, and why; None if it is true in every state."""
        forced = self.forced(lemma.claim)
        for number, state in enumerate(self.states):
            if not lemma.covers(state):
                continue
            if number not in forced:
                return f"{' '.join(self.world.states[number])} is not forced"
            place = self.world.model.places[number]
            if place.over or not lemma.moves:
                continue
            names = {
                role: self.game.spell(Role(role), move)  # type: ignore[arg-type]
                for role, move in zip(lemma.claim.side, lemma.moves, strict=True)
            }
            if any(move not in place.legal[role] for role, move in names.items()):
                return f"{' '.join(self.world.states[number])}: {names} is not legal"
            after = [
                child
                for joint, child in self.world.model.children(number).items()
                if all(joint[role] == move for role, move in names.items())
            ]
            if any(child not in forced for child in after):
                return f"{' '.join(self.world.states[number])}: {names} gives it away"
        return None

    def forced(self, claim: Claim) -> frozenset[int]:
        """Return the places where a claim is true, by its definition."""
        if claim not in self._forced:
            self._forced[claim] = can_force(self.world, claim)
        return self._forced[claim]

    def verified(self, lemmas: Sequence[Lemma], alike: Sequence[Symmetry]) -> Iterator[str]:
        """Yield rules, true or made false, of which `verify` says the contrary."""
        trials: list[tuple[Lemma, Sequence[Symmetry]]] = [(one, alike) for one in lemmas[:20]]
        if self.clear:
            trials += [(one, ()) for lemma in lemmas[:8] for one in self.spoiled(lemma)]
        for lemma, images in trials:
            self.claims += 1
            true = all(self.refuted(image) is None for image in orbit(lemma, images))
            found = verify(self.game, [lemma], images)
            said = not found.wrong and not found.wrong_moves
            if true != said:
                yield f"verify calls {told(lemma)} {'true' if said else 'false'}, but it is not"
                return

    def spoiled(self, lemma: Lemma) -> Iterator[Lemma]:
        """Yield a rule with a literal less, another value, another move."""
        if lemma.literals:
            gone = self.random.choice(lemma.literals)
            yield replace(lemma, literals=tuple(one for one in lemma.literals if one != gone))
        assert self.game.program is not None
        values = sorted({value for value, _ in self.game.program.goals[lemma.claim.role]})
        yield replace(lemma, claim=replace(lemma.claim, value=self.random.choice(values)))
        if lemma.moves:
            role = lemma.claim.side[0]
            move = self.random.randrange(len(self.game.lexicon.moves[role]))
            yield replace(lemma, moves=(move, *lemma.moves[1:]))

    def followed(self, lemmas: Sequence[Lemma], learned: LearnedStrategy) -> Iterator[str]:
        """Yield what is wrong with a file of the rules, read again and played by."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "strategy.lp"
            path.write_text(strategy_text(self.game, learned, lemmas, self.game.name))
            again = load_strategy(self.game, str(path))
            for lemma in again.lemmas[:MOST_RULES]:
                yield from self.lemma("strategy file", lemma, learned.symmetries)
            search = parse(f"strategy:file={path}")
            for number, state in enumerate(self.states[:60]):
                if self.world.model.places[number].over:
                    continue
                for role in range(len(self.game.roles)):
                    for said in thought(self.game, search, state, Role(role), Limits()):
                        if said.proven:
                            self.claims += 1
                            low, high = oracle.security(self.world.model, number, role)[number]
                            if said.values[role] > high:
                                yield (
                                    f"strategy: {self.game.roles[role]} gets {said.values} at "
                                    f"{number}, but {float(low):g} to {float(high):g}"
                                )
                                return


def can_force(world: World, claim: Claim) -> frozenset[int]:
    """Return the places from which a side brings it about; below a value, also by never ending."""
    model = world.model

    def done(number: int) -> bool:
        goals = world.goals[number][claim.role]
        fitting = any((goal >= claim.value) == claim.least for goal in goals)
        return fitting or not (goals or claim.least)  # no goal at all is not above anything

    found = {at for at, place in enumerate(model.places) if place.over and done(at)}
    if claim.least:
        while True:
            more = {
                at
                for at in range(len(model.places))
                if at not in found and ahead(model, at, claim, found)
            }
            if not more:
                return frozenset(found)
            found |= more
    safe = found | {at for at, place in enumerate(model.places) if not place.over}
    while True:
        gone = {
            at for at in safe - found if model.children(at) and not ahead(model, at, claim, safe)
        }
        if not gone:
            return frozenset(safe)
        safe -= gone


def ahead(model: Model, number: int, claim: Claim, good: set[int]) -> bool:
    """Whether a side has moves after which every reply leads to a good place."""
    place = model.places[number]
    if not model.children(number):
        return False
    options = product(*(place.legal[role] for role in claim.side))
    for chosen in options:
        wanted = dict(zip(claim.side, chosen, strict=True))
        after = [
            child
            for joint, child in model.children(number).items()
            if all(joint[role] == move for role, move in wanted.items())
        ]
        if after and all(child in good for child in after):
            return True
    return False


def told(lemma: Lemma) -> str:
    """Return a rule for people."""
    sign = ">=" if lemma.claim.least else "<"
    who = f"{lemma.claim.side} force {lemma.claim.role} {sign} {lemma.claim.value}"
    return f"rule {who} by {lemma.moves} with {lemma.literals}"
