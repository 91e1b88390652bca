"""The certificate of a strategy: all that its rules rest on, for `zermelo audit` and for readers.

Rules are about positions that keep the invariants of the certificate, and stand for their images
under its symmetries. It has all lemmas that the rules may rest on, in the order of their proofs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.proofs.certificate import (
    certificate,
    forces_claim,
    in_comments,
    invariant_claim,
    lemma_claim,
    symmetry_claim,
)
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Claim, Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.text.certificate_text import embedded, read_json, refuse_newer
from zermelo.text.source import Source


def certificate_lines(
    game: CompiledGame,
    start: State,
    rules: Sequence[Lemma],
    lemmas: Sequence[Lemma],
    invariants: Sequence[Count],
    symmetries: Sequence[Symmetry],
    *,
    single: bool,
) -> list[str]:
    """Return the certificate of rules as comments of a strategy file.

    Args:
        game: with its rules.
        start: the position that invariants are proved from.
        rules: that the file has.
        lemmas: in the order of their proofs, the rules among them. A lemma rests on others of the
            same claim only, so those of claims are left out that no rule has, and that say nothing
            of the position.
        invariants: that lemmas rest on.
        symmetries: that keep the invariants.
        single: lemmas also rest on this: every end has exactly one goal for each role.
    """
    program = game.program
    assert program is not None, "lemmas are proved from rules"
    best = forced_claims(start, lemmas, symmetries)
    used = {image.claim for rule in rules for image in orbit(rule, symmetries)} | set(best)
    kept = [lemma for lemma in lemmas if used & {one.claim for one in orbit(lemma, symmetries)}]
    claims = [invariant_claim(program, count) for count in invariants]
    claims += [symmetry_claim(program, symmetry) for symmetry in symmetries]
    claims += [{"claim": "single_goals"}] if single else []
    claims += [lemma_claim(program, lemma) for lemma in kept]
    claims += [forces_claim(program, claim) for claim in best]
    return in_comments(certificate("strategy", game, start, claims))


def forced_claims(
    start: State, lemmas: Sequence[Lemma], symmetries: Sequence[Symmetry]
) -> list[Claim]:
    """Return for each role what it can force from a position by lemmas, the highest goal only."""
    best: dict[int, Claim] = {}
    for lemma in lemmas:
        for image in orbit(lemma, symmetries):
            claim = image.claim
            known = best.get(claim.role)
            if claim.least and image.covers(start) and (not known or known.value < claim.value):
                best[claim.role] = claim
    return [best[role] for role in sorted(best)]


def read_basis(
    game: CompiledGame, source: Source
) -> tuple[tuple[Count, ...], tuple[Symmetry, ...]] | None:
    """Return the invariants and symmetries of the certificate in a text; None without one.

    Whether they are true is not looked at: that is for `zermelo.audit`.

    Raises:
        ReadError: the certificate cannot be read.
    """
    if not embedded(source.text):
        return None
    try:
        found = read_json(source)
    except ReadError:
        raise unreadable(source) from None
    refuse_newer(found, source.name)
    try:
        claims = found["claims"]
        return (
            tuple(count_of(game, one) for one in claims if one["claim"] == "invariant"),
            tuple(symmetry_of(game, one) for one in claims if one["claim"] == "symmetry"),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise unreadable(source) from None


def unreadable(source: Source) -> ReadError:
    """Return what to raise for a certificate that has not what it should have."""
    return ReadError(f"the certificate in {source.name} cannot be read; `zermelo audit` says why")


def count_of(game: CompiledGame, claim: Mapping[str, Any]) -> Count:
    """Return the count that a claim is."""
    fluents = game.lexicon.fluents
    group = tuple(sorted(fluents.index(text) for text in claim["fluents"]))
    return Count(group, int(claim["least"]), int(claim["most"]))


def symmetry_of(game: CompiledGame, claim: Mapping[str, Any]) -> Symmetry:
    """Return the symmetry that a claim is."""
    roles, fluents = game.roles, game.lexicon.fluents
    becoming = [roles.index(claim["role_images"].get(role, role)) for role in roles]
    moves = []
    for role, names in enumerate(game.lexicon.moves):
        images = claim["move_images"].get(roles[role], {})
        others = game.lexicon.moves[becoming[role]]
        moves.append(tuple(others.index(images.get(name, name)) for name in names))
    return Symmetry(
        tuple(fluents.index(claim["fluent_images"].get(text, text)) for text in fluents),
        tuple(becoming),
        tuple(moves),
    )
