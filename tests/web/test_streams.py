"""Events for pages: each listener has its own, and the slow are left behind."""

import asyncio

from zermelo.web.streams import MOST_WAITING_EVENTS, Streams, event


def test_everybody_who_listens_is_told() -> None:
    async def run() -> list[str]:
        streams = Streams()
        listening = [streams.listen("first"), streams.listen("first")]
        heard = [await anext(one) for one in listening]
        streams.tell("position", {"turn": 3})
        heard += [await anext(one) for one in listening]
        streams.close()
        heard += [text for one in listening async for text in one]
        return heard

    told = event("position", {"turn": 3})
    assert asyncio.run(run()) == ["first", "first", told, told]


def test_who_is_too_slow_is_left_behind() -> None:
    async def run() -> tuple[int, int]:
        streams = Streams()
        slow = streams.listen("first")
        await anext(slow)
        for number in range(MOST_WAITING_EVENTS + 5):
            streams.tell("position", {"turn": number})
        left = len(streams.queues)
        return left, len([text async for text in slow])

    left, heard = asyncio.run(run())
    assert left == 0
    assert heard == MOST_WAITING_EVENTS - 1


def test_a_text_with_line_breaks_stays_one_event() -> None:
    assert event("problem", {"text": "a\n\nevent: evil"}).count("\n") == 3


def test_what_nobody_looks_at_waits_until_somebody_comes() -> None:
    async def run() -> list[str]:
        streams, done = Streams(), []
        await streams.until_watched(1000.0)
        done.append("nobody has been away for long")

        async def go_on() -> None:
            await streams.until_watched(-1.0)
            done.append("somebody looks")

        going = asyncio.create_task(go_on())
        await asyncio.sleep(0)
        done.append("it waits")
        streams.visited()
        await asyncio.sleep(0)
        done.append("a glance is over at once")
        await anext(streams.listen("first"))
        await going
        return done

    assert asyncio.run(run()) == [
        "nobody has been away for long",
        "it waits",
        "a glance is over at once",
        "somebody looks",
    ]
