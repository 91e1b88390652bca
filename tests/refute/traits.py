"""Traits of a game, decided by looking at every state, and what the program says of them."""

from collections.abc import Iterator, Mapping

from tests.refute.enumerated import World
from tests.refute.model import Model
from zermelo.game.game import Evidence, Finding, Trait


def truth(world: World) -> dict[Trait, bool]:
    """Return which traits a game has."""
    model = world.model
    reached = model.reached()
    sums = model.sums()
    return {
        Trait.ONE_ROLE: len(model.roles) == 1,
        Trait.TWO_ROLES: len(model.roles) == 2,
        Trait.TURNS: all(len(model.choosers(place)) < 2 for place in reached),
        Trait.CONSTANT_SUM: len(sums) < 2 and None not in sums,
        Trait.DETERMINISTIC: model.chance is None,
        Trait.PERFECT: not world.hidden,
        Trait.ALTERNATES: alternates(model),
        Trait.ENDS: model.upwards() is not None and playable(model),
    }


def playable(model: Model) -> bool:
    """Whether every role has a move in every state before the end."""
    return all(one.over or all(one.legal) for one in model.places)


def alternates(model: Model) -> bool:
    """Whether no role has a choice in two states running, and never two at once."""
    for place in model.reached():
        here = set(model.choosers(place))
        if len(here) > 1:
            return False
        if any(here & set(model.choosers(child)) for child in model.children(place).values()):
            return False
    return True


def longest(model: Model) -> int | None:
    """Return how many moves a match has at most; None if there is no limit."""
    order = model.upwards()
    if order is None:
        return None
    length: dict[int, int] = {}
    for place in order:
        below = [length[child] for child in model.children(place).values()]
        length[place] = 1 + max(below) if below else 0
    return length[0]


def wrong_findings(world: World, found: Mapping[Trait, Finding], who: str) -> Iterator[str]:
    """Yield each trait that is proved and false, or refuted and true."""
    true = truth(world)
    for trait, holds in true.items():
        if trait not in found:
            continue
        evidence = found[trait].evidence
        if evidence is Evidence.PROVED and not holds:
            yield f"{who}: {trait.name} is proved, but false"
        elif evidence is Evidence.REFUTED and holds:
            yield f"{who}: {trait.name} is refuted ({found[trait].because}), but true"
        example = found[trait].example
        if evidence is Evidence.REFUTED and example:
            place = 0
            for joint in example:
                after = world.model.children(place)
                if joint not in after:
                    yield f"{who}: the example against {trait.name} is not legal: {example}"
                    break
                place = after[joint]
