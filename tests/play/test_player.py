"""Players: how they are spelled, what they are told, and what becomes of moves that go wrong."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from zermelo.errors import PlayError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Move, Role, State, Trait
from zermelo.game.tree_file import read_tree
from zermelo.play.match import Match, errors_of, play
from zermelo.play.player import Clocks, Decision, Player, player, told
from zermelo.play.series import series
from zermelo.search.base import Clock, Limits, Result, Thinker
from zermelo.search.events import Watch
from zermelo.search.spec import parse
from zermelo.text.source import Source

LECTURE = read_tree(Source("a.tree", "[[3,12,8],[2,4,6],[14,5,2]]"))


@dataclass(frozen=True, slots=True)
class Strange:
    """Does what no search should; remembers the limits that it was told."""

    needs: ClassVar[Trait] = Trait(0)
    move: int = 0  # what it plays, legal or not
    sleeps: float = 0.0
    sleeps_first: float = 0.0
    fails: str = ""
    fails_first: str = ""
    told: list[Limits] = field(default_factory=list)
    starts: list[Limits] = field(default_factory=list)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        self.starts.append(clock.limits)
        time.sleep(self.sleeps_first)
        if self.fails_first:
            raise ZeroDivisionError(self.fails_first)

        def think(state: State, clock: Clock) -> Iterator[Result]:
            self.told.append(clock.limits)
            time.sleep(self.sleeps)
            clock.count.nodes += 7
            if self.fails:
                raise PlayError(self.fails)
            yield Result(Move(self.move), (float("inf"), 0.0), depth=3)

        return think


def first_error(match: Match) -> Decision:
    number, role, decision = next(errors_of(match))
    assert (number, role) == (0, 0)
    return decision


def test_a_player_is_spelled_as_it_is_read() -> None:
    for text in ("random", "alphabeta:depth=4@nodes=500", "minimax@depth=2,nodes=10,seconds=0.5"):
        assert str(player(text)) == text
    assert player("alphabeta@nodes=5") == Player(parse("alphabeta"), Limits(nodes=5))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("random@nodes=0", "the limit nodes is a whole number of at least 1, not '0'"),
        ("random@nodes=many", "the limit nodes is a whole number of at least 1, not 'many'"),
        ("random@seconds=-1", "the limit seconds is a number of at least 0, not '-1'"),
        ("random@seconds=inf", "the limit seconds is a number of at least 0, not 'inf'"),
        ("random@moves=3", "'moves=3' is no limit of a player; there are depth, nodes, seconds"),
        ("random@3", "no search is called 'random@3'"),
        ("nobody@nodes=3", "no search is called 'nobody'"),
    ],
)
def test_a_player_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(UsageError, match="^" + says.replace("(", r"\(")):
        player(text)


def test_own_limits_come_before_those_of_the_match() -> None:
    own, other = Strange(), Strange()
    players = [Player(own, Limits(nodes=3)), Player(other)]
    play(LECTURE, players, Limits(seconds=5, memory=99))
    assert own.told == [Limits(nodes=3, memory=99)]
    assert other.told == [Limits(seconds=5, memory=99)]


def test_a_player_is_started_once_and_told_to_stop_before_its_clock() -> None:
    search = Strange()
    play(LECTURE, [search, search], clocks=Clocks(start=8, play=2))
    assert search.starts == [Limits(seconds=8)] * 2
    assert search.told == [Limits(seconds=1.9)] * 2
    assert told(Limits(seconds=1), Clocks(play=2)).seconds == 1
    assert told(Limits(), Clocks(play=2), debt=5).seconds == 0


def test_a_late_move_becomes_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.player.TOLERANCE", 0.0)
    match = play(LECTURE, [Strange(sleeps=0.02), parse("random")], clocks=Clocks(play=0.01))
    found = first_error(match)
    assert (found.error, found.move, found.nodes) == ("TO", "1", 7)
    assert re.fullmatch(r"took \d+\.\d\d s of 0\.01 s", found.problem)
    assert found.margin is not None
    assert found.margin == pytest.approx(0.01 - found.seconds)
    assert found.margin < 0
    assert None not in match.goals


def test_what_getting_ready_takes_too_long_is_missing_for_the_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.play.player.TOLERANCE", 0.0)
    search = Strange(sleeps_first=0.3)
    match = play(LECTURE, [search, parse("random")], clocks=Clocks(start=0.1, play=0.1))
    assert first_error(match).error == "TO"
    assert search.told[0].seconds == 0
    match = play(LECTURE, [search, parse("random")], clocks=Clocks(start=0.1, play=600))
    assert list(errors_of(match)) == []


def test_without_a_play_clock_nobody_is_late() -> None:
    match = play(LECTURE, [Strange(sleeps=0.02), parse("random")], Limits(seconds=0.01))
    assert list(errors_of(match)) == []
    decision = match.turns[0].decisions[0]
    assert decision is not None
    assert decision.margin is not None
    assert decision.margin < 0


@pytest.mark.parametrize(
    ("search", "error", "problem"),
    [
        (Strange(move=3), "IL noop", "noop is not legal"),
        (Strange(move=99), "IL move 99", "move 99 is not legal"),
        (Strange(fails="no idea"), "CE", "no idea"),
        (Strange(fails_first="by zero"), "CE", "ZeroDivisionError: by zero"),
    ],
)
def test_what_goes_wrong_is_recorded_and_a_random_move_made(
    search: Strange, error: str, problem: str
) -> None:
    matches = [play(LECTURE, [search, parse("minimax")], seed=seed) for seed in range(20)]
    assert {first_error(match).error for match in matches} == {error}
    assert {first_error(match).problem for match in matches} == {problem}
    firsts = [match.turns[0].joint for match in matches]
    assert len({*firsts}) == 3, "all legal moves come up"
    assert firsts[7] == play(LECTURE, [search, parse("minimax")], seed=7).turns[0].joint


def test_worths_that_no_number_spells_are_left_out() -> None:
    decision = play(LECTURE, [Strange(), parse("random")]).turns[0].decisions[0]
    assert decision is not None
    assert (decision.values, decision.depth, decision.nodes) == ((None, 0.0), 3, 7)


def test_the_same_seed_and_nodes_give_the_same_decisions(tictactoe: CompiledGame) -> None:
    def run() -> list[Match]:
        specs = ("alphabeta:kernel=off@nodes=50", "flat:passes=2@nodes=20")
        players = [*map(player, specs), Player(Strange(fails="never"))]
        return [each.match for each in series(tictactoe, players, games=6, seed=3)]

    assert run() == run()


@pytest.mark.parametrize("search", [Strange(fails_first="by zero"), Strange(fails="no idea")])
def test_a_player_that_failed_has_looked_at_nothing(search: Strange) -> None:
    found = first_error(play(LECTURE, [search, parse("minimax")]))
    assert (found.move, found.values, found.line) == (None, (), ())
    assert (found.depth, found.proven) == (0, False)
    assert found.nodes == (7 if search.fails else 0), "only what was counted before"


def test_a_decision_of_which_nothing_is_said_took_nothing() -> None:
    found = Decision(None)
    assert (found.depth, found.nodes, found.seconds, found.margin) == (0, 0, 0.0, None)
