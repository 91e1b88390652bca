"""Lemmas in words of the game: what must hold, who plays what, and what comes of it.

    cell 1 1 and 2 2 are x, cell 3 3 is free: x plays mark 3 3 and wins at once

Relations such as (cell 1 1 x) say what a place has, if no match ever saw two values in one place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from zermelo.boards.symbols import blanks_among
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.game.game import Move, Role, State
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.text.ground_term import Parts

STATES = 300
"""States of random matches that are looked at for places with two values."""
OUTCOMES = {0: "loses", 50: "draws", 100: "wins"}
VERBS = {"has": "have"}
"""Relations whose name is a verb: `3 has 2`, not `has 3 is 2`."""
IDLE = ("noop", "nop", "pass", "wait")


@dataclass(frozen=True, slots=True)
class Wording:
    """How the relations of a game are said."""

    game: CompiledGame
    values: Mapping[tuple[str, int], frozenset[str]]  # by relations that say what a place has
    blanks: Mapping[tuple[str, int], frozenset[str]]  # of these, what means that nothing is there

    def lemma(self, lemma: Lemma, state: State | None = None) -> str:
        """Return what a lemma says; of a state that it covers, also whether that ends the match."""
        acting = frozenset(lemma.claim.side if lemma.moves else ())
        held = self.facts(lemma.literals, acting) or "always"
        return f"{held}: {self.advice(lemma, state)}"

    def facts(self, literals: Sequence[int], acting: Iterable[int] = ()) -> str:
        """Return what literals say; that an acting role is to move goes without saying."""
        terms = self.game.lexicon.fluent_terms
        there = [terms[each - 1].parts for each in literals if each > 0]
        absent = [terms[-each - 1].parts for each in literals if each < 0]
        movers = {self.game.roles[role] for role in acting}
        said = [self.turn(term, movers) for term in there if self.is_turn(term)]
        said += [self.no_turn(term, movers) for term in absent if self.is_turn(term)]
        empty, absent = self.emptied([term for term in absent if not self.is_turn(term)])
        groups: dict[tuple[str, int, str], list[Parts]] = {}
        for term in [term for term in there if not self.is_turn(term)]:
            groups.setdefault((*relation(term), self.value(term)), []).append(term)
        for term in empty:
            groups.setdefault((*relation(term), "free"), []).append(term)
        for term in absent:
            value = self.value(term)
            groups.setdefault((*relation(term), f"not {value}".rstrip()), []).append(term)
        said += [self.group(kind[:2], kind[2], terms) for kind, terms in groups.items()]
        return ", ".join(text for text in said if text)

    def value(self, term: Parts) -> str:
        """Return what a fluent says of its place; nothing if it is not of that kind."""
        kind = relation(term)
        if kind not in self.values:
            return ""
        return "free" if term[-1] in self.blanks[kind] else term[-1]

    def group(self, kind: tuple[str, int], value: str, terms: Sequence[Parts]) -> str:
        """Return what is the same in several places.

        >>> from zermelo.game.load import load
        >>> words = wording(load("tictactoe"))
        >>> words.group(("cell", 4), "x", [("cell", "2", "2", "x"), ("cell", "1", "1", "x")])
        'cell 1 1 and 2 2 are x'
        """
        name = kind[0]
        if kind not in self.values:
            places = sorted((term[1:] for term in terms), key=in_order)
            sign = "not " if value else ""
            return f"{sign}{name} {listed([' '.join(place) for place in places])}".rstrip()
        places = sorted({term[1:-1] for term in terms}, key=in_order)
        those = listed([" ".join(place) for place in places])
        one = len(places) == 1
        if name in VERBS and those:
            negation = ("has not" if one else "have not") if value.startswith("not ") else ""
            verb = negation or (name if one else VERBS[name])
            return f"{those} {verb} {value.removeprefix('not ')}"
        return f"{name} {those}".rstrip() + f" {'is' if one else 'are'} {value}"

    def is_turn(self, term: Parts) -> bool:
        """Whether a fluent says whose turn it is, by the name that all sheets have for it."""
        return len(term) == 2 and term[0].lower() == "control" and term[1] in self.game.roles

    def turn(self, term: Parts, movers: Collection[str]) -> str:
        """Return whose turn it is, unless that goes without saying."""
        return "" if term[1] in movers else f"it is the turn of {term[1]}"

    def no_turn(self, term: Parts, movers: Collection[str]) -> str:
        """Return whose turn it is not, unless that goes without saying."""
        others = len(self.game.roles) == 2 and movers and term[1] not in movers
        return "" if others else f"it is not the turn of {term[1]}"

    def emptied(self, absent: Sequence[Parts]) -> tuple[list[Parts], list[Parts]]:
        """Return a term for each place that has none of its values, and the terms that remain."""
        places: dict[Parts, list[Parts]] = {}
        for term in absent:
            places.setdefault((*term[:-1], str(len(term))), []).append(term)
        empty, rest = [], []
        for terms in places.values():
            kind = relation(terms[0])
            values = self.values.get(kind, frozenset())
            if len(terms) == len(values) and not self.blanks[kind]:
                empty.append(terms[0])
            else:
                rest += terms
        return empty, rest

    def advice(self, lemma: Lemma, state: State | None = None) -> str:
        """Return who plays what by a lemma, and what comes of it."""
        claim, game = lemma.claim, self.game
        outcome = self.outcome(claim)
        if not lemma.moves:
            return f"the match is over, and {game.roles[claim.role]} {outcome}"
        if state is not None and self.ends(lemma, state):
            outcome += " at once"
        texts = {
            game.roles[role]: plain(game.lexicon.moves[role][move])
            for role, move in zip(claim.side, lemma.moves, strict=True)
        }
        acting = [f"{role} plays {text}" for role, text in texts.items() if text not in IDLE]
        if not acting:
            return f"{game.roles[claim.role]} {outcome}, whatever the next move is"
        alone = claim.side == (claim.role,)
        joined = " and ".join(acting)
        return f"{joined} and {outcome}" if alone else f"{joined}, and {self.of(claim)} {outcome}"

    def of(self, claim: Claim) -> str:
        """Return whose goal a claim is about."""
        return self.game.roles[claim.role]

    def ends(self, lemma: Lemma, state: State) -> bool:
        """Whether the moves of a lemma end the match in a state, whatever the others do."""
        game = self.game
        joint = [list(game.legal(state, Role(role))) for role in range(len(game.roles))]
        for role, move in zip(lemma.claim.side, lemma.moves, strict=True):
            joint[role] = [Move(move)]
        if any(len(moves) != 1 for moves in joint):
            return False
        return game.terminal(game.next(state, tuple(moves[0] for moves in joint)))

    def outcome(self, claim: Claim) -> str:
        """Return what a claim promises: a win, a draw or a loss where goals are that."""
        levels = self.levels(claim.role)
        if claim.least:
            best = min((level for level in levels if level >= claim.value), default=None)
            if best is None or not levels <= OUTCOMES.keys():
                return f"gets at least {claim.value}"
            return OUTCOMES[best] if best in (0, max(levels)) else "gets at least a draw"
        most = max((level for level in levels if level < claim.value), default=None)
        if most is None or not levels <= OUTCOMES.keys():
            return f"stays below {claim.value}"
        return OUTCOMES[most] if most == min(levels) else "gets no more than a draw"

    def levels(self, role: int) -> frozenset[int]:
        """Return the goals that a role can have."""
        dimensions = self.game.dimensions
        pairs = zip(dimensions.goal_roles.tolist(), dimensions.goal_values.tolist(), strict=True)
        return frozenset(int(value) for owner, value in pairs if owner == role)

    def worth(self, role: int, value: float) -> str:
        """Return what a goal is for a role: a win, a draw, a loss, or a number.

        >>> from zermelo.game.load import load
        >>> [wording(load("tictactoe")).worth(0, value) for value in (100, 50, 0)]
        ['a win', 'a draw', 'a loss']
        """
        names = {0.0: "a loss", 50.0: "a draw", 100.0: "a win"}
        if self.levels(role) <= OUTCOMES.keys() and value in names:
            return names[value]
        return f"{value:g}"


def in_words(lemma: Lemma, game: CompiledGame, state: State | None = None) -> str:
    """Return what a lemma says, in words of the game; see `Wording.lemma`."""
    return wording(game).lemma(lemma, state)


@lru_cache(maxsize=8)
def wording(game: CompiledGame) -> Wording:
    """Return how the relations of a game are said."""
    relations: dict[tuple[str, int], set[Parts]] = {}
    for term in (fluent.parts for fluent in game.lexicon.fluent_terms):
        relations.setdefault(relation(term), set()).add(term)
    doubled = {kind for state in some_states(game) for kind in doubles(game, state)}
    doubled |= ending_in_a_place(game)
    values = {
        kind: frozenset(term[-1] for term in terms)
        for kind, terms in relations.items()
        if kind[1] > 1 and kind not in doubled and (kind[1] > 2 or len(terms) > 1)
    }
    blanks = {kind: blanks_among(names) for kind, names in values.items()}
    return Wording(game, values, blanks)


def relation(term: Parts) -> tuple[str, int]:
    """Return the name of a relation, and its size with the name."""
    return term[0], len(term)


def ending_in_a_place(game: CompiledGame) -> set[tuple[str, int]]:
    """Return the relations of the board that end in a coordinate: `(at king 4 1)` has no value."""
    found = set()
    for grid in (grid for board in drawing_of(game).layout.boards for grid in board):
        count = grid.shape.count("_")
        if grid.pair is None and not grid.strip and count - 1 in (grid.column, grid.row):
            found.add((grid.name, 1 + count))
    return found


def doubles(game: CompiledGame, state: State) -> set[tuple[str, int]]:
    """Return the relations of which a state has two values in one place."""
    seen: set[Parts] = set()
    found = set()
    for term in (fluent.parts for fluent in game.lexicon.holding(state)):
        place = (*term[:-1], str(len(term)))
        if place in seen:
            found.add(relation(term))
        seen.add(place)
    return found


def some_states(game: CompiledGame) -> list[State]:
    """Return states of random matches, the same ones every time."""
    chance, state, found = Random(0), game.initial, []
    for _ in range(STATES):
        found.append(state)
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        if game.terminal(state) or not all(legal):
            state = game.initial
        else:
            state = game.next(state, tuple(chance.choice(moves) for moves in legal))
    return found


def in_order(words: Sequence[str]) -> list[tuple[int, str]]:
    """Return what to sort words by: numbers by their size."""
    return [(int(word), "") if word.isdecimal() else (0, word) for word in words]


def listed(names: Sequence[str]) -> str:
    """Return names in a row.

    >>> listed(["1 1", "2 2", "3 3"])
    '1 1, 2 2 and 3 3'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def plain(text: str) -> str:
    """Return a term in KIF without its brackets.

    >>> plain("(cell 1 1 x)"), plain("noop")
    ('cell 1 1 x', 'noop')
    """
    return text.removeprefix("(").removesuffix(")")
