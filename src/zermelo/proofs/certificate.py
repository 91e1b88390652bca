"""Certificates: what was proved, spelled so that `zermelo audit` can check it on its own.

The format is described in docs/certificates.md. This file has what all kinds share, and the claims
that provers deal in; the checker in `zermelo.audit` reads them, and shares no code with this.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.errors import UnsuitedError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.text.certificate_text import CERTIFICATE, MARK
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source
from zermelo.text.spell import spell
from zermelo.text.tree import Sheet

SYNTAXES: tuple[Syntax, ...] = ("kif", "asp", "infix")
Json = dict[str, Any]


def certificate(kind: str, game: CompiledGame, base: State, claims: Sequence[Json]) -> str:
    """Return a certificate about a game from a position on, one claim a line.

    Raises:
        UnsuitedError: the game is not known by its rules.
    """
    if game.sheet is None or game.program is None:
        raise UnsuitedError(f"a certificate is about rules, and {game.name} has none")
    syntax, text = rules_text(game.sheet)
    head: Json = {
        "format": CERTIFICATE.title,
        "kind": kind,
        "game": game.name,
        "rules": {
            "syntax": syntax,
            "text": text,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
        },
        "base": list(game.describe(base)),
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    body = ",\n".join(f"    {json.dumps(claim, separators=(',', ':'))}" for claim in claims)
    return "\n".join(["{", *lines, '  "claims": [', *([body] if body else []), "  ]", "}", ""])


def rules_text(sheet: Sheet) -> tuple[Syntax, str]:
    """Return a syntax and a text that is read as exactly these rules."""
    first = sheet.source.text.lstrip()[:1]
    kif_first = sorted(SYNTAXES, key=lambda syntax: (syntax == "kif") != (first in "(;"))
    for syntax in kif_first:
        try:
            text = spell(sheet, syntax)
            if read_text(Source(sheet.source.name, text), syntax).rules == sheet.rules:
                return syntax, text
        except ZermeloError:
            continue  # arithmetic exists in one syntax only
    raise UnsuitedError(f"the rules of {sheet.source.name} cannot be spelled in full")


def in_comments(text: str) -> list[str]:
    """Return a certificate as lines of comments, to stand in a strategy file."""
    return [f"{MARK}{line}" for line in text.splitlines()]


def invariant_claim(program: Program, count: Count) -> Json:
    """Return the claim that a count holds in every position."""
    fluents = [program.fluents[fluent] for fluent in count.group]
    return {"claim": "invariant", "fluents": fluents, "least": count.least, "most": count.most}


def symmetry_claim(program: Program, symmetry: Symmetry) -> Json:
    """Return the claim that a permutation keeps the rules."""

    def moved(names: Sequence[str], images: Iterable[str]) -> dict[str, str]:
        return {one: image for one, image in zip(names, images, strict=True) if one != image}

    moves = {}
    for role, images in enumerate(symmetry.moves):
        others = program.moves[symmetry.roles[role]]
        moves[program.roles[role]] = moved(program.moves[role], (others[move] for move in images))
    fluents, roles = program.fluents, program.roles
    return {
        "claim": "symmetry",
        "fluent_images": moved(fluents, (fluents[image] for image in symmetry.fluents)),
        "role_images": moved(roles, (roles[image] for image in symmetry.roles)),
        "move_images": {role: images for role, images in moves.items() if images},
    }


def goal_claim(program: Program, claim: Claim) -> Json:
    """Return what a claim says can be brought about."""
    can = "force" if claim.least else "hold"
    return {"can": can, "role": program.roles[claim.role], "goal": claim.value}


def lemma_claim(program: Program, lemma: Lemma) -> Json:
    """Return the claim of a lemma."""
    held = {True: list[str](), False: list[str]()}
    for literal in sorted(lemma.literals, key=abs):
        held[literal > 0].append(program.fluents[abs(literal) - 1])
    moves = {
        program.roles[role]: program.moves[role][move]
        for role, move in zip(lemma.claim.side, lemma.moves, strict=bool(lemma.moves))
    }
    goal = goal_claim(program, lemma.claim)
    return {"claim": "lemma", **goal, "true": held[True], "false": held[False], "moves": moves}


def forces_claim(program: Program, claim: Claim) -> Json:
    """Return the claim that the base has what a claim says."""
    return {"claim": "forces", **goal_claim(program, claim)}
