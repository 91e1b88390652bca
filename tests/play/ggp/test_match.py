"""A match in the front process, whatever its children do or do not say."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, cast

import pytest

from zermelo.play.ggp.clocks import silence
from zermelo.play.ggp.crew import Crew
from zermelo.play.ggp.match import Match
from zermelo.play.ggp.messages import Start
from zermelo.play.ggp.reserve import Reserve
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


class Says:
    """A reserve that says what it is told to, and remembers what it was asked."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said = said
        self.asked: list[tuple[Sequence[str] | None, Sequence[Sequence[str]]]] = []

    async def look(
        self, fluents: Sequence[str] | None, moves: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        self.asked.append((fluents, moves))
        return self.said


SILENT = Says({"say": "note", "text": "too many steps"})


def run(script: Script, *, start: float = 0, play: float = 0, reserve: Says = SILENT) -> list[str]:
    """Run a script in a match that has begun; returns its log."""
    log: list[str] = []

    async def match() -> None:
        told = Told()
        rules = Start("m1", "x", "(role x)", "kif", start, play)
        crew, spare = cast(Crew, told), cast(Reserve, reserve)
        contest = Match(rules, crew, spare, Settings(), log.append)
        contest.begin(now())
        contest.hear("referee", {"say": "role", "number": contest.first, "role": 0})
        await script(contest, told)

    asyncio.run(match())
    return log


def now() -> float:
    return asyncio.get_running_loop().time()


def legal(match: Match, *moves: str) -> None:
    fluents = [f"(turn {len(match.turn.moves)})"]
    said = {"say": "legal", "legal": moves, "state": fluents}
    match.hear("referee", said | {"number": match.turn.number})


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


def test_rules_that_nobody_has_read_give_no_move() -> None:
    async def script(match: Match, told: Told) -> None:
        assert await match.play(None, now()) == "nil"

    assert run(script)[-2:] == [
        "  reserve: too many steps",
        "  no move: nobody has read the rules yet",
    ]


def test_the_front_process_finds_a_legal_move_if_no_child_says_one() -> None:
    reserve = Says({"say": "legal", "legal": ["c"], "state": ["(turn 3)"]})

    async def script(match: Match, told: Told) -> None:
        legal(match, "a")
        await match.play(None, now())
        assert await match.play(("a", "y"), now()) == "c"
        assert await match.play(("c", "z"), now()) == "c"

    log = run(script, play=1e9, reserve=reserve)
    assert reserve.asked == [(("(turn 0)",), (("a", "y"),)), (("(turn 3)",), (("c", "z"),))]
    assert log[-1] == "  the only move"


def test_the_front_process_asks_from_the_start_if_no_state_is_known() -> None:
    reserve = Says({"say": "refused", "why": "nobody can play y here"})

    async def script(match: Match, told: Told) -> None:
        match.turn.answer = "a"
        assert await match.play(("a", "y"), now()) == "a", "the turn before again"

    assert "  these moves cannot be: nobody can play y here; the turn before again" in run(
        script, play=1e9, reserve=reserve
    )
    assert reserve.asked == [(None, (("a", "y"),))]


def test_a_child_that_is_quick_is_not_helped() -> None:
    reserve = Says({"say": "legal", "legal": ["c"], "state": []})

    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        assert await match.play(None, now()) in ("a", "b")

    run(script, play=1, reserve=reserve)
    assert reserve.asked == []


def test_a_move_that_is_not_legal_is_not_answered() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a", "b")
        move(match, "c")
        assert await match.play(None, now()) in ("a", "b")

    run(script)


def test_a_role_without_a_move_is_not_waited_for() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match)
        assert await match.play(None, now()) == "nil"

    assert run(script, play=1e9)[-1] == "  no move: the rules leave none"


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


async def asked(match: Match, moves: tuple[str, ...], *following: str) -> str:
    """Send a PLAY; the referee says what is legal then."""
    before = match.turn
    asking = asyncio.create_task(match.play(moves, now()))
    await asyncio.sleep(0)
    if match.turn is not before:
        legal(match, *following)
    return await asking


