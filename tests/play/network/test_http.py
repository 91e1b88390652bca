"""Requests are taken as they come: byte by byte, with any length that they claim."""

import pytest

from zermelo.play.network.http import (
    LARGEST_HEAD,
    LARGEST_MESSAGE,
    Incoming,
    RefusedError,
    Request,
    answer,
)

POST = b"POST / HTTP/1.0\r\nSender: GAMESERVER\r\n"


def taken(*pieces: bytes) -> Incoming:
    incoming = Incoming()
    for piece in pieces:
        incoming.feed(piece)
    return incoming


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_message_is_whole_when_its_last_byte_is_there(end: bytes, size: int) -> None:
    text = b"( PLAY m ((mark 1 1) noop) )"
    length = f"Content-Length: {len(text)}".encode()
    content = b"POST / HTTP/1.0" + end + length + end + end + text
    incoming = Incoming()
    for at in range(0, len(content), size):
        assert not incoming.whole
        incoming.feed(content[at : at + size])
    assert incoming.whole
    assert incoming.request() == Request("POST", text.decode())


@pytest.mark.parametrize("length", [b"-1", b"", b"many", b"0x10", "\u00b2".encode("latin-1")])
def test_a_length_that_makes_no_sense_is_none(length: bytes) -> None:
    incoming = taken(POST + b"Content-Length: " + length + b"\r\n\r\n( INFO")
    assert not incoming.perhaps_whole
    incoming.feed(b" )")
    assert incoming.whole


def test_without_a_length_the_brackets_tell() -> None:
    incoming = taken(POST + b"\r\n( INFO ")
    assert not incoming.whole
    incoming.feed(b")\r\n")
    assert incoming.whole
    assert incoming.request().text.strip() == "( INFO )"


def test_a_length_that_is_too_great_is_waited_for_but_not_for_long() -> None:
    incoming = taken(POST + b"Content-Length: 500\r\n\r\n( INFO )")
    assert not incoming.whole
    assert incoming.perhaps_whole


def test_a_length_that_is_too_small_is_not_believed() -> None:
    incoming = taken(POST + b"Content-Length: 3\r\n\r\n( INFO")
    assert not incoming.whole
    incoming.feed(b" )")
    assert incoming.whole
    assert incoming.request().text == "( INFO )"


@pytest.mark.parametrize("length", [b"2000000000", b"9" * 400])
def test_a_length_beyond_all_bounds_is_refused_at_once(length: bytes) -> None:
    with pytest.raises(RefusedError, match="too long") as caught:
        taken(POST + b"Content-Length: " + length + b"\r\n\r\n")
    assert caught.value.status == 413


def test_more_than_a_message_may_have_is_refused() -> None:
    incoming = taken(POST + b"\r\n(")
    with pytest.raises(RefusedError, match="more than 4194304 bytes"):
        incoming.feed(b" " * LARGEST_MESSAGE)


def test_endless_lines_before_the_message_are_refused() -> None:
    with pytest.raises(RefusedError, match="lines before the message") as caught:
        taken(b"POST / HTTP/1.0\r\n", b"x" * LARGEST_HEAD)
    assert caught.value.status == 431


@pytest.mark.parametrize("line", [b"HELO there", b"\x16\x03\x01\x02", b"PUT / HTTP/1.0"])
def test_what_is_no_request_is_refused(line: bytes) -> None:
    with pytest.raises(RefusedError, match="no HTTP request that is known"):
        taken(line + b"\r\n\r\n")


def test_a_connection_that_ends_early_has_asked_nothing() -> None:
    with pytest.raises(RefusedError, match="ended before a request"):
        taken(b"POST / HT").request()


def test_get_has_the_message_in_its_path() -> None:
    incoming = taken(b"GET /(%20PLAY+m1%20((mark%201%202)%20a%2Bb)) HTTP/1.1\r\nHost: x\r\n\r\n")
    assert incoming.whole
    assert incoming.request() == Request("GET", "( PLAY m1 ((mark 1 2) a+b))")


def test_options_ask_for_nothing() -> None:
    assert taken(b"OPTIONS / HTTP/1.1\r\n\r\n").request() == Request("OPTIONS", "")


def test_bytes_that_are_no_utf8_are_characters_all_the_same() -> None:
    incoming = taken(POST + b"\r\n( PLAY m (\xe9crire) )")
    assert incoming.request() == Request("POST", "( PLAY m (écrire) )", "latin-1")
    assert answer("écrire", "latin-1").endswith(b"\r\n\r\n\xe9crire")


def test_an_answer_says_its_length_and_lets_pages_read_it() -> None:
    head, _, body = answer("( mark é )").partition(b"\r\n\r\n")
    assert body.decode() == "( mark é )"
    assert head.startswith(b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: 11\r\n")
    assert b"Access-Control-Allow-Origin: *" in head


def test_a_reason_cannot_break_the_answer() -> None:
    head = answer("nil", status=400, reason="é\r\nSet-Cookie: x").split(b"\r\n")
    assert head[0] == b"HTTP/1.0 400 ?"
