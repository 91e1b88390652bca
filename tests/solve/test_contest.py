"""Which search proves a value: exact, or the one with supports where it is far lighter."""

from collections.abc import Callable

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.exact import Exact
from zermelo.search.algorithms.mustplay import MustPlay
from zermelo.search.base import Clock, Limits, OutOfTimeError, last
from zermelo.search.solve import contest
from zermelo.search.solve.contest import Contest, PausingClock, is_lighter
from zermelo.search.solve.prove import searched

Games = Callable[[str], CompiledGame]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hex:size=5", True),
        ("connect_four:width=5,height=4", False),
        ("domineering:rows=5,columns=5", False),
    ],
)
def test_small_positions_tell_which_search_is_lighter(
    game_of: Games, name: str, expected: bool
) -> None:
    game = game_of(name)
    for _ in range(2):  # the same each time
        found = is_lighter(game, Role(0), game.initial, Exact(), MustPlay())
        assert found is expected


def test_the_rival_takes_over_and_keeps_what_it_knows(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "FIRST", 1 << 10)
    game, clock = game_of("hex:size=5"), Clock()
    found = searched(game, game.initial, clock, "exact", contest=True)
    assert (found.method, found.values) == ("mustplay", (100.0, 0.0))
    assert clock.count.nodes < 100_000


def test_every_move_has_its_value_by_the_rival(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("hex:size=4")
    plain = searched(game, game.initial, Clock(), "exact", every_move=True, contest=True)
    assert plain.method == "exact"
    monkeypatch.setattr(contest, "FIRST", 1 << 10)
    monkeypatch.setattr(contest, "LIGHTER", 4)
    found = searched(game, game.initial, Clock(), "exact", every_move=True, contest=True)
    assert found.method == "mustplay"
    assert [one.worth for one in found.choices] == [one.worth for one in plain.choices]
    assert sorted({one.worth.values for one in found.choices if one.worth.values}) == [
        (0.0, 100.0),
        (100.0, 0.0),
    ]


@pytest.mark.parametrize("name", ["connect_four:width=4,height=4", "hex:size=4"])
def test_exact_goes_on_at_the_same_node_where_the_rival_does_not_win(
    game_of: Games, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    game = game_of(name)

    def nodes(*, rival: bool) -> int:
        clock = Clock()
        thinker = Exact().start(game, Role(0), clock)
        match = Contest.start(game, Role(0), clock, Exact()) if rival else thinker
        assert last(match(game.initial, clock)) is not None
        return clock.count.nodes

    alone = nodes(rival=False)
    monkeypatch.setattr(contest, "FIRST", 1 << 10)
    monkeypatch.setattr(contest, "LIGHTER", 1 << 10)
    assert nodes(rival=True) == alone


def test_a_try_that_is_too_short_is_followed_by_a_longer_one(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    answers = Contest.answers

    def noted(self: Contest, rival: object, state: object, clock: Clock, nodes: int) -> bool:
        tries.append(nodes)
        return answers(self, rival, state, clock, nodes)  # type: ignore[arg-type]

    monkeypatch.setattr(Contest, "answers", noted)
    for name, value in (("FIRST", 1 << 9), ("TRY", 10), ("LATER", 2), ("LONGER", 1000)):
        monkeypatch.setattr(contest, name, value)
    game = game_of("hex:size=5")
    found = searched(game, game.initial, Clock(), "exact", contest=True)
    assert (tries, found.method) == ([10, 10_000, 10_000_000], "mustplay")


def test_a_clock_pauses_and_still_keeps_the_limits() -> None:
    clock, seen = Clock(Limits(nodes=10)), []

    def then() -> int | None:
        seen.append(clock.count.nodes)
        return 2 if len(seen) < 2 else None

    pausing = PausingClock(clock, 4, then)
    assert pausing.limits.nodes == 4
    pausing.tick(4)
    assert pausing.limits.nodes == 6
    pausing.tick(2)
    assert (seen, pausing.limits.nodes, clock.count.nodes) == ([4, 6], 10, 6)
    with pytest.raises(OutOfTimeError):
        pausing.tick(4)
