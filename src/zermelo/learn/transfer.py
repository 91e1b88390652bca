"""Lemmas of another instance of a game: read by their names, and proved anew before they are used.

Nothing is believed. A lemma is a question to the solver, as any other: does it follow, in this
game, from those that were proved before it? So the lemmas that are proved here are asked in their
order, and those that failed again as long as one more is proved. What is not true of a larger board
is often true where nothing is on the rest of it: that is asked second.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from zermelo.game.compiled_game import CompiledGame
from zermelo.learn.prover import Prover
from zermelo.proofs.lemmas import MOST_IMAGES, Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.strategy import MissingError, fluent_of, lemma_of, parts_of, strategy_text
from zermelo.text.source import Source
from zermelo.text.tree import Not, Rule


@dataclass(frozen=True, slots=True)
class Borrowed:
    """The lemmas of a file that a game has names for; not yet proved of it."""

    rules: tuple[tuple[Lemma, ...], ...]  # of each rule its instances
    missing: int  # rules that name fluents, moves or roles that the game has not


@dataclass(frozen=True, slots=True)
class Taken:
    """How many rules of another instance were proved anew, failed, or are about other things."""

    proved: int = 0
    failed: int = 0
    missing: int = 0


def load_lemmas(game: CompiledGame, path: str) -> Borrowed:
    """Return the lemmas in a file for any game; errors as `read_lemmas`."""
    return read_lemmas(game, strategy_text(path))


def read_lemmas(game: CompiledGame, source: Source) -> Borrowed:
    """Return the lemmas that a text has for any game, as far as they can be said of this one.

    Raises:
        ReadError: it is no strategy, or cut off.
    """
    _, rules = parts_of(source)
    known = [tuple(named(instances, game)) for instances in rules]
    return Borrowed(tuple(filter(None, known)), known.count(()))


def named(rules: Sequence[Rule], game: CompiledGame) -> Iterator[Lemma]:
    """Yield the lemmas of those rules that name only what a game has."""
    for rule in rules:
        with suppress(MissingError):
            yield lemma_of(without_others(rule, game), game)


def without_others(rule: Rule, game: CompiledGame) -> Rule:
    """Return a rule without what it says does not hold and what never does in a game."""
    names = {*game.lexicon.fluents, None}
    body = [part for part in rule.body if not isinstance(part, Not) or fluent_of(part) in names]
    return Rule(rule.head, tuple(body), rule.span)


def take_over(prover: Prover, borrowed: Borrowed) -> Taken:
    """Let a prover know the lemmas that follow here; tell how many do."""
    given = [(at, lemma) for at, rule in enumerate(borrowed.rules) for lemma in rule]
    todo = [(at, lemma) for at, lemma in given if lemma.claim in prover.number]
    asked = {at for at, _ in todo}
    rest = unnamed(prover, [lemma for _, lemma in todo])
    known: set[Lemma] = set()
    proved: set[int] = set()
    size = -1
    while size != len(todo):
        size, failed = len(todo), []
        for at, lemma in todo:
            found = lemma if lemma in known else proof(prover, lemma, rest)
            if found is None:
                failed.append((at, lemma))
                continue
            proved.add(at)
            if found not in known:
                prover.keep(found, None)
                known |= images(found, prover.symmetries)
        todo = failed
    others = len(borrowed.rules) - len(asked)
    return Taken(len(proved), len(asked - proved), borrowed.missing + others)


def unnamed(prover: Prover, lemmas: Sequence[Lemma]) -> frozenset[int]:
    """Return the fluents that no lemma names."""
    named = {abs(each) - 1 for lemma in lemmas for each in lemma.literals}
    return frozenset(range(prover.game.dimensions.fluents)) - named


def proof(prover: Prover, lemma: Lemma, rest: frozenset[int]) -> Lemma | None:
    """Return what is enough of a lemma, or else of it where the rest is empty; None if nothing."""
    if prover.watch:
        prover.watch(prover)
    found = prover.proof(lemma)
    if found is None and rest:
        literals = {*lemma.literals, *(-fluent - 1 for fluent in emptied(prover, lemma, rest))}
        found = prover.proof(Lemma(lemma.claim, tuple(sorted(literals)), lemma.moves))
    return found


def emptied(prover: Prover, lemma: Lemma, rest: frozenset[int]) -> frozenset[int]:
    """Return which of the rest need not hold beside a lemma: invariants may ask for some."""
    absent = rest.union(-each - 1 for each in lemma.literals if each < 0)
    needed = {
        fluent
        for count in prover.invariants
        if count.least > 0 and absent.issuperset(count.group)
        for fluent in count.group
    }
    return rest - needed


def images(lemma: Lemma, generators: Sequence[Symmetry]) -> set[Lemma]:
    """Return a lemma and all its images, with each move that a symmetry gives it."""
    found, todo = {lemma}, [lemma]
    for one in islice(todo, MOST_IMAGES):  # which grows meanwhile
        new = {one.image(symmetry) for symmetry in generators} - found
        found |= new
        todo += new
    return found
