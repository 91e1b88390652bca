"""What a game manager may say, in every dialect that is in use, and how it is answered.

KIF as ggp-base speaks it (`( INFO )`, answered by keys and values), KIF in lower case (`(info)`,
answered by one word), and infix (`info()`). Keywords are taken in any case; ids, roles and moves
as they are written.
"""

from dataclasses import dataclass
from enum import Enum
from math import isfinite

from zermelo.errors import ReadError
from zermelo.play.network.lists import (
    from_infix,
    infix_items,
    infix_list,
    is_infix,
    kif_items,
    plain_kif,
    to_infix,
)
from zermelo.text.read import Syntax


class Dialect(Enum):
    """How a message is written, and so its answer."""

    KIF = "KIF"
    WORDS = "KIF in lower case"
    INFIX = "infix"


@dataclass(frozen=True, slots=True)
class Info:
    """Who are you, and are you free?"""


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there? With an id: for that match?"""

    match: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins: these are the rules, and your role."""

    match: str
    role: str
    rules: str
    syntax: Syntax
    start_clock: float
    play_clock: float


@dataclass(frozen=True, slots=True)
class Preview:
    """A match by these rules may begin soon; no rules if they could not be made out."""

    rules: str = ""
    syntax: Syntax = "kif"


@dataclass(frozen=True, slots=True)
class Play:
    """These moves were made, in role order; None before the first. What is yours?"""

    match: str
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Stop:
    """The match is over."""

    match: str


@dataclass(frozen=True, slots=True)
class Abort:
    """The match is given up."""

    match: str


Message = Info | Ping | Start | Preview | Play | Stop | Abort


def read_message(text: str) -> tuple[Message, Dialect]:
    """Return what a text says, and how.

    >>> read_message("( PLAY m1 (( mark 2 3 ) noop ) )")
    (Play(match='m1', moves=('(mark 2 3)', 'noop')), <Dialect.KIF: 'KIF'>)
    >>> read_message("play(m1,[mark(2,3),noop])")[0].moves
    ('(mark 2 3)', 'noop')

    Raises:
        ReadError: it is no message, or not all of one.
    """
    infix = is_infix(text)
    keyword, *rest = (infix_items(text) if infix else kif_items(text)) or [""]
    dialect = Dialect.WORDS if keyword.islower() else Dialect.KIF
    if infix:
        dialect = Dialect.INFIX
    match keyword.lower(), rest:
        case "info", _:
            return Info(), dialect
        case "ping", _:
            return Ping(rest[0] if rest else None), dialect
        case "preview", _:
            found = next((item for item in rest if item.startswith("[" if infix else "(")), None)
            return Preview(*rules_of(found, infix)) if found else Preview(), dialect
        case "start", [match_id, role, rules, start_clock, play_clock, *_]:
            text, syntax = rules_of(rules, infix)
            clocks = clock(start_clock), clock(play_clock)
            return Start(match_id, role, text, syntax, *clocks), dialect
        case "play", [match_id, turn, move, _] if turn.isdigit():
            # GDL-II: the turn, one's own last move, and what one sees.
            return Play(match_id, None if nothing(move) else (move_of(move, infix),)), dialect
        case "play", [match_id, moves, *_]:
            return Play(match_id, moves_of(moves, infix)), dialect
        case "stop", [match_id, *_]:
            return Stop(match_id), dialect
        case "abort", [match_id, *_]:
            return Abort(match_id), dialect
        case "start" | "play" | "stop" | "abort", _:
            raise ReadError(f"{keyword} with {len(rest)} arguments: some are missing")
    raise ReadError(f"no message starts with {keyword[:40]!r}")


def rules_of(text: str, infix: bool) -> tuple[str, Syntax]:
    """Return rules without the brackets around them all, and how they are written."""
    opening, closing = "[]" if infix else "()"
    if not (text.startswith(opening) and text.endswith(closing)):
        raise ReadError(f"START: the rules are no list in {opening}{closing}")
    return text[1:-1], "infix" if infix else "kif"


def clock(text: str) -> float:
    """Return the seconds of a clock; less than none is none.

    Raises:
        ReadError: it is no number.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = float("nan")
    if not isfinite(seconds):
        raise ReadError(f"START: the clock {text[:40]!r} is no number of seconds")
    return max(0.0, seconds)


def nothing(text: str) -> bool:
    """Tell whether a text stands for no moves."""
    short = "".join(text[:20].split()) if len(text) < 20 else ""
    return short.lower() in ("nil", "()", "[]")


def moves_of(text: str, infix: bool) -> tuple[str, ...] | None:
    """Return the moves of a PLAY in KIF; None if there are none yet."""
    if nothing(text):
        return None
    if infix:
        moves = infix_list(text) if text.startswith("[") else [text]
    else:
        moves = kif_items(text) if text.startswith("(") else [text]
    return tuple(move_of(move, infix) for move in moves)


def move_of(text: str, infix: bool) -> str:
    """Return a move in KIF."""
    return from_infix(text) if infix else plain_kif(text)


def spelled(move: str, dialect: Dialect) -> str:
    """Return a move, given in KIF, in a dialect.

    >>> spelled("(mark 2 3)", Dialect.INFIX)
    'mark(2,3)'
    """
    return to_infix(move) if dialect is Dialect.INFIX else move


def introduction(name: str, *, free: bool, dialect: Dialect) -> str:
    """Return the answer to INFO.

    >>> introduction("Zermelo", free=True, dialect=Dialect.KIF)
    '( ( name Zermelo ) ( status available ) ( species computer ) )'
    >>> introduction("Zermelo", free=False, dialect=Dialect.WORDS)
    'busy'
    """
    status = "available" if free else "busy"
    match dialect:
        case Dialect.KIF:
            return f"( ( name {name} ) ( status {status} ) ( species computer ) )"
        case Dialect.WORDS:
            return "ready" if free else "busy"
        case Dialect.INFIX:
            return f"[[name,{name.lower()}],[status,{status}],[species,computer]]"
