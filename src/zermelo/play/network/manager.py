"""A small game manager: plays a match with network players, and notes what they do wrong.

Like the managers that tournaments are run by: every message is a connection of its own, an answer
may come until a second after the clock, and a move that is missing (`TO`, time out), broken (`CE`,
connection error) or illegal (`IL`) is replaced by a random one. Roles without a player move at
random.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from zermelo.errors import ReadError
from zermelo.game.game import Game, Goals, Joint, Move, Role, State
from zermelo.play.network.lists import plain_kif

EXTRA = 1.0
"""Seconds after the play clock in which an answer is still taken."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a player listens."""

    port: int
    host: str = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a player answered, how long that took, and what was wrong with it."""

    text: str
    seconds: float
    error: str = ""


@dataclass(frozen=True, slots=True)
class RequestedMove:
    """A move that a player was asked for."""

    role: Role
    reply: Reply
    move: Move  # the one that was made: chosen at random after an error


@dataclass(frozen=True, slots=True)
class Hosted:
    """A match from the manager's side."""

    joints: tuple[Joint, ...]
    decisions: tuple[RequestedMove, ...]
    goals: Goals
    starts: tuple[Reply, ...]


Heard = Callable[[RequestedMove], None]


async def ask(address: Address, text: str, seconds: float) -> Reply:
    """Send a message, and return the answer that comes within that time."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    content = text.encode()
    head = (
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\n"
        f"Receiver: player\r\nContent-Type: text/acl\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    writer = None
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(address.host, address.port)
            writer.write(head.encode() + content)
            answer = await reader.read()
    except TimeoutError:
        return Reply("", loop.time() - began, "TO")
    except OSError:
        return Reply("", loop.time() - began, "CE")
    finally:
        if writer is not None:
            writer.close()
    _, _, body = answer.decode(errors="replace").partition("\r\n\r\n")
    return Reply(body, loop.time() - began, "" if body else "CE")


async def host_match(
    game: Game,
    rules: str,
    seats: Mapping[Role, Address],
    *,
    start_clock: float,
    play_clock: float,
    match_id: str = "match",
    seed: int = 0,
    heard: Heard | None = None,
    most: int | None = None,
) -> Hosted:
    """Play a match to its end, or for `most` turns; `heard` is called with every decision."""
    chance = Random(seed)
    clocks = f"{start_clock:g} {play_clock:g}"
    starts = await asyncio.gather(
        *(
            ask(address, f"( START {match_id} {game.roles[role]} ({rules}) {clocks})", start_clock)
            for role, address in seats.items()
        )
    )
    state, joints, decisions = game.initial, list[Joint](), list[RequestedMove]()
    while not game.terminal(state) and (most is None or len(joints) < most):
        text = f"( PLAY {match_id} {spelled_joint(game, joints)} )"
        replies = await asyncio.gather(
            *(ask(address, text, play_clock + EXTRA) for address in seats.values())
        )
        made = dict[Role, Move]()
        for role, reply in zip(seats, replies, strict=True):
            decision = judged(game, state, role, reply, chance)
            decisions.append(decision)
            made[role] = decision.move
            if heard:
                heard(decision)
        joint = tuple(
            made.get(Role(role), chance.choice(game.legal(state, Role(role))))
            for role in range(len(game.roles))
        )
        joints.append(joint)
        state = game.next(state, joint)
    text = f"( STOP {match_id} {spelled_joint(game, joints)} )"
    with contextlib.suppress(OSError):
        await asyncio.gather(*(ask(address, text, EXTRA) for address in seats.values()))
    return Hosted(tuple(joints), tuple(decisions), game.goals(state), tuple(starts))


def judged(game: Game, state: State, role: Role, reply: Reply, chance: Random) -> RequestedMove:
    """Return the move of a reply if it is legal, else any, with the error."""
    error = reply.error
    if not error:
        by_text = {game.spell(role, move): move for move in game.legal(state, role)}
        with contextlib.suppress(ReadError):
            move = by_text.get(plain_kif(reply.text))  # case and all
            if move is not None:
                return RequestedMove(role, reply, move)
        error = f"IL {reply.text}"
    failed = Reply(reply.text, reply.seconds, error)
    return RequestedMove(role, failed, chance.choice(game.legal(state, role)))


def spelled_joint(game: Game, joints: list[Joint]) -> str:
    """Return the last joint move as PLAY and STOP say it."""
    if not joints:
        return "NIL"
    return f"({' '.join(game.spell(Role(role), move) for role, move in enumerate(joints[-1]))})"
