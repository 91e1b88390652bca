"""Everything that a manager should not do to a player, and how the player takes it.

While each thing is done, INFO is asked again and again: how long the answer takes is printed, the
memory of the front process afterwards, and whether the player is free again.
"""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from subprocess import PIPE
from typing import Any

from benchmarks.player_processes import Running, exchange, request, running, say
from zermelo.game.load import read_rules
from zermelo.play.network.http import LARGEST_MESSAGE
from zermelo.play.network.manager import Address
from zermelo.text.spell import spell

PATIENCE = 0.5
FREE = "( ( name Zermelo ) ( status available ) ( species computer ) )"
MEGABYTE = 1 << 20
RULES = " ".join(spell(read_rules("tictactoe"), "kif").split())


@contextmanager
def half_open(address: Address, count: int, said: bytes = b"") -> Iterator[None]:
    """Keep connections open that say this much and no more."""
    with ExitStack() as stack:
        for _ in range(count):
            connection = stack.enter_context(
                socket.create_connection((address.host, address.port), timeout=60)
            )
            connection.sendall(said)
        yield


def half_open_connections(address: Address) -> None:
    """500 connections that say nothing."""
    with half_open(address, 500):
        time.sleep(1.5)


def half_a_head(address: Address) -> None:
    """500 connections that stop in the middle of the first lines."""
    with half_open(address, 500, b"POST / HTTP/1.0\r\nContent-Le"):
        time.sleep(1.5)


def half_a_body(address: Address) -> None:
    """50 connections that hold 3 MB of a message each."""
    blank = b"POST / HTTP/1.0\r\nContent-Length: 4000000\r\n\r\n(" + b" " * (3 * MEGABYTE)
    with ExitStack() as stack:
        for _ in range(50):
            try:
                stack.enter_context(half_open(address, 1, blank))
            except OSError:  # it was cut off to make room for others
                continue
        time.sleep(0.5)


def lengths(address: Address) -> None:
    """Content-Length of 2e9, negative, none, text, too much and too little."""
    for length in ("2000000000", "-1", None, "many", "500", "3"):
        exchange(address, request(b"( INFO )", length))


def long_bodies(address: Address) -> None:
    """100 MB, announced and not."""
    body = b"( INFO " + b"x " * (50 * MEGABYTE) + b")"
    exchange(address, request(body))
    exchange(address, request(body, None))


def brackets(address: Address) -> None:
    """4 MB of brackets that open, that close, and that do both."""
    most = LARGEST_MESSAGE - 100
    for body in (b"(" * most, b")" * most, b"(" * (most // 2) + b")" * (most // 2)):
        exchange(address, request(body))
    rules = b"(a b) " * (most // 6)
    say(address, b"( START big x (" + rules + b") 1 1 )")
    say(address, "( ABORT big )")


def strange_rules(address: Address) -> None:
    """Rules that are not ASCII, not UTF-8, and no rules."""
    strange = RULES.replace("mark", "écrire")
    for match, content in {
        "utf": strange.encode(),
        "latin": strange.encode("latin-1"),
        "none": b"",
        "broken": b"(role x) (<= (legal x",
        "unsafe": b"(role x) (<= (legal x ?m) (role ?r))",
    }.items():
        say(address, b"( START " + match.encode() + b" x (" + content + b") 2 1 )")
        say(address, f"( PLAY {match} NIL )")
        say(address, f"( STOP {match} NIL )")


def wrong_turns(address: Address) -> None:
    """PLAY before START, of another match, twice, skipped, too long, too short, illegal."""
    say(address, "( PLAY m NIL )")
    say(address, f"( START m x ({RULES}) 3 1 )")
    for moves in (
        "NIL",
        "NIL",
        "((mark 2 2) noop)",
        "((mark 2 2) noop)",
        "(noop (mark 2 2))",
        "((mark 1 1))",
        "(a b c d e)",
        "(((((((a)))))) noop)",
    ):
        say(address, f"( PLAY m {moves} )")
    say(address, "( PLAY other NIL )")
    say(address, f"( START m x ({RULES}) 3 1 )")
    say(address, f"( START other x ({RULES}) 3 1 )")
    say(address, "( STOP other NIL )")
    say(address, "( STOP m NIL )")


def wrong_clocks(address: Address) -> None:
    """Clocks of 0, 1, -5, 1e9 and text."""
    for clock in ("0", "1", "-5", "1000000000", "soon"):
        say(address, f"( START m{clock} x ({RULES}) 1 {clock} )")
        say(address, f"( PLAY m{clock} NIL )")
        say(address, f"( ABORT m{clock} )")
    for clock in ("0", "1", "-5", "soon"):
        say(address, f"( START n{clock} x ({RULES}) {clock} 1 )")
        say(address, f"( ABORT n{clock} )")


def a_manager_that_vanishes(address: Address) -> None:
    """START and PLAY, without waiting for the answer, and never again a word."""
    say(address, f"( START gone x ({RULES}) 1 1 )")
    with socket.create_connection((address.host, address.port)) as connection:
        connection.sendall(request(b"( PLAY gone NIL )"))
    time.sleep(2 * 2 + PATIENCE + 1.5)


ABUSES: tuple[Callable[[Address], None], ...] = (
    half_open_connections,
    half_a_head,
    half_a_body,
    lengths,
    long_bodies,
    brackets,
    strange_rules,
    wrong_turns,
    wrong_clocks,
    a_manager_that_vanishes,
)


@contextmanager
def probing(address: Address, every: float = 0.01) -> Iterator[dict[str, Any]]:
    """Ask INFO all the while, from another process; what came of it is known in the end."""
    found: dict[str, Any] = {}
    command = [sys.executable, "-m", "benchmarks.player_probe", str(address.port), str(every)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as probe:
        time.sleep(0.5)  # until it has begun
        yield found
        found |= json.loads(probe.communicate()[0])


def abuse(times: int = 3) -> None:
    """Do it all, some times over, and print what became of it."""
    print(f"{'':26}{'INFO asked':>11}{'longest':>10}{'memory':>9}")
    with running("--patience", str(PATIENCE)) as player:
        with probing(player.address) as found:
            time.sleep(3)
        show("nothing", found, player)
        for _ in range(times):
            for act in ABUSES:
                with probing(player.address) as found:
                    act(player.address)
                show(act.__name__.replace("_", " "), found, player)
            print()


def show(what: str, found: dict[str, Any], player: Running) -> None:
    """Print a line of the table."""
    longest = f"{found['longest'] * 1000:.0f} ms"
    free = "" if say(player.address, "( INFO )") == FREE else "  NOT FREE"
    wrong = f"  {found['wrong']} WRONG" if found["wrong"] else ""
    print(f"{what:26}{found['asked']:11}{longest:>10}{player.megabytes():6.0f} MB{free}{wrong}")
