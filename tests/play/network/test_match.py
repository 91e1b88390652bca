"""A match in the front process, whatever its children do or do not say."""

import asyncio

import pytest

from tests.play.network.scripted import Says, Told, legal, move, now, run
from zermelo.play.network.clocks import silence
from zermelo.play.network.match import NetworkMatch
from zermelo.play.network.settings import PlayerSettings


def test_the_best_move_so_far_is_answered() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a", "b", "c")
        move(match, "a")
        move(match, "b")
        assert await match.play(None, now()) == "b"
        assert [order["move"] for order in told["answered"]] == ["b"]

    run(script)


def test_any_legal_move_is_answered_if_nobody_thinks() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a", "b")
        assert await match.play(None, now()) in ("a", "b")

    assert "any legal move: nothing was thought of in time" in run(script)[-1]


def test_a_forced_move_and_a_proven_one_are_not_waited_for() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "noop")
        assert await match.play(None, now()) == "noop"
        asking = asyncio.create_task(match.play(("noop", "z"), now()))
        await asyncio.sleep(0)
        legal(match, "a", "b")
        move(match, "b", proven=True)
        assert await asking == "b"

    run(script, play=1e9)


def test_what_is_proven_is_not_given_up_for_a_guess() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        move(match, "b", proven=True)
        move(match, "a")
        assert await match.play(None, now()) == "b"

    run(script)


def test_what_was_said_ahead_is_known_though_all_children_are_dead() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a", "b")
        first = await match.play(None, now())
        ahead = [[[first, "y"], ["c", "d"]], [[first, "z"], ["e"]]]
        match.hear("referee", {"say": "ahead", "number": match.turn.number, "ahead": ahead})
        assert await match.play((first, "z"), now()) == "e"

    run(script)


def test_without_any_word_an_older_legal_move_is_a_guess() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a", "b")
        move(match, "a", proven=True)
        await match.play(None, now())
        assert await match.play(("a", "z"), now()) == "b", "a was made already"

    assert "a guess: nobody said what is legal" in run(script)[-1]


def test_rules_that_nobody_has_read_give_no_move() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        assert await match.play(None, now()) == "nil"

    assert run(script)[-2:] == [
        "  reserve: too many steps",
        "  no move: nobody has read the rules yet",
    ]


def test_the_front_process_finds_a_legal_move_if_no_child_says_one() -> None:
    reserve = Says({"say": "legal", "legal": ["c"], "state": ["(turn 3)"]})

    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a")
        await match.play(None, now())
        assert await match.play(("a", "y"), now()) == "c"
        assert await match.play(("c", "z"), now()) == "c"

    log = run(script, play=1e9, reserve=reserve)
    assert reserve.asked == [(("(turn 0)",), (("a", "y"),)), (("(turn 3)",), (("c", "z"),))]
    assert log[-1] == "  the only move"


def test_the_front_process_asks_from_the_start_if_no_state_is_known() -> None:
    reserve = Says({"say": "refused", "why": "nobody can play y here"})

    async def script(match: NetworkMatch, told: Told) -> None:
        match.turn.answer = "a"
        assert await match.play(("a", "y"), now()) == "a", "the turn before again"

    assert "  these moves cannot be: nobody can play y here; the turn before again" in run(
        script, play=1e9, reserve=reserve
    )
    assert reserve.asked == [(None, (("a", "y"),))]


def test_a_child_that_is_quick_is_not_helped() -> None:
    reserve = Says({"say": "legal", "legal": ["c"], "state": []})

    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a", "b")
        assert await match.play(None, now()) in ("a", "b")

    run(script, play=1, reserve=reserve)
    assert reserve.asked == []


def test_a_move_that_is_not_legal_is_not_answered() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a", "b")
        move(match, "c")
        assert await match.play(None, now()) in ("a", "b")

    run(script)


