"""A match in the front process, whatever its children do or do not say."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, cast

import pytest

from zermelo.play.ggp.clocks import silence
from zermelo.play.ggp.crew import Crew
from zermelo.play.ggp.match import Match
from zermelo.play.ggp.messages import Start
from zermelo.play.ggp.settings import Settings

Script = Callable[[Match, "Told"], Coroutine[Any, Any, None]]


class Told:
    """A crew that only writes down what it is told."""

    def __init__(self) -> None:
        self.orders: list[Mapping[str, Any]] = []

    def tell_all(self, order: Mapping[str, Any]) -> None:
        self.orders.append(order)

    def tell(self, order: Mapping[str, Any], *duties: str) -> None:
        self.orders.append(order)

    def __getitem__(self, kind: str) -> list[Mapping[str, Any]]:
        return [order for order in self.orders if order["do"] == kind]


def run(script: Script, *, start: float = 0, play: float = 0) -> list[str]:
    """Run a script in a match that has begun; returns its log."""
    log: list[str] = []

    async def match() -> None:
        told = Told()
        rules = Start("m1", "x", "(role x)", "kif", start, play)
        contest = Match(rules, cast(Crew, told), Settings(), log.append)
        contest.begin(now())
        contest.hear("referee", {"say": "role", "role": 0})
        await script(contest, told)

    asyncio.run(match())
    return log


def now() -> float:
    return asyncio.get_running_loop().time()


def legal(match: Match, *moves: str) -> None:
    match.hear("referee", {"say": "legal", "number": match.turn.number, "legal": moves})


def move(match: Match, text: str, *, proven: bool = False, number: int | None = None) -> None:
    said = {"say": "move", "move": text, "proven": proven, "worth": 50.0, "depth": 3}
    match.hear("thinker", said | {"number": number or match.turn.number})


def test_the_best_move_so_far_is_answered() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b", "c")
        move(match, "a")
        move(match, "b")
        assert await match.play(None, now()) == "b"
        assert [order["move"] for order in told["answered"]] == ["b"]

    run(script)


def test_any_legal_move_is_answered_if_nobody_thinks() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        assert await match.play(None, now()) in ("a", "b")

    assert "any legal move: nothing was thought of in time" in run(script)[-1]


def test_a_forced_move_and_a_proven_one_are_not_waited_for() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "noop")
        assert await match.play(None, now()) == "noop"
        asking = asyncio.create_task(match.play(("noop", "z"), now()))
        await asyncio.sleep(0)
        legal(match, "a", "b")
        move(match, "b", proven=True)
        assert await asking == "b"

    run(script, play=1e9)


def test_what_is_proven_is_not_given_up_for_a_guess() -> None:
    async def script(match: Match, told: Told) -> None:
        move(match, "b", proven=True)
        move(match, "a")
        assert await match.play(None, now()) == "b"

    run(script)


def test_what_was_said_ahead_is_known_though_all_children_are_dead() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        first = await match.play(None, now())
        ahead = [[[first, "y"], ["c", "d"]], [[first, "z"], ["e"]]]
        match.hear("referee", {"say": "ahead", "number": match.turn.number, "ahead": ahead})
        assert await match.play((first, "z"), now()) == "e"

    run(script)


def test_without_any_word_an_older_legal_move_is_a_guess() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        move(match, "a", proven=True)
        await match.play(None, now())
        assert await match.play(("a", "z"), now()) == "b", "a was made already"

    assert "a guess: nobody said what is legal" in run(script)[-1]


def test_rules_that_are_not_compiled_in_time_give_no_move() -> None:
    async def script(match: Match, told: Told) -> None:
        assert await match.play(None, now()) == "nil"

    run(script)


def test_a_repeated_play_gets_the_same_answer_and_is_no_turn() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        first = await match.play(None, now())
        assert await match.play(None, now()) == first
        both = asyncio.gather(match.play((first, "z"), now()), match.play((first, "z"), now()))
        await asyncio.sleep(0)
        legal(match, "c", "d")
        answers = await both
        assert answers[0] == answers[1]
        assert await match.play((first, "z"), now()) == answers[0]
        assert [len(order["moves"]) for order in told["turn"]] == [0, 1]

    run(script)


def test_a_joint_move_may_be_made_twice_running() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "pass")
        assert await match.play(None, now()) == "pass"
        for turns in range(1, 4):
            asking = asyncio.create_task(match.play(("pass", "pass"), now()))
            await asyncio.sleep(0)
            legal(match, "pass")
            assert await asking == "pass"
            assert len(match.turn.moves) == turns

    run(script)


def test_moves_that_cannot_be_leave_the_match_where_it_is() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        move(match, "b", proven=True)
        first = await match.play(None, now())
        asking = asyncio.create_task(match.play(("nonsense",), now()))
        await asyncio.sleep(0)
        refused = {"say": "refused", "number": match.turn.number, "why": "1 moves for 2 roles"}
        match.hear("referee", refused)
        assert await asking == first
        assert match.turn.moves == ()

    log = run(script, play=1e9)
    assert any("these moves cannot be: 1 moves for 2 roles" in line for line in log)


def test_what_is_said_too_late_is_not_taken_for_the_turn() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a")
        before = match.turn.number
        await match.play(None, now())
        asking = asyncio.create_task(match.play(("a", "z"), now()))
        await asyncio.sleep(0)
        move(match, "a", number=before)
        legal(match, "c")
        assert await asking == "c"

    run(script, play=1e9)


def test_ready_is_said_when_the_start_is_thought_through() -> None:
    async def script(match: Match, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        legal(match, "noop")
        move(match, "noop", proven=True)
        assert await asking

    run(script, start=1e9)


def test_rules_that_cannot_be_played_are_not_ready() -> None:
    async def script(match: Match, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        said = {"say": "unplayable", "number": match.first, "why": "there are no rules"}
        match.hear("thinker", said)
        assert not await asking

    run(script, start=1e9)


def test_the_end_of_a_match_answers_who_still_waits() -> None:
    async def script(match: Match, told: Told) -> None:
        asking = asyncio.create_task(match.play(None, now()))
        await asyncio.sleep(0)
        legal(match, "a", "b")
        match.end()
        assert await asking in ("a", "b")
        assert told["stop"]

    run(script, play=1e9)


def test_a_manager_is_gone_after_a_silence_by_the_clocks() -> None:
    async def script(match: Match, told: Told) -> None:
        patience = silence(2, 3, Settings().patience)
        assert patience == 18
        assert not match.is_abandoned(match.heard + patience)
        assert match.is_abandoned(match.heard + patience + 1)
        asking = asyncio.create_task(match.play(None, now()))
        await asyncio.sleep(0)
        assert not match.is_abandoned(match.heard + 1000), "it is our turn"
        asking.cancel()

    run(script, start=2, play=3)


@pytest.mark.parametrize("clock", [0.0, 1e9])
def test_long_matches_do_not_pile_up(clock: float) -> None:
    async def script(match: Match, told: Told) -> None:
        for turn in range(50):
            asking = asyncio.create_task(match.play((f"a{turn}",), now()))
            await asyncio.sleep(0)
            legal(match, "noop")
            await asking
        remembered, turn_ = 0, match.turn
        while turn_.before is not None:
            remembered, turn_ = remembered + 1, turn_.before
        assert remembered < 10

    run(script, play=clock)
