"""All matches that a server can show: of its store, played at its tables, and dropped in.

A match is asked for by its name. It is looked up among those that are known; nothing of a request
becomes a path: the store was named when the server was started.
"""

import hashlib
import re
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import RecordError, UsageError
from zermelo.game.game import State
from zermelo.play.record import Record, outcome_of
from zermelo.play.recorded import read_record
from zermelo.play.store import MatchStore, StoreEntry
from zermelo.web.answering import GoneError
from zermelo.web.settings import ServerSettings

NAME = re.compile(r"[\w.-]{1,120}\Z", re.ASCII)
LISTED = 2000
"""Matches that a list has; of more, the latest."""
OPEN = 40
"""Matches whose states are held ready."""
LONGEST_NAME = 80
LATEST_TIME = 1e15
COUNTS = ("depth", "nodes", "seconds", "margin")
"""Numbers of a thought."""


@dataclass(frozen=True, slots=True)
class DroppedMatch:
    """A match file at a glance, and packed: read, one of a megabyte may take twenty in memory."""

    entry: StoreEntry
    packed: bytes


@dataclass(frozen=True, slots=True)
class Opened:
    """A match whose moves were made again by the rules."""

    game_name: str
    states: tuple[State, ...]


class Archive:
    """Matches by name."""

    def __init__(self, settings: ServerSettings) -> None:
        """Begin with the store, if there is one."""
        self.settings = settings
        self.dropped: OrderedDict[str, DroppedMatch] = OrderedDict()
        self.played: OrderedDict[str, Record] = OrderedDict()
        self.opened: OrderedDict[str, Opened] = OrderedDict()

    def keep(self, record: Record) -> None:
        """Take in a match that was played at a table."""
        self.played[record["matchId"]] = record
        self.played.move_to_end(record["matchId"])
        self.opened.pop(record["matchId"], None)
        while len(self.played) > self.settings.tables:
            self.played.popitem(last=False)

    def drop(self, filename: str, text: str) -> str:
        """Take a match file in; return the name it has from now on.

        Raises:
            RecordError: there is no match in it, or it is damaged; with the place.
        """
        shown = re.split(r"[/\\]", filename)[-1][:LONGEST_NAME]
        content = text.encode(errors="replace")
        record = refuse_odd(read_record(content, shown), shown)
        name = f"file-{hashlib.sha256(content).hexdigest()[:16]}"
        self.dropped[name] = DroppedMatch(entry_of(name, record), zlib.compress(content))
        self.dropped.move_to_end(name)
        while len(self.dropped) > self.settings.sheets:
            self.dropped.popitem(last=False)
        return name

    def record(self, name: str) -> Record:
        """Return a match; GoneError if it is not there. Reads the store."""
        file, played = self.dropped.get(name), self.played.get(name)
        if file is not None:
            return read_record(zlib.decompress(file.packed), name)
        if played is not None:
            return played
        if NAME.match(name) and self.settings.store is not None:
            try:
                with MatchStore(Path(self.settings.store), reading=True) as store:
                    return refuse_odd(store.record(name), name)
            except RecordError as error:
                if "has no match" not in str(error):
                    raise RecordError(self.without_folder(error)) from None
        raise GoneError("this match is not here; the list shows all that there are")

    def entries(self) -> tuple[list[dict[str, Any]], str]:
        """Return all matches, the latest first, and what is wrong with the store. Reads it."""
        found = [entry_object("file", one.entry) for one in list(self.dropped.values())]
        found += [
            entry_object("played", entry_of(name, record))
            for name, record in list(self.played.items())
        ]
        problem = ""
        if self.settings.store is not None:
            try:
                with MatchStore(Path(self.settings.store), reading=True) as store:
                    found += [entry_object("store", entry) for entry in store.entries()]
            except RecordError as error:
                problem = self.without_folder(error)
        return sorted(found, key=lambda one: -one["started"])[:LISTED], problem

    def without_folder(self, error: RecordError) -> str:
        """Return what is wrong with the store; a page need not know where it lies."""
        store = self.settings.store or ""
        return str(error).replace(store, Path(store).name)

    def open(self, name: str, opened: Opened) -> None:
        """Hold the states of a match ready."""
        self.opened[name] = opened
        self.opened.move_to_end(name)
        while len(self.opened) > OPEN:
            self.opened.popitem(last=False)

    def states(self, name: str) -> Opened:
        """Return the states of a match that was opened; GoneError if it was not, or long ago."""
        if name not in self.opened:
            raise GoneError("this match is not open any more; load the page again")
        self.opened.move_to_end(name)
        return self.opened[name]


def refuse_odd(record: Record, name: str) -> Record:
    """Return a record that a page can show; RecordError where it has what no page could."""
    rules = record.get("rules")
    if rules is not None and not (
        isinstance(rules, dict)
        and isinstance(rules.get("name"), str)
        and isinstance(rules.get("text"), str)
    ):
        raise RecordError(f"{name} is damaged: its rules have no name or no text")
    names = (*record["roles"], *record["playerNamesFromHost"])
    if not all(isinstance(each, str) for each in names):
        raise RecordError(f"{name} is damaged: names of roles and players are texts")
    thoughts = [one for row in record["thoughts"] for one in row if one is not None]
    numbers = [*record["stateTimes"], *record["goalValues"]]
    numbers += [record[key] for key in ("startTime", "startClock", "playClock", "opening")]
    for thought in thoughts:
        numbers += [*thought["values"], *(thought[key] for key in COUNTS)]
    if not all(is_number(each) for each in numbers):
        raise RecordError(f"{name} is damaged: a time, a value or a goal is no number")
    if any(len(one["values"]) not in (0, len(record["roles"])) for one in thoughts):
        raise RecordError(f"{name} is damaged: a thought does not have a value for each role")
    lines = [joint for thought in thoughts for joint in thought["line"]]
    if not all(
        isinstance(joint, list) and all(isinstance(m, str) for m in joint) for joint in lines
    ):
        raise RecordError(f"{name} is damaged: an expected line is no list of moves")
    return record


def is_number(value: Any) -> bool:
    """Tell whether something is a number, or unknown; JSON may also spell what is none."""
    if value is None:
        return True
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LATEST_TIME
    )


def entry_of(name: str, record: Record) -> StoreEntry:
    """Return a record at a glance."""
    return StoreEntry(
        name,
        record["game"],
        tuple(record["roles"]),
        tuple(record["playerNamesFromHost"]),
        tuple(record["goalValues"]),
        len(record["moves"]),
        outcome_of(record),
        record["startTime"],
    )


def entry_object(kind: str, entry: StoreEntry) -> dict[str, Any]:
    """Return a match as the list of the page has it."""
    return {
        "id": entry.id,
        "kind": kind,
        "game": entry.game,
        "roles": list(entry.roles),
        "players": list(entry.players),
        "goals": list(entry.goals),
        "turns": entry.turns,
        "outcome": entry.outcome,
        "started": entry.started,
    }


def turn_in(text: str) -> int:
    """Return the number of a turn that an address names."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise UsageError("a turn is a number")
    return int(text)
