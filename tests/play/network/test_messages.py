"""Messages of every dialect are understood, and answered in it."""

import pytest

from zermelo.errors import ReadError
from zermelo.play.network.lists import from_infix, infix_list, kif_items, to_infix
from zermelo.play.network.messages import (
    Abort,
    Dialect,
    Info,
    Message,
    Ping,
    Play,
    Preview,
    Start,
    Stop,
    introduction,
    read_message,
    spelled,
)

START = Start("m.1", "xPlayer", " ( role xPlayer ) (init (cell 1 b)) ", "kif", 5, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("( INFO )", Info()),
        ("(INFO)", Info()),
        ("(info)", Info()),
        ("info()", Info()),
        ("info", Info()),
        ("(ping)", Ping()),
        ("ping(m1)", Ping("m1")),
        ("( START m.1 xPlayer ( ( role xPlayer ) (init (cell 1 b)) ) 5 5)", START),
        ("(start m.1 xPlayer( ( role xPlayer ) (init (cell 1 b)) )5 5 )", START),
        ("(Start m.1 xPlayer ( ( role xPlayer ) (init (cell 1 b)) ) 5 5 more (to come))", START),
        ("( PREVIEW ((role x)) 10 )", Preview("(role x)")),
        ("( PREVIEW m1 white ((role x)) 10 10)", Preview("(role x)")),
        ("preview([role(x)],10)", Preview("role(x)", "infix")),
        ("( PREVIEW )", Preview()),
        ("( PLAY m1 NIL )", Play("m1", None)),
        ("(play m1 nil)", Play("m1", None)),
        ("(play m1 ())", Play("m1", None)),
        ("( PLAY m1 (( mark 2 3 ) noop ) )", Play("m1", ("(mark 2 3)", "noop"))),
        ("( PLAY m1 (right) )", Play("m1", ("right",))),
        ("( PLAY m1 ((Mark 2 3) NOOP) ) ; as written", Play("m1", ("(Mark 2 3)", "NOOP"))),
        ("(play m1 3 (mark 2 3) ((seen a)))", Play("m1", ("(mark 2 3)",))),
        ("(play m1 1 nil nil)", Play("m1", None)),
        ("( STOP m1 (noop ( mark 3 1 ) ) )", Stop("m1")),
        ("(stop m1)", Stop("m1")),
        ("( ABORT m1 )", Abort("m1")),
        (
            "start(m1,x,[role(x), init(a)],10,5)",
            Start("m1", "x", "role(x), init(a)", "infix", 10, 5),
        ),
        ("play(m1,nil)", Play("m1", None)),
        ("play(m1, [mark(2, 3), noop])", Play("m1", ("(mark 2 3)", "noop"))),
        ("stop(m1,[noop,mark(3,1)])", Stop("m1")),
        ("abort(m1).", Abort("m1")),
    ],
)
def test_a_message_is_understood(text: str, message: Message) -> None:
    assert read_message(text)[0] == message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a name expected"),
        ("()", "no message starts with ''"),
        ("( HELLO )", "no message starts with 'HELLO'"),
        ("( PLAY )", "PLAY with 0 arguments: some are missing"),
        ("( START m x (rules) 5 )", "START with 4 arguments: some are missing"),
        ("( START m x rules 5 5 )", "the rules are no list in ()"),
        ("start(m,x,rules,5,5)", "the rules are no list in []"),
        ("( START m x (rules) soon 5 )", "the clock 'soon' is no number of seconds"),
        ("( START m x (rules) 5 nan )", "the clock 'nan' is no number of seconds"),
        ("( INFO", "a bracket is never closed"),
        ("( INFO ) )", "there is more behind the closing bracket"),
        ("(info ; )", "a bracket is never closed"),
        ("play(m1,[a", "a bracket is never closed"),
        ("play)m1(", "a bracket expected behind the name"),
        ("play(m1))", "brackets that do not match"),
        ("(play m1 (((a) b)))", "starts with a name"),
    ],
)
def test_what_is_no_message_gets_a_reason(text: str, reason: str) -> None:
    with pytest.raises(
        ReadError, match=reason.replace("(", r"\(").replace(")", r"\)").replace("[", r"\[")
    ):
        read_message(text)


@pytest.mark.parametrize(("clock", "seconds"), [("0", 0), ("-5", 0), ("1.5", 1.5), ("1e9", 1e9)])
def test_clocks_are_numbers_of_seconds(clock: str, seconds: float) -> None:
    message, _ = read_message(f"(start m x (r) {clock} 1)")
    assert isinstance(message, Start)
    assert message.start_clock == seconds


def test_the_dialect_is_that_of_the_message() -> None:
    assert read_message("( INFO )")[1] is Dialect.KIF
    assert read_message("(info)")[1] is Dialect.WORDS
    assert read_message("info()")[1] is Dialect.INFIX


def test_info_is_answered_in_its_dialect() -> None:
    said = [introduction("Z", free=True, dialect=dialect) for dialect in Dialect]
    assert said == [
        "( ( name Z ) ( status available ) ( species computer ) )",
        "ready",
        "[[name,z],[status,available],[species,computer]]",
    ]
    assert all("busy" in introduction("Z", free=False, dialect=dialect) for dialect in Dialect)


@pytest.mark.parametrize("move", ["noop", "(mark 1 1)", "(Drop (at 5x5) Left)", "(a+b c)"])
def test_moves_are_the_same_in_infix(move: str) -> None:
    assert from_infix(to_infix(move)) == move
    assert spelled(move, Dialect.KIF) == spelled(move, Dialect.WORDS) == move


def test_brackets_in_comments_are_no_brackets() -> None:
    assert kif_items("(a ; :-(\n (b ;)\n c))") == ["a", "(b ;)\n c)"]


def test_long_texts_are_looked_through_in_stretches() -> None:
    long = "x" * 100_000
    assert kif_items(f"(a ({long} ({long})) b)") == ["a", f"({long} ({long}))", "b"]
    assert infix_list(f"[{long}(a,{long}), b]") == [f"{long}(a,{long})", "b"]


@pytest.mark.parametrize("text", ["noop", "", " ; (a)"])
def test_what_is_no_list_has_no_parts(text: str) -> None:
    with pytest.raises(ReadError, match="a list in brackets expected"):
        kif_items(text)