def test_a_role_without_a_move_is_not_waited_for() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match)
        assert await match.play(None, now()) == "nil"

    assert run(script, play=1e9)[-1] == "  no move: the rules leave none"


def test_ready_is_said_when_the_start_is_thought_through() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        legal(match, "noop")
        move(match, "noop", proven=True)
        assert await asking

    run(script, start=1e9)


def test_a_start_that_was_answered_is_answered_again_at_once() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        move(match, "noop", proven=True)
        assert await match.ready(now())
        await match.play(None, now())
        asking = asyncio.create_task(match.play(("noop", "z"), now()))
        await asyncio.sleep(0)
        assert await match.ready(now())
        asking.cancel()

    run(script, start=1e9)


def test_rules_that_cannot_be_played_are_not_ready() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        said = {"say": "unplayable", "number": match.first, "why": "there are no rules"}
        match.hear("thinker", said)
        assert not await asking

    run(script, start=1e9)


def test_what_was_said_of_the_match_before_does_not_count() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        before = {"number": match.first - 1}
        match.hear("thinker", {"say": "built", "role": 1} | before)
        match.hear("referee", {"say": "role", "role": 1} | before)
        match.hear("thinker", {"say": "unplayable", "why": "other rules"} | before)
        assert match.role == 0
        assert match.unplayable is None
        assert not told["built"]

    run(script)


def test_the_end_of_a_match_answers_who_still_waits() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        asking = asyncio.create_task(match.play(None, now()))
        await asyncio.sleep(0)
        legal(match, "a", "b")
        match.end()
        assert await asking in ("a", "b")
        assert told["stop"]

    run(script, play=1e9)


def test_a_manager_is_gone_after_a_silence_by_the_clocks() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        patience = silence(2, 3, PlayerSettings().patience)
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
    async def script(match: NetworkMatch, told: Told) -> None:
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


def near_end(match: NetworkMatch, text: str) -> None:
    said = {"say": "move", "move": text, "proven": False, "worth": None, "depth": 2}
    match.hear("referee", said | {"number": match.turn.number})


def test_a_glance_is_better_than_any_legal_move() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, *"abcdefgh")
        near_end(match, "c")
        assert await match.play(None, now()) == "c"

    assert run(script)[-1] == "  referee: depth 2"


def test_a_search_is_better_than_a_glance_if_it_has_searched() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, *"abcdefgh")
        near_end(match, "c")
        said = {"say": "move", "move": "a", "proven": False, "worth": None, "depth": 0}
        match.hear("thinker", said | {"number": match.turn.number})
        assert [advice.move for advice in match.turn.advised()] == ["c", "a"]
        move(match, "b")
        assert await match.play(None, now()) == "b"

    run(script)


def test_a_glance_at_a_move_that_is_not_legal_is_not_answered() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a")
        near_end(match, "z")
        assert await match.play(None, now()) == "a"

    run(script)


def test_some_legal_moves_are_enough_if_nobody_says_all() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        said = {"say": "some", "legal": ["a", "b"], "state": ["s"]}
        match.hear("referee", said | {"number": match.turn.number})
        assert match.turn.known
        assert not match.turn.settled
        assert await match.play(None, now()) in ("a", "b")

    assert "a legal move: nobody said all of them in time" in run(script)[-1]


def test_the_front_process_is_content_with_some_legal_moves() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        assert await match.play(None, now()) == "a"

    says = Says({"say": "some", "legal": ["a"], "state": ["s"]})
    assert "a legal move" in run(script, play=0.01, reserve=says)[-1]


def test_ready_is_said_as_soon_as_a_search_runs() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        legal(match, "a", "b")
        near_end(match, "a")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not asking.done(), "the rules are not compiled"
        move(match, "a")
        assert await asking

    run(script, start=1e9)


def test_ready_is_said_where_there_is_nothing_to_think_about() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
        asking = asyncio.create_task(match.ready(now()))
        await asyncio.sleep(0)
        legal(match)
        assert await asking

    run(script, start=1e9)