def test_a_play_is_sent_again_if_its_answer_was_lost() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "pass")
        await match.play(None, now())
        first = await asked(match, ("pass", "pass"), "pass")
        match.turn.lost = True
        assert await asked(match, ("pass", "pass"), "other") == first
        assert len(match.turn.moves) == 1
        assert await asked(match, ("pass", "pass"), "other") == "other"
        assert len(match.turn.moves) == 2

    run(script, play=1e9)


def test_a_play_whose_own_move_was_not_answered_is_sent_again() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "a")
        await match.play(None, now())
        assert await asked(match, ("a", "z"), "b") == "b"
        assert await asked(match, ("a", "z"), "c") == "b", "we answered b: it was not heard yet"
        assert len(match.turn.moves) == 1
        match.turn.late = True
        assert await asked(match, ("a", "z"), "c") == "c", "too late: another move was made for us"
        assert len(match.turn.moves) == 2

    run(script, play=1e9)


def test_a_play_that_was_taken_for_a_turn_is_found_out_by_the_next_one() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "pass")
        await match.play(None, now())
        await asked(match, ("pass", "pass"), "pass")
        await asked(match, ("pass", "pass"), "pass")
        assert len(match.turn.moves) == 2, "it may have been a turn"
        asking = asyncio.create_task(match.play(("pass", "z"), now()))
        await asyncio.sleep(0)
        refused = {"say": "refused", "why": "y cannot play z here"}
        match.hear("referee", refused | {"number": match.turn.number})
        await asyncio.sleep(0.01)
        assert match.turn.moves == (("pass", "pass"), ("pass", "z"))
        again = asyncio.create_task(match.play(("pass", "z"), now()))
        await asyncio.sleep(0)
        legal(match, "c")
        assert await asking == await again == "c"
        assert len(told["turn"]) == 5, "it was not decided twice"

    log = run(script, play=1e9)
    assert "  y cannot play z here; was the PLAY before only sent again?" in log


def test_moves_that_fit_nowhere_leave_a_doubtful_turn_as_it_is() -> None:
    async def script(match: Match, told: Told) -> None:
        legal(match, "pass")
        await match.play(None, now())
        await asked(match, ("pass", "pass"), "pass")
        await asked(match, ("pass", "pass"), "pass")
        asking = asyncio.create_task(match.play(("nonsense",), now()))
        for _ in range(2):
            await asyncio.sleep(0.01)
            said = {"say": "refused", "why": "1 moves for 2 roles"}
            match.hear("referee", said | {"number": match.turn.number})
        assert await asking == "pass"
        assert match.turn.moves == (("pass", "pass"),) * 2

    run(script, play=1e9)


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


def test_a_start_that_was_answered_is_answered_again_at_once() -> None:
    async def script(match: Match, told: Told) -> None:
        move(match, "noop", proven=True)
        assert await match.ready(now())
        await match.play(None, now())
        asking = asyncio.create_task(match.play(("noop", "z"), now()))
        await asyncio.sleep(0)
        assert await match.ready(now())
        asking.cancel()

    run(script, start=1e9)


def test_rules_that_cannot_be_played_are_not_ready() -> None:
    async def script(match: Match, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        said = {"say": "unplayable", "number": match.first, "why": "there are no rules"}
        match.hear("thinker", said)
        assert not await asking

    run(script, start=1e9)


def test_what_was_said_of_the_match_before_does_not_count() -> None:
    async def script(match: Match, told: Told) -> None:
        before = {"number": match.first - 1}
        match.hear("thinker", {"say": "built", "role": 1} | before)
        match.hear("referee", {"say": "role", "role": 1} | before)
        match.hear("thinker", {"say": "unplayable", "why": "other rules"} | before)
        assert match.role == 0
        assert match.unplayable is None
        assert not told["built"]

    run(script)


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
