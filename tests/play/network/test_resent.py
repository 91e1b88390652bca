"""A PLAY that is sent again, and moves that cannot have been made."""

import asyncio

from tests.play.network.scripted import Told, legal, move, now, run
from zermelo.play.network.match import NetworkMatch


def test_a_repeated_play_gets_the_same_answer_and_is_no_turn() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
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
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "pass")
        assert await match.play(None, now()) == "pass"
        for turns in range(1, 4):
            asking = asyncio.create_task(match.play(("pass", "pass"), now()))
            await asyncio.sleep(0)
            legal(match, "pass")
            assert await asking == "pass"
            assert len(match.turn.moves) == turns

    run(script)


async def asked(match: NetworkMatch, moves: tuple[str, ...], *following: str) -> str:
    """Send a PLAY; the referee says what is legal then."""
    before = match.turn
    asking = asyncio.create_task(match.play(moves, now()))
    await asyncio.sleep(0)
    if match.turn is not before:
        legal(match, *following)
    return await asking


def test_a_play_is_sent_again_if_its_answer_was_lost() -> None:
    async def script(match: NetworkMatch, told: Told) -> None:
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
    async def script(match: NetworkMatch, told: Told) -> None:
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
    async def script(match: NetworkMatch, told: Told) -> None:
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
    async def script(match: NetworkMatch, told: Told) -> None:
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
    async def script(match: NetworkMatch, told: Told) -> None:
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
    async def script(match: NetworkMatch, told: Told) -> None:
        legal(match, "a")
        before = match.turn.number
        await match.play(None, now())
        asking = asyncio.create_task(match.play(("a", "z"), now()))
        await asyncio.sleep(0)
        move(match, "a", number=before)
        legal(match, "c")
        assert await asking == "c"

    run(script, play=1e9)
