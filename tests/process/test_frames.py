"""Messages come out of a stream as they went in, however it is cut; nonsense is told from them."""

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.process.frames import FrameError, Frames, framed, pack, received, unpack

texts = st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=3), max_size=4)


@given(texts, st.integers(1, 40))
def test_pieces_of_any_size_make_the_same_messages(messages: list[Any], size: int) -> None:
    stream = b"".join(map(framed, messages))
    frames, found = Frames(), []
    for start in range(0, len(stream), size):
        found += frames.feed(stream[start : start + size])
    frames.finish()
    assert found == messages
    assert list(received(io.BytesIO(stream))) == messages


def test_words_that_look_like_an_array_stay_words() -> None:
    message = {"said": {"array": 0, "dtype": "<i4", "size": 3}}
    assert unpack(pack(message)) == message


@pytest.mark.parametrize(
    ("stream", "says"),
    [
        (b"hello, world\n", "expected a message, got b'hello, world"),
        (bytes([3]) + bytes(10), "a message cannot be read"),
        (bytes([17]) + bytes(7) + bytes([1]) + bytes(15) + b"3", "a message is no object: 3"),
        (bytes([17]) + bytes(7) + bytes([1]) + bytes(15) + b"{", "a message cannot be read"),
    ],
)
def test_nonsense_is_no_message(stream: bytes, says: str) -> None:
    with pytest.raises(FrameError, match=says):
        Frames().feed(stream)


def test_a_message_may_have_a_longest_length() -> None:
    message = framed({"text": "x" * 100})
    assert Frames(longest=200).feed(message)
    with pytest.raises(FrameError, match="expected a message"):
        Frames(longest=100).feed(message)


def test_a_stream_that_ends_within_a_message_is_incomplete() -> None:
    frames = Frames()
    assert frames.feed(framed({"say": "warm"})[:-1]) == []
    with pytest.raises(FrameError, match="the last message is incomplete"):
        frames.finish()
