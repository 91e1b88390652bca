"""The children of the network player: what each is started with."""

from zermelo.play.network.children import PATIENCE, PAUSE, SPARES, PlayerChildren
from zermelo.play.network.settings import PlayerSettings


def children(settings: PlayerSettings) -> PlayerChildren:
    """A children that nobody hears."""
    return PlayerChildren(settings, lambda *_: None, lambda *_: None)


def test_only_the_thinker_gets_the_search() -> None:
    found = children(PlayerSettings(search="mcts:seed=3", megabytes=77))
    arguments = {duty: post.command[4:] for duty, post in found.keepers.items()}
    assert arguments.pop("thinker") == ["77", "mcts:seed=3"]
    assert arguments
    assert all(each == ["77"] for each in arguments.values())


def test_without_a_search_everybody_gets_the_same() -> None:
    found = children(PlayerSettings(megabytes=5))
    assert all(post.command[4:] == ["5"] for post in found.keepers.values())


def test_every_duty_has_its_patience_and_its_spares() -> None:
    found = children(PlayerSettings())
    assert found.keepers.keys() == PATIENCE.keys()
    for duty, post in found.keepers.items():
        assert (post.patience, post.pause) == (PATIENCE[duty], PAUSE[duty])
        assert post.spares == SPARES.get(duty, 0)
