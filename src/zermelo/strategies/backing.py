"""Checks that every rule of a strategy file follows from an audited lemma of its certificate.

The audit runs the rules in clingo; searches unfold them with code of their own. Should the two ever
disagree on what a rule means, this check refuses the file, so that searches play only by what was
proved.
"""

from collections.abc import Iterable, Iterator, Sequence

from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.proofs.lemmas import Claim, Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.wording import in_words
from zermelo.text.certificate_text import read_json
from zermelo.text.source import Source


def require_backed(
    game: CompiledGame, source: Source, rules: Iterable[Lemma], symmetries: Sequence[Symmetry]
) -> None:
    """Raise ReadError unless each rule follows from a lemma, or from an image of one.

    Args:
        game: that the rules are for.
        source: the file, which was audited.
        rules: as they were read from it.
        symmetries: of its certificate.
    """
    said: dict[tuple[Claim, tuple[int, ...]], list[set[int]]] = {}
    for lemma in lemmas_in(game, source):
        said.setdefault((lemma.claim, lemma.moves), []).append(set(lemma.literals))
    for rule in rules:
        if not any(
            known.issubset(image.literals)
            for image in orbit(rule, symmetries)
            for known in said.get((image.claim, image.moves), ())
        ):
            raise ReadError(
                f"{source.name} is refused: no lemma of its certificate supports the rule "
                f"{in_words(rule, game)}"
            )


def lemmas_in(game: CompiledGame, source: Source) -> Iterator[Lemma]:
    """Yield the lemmas of the certificate in a file that was audited."""
    bits = game.lexicon.bits
    for claim in read_json(source)["claims"]:
        if claim["claim"] != "lemma":
            continue
        role, least = game.roles.index(claim["role"]), claim["can"] == "force"
        others = tuple(other for other in range(len(game.roles)) if other != role)
        side = (role,) if least else others
        literals = [bits[fluent] + 1 for fluent in claim["true"]]
        literals += [-bits[fluent] - 1 for fluent in claim["false"]]
        moves = claim["moves"]
        yield Lemma(
            Claim(side, role, claim["goal"], least),
            tuple(sorted(literals)),
            tuple(game.read(Role(one), moves[game.roles[one]]) for one in side if moves),
        )
