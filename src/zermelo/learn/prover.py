"""Strategies that are proved: states are decided depth first, and every decision leaves a lemma.

A state that a lemma covers is not opened. Where one is decided, the solver is asked for the reason
(`zermelo.proofs.reasons`), which is true of many states more; its images under the symmetries of
the game come for nothing. A lemma only uses those before it, so it is true even where positions
repeat: every move by a lemma leads to an earlier one, and so to an end.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, Role, State
from zermelo.learn.levels import goals_in, levels_of
from zermelo.process.session import Session
from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.lemmas import Claim, Cover, Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.proofs.tables import tables

MEGABYTES = 4096
SECONDS_PER_REASON = 60.0
"""For one reason: most take milliseconds."""
Patience = Callable[[], float | None]
"""The seconds that one question to the solver may take."""
Guide = Callable[[State, int], float]
"""How good a state seems to be for a role; only the order of moves depends on it."""
Watch = Callable[["Prover"], None]


@dataclass(frozen=True, slots=True)
class Fork:
    """The moves of a side in a state, and where each may lead, whatever the others do."""

    moves: tuple[int, ...]
    states: tuple[State, ...]


class Prover:
    """Decides claims about states of a game; lemmas pile up and serve all later claims."""

    def __init__(
        self,
        game: CompiledGame,
        claims: Iterable[Claim],
        *,
        total: int | None,
        invariants: Sequence[Count] = (),
        single: bool = False,
        symmetries: Sequence[Symmetry] = (),
        guide: Guide | None = None,
        watch: Watch | None = None,
        patience: Patience = lambda: None,
    ) -> None:
        """Start a solver for a game.

        Args:
            game: with its ground rules.
            claims: what may be decided.
            total: what two roles share out at every end; None if they do not, or are not two.
            invariants: that are proved. Lemmas are about positions that keep all of them.
            single: it is proved, too, that ends have exactly one goal for each role.
            symmetries: that are proved, those that exchange roles included.
            guide: orders moves.
            watch: is called for every state that is opened and every question to the solver; what
                it raises ends the search.
            patience: seconds by the clock that are left for a question to the solver, if there is
                a limit: LimitError if it takes longer.
        """
        assert game.program is not None, "lemmas are proved from rules"
        self.game, self.total, self.symmetries = game, total, symmetries
        self.invariants = tuple(invariants)
        self.guide, self.watch, self.patience = guide, watch, patience
        self.levels = levels_of(game, total)
        known = self.closed(claims)
        self.number = {claim: number for number, claim in enumerate(known)}
        self.covers = {claim: Cover() for claim in known}
        self.lemmas: list[Lemma] = []
        self.decided: list[State | None] = []  # the state that each was found in, if one was
        self.nodes = 0
        self.calls = 0  # questions that the solver was asked
        self.undecided: dict[tuple[Claim, State], float] = {}  # the most moves that did not do
        message = {
            **tables(game.program),
            "counts": flattened(self.invariants),
            "single": single,
            "claims": [
                {"side": one.side, "role": one.role, "value": one.value, "least": one.least}
                for one in known
            ],
        }
        self.session = Session(
            "zermelo.proofs.reasons:reasons", message, megabytes=MEGABYTES, deadline=patience()
        )

    def close(self) -> None:
        """End the solver."""
        self.session.close()

    def __enter__(self) -> "Prover":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def closed(self, claims: Iterable[Claim]) -> list[Claim]:
        """Return claims with what is against each of them, and all images."""
        found = list(dict.fromkeys(claims))
        for claim in found:  # which grows meanwhile
            for other in (self.against(claim), *(claim.image(one) for one in self.symmetries)):
                if other not in found:
                    found.append(other)
        return found

    def against(self, claim: Claim) -> Claim:
        """Return what is true, in games of perfect information, exactly if a claim is not.

        Where two roles share out a total, it is that the other one gets more than the rest: the
        next of its own goals.
        """
        if self.total is not None and claim.least:
            other, rest_of_it = 1 - claim.role, self.total - claim.value
            higher = [value for value in self.levels[other] if value > rest_of_it]
            if higher:
                return Claim((other,), other, higher[0])
        rest = tuple(role for role in range(len(self.game.roles)) if role not in claim.side)
        return Claim(rest, claim.role, claim.value, not claim.least)

    def known(self, claim: Claim, state: State) -> bool | None:
        """Return whether lemmas say that a state has a claim or not; None if they do not."""
        if self.covers[claim].find(state):
            return True
        return False if self.covers[self.against(claim)].find(state) else None

    def decide(self, claim: Claim, state: State, depth: int | None = None) -> bool | None:
        """Return whether a state has a claim, within `depth` moves.

        None if that is not enough, or if neither side can force anything: both choose at once.
        """
        known = self.known(claim, state)
        if known is not None:
            return known
        left = inf if depth is None else depth
        if self.undecided.get((claim, state), -1) >= left:
            return None
        self.nodes += 1
        if self.watch:
            self.watch(self)
        against = self.against(claim)
        view = self.game.view(state)
        if view.terminal:
            for ended in (claim, against):
                if ended.fits(goals_in(self.game, state, ended.role)):
                    self.learn(ended, state, ())
                    return ended is claim
            return None
        for asked, lower in self.asked(claim, against, state):
            if self.force(asked, state, lower, None if depth is None else depth - 1):
                return asked is claim
        self.undecided[claim, state] = left
        return None

    def asked(
        self, claim: Claim, against: Claim, state: State
    ) -> Iterator[tuple[Claim, list[Fork]]]:
        """Yield both claims with the moves of their sides, what lemmas cover already first."""
        forks = {one: self.forks(one, state) for one in (claim, against)}
        for one, own in forks.items():
            yield one, [fork for fork in own if self.covered(one, fork)][:1]
        # Who has a choice is asked first: one good move is enough for it.
        yield from sorted(forks.items(), key=lambda item: -len(item[1]))

    def covered(self, claim: Claim, fork: Fork) -> bool:
        """Whether lemmas say that moves are good, whatever the others do."""
        cover = self.covers[claim]
        return all(cover.find(state) for state in fork.states)

    def force(self, claim: Claim, state: State, forks: list[Fork], depth: int | None) -> bool:
        """Whether one of the moves is good whatever the others do; it then becomes a lemma."""
        for fork in forks:
            if depth == -1 and not self.covered(claim, fork):
                continue
            if all(self.decide(claim, one, depth) for one in fork.states):
                self.learn(claim, state, fork.moves)
                return True
        return False

    def forks(self, claim: Claim, state: State) -> list[Fork]:
        """Return all moves of a claim's side, the most promising first."""
        view = self.game.view(state)
        roles = range(len(self.game.roles))
        rest = [role for role in roles if role not in claim.side]
        others = list(product(*(view.legal[role] for role in rest)))
        if not others:  # one of them has no move, so that the match does not go on
            return []
        found = []
        for moves in product(*(view.legal[role] for role in claim.side)):
            states = []
            for reply in others:
                chosen = dict(zip([*claim.side, *rest], [*moves, *reply], strict=True))
                joint: Joint = tuple(Move(chosen[role]) for role in roles)
                states.append(self.game.next(state, joint))
            found.append(Fork(tuple(moves), tuple(dict.fromkeys(states))))
        if self.guide is None:
            return found
        return self.ordered(claim, found)

    def ordered(self, claim: Claim, forks: list[Fork]) -> list[Fork]:
        """Return moves by what the guide says of the worst that the others can do after them."""
        guide = self.guide
        assert guide is not None
        sign = 1 if claim.least else -1
        worth = {state: sign * guide(state, claim.role) for fork in forks for state in fork.states}
        sorted_ = [
            Fork(fork.moves, tuple(sorted(fork.states, key=worth.__getitem__))) for fork in forks
        ]
        return sorted(sorted_, key=lambda fork: -worth[fork.states[0]])

    def learn(self, claim: Claim, state: State, moves: tuple[int, ...]) -> None:
        """Ask for the reason of a decision, and know it and its images from now on."""
        lemma = self.reason(claim, state, moves)
        assert lemma is not None, "the solver sees no reason where the search has one"
        self.keep(lemma, state)

    def keep(self, lemma: Lemma, state: State | None) -> None:
        """Know a lemma, found in a state if it was in one, and all its images."""
        self.lemmas.append(lemma)
        self.decided.append(state)
        self.add(orbit(lemma, self.symmetries))

    def reason(
        self, claim: Claim, state: State, moves: tuple[int, ...], *, backward: bool = False
    ) -> Lemma | None:
        """Return a lemma that says why a state has a claim; None if lemmas do not say so.

        What `backward` leaves out first is left out last otherwise: the lemma may be another one.
        """
        fluents = range(self.game.dimensions.fluents)
        literals = [fluent + 1 if state >> fluent & 1 else -fluent - 1 for fluent in fluents]
        return self.proof(Lemma(claim, tuple(literals), moves), backward=backward)

    def proof(self, lemma: Lemma, *, backward: bool = False) -> Lemma | None:
        """Return what is enough of a lemma's literals; None if it does not follow from others."""
        claim, moves = lemma.claim, lemma.moves
        question = {"claim": self.number[claim], "moves": moves, "state": lemma.literals}
        self.calls += 1
        if self.watch:
            self.watch(self)
        question = question | {"backward": backward}
        core = self.session.ask(question, SECONDS_PER_REASON, deadline=self.patience())["core"]
        return None if core is None else Lemma(claim, tuple(sorted(core)), moves)

    def found(self) -> list[tuple[Lemma, State]]:
        """Return the lemmas that a state was decided by, each with its state."""
        pairs = zip(self.lemmas, self.decided, strict=True)
        return [(lemma, state) for lemma, state in pairs if state is not None]

    def raise_claims(self) -> None:
        """Find out which lemmas say too little: where a role forces 50, it may force 100 at once.

        They are taken in the order of their proofs, so that one leads to the next.
        """
        for lemma, state in self.found():
            for claim in self.number:
                same = claim.side == lemma.claim.side and claim.least == lemma.claim.least
                if same and claim.value > lemma.claim.value:
                    higher = self.reason(claim, state, lemma.moves)
                    if higher is not None and not self.covers[claim].find(state):
                        self.keep(higher, state)

    def generalise(self) -> None:
        """Ask for reasons again, and for those of other good moves, now that more is proved.

        They may be smaller, or serve more positions. A new reason for an old move rests on lemmas
        that came after the old one, so it comes after them, too.
        """
        for lemma, state in self.found():
            for fork in self.forks(lemma.claim, state) if lemma.moves else ():
                if self.covered(lemma.claim, fork):
                    for backward in (False, True):
                        found = self.reason(lemma.claim, state, fork.moves, backward=backward)
                        if found is not None and found not in self.lemmas:
                            self.keep(found, state)

    def add(self, lemmas: Sequence[Lemma]) -> None:
        """Add lemmas that are proved."""
        for lemma in lemmas:
            self.covers[lemma.claim].add(lemma)
        told = [(self.number[lemma.claim], lemma.literals) for lemma in lemmas]
        self.session.ask({"lemmas": told}, SECONDS_PER_REASON, deadline=self.patience())


def role_claims(game: CompiledGame, role: Role, total: int | None = None) -> list[Claim]:
    """Return a claim for each goal that a role may aim at: all but the lowest, in their order."""
    return [Claim((role,), role, value) for value in levels_of(game, total)[role][1:]]
