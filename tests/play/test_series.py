"""Matches in series: fair seats, seeded openings, honest scores."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import pytest

from zermelo.errors import PlayError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, Trait
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import TreeGame
from zermelo.play.match import errors_of, play, turns
from zermelo.play.openings import random_opening
from zermelo.play.player import player
from zermelo.play.score import score
from zermelo.play.series import SeriesMatch, distinct, seatings, seeded, series, table
from zermelo.play.thought import role_in_turn, thought
from zermelo.search.base import Clock, Limits, Result, Search, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.spec import parse
from zermelo.text.source import Source


def tree(text: str) -> TreeGame:
    return read_tree(Source("a.tree", text))


LECTURE = tree("[[3,12,8],[2,4,6],[14,5,2]]")


@dataclass(frozen=True, slots=True)
class Failing:
    """Finds that the game does not suit it after all."""

    needs: ClassVar[Trait] = Trait(0)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        def think(state: State, clock: Clock) -> Iterator[Result]:
            raise UnsuitedError("not with me")

        return think


@dataclass(frozen=True, slots=True)
class Silent:
    """Never says anything."""

    needs: ClassVar[Trait] = Trait(0)
    seed: int = option(0, "of nothing")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        return lambda state, clock: iter(())


def test_every_search_sits_in_every_role() -> None:
    assert seatings(2, 2) == [(0, 1), (1, 0)]
    assert len(seatings(4, 2)) == 12
    assert {seat for seat, *_ in seatings(3, 3)} == {0, 1, 2}
    assert all(set(way) == {0, 1} for way in seatings(2, 3))
    assert seatings(8, 8)[1] == (1, 2, 3, 4, 5, 6, 7, 0)


@pytest.mark.parametrize("roles", [3, 4])
@pytest.mark.parametrize("searches", [2, 3, 4, 5])
def test_all_seatings_come_in_turn(searches: int, roles: int) -> None:
    rounds: list[list[tuple[int, ...]]] = []
    while seatings(searches, roles, len(rounds)) not in rounds:
        rounds.append(seatings(searches, roles, len(rounds)))
    ways = [way for each in rounds for way in each]
    every = {
        way for way in product(range(searches), repeat=roles) if len({*way}) == min(searches, roles)
    }
    assert len(ways) == len({*ways})
    assert {*ways} == every
    for each in rounds:
        for role in range(roles):
            taken = [way[role] for way in each]
            assert len({taken.count(search) for search in range(searches)}) == 1, "a fair round"


def test_seatings_beyond_number_are_fair_too() -> None:
    assert seatings(12, 12, turn=5)[1] == (*range(1, 12), 0)
    assert seatings(3, 20)[0][:4] == (0, 1, 2, 0)
    assert seatings(3, 0) == [()]


@pytest.mark.parametrize("searches", [2, 3, 4, 5])
def test_four_roles_and_any_number_of_searches(searches: int) -> None:
    # Whoever takes `1` gets 100; the last in turn who can is `d`.
    game = tree("roles: a b c d\n[(100,0,0,0),[(0,100,0,0),[(0,0,100,0),[(0,0,0,100),(0,0,0,0)]]]]")
    players: list[Search] = [parse("maxn"), parse("paranoid")]
    players += [parse(f"random:seed={number}") for number in range(searches - 2)]
    played = list(series(game, players, games=60, opening=0))
    assert len(played) % len(seatings(searches, 4)) == 0
    rows = table(played, searches)
    assert sum(row.games for row in rows) == sum(len({*each.seats}) for each in played)
    for row in rows:
        assert row.score is not None
        assert 0 <= row.score.low <= row.score.mean <= row.score.high <= 1
    for each in played:
        assert sum(goal or 0 for goal in each.match.goals) in (0, 100)
        if each.seats[0] in (0, 1):
            assert each.match.goals == (100, 0, 0, 0)


def test_rounds_are_finished_and_openings_shared(tictactoe: CompiledGame) -> None:
    players = [parse("random"), parse("random:seed=3")]
    played = list(series(tictactoe, players, games=5, seed=1))
    assert [each.seats for each in played] == [(0, 1), (1, 0)] * 3
    for first, second in zip(played[::2], played[1::2], strict=True):
        assert first.match.turns[:2] == second.match.turns[:2]
        assert first.opening == 2
    assert distinct(played) == 6, "the seed of a search differs from match to match"


def test_the_same_seed_gives_the_same_series(tictactoe: CompiledGame) -> None:
    players = [parse("random"), parse("greedy")]

    def run(seed: int) -> list[SeriesMatch]:
        return list(series(tictactoe, players, games=4, seed=seed))

    assert run(7) == run(7)
    assert run(7) != run(8)


def test_an_opening_does_not_end_the_match() -> None:
    from random import Random

    for seed in range(20):
        opening = random_opening(LECTURE, 2, Random(seed))
        assert len(opening) < 2
    assert random_opening(tree("3"), 2, Random(0)) == ()


def test_forced_moves_need_no_thought() -> None:
    match = play(LECTURE, [parse("minimax"), Failing()], start=State(0), most=1)
    assert match.turns[0].joint is not None
    assert match.turns[0].decisions[1] is None
    assert match.error == "the match was not over after 1 turns"


def test_there_is_a_player_for_each_role() -> None:
    with pytest.raises(PlayError, match="has 2 roles, not 1"):
        list(turns(LECTURE, [parse("random")]))
    with pytest.raises(PlayError, match="has 2 roles, not 3"):
        play(LECTURE, [parse("random")] * 3)


def test_minimax_plays_the_lecture_tree() -> None:
    match = play(LECTURE, [parse("minimax"), parse("alphabeta")])
    assert match.goals == (3, 97)


@pytest.mark.parametrize(("search", "error"), [(Failing(), "CE"), (Silent(), "TO")])
def test_a_search_that_fails_or_finds_nothing_gets_a_random_move(
    search: Search, error: str
) -> None:
    played = list(series(LECTURE, [search, parse("minimax")], games=2, opening=0))
    assert [each.match.error for each in played] == ["", ""]
    assert all(sum(goal or 0 for goal in each.match.goals) == 100 for each in played)
    found = [(each.number, *entry) for each in played for entry in errors_of(each.match)]
    assert [(number, turn, role) for number, turn, role, _ in found] == [(0, 0, 0), (1, 1, 1)]
    assert {decision.error for *_, decision in found} == {error}
    rows = table(played, 2)
    assert [(row.games, row.decisions, row.errors) for row in rows] == [(2, 2, 2), (2, 2, 0)]


def ladder(turns: int) -> Game:
    """A graph in which `max` has the same two moves for some turns, wherever they lead."""
    nodes: dict[str, object] = {"end": {"value": 50}}
    for turn in range(turns):
        below = [f"{side}{turn + 1}" for side in "ab"] if turn + 1 < turns else ["end", "last"]
        for side in "ab" if turn else "a":
            nodes[f"{side}{turn}"] = {"mover": "max", "children": below}
    nodes["last"] = {"value": 40}
    return read_tree(Source("a.json", json.dumps({"root": "a0", "nodes": nodes})), json=True)


def made_for(game: Game, seed: int) -> list[int]:
    """The moves made for a player who says nothing, by their place among the legal ones."""
    match = play(game, [Silent(), Silent()], seed=seed)
    return [
        list(game.legal(turn.state, Role(0))).index(turn.joint[0])
        for turn in match.turns
        if turn.joint is not None
    ]


def test_moves_made_for_silent_players_differ_by_turn_and_seed() -> None:
    game = ladder(12)
    moves = [made_for(game, seed) for seed in range(4)]
    assert [len(each) for each in moves] == [12] * 4
    assert all(set(each) == {0, 1} for each in moves), "another turn, another choice"
    assert len({tuple(each) for each in moves}) == 4, "another seed, another match"
    assert moves[0] == made_for(game, 0)


def test_moves_made_for_silent_players_differ_by_role(
    game_of: Callable[[str], CompiledGame],
) -> None:
    game = game_of("rock_paper_scissors")
    joints = [play(game, [Silent(), Silent()], seed=seed).turns[0].joint for seed in range(12)]
    assert any(joint is not None and joint[0] != joint[1] for joint in joints)


def test_a_match_that_does_not_end_is_given_up() -> None:
    text = (
        '{"root": "A", "nodes": {"A": {"mover": "max", "children": ["A", "B"]}, "B": {"value": 1}}}'
    )
    game = read_tree(Source("a.json", text), json=True)
    (played, *_) = series(game, [parse("greedy"), parse("random")], games=1, opening=0, most=5)
    if played.match.error:
        assert played.match.error == "the match was not over after 5 turns"
        assert played.match.goals == (None, None)


def test_the_role_random_is_nobodys(game_of: Callable[[str], CompiledGame]) -> None:
    game = game_of("pig_race")
    chance = [role.lower() for role in game.roles].index("random")
    played = list(series(game, [parse("random"), parse("random:seed=1")], games=2, most=2000))
    assert all(each.seats[chance] is None for each in played)
    assert {seat for each in played for seat in each.seats} == {0, 1, None}
    assert table(played, 2)[0].games == 2


def test_scores_count_goals_and_wins() -> None:
    rows = table(list(series(LECTURE, [parse("minimax"), parse("random")], games=2, opening=0)), 2)
    assert [row.games for row in rows] == [2, 2]
    assert rows[0].wins + rows[0].draws + rows[0].losses == 2
    assert rows[0].wins == rows[1].losses
    assert rows[0].score is not None
    assert rows[1].score is not None
    assert rows[0].score.mean + rows[1].score.mean == pytest.approx(1)


def test_the_interval_is_wilsons() -> None:
    found = score([1.0] * 5 + [0.0] * 5, 10)
    assert found is not None
    assert found.low == pytest.approx(0.2366, abs=1e-3)
    assert found.high == pytest.approx(0.7634, abs=1e-3)
    same = score([1.0] * 100, 1)
    assert same is not None
    assert same.low < 0.25, "a hundred times the same match is one match"


def test_a_seed_of_its_own() -> None:
    minimax, random = player("minimax"), player("random@nodes=5")
    assert seeded(minimax, "1") == minimax
    assert seeded(random, "1") == seeded(random, "1") != seeded(random, "2")
    assert seeded(random, "1").limits == Limits(nodes=5)


def test_nobody_to_play() -> None:
    with pytest.raises(UsageError, match="at least one search"):
        next(series(LECTURE, [], games=1))


def test_who_thinks() -> None:
    assert role_in_turn(LECTURE, State(0)) == 0
    assert role_in_turn(LECTURE, State(1)) == 1
    assert role_in_turn(LECTURE, State(0), "min") == 1
    with pytest.raises(UsageError, match=r"no role is called 'me'; a.tree has max, min"):
        role_in_turn(LECTURE, State(0), "me")


def test_no_thought_at_all_is_an_error() -> None:
    with pytest.raises(PlayError, match="max found no move in time"):
        thought(LECTURE, Silent(), State(0), Role(0), Limits(nodes=1))
