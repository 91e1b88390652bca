"""The network player as a process: matches, every dialect, abuse, signals, and dead children."""

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from benchmarks.player_abuse import FREE, PATIENCE, half_open
from benchmarks.player_processes import (
    PLAYER,
    Running,
    descendants,
    exchange,
    request,
    running,
    say,
)

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import read_rules
from zermelo.play.network.http import LARGEST_MESSAGE
from zermelo.play.network.manager import host_match
from zermelo.text.spell import spell

RULES = " ".join(spell(read_rules("tictactoe"), "kif").split())
MOVES = {f"(mark {column} {row})" for column in (1, 2, 3) for row in (1, 2, 3)}
LATER = 1800.0
"""Seconds: the solver is nice to everybody, and on a busy machine has little of it."""
LONG = 600.0
"""Seconds of a clock that a search of tic-tac-toe does not use up, however busy the machine is."""


@pytest.fixture(scope="module")
def player() -> Iterator[Running]:
    """A player that all tests of this file share: each must leave it free."""
    with running("--patience", str(PATIENCE), warm=False) as player:
        # Compiled once, however busy the machine is: the tests below have short clocks.
        started(player, "first", start_clock=LONG)
        say(player.address, "( STOP first NIL )")
        yield player


@pytest.fixture(autouse=True)
def free_again(player: Running) -> Iterator[None]:
    yield
    assert eventually(lambda: say(player.address, "( INFO )") == FREE)


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something becomes true before one loses patience."""
    until = time.monotonic() + LATER
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def started(
    player: Running, match: str, *, rules: str = RULES, start_clock: float = 20, play: str = "5"
) -> str:
    return say(player.address, f"( START {match} x ({rules}) {start_clock:g} {play})", LONG * 2)


def body(answer: str) -> str:
    return answer.partition("\r\n\r\n")[2]


def test_it_plays_a_match_and_never_loses_at_tictactoe(
    player: Running, tictactoe: CompiledGame
) -> None:
    for role in map(Role, (0, 1)):
        hosted = asyncio.run(
            host_match(
                tictactoe,
                RULES,
                {role: player.address},
                start_clock=LONG,
                play_clock=LONG,
                match_id=f"match.{role}",
                seed=3,
            )
        )
        assert [reply.text for reply in hosted.starts] == ["ready"]
        assert [decision.reply.error for decision in hosted.decisions] == [""] * len(hosted.joints)
        goal = hosted.goals[role]
        assert goal is not None
        assert goal >= 50


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("( INFO )", FREE),
        ("(info)", "ready"),
        ("info()", "[[name,zermelo],[status,available],[species,computer]]"),
        ("(ping)", "ready"),
        ("ping(m1)", "ready"),
        ("( PREVIEW ((role x)) 10 )", "ready"),
        ("( PLAY m1 NIL )", "busy"),
        ("( STOP m1 NIL )", "busy"),
        ("( ABORT m1 )", "busy"),
    ],
)
def test_a_free_player_answers_in_the_dialect_that_it_is_asked_in(
    player: Running, text: str, answer: str
) -> None:
    assert say(player.address, text) == answer
    get = f"GET /{quote(text)} HTTP/1.0\r\n\r\n".encode()
    assert body(exchange(player.address, get)) == answer


def test_a_busy_player_says_so(player: Running) -> None:
    assert started(player, "m1") == "ready"
    assert say(player.address, "( INFO )") == FREE.replace("available", "busy")
    assert say(player.address, "(info)") == "busy"
    assert say(player.address, "ping(m1)") == "ready"
    assert say(player.address, "ping(m2)") == "nil"
    assert started(player, "m2") == "busy"
    assert started(player, "m1") == "ready", "the same START again"
    assert say(player.address, "( PLAY m2 NIL )") == "busy"
    assert say(player.address, "( STOP m2 NIL )") == "busy"
    assert say(player.address, "( ABORT m1 )") == "aborted"


def test_announced_rules_are_compiled_ahead(player: Running) -> None:
    rules = "(role x) (init a) (<= (legal x go) (true a)) (<= (next b) (does x go)) "
    rules += "(<= terminal (true b)) (<= (goal x 100) (true b))"
    assert say(player.address, f"( PREVIEW ({rules}) 10 )") == "ready"
    assert player.logged("that were announced: compiled", LATER)
    assert say(player.address, "( PREVIEW ((role x) (init ?y)) 10 )") == "ready"
    assert player.logged(
        "that were announced: 4 errors in the rules, first: no rule for 'goal'", LATER
    )


def test_options_lets_web_pages_in(player: Running) -> None:
    answer = exchange(player.address, b"OPTIONS / HTTP/1.1\r\nOrigin: x\r\n\r\n")
    assert answer.startswith("HTTP/1.0 200 OK")
    assert "Access-Control-Allow-Origin: *" in answer


def test_infix_is_answered_in_infix(player: Running) -> None:
    text = "role(x), role(o), init(s), legal(x,take(1,2)) :- true(s), legal(o,noop) :- true(s), "
    text += "next(e) :- true(s), terminal :- true(e), goal(x,100) :- true(e), goal(o,0) :- true(e)"
    assert say(player.address, f"start(m1,x,[{text}],20,5)", LATER) == "ready"
    assert say(player.address, "play(m1,nil)") == "take(1,2)"
    assert say(player.address, "stop(m1,[take(1,2),noop])") == "done"


def test_wrong_turns_get_legal_moves_of_the_turn_that_is_known(player: Running) -> None:
    started(player, "m1")
    first = say(player.address, "( PLAY m1 NIL )")
    assert first in MOVES
    assert say(player.address, "( PLAY m1 NIL )") == first, "repeated"
    assert say(player.address, "( PLAY m1 ((mark 1 1)) )") == first, "too few moves"
    assert say(player.address, "( PLAY m1 (a b c d e) )") == first, "too many moves"
    assert say(player.address, "( PLAY m1 (noop noop) )") == first, "illegal"
    assert say(player.address, "( PLAY m1 ((((a))) noop) )") == "nil", "no moves at all"
    assert say(player.address, f"( PLAY m1 ({first} noop) )") == "noop"
    assert say(player.address, f"( PLAY m1 ({first} noop) )") == "noop", "repeated"
    assert say(player.address, "( PLAY m1 ((mark 3 3) noop) )") == "noop", "one was skipped"
    assert say(player.address, "( STOP m1 NIL )") == "done"


AGAIN = "(role a) (role b) (init (left 9)) (<= (legal ?r c) (role ?r)) (<= (legal ?r d) (role ?r)) "
AGAIN += " ".join(f"(succ {n} {n + 1})" for n in range(9))
AGAIN += " (<= (next (left ?m)) (true (left ?n)) (succ ?m ?n)) (<= terminal (true (left 0)))"
AGAIN += " (<= (goal ?r 50) (role ?r))"
"""Both roles move at once, and may always make the same moves again."""


def test_a_play_that_is_sent_again_where_all_move_at_once_is_no_turn(player: Running) -> None:
    since = len(player.log)
    assert say(player.address, f"( START m1 a ({AGAIN}) 5 1)", LATER) == "ready"
    first = say(player.address, "( PLAY m1 NIL )", LATER)
    assert first in ("c", "d")
    play = f"( PLAY m1 ({first} c) )"
    with socket.create_connection((player.address.host, player.address.port)) as connection:
        connection.sendall(request(play.encode()))
    assert player.logged("the manager did not take this answer", LATER, since)
    second = say(player.address, play, LATER)
    assert second in ("c", "d")
    assert player.logged("the same PLAY again", LATER, since)
    # The same joint move again, after an answer that was taken: that is the next turn.
    before = len(player.log)
    assert say(player.address, f"( PLAY m1 ({second} c) )", LATER) in ("c", "d")
    assert not any("the same PLAY again" in line for line in player.log[before:])
    assert say(player.address, "( STOP m1 NIL )") == "done"


def test_a_player_that_has_compiled_nothing_yet_has_legal_moves() -> None:
    rules = RULES.replace("mark", f"put{time.time_ns()}")  # not compiled before
    with running(warm=False) as other:
        assert started(other, "m1", rules=rules, start_clock=3) == "ready"
        first = say(other.address, "( PLAY m1 NIL )", LATER)
        assert first.startswith("(put")
        assert say(other.address, f"( PLAY m1 ({first} noop) )", LATER) == "noop"


@pytest.mark.parametrize("clock", ["0", "1", "-5", "1000000000"])
def test_any_number_is_a_clock(player: Running, clock: str) -> None:
    assert started(player, "m1", play=clock) == "ready"
    assert say(player.address, "( PLAY m1 NIL )") in MOVES
    assert say(player.address, "( STOP m1 NIL )") == "done"


@pytest.mark.parametrize("clock", ["soon", "nan", "()"])
def test_no_number_is_no_clock(player: Running, clock: str) -> None:
    answer = exchange(player.address, request(f"(START m1 x ({RULES}) 5 {clock})".encode()))
    assert answer.startswith("HTTP/1.0 400 START: the clock")
    assert body(answer) == "nil"


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_rules_need_not_be_ascii(player: Running, encoding: str) -> None:
    strange = RULES.replace("mark", "écrire")
    content = f"( START m1 x ({strange}) 20 5)".encode(encoding)
    assert say(player.address, content, LATER) == "ready"
    with socket.create_connection((player.address.host, player.address.port)) as connection:
        connection.sendall(request(b"( PLAY m1 NIL )"))
        answer = connection.makefile("rb").read()
    assert "(écrire ".encode() in answer
    assert say(player.address, "( STOP m1 NIL )") == "done"


@pytest.mark.parametrize("rules", ["", "(role x) (<= (legal x", "(role x) (<= (legal x ?m) (a))"])
def test_rules_that_mean_nothing_leave_it_free(player: Running, rules: str) -> None:
    text = f"( START m1 x ({rules}) 20 5)"
    assert say(player.address, text, LATER) in ("busy", "nil")


@pytest.mark.parametrize("length", ["-1", None, "many", "500", "3"])
def test_a_false_length_does_no_harm(player: Running, length: str | None) -> None:
    assert body(exchange(player.address, request(b"( INFO )", length))) == FREE


def test_what_is_too_long_is_refused(player: Running) -> None:
    refused = exchange(player.address, request(b"( INFO )", "2000000000"))
    assert refused.startswith("HTTP/1.0 413")
    exchange(player.address, request(b"( INFO " + b"x " * LARGEST_MESSAGE + b")", None))
    exchange(player.address, request(b"(" * (LARGEST_MESSAGE // 4)))


def test_half_open_connections_are_in_nobodys_way(player: Running) -> None:
    with half_open(player.address, 500), half_open(player.address, 20, b"POST / HT"):
        assert say(player.address, "( INFO )") == FREE


def test_messages_that_never_end_do_not_fill_the_memory(player: Running) -> None:
    before = player.megabytes()
    start = b"POST / HTTP/1.0\r\nContent-Length: 4000000\r\n\r\n("
    for _ in range(40):
        try:
            with half_open(player.address, 1, start + b" " * 3_000_000):
                pass
        except OSError:  # it was cut off
            continue
    assert eventually(lambda: say(player.address, "( INFO )") == FREE)
    assert eventually(lambda: player.megabytes() < before + 100)


def test_a_manager_that_vanishes_is_forgotten(player: Running) -> None:
    since = len(player.log)
    started(player, "gone", play="0")
    with socket.create_connection((player.address.host, player.address.port)) as connection:
        connection.sendall(request(b"( PLAY gone NIL )"))
    started_by_now = say(player.address, "( INFO )")
    assert "busy" in started_by_now
    say(player.address, "( ABORT gone )")
    say(player.address, f"( START gone x ({RULES}) 0 0)")
    assert player.logged("nothing was heard of gone for too long", LATER, since)


@pytest.mark.parametrize(
    ("harm", "duty"),
    [
        (signal.SIGSTOP, "thinker"),
        (signal.SIGKILL, ""),
        pytest.param(signal.SIGKILL, "thinker", marks=pytest.mark.slow),
        pytest.param(signal.SIGKILL, "referee", marks=pytest.mark.slow),
        pytest.param(signal.SIGSTOP, "referee", marks=pytest.mark.slow),
        pytest.param(signal.SIGSTOP, "", marks=pytest.mark.slow),
    ],
)
def test_dead_children_make_no_illegal_move_and_are_replaced(
    player: Running, tictactoe: CompiledGame, harm: signal.Signals, duty: str
) -> None:
    since = len(player.log)
    started(player, "m1", play="1")
    first = say(player.address, "( PLAY m1 NIL )")
    state = tictactoe.initial
    time.sleep(0.3)  # the referee says ahead what will be legal
    for pid in player.children(duty):
        os.kill(pid, harm)
    move = tictactoe.read(Role(0), first)
    noop = tictactoe.legal(state, Role(1))[0]
    state = tictactoe.next(state, (move, noop))
    assert say(player.address, f"( PLAY m1 ({first} noop) )") == "noop"
    reply = tictactoe.legal(state, Role(1))[0]
    text = tictactoe.spell(Role(1), reply)
    state = tictactoe.next(state, (tictactoe.legal(state, Role(0))[0], reply))
    assert player.logged(f"the {duty or 'referee'} is ready", LATER, since)
    second = say(player.address, f"( PLAY m1 (noop {text}) )", LATER)
    legal = [tictactoe.spell(Role(0), move) for move in tictactoe.legal(state, Role(0))]
    assert second in legal
    assert say(player.address, "( STOP m1 NIL )") == "done"


@pytest.mark.parametrize(
    "harm", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=pytest.mark.slow)]
)
def test_a_thinker_that_dies_before_the_rules_are_compiled_is_not_missed(
    player: Running, harm: signal.Signals
) -> None:
    rules = RULES.replace("mark", f"put{harm}x{time.time_ns()}")  # not compiled before
    with socket.create_connection((player.address.host, player.address.port)) as connection:
        connection.sendall(request(f"( START m1 x ({rules}) 10 5)".encode()))
        for pid in player.children("thinker"):
            os.kill(pid, harm)
        assert b"ready" in connection.makefile("rb").read()
    assert say(player.address, "( PLAY m1 NIL )", LATER).startswith(f"(put{harm}x")
    assert say(player.address, "( STOP m1 NIL )") == "done"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_and_all_its_children(number: signal.Signals, code: int) -> None:
    with running(warm=False) as other:
        assert eventually(lambda: len(other.children()) == 3)
        children = descendants(other.process.pid)
        other.process.send_signal(number)
        assert other.process.wait(LATER) == code
        assert eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
    assert not any("Traceback" in line for line in other.log)


def test_children_do_not_outlive_a_player_that_is_killed() -> None:
    with running(warm=False) as other:
        assert eventually(lambda: len(other.children()) == 3)
        children = descendants(other.process.pid)
        other.process.kill()
        assert eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))


def test_a_port_that_is_taken_is_an_error_of_usage(player: Running) -> None:
    command = [*PLAYER, "--port", str(player.address.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == (
        f"zermelo: cannot listen on 127.0.0.1:{player.address.port}: Address already in use"
    )
