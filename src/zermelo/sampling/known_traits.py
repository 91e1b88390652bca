"""What random matches show of a game's traits, kept on disk: every command needs it."""

from pathlib import Path

from zermelo import store
from zermelo.game.compile import name_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Trait
from zermelo.sampling.traits import find_traits

PACKAGE = Path(__file__).parent.parent


def known_traits(game: CompiledGame) -> dict[Trait, Finding]:
    """Return what is known of each trait; random matches are played once for a game."""
    from zermelo.kernels.background import background

    if game.sheet is None or not game.keep:
        return find_traits(game)
    # Matches depend on what draws random numbers, and that on the engine.
    sources = [*(PACKAGE / "sampling").glob("*.py"), *(PACKAGE / "engine").glob("**/*.py")]
    name = store.fingerprint(sources, name_of(game.sheet), game.engine.name, "traits")
    kept = store.find_json(name)
    if kept is not None:
        return {Trait[trait]: read(told) for trait, told in kept.items()}
    found = find_traits(game)
    if not background.is_awaited:  # while kernels are compiled, fewer matches are played
        store.keep_json(name, {str(trait.name): written(one) for trait, one in found.items()})
    return found


def written(finding: Finding) -> list[object]:
    """Return a finding as JSON has it."""
    return [finding.evidence.value, finding.playouts, finding.because, finding.example]


def read(told: list[object]) -> Finding:
    """Return the finding that was written."""
    evidence, playouts, because, example = told
    assert isinstance(playouts, int)
    assert isinstance(example, list)
    line = tuple(tuple(joint) for joint in example)
    return Finding(Evidence(evidence), playouts, str(because), line)
