"""Which search suits which game, and a refusal that says why and what would do."""

from collections.abc import Iterator, Mapping

from zermelo.errors import UnsuitedError
from zermelo.game.game import Evidence, Finding, Game, Trait
from zermelo.search.base import Search, searches
from zermelo.search.findings import findings
from zermelo.search.spec import spell

ROLES = Trait.ONE_ROLE | Trait.TWO_ROLES
"""Of these a search names all that it can do with: they are alternatives."""
WORDS = {
    Trait.ONE_ROLE: "one role",
    Trait.TWO_ROLES: "two roles",
    ROLES: "one or two roles",
    Trait.TURNS: "roles that move in turn",
    Trait.CONSTANT_SUM: "goals of a constant sum",
    Trait.DETERMINISTIC: "a game without chance",
    Trait.PERFECT: "a game without hidden information",
    Trait.CIRCUIT: "rules that were compiled",
    Trait.ALTERNATES: "roles that move one after the other",
    Trait.ENDS: "matches that end",
}
LONGEST_EXAMPLE = 6
"""Joint moves of a counter-example that are still shown."""


def require(search: Search, game: Game) -> None:
    """Raise UnsuitedError, with a reason and what would do, if a search does not suit a game.

    A trait is good enough if nothing is known against it: searches look themselves, at every state
    and every end that they come to.
    """
    known = findings(game)
    problem = next(lacks(search.needs, game, known), None)
    if problem is not None:
        fitting = ", ".join(suiting(game)) or "nothing that there is"
        raise UnsuitedError(f"{spell(search)} needs {problem}; {game.name} suits {fitting}")


def suiting(game: Game) -> list[str]:
    """Return the names of all searches that a game suits."""
    known = findings(game)
    return [
        name
        for name, search in searches().items()
        if next(lacks(search.needs, game, known), None) is None
    ]


def lacks(needs: Trait, game: Game, known: Mapping[Trait, Finding]) -> Iterator[str]:
    """Yield what a search needs and a game has not, with how that is known."""
    roles = needs & ROLES
    if roles and not any(holds(trait, known) for trait in roles):
        names = ", ".join(game.roles)
        yield f"{WORDS[roles]}, and {game.name} has {len(game.roles)}: {names}"
    for trait in Trait:
        alone = trait is Trait.CONSTANT_SUM and len(game.roles) == 1
        if trait in ROLES or trait not in needs or alone or holds(trait, known):
            continue
        yield WORDS[trait] + because(trait, game, known[trait])


def holds(trait: Trait, known: Mapping[Trait, Finding]) -> bool:
    """Whether nothing is known against a trait."""
    return trait not in known or known[trait].evidence is not Evidence.REFUTED


def because(trait: Trait, game: Game, finding: Finding) -> str:
    """Return what refutes a trait, with the moves that lead there."""
    if trait is Trait.DETERMINISTIC:
        return f", and {game.name} has the role random"
    if not finding.because:
        return ""
    line = finding.example
    if not line:
        where = ""
    elif len(line) > LONGEST_EXAMPLE:
        where = f" (after {len(line)} moves)"
    else:
        where = f" (after {', '.join(' '.join(joint) for joint in line)})"
    return f", and in {game.name} {finding.because}{where}"
