"""A store of matches: one SQLite file, in which they are written down while they are played.

Every turn is committed as it is made, and the end of a match is on the disk (`synchronous=FULL`)
before anybody hears of it: killed at any moment, the file is whole, and no match that was
reported is lost. A match that was cut off is played anew when its series goes on: what players
remember from move to move is not in the file, and so the series is the one that it would have been.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import LimitError, RecordError
from zermelo.game.game import Game
from zermelo.play.database import readable, writable
from zermelo.play.match import Match, Turn, now
from zermelo.play.record import (
    GOING_ON,
    Record,
    head,
    joined,
    match_name,
    outcome,
    run_id,
    step,
    terms_object,
)
from zermelo.play.recorded import checked, match_of
from zermelo.play.series import Pairing, Terms
from zermelo.versions import FileFormat

APPLICATION = 0x5A45524D
"""Says in the head of the file whose it is: ZERM."""
STORE = FileFormat("store", 1)
MAGIC = b"SQLite format 3\0"
TABLES = """
CREATE TABLE runs (id TEXT PRIMARY KEY, terms TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE matches (
  id TEXT PRIMARY KEY,
  run TEXT NOT NULL REFERENCES runs (id),
  number INTEGER NOT NULL,
  head TEXT NOT NULL,
  outcome TEXT,
  UNIQUE (run, number)
);
CREATE TABLE turns (
  match TEXT NOT NULL REFERENCES matches (id),
  number INTEGER NOT NULL,
  turn TEXT NOT NULL,
  PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""


def is_store(path: Path) -> bool:
    """Tell whether a file is a database."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class StoreEntry:
    """A match in a store, at a glance."""

    id: str
    game: str
    roles: tuple[str, ...]
    players: tuple[str, ...]
    goals: tuple[float | None, ...]  # none yet if it is not over
    turns: int
    outcome: str  # finished, aborted or unfinished
    started: int


class MatchStore:
    """A store that is open; a thread or process that wants to read along opens its own."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open a file, and make it if it is not there, unless it is for reading only.

        Raises:
            RecordError: it is no store of matches, damaged, or cannot be opened.
        """
        self.path = path
        if reading and not path.exists():
            raise RecordError(f"there is no file {path}")
        with self.telling():
            self.database = readable(path) if reading else writable(path)
            self.connection = self.database.connection
            try:
                self.prepare(reading=reading)
            except BaseException:
                self.database.close()
                raise

    def prepare(self, *, reading: bool) -> None:
        """Make sure that it is a store, and make a new file one."""
        application = self.number("PRAGMA application_id")
        version = self.number("PRAGMA user_version")
        if self.number("SELECT count(*) FROM sqlite_master") == 0 and not reading:
            self.connection.execute("PRAGMA journal_mode = WAL")
            with self.writing():
                if self.number("SELECT count(*) FROM sqlite_master") == 0:
                    for statement in TABLES.split(";"):
                        self.connection.execute(statement)
                    self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    self.connection.execute(f"PRAGMA user_version = {STORE.version}")
            return
        if application != APPLICATION:
            raise RecordError(f"{self.path} is a database, but no store of matches")
        if STORE.is_newer(version):
            raise RecordError(STORE.refusal(version, str(self.path)))
        if version < 1:
            raise RecordError(f"{self.path} is damaged: {version} is no version of a store")

    def number(self, question: str) -> int:
        """Return the one number that answers a question."""
        (answer,) = self.connection.execute(question).fetchone()
        return int(answer)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def __enter__(self) -> "MatchStore":
        """Be open for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Say in our words what goes wrong with the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if "not a database" in str(error) or "malformed" in str(error):
                raise RecordError(
                    f"{self.path} is no store of matches, or damaged: {error}"
                ) from None
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                raise LimitError(f"{self.path} cannot be written: the disk is full") from None
            raise RecordError(f"{self.path} cannot be used: {error}") from None
        except OSError as error:
            raise RecordError(f"{self.path} cannot be read: {error.strerror}") from None

    @contextmanager
    def writing(self, *, for_good: bool = True) -> Iterator[None]:
        """Write all that is done here, or nothing; `for_good` waits until it is on the disk."""
        self.connection.execute(f"PRAGMA synchronous = {'FULL' if for_good else 'NORMAL'}")
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:  # on a full disk, SQLite has gone back by itself
                self.connection.execute("ROLLBACK")
            raise

    def series_log(self, game: Game, terms: Terms) -> "StoredSeries":
        """Return where the series of these terms is written down; it goes on where it stopped."""
        found = terms_object(game, terms)
        with self.telling(), self.writing():
            self.connection.execute(
                "INSERT OR IGNORE INTO runs VALUES (?, ?, ?)",
                (run_id(found), json.dumps(found), now()),
            )
        return StoredSeries(self, game, found)

    def record(self, match_id: str) -> Record:
        """Return the record of a match, as far as it was played.

        Raises:
            RecordError: there is no such match, or it is damaged.
        """
        with self.telling():
            self.connection.execute("BEGIN")  # nothing may happen between the questions
            try:
                row = self.connection.execute(
                    "SELECT head, outcome FROM matches WHERE id = ?", (match_id,)
                ).fetchone()
                turns = self.connection.execute(
                    "SELECT turn FROM turns WHERE match = ? ORDER BY number", (match_id,)
                ).fetchall()
            finally:
                self.connection.execute("COMMIT")
        if row is None:
            raise RecordError(f"{self.path} has no match {match_id}")
        if not turns:
            raise RecordError(f"{self.path}: no turn of {match_id} has been played yet")
        name = f"{self.path}: {match_id}"
        try:
            ended = GOING_ON if row[1] is None else json.loads(row[1])
            found = joined(json.loads(row[0]), [json.loads(turn) for (turn,) in turns], ended)
        except (ValueError, TypeError, KeyError):
            raise RecordError(f"{name} is damaged: its parts cannot be read") from None
        return checked(found, name)

    def entries(self) -> list[StoreEntry]:
        """Return all matches, in the order of their series."""
        with self.telling():
            rows = self.connection.execute(
                "SELECT matches.id, head, outcome,"
                " (SELECT count(*) FROM turns WHERE match = matches.id"
                "  AND json_extract(turn, '$.moves') IS NOT NULL)"
                " FROM matches JOIN runs ON runs.id = run ORDER BY created, run, number"
            ).fetchall()
        try:
            return [entry_of(*row) for row in rows]
        except (ValueError, TypeError, KeyError):
            raise RecordError(f"{self.path} is damaged: a match cannot be read") from None


def entry_of(match_id: str, head: str, outcome: str | None, turns: int) -> StoreEntry:
    """Return a row of the store as an entry."""
    known, ended = json.loads(head), GOING_ON if outcome is None else json.loads(outcome)
    words = "aborted" if ended["isAborted"] else "finished"
    return StoreEntry(
        match_id,
        known["game"],
        tuple(known["roles"]),
        tuple(known["playerNamesFromHost"]),
        tuple(ended["goalValues"]),
        turns,
        "unfinished" if outcome is None else words,
        known["startTime"],
    )


class StoredSeries:
    """One series in a store."""

    def __init__(self, store: MatchStore, game: Game, terms: Record) -> None:
        """Say which series it is."""
        self.store, self.game, self.terms = store, game, terms
        self.run = run_id(terms)
        self.heads: dict[int, Record] = {}
        self.places: dict[int, int] = {}

    def name(self, number: int) -> str:
        """Return what a match of this series is called."""
        return match_name(self.terms, number)

    def finished(self, number: int) -> Match | None:
        """Return a match that was played to its end before; None if it was not."""
        found = self.is_finished(number)
        return match_of(self.game, self.store.record(self.name(number))) if found else None

    def is_finished(self, number: int) -> bool:
        """Tell whether a match was played to its end."""
        with self.store.telling():
            row = self.store.connection.execute(
                "SELECT 1 FROM matches WHERE run = ? AND number = ? AND outcome IS NOT NULL",
                (self.run, number),
            ).fetchone()
        return row is not None

    def begin(self, pairing: Pairing) -> None:
        """Write down that a match begins; what there is of it that was cut off goes."""
        number = pairing.number
        self.heads[number] = head(self.game, self.terms, pairing, now())
        self.places[number] = 0
        with self.store.telling(), self.store.writing(for_good=False):
            if not self.is_finished(number):
                self.write_head(number)

    def write_head(self, number: int) -> None:
        """Write a match without any turns."""
        name = self.name(number)
        self.store.connection.execute("DELETE FROM turns WHERE match = ?", (name,))
        self.store.connection.execute(
            "INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, NULL)",
            (name, self.run, number, json.dumps(self.heads[number])),
        )

    def write_turn(self, number: int, place: int, turn: Turn) -> None:
        """Write a turn."""
        self.store.connection.execute(
            "INSERT OR REPLACE INTO turns VALUES (?, ?, ?)",
            (self.name(number), place, json.dumps(step(self.game, turn))),
        )

    def add(self, number: int, turn: Turn) -> None:
        """Write down a turn."""
        with self.store.telling(), self.store.writing(for_good=False):
            if not self.is_finished(number):
                self.write_turn(number, self.places[number], turn)
        self.places[number] += 1

    def end(self, number: int, match: Match) -> Match:
        """Write down a whole match for good, and return it.

        If another process was playing the same series and came first, its match stands. Turns are
        written again, so that those of one match never get mixed up with those of another.
        """
        with self.store.telling(), self.store.writing():
            if not self.is_finished(number):
                self.write_head(number)
                for place, turn in enumerate(match.turns):
                    self.write_turn(number, place, turn)
                self.store.connection.execute(
                    "UPDATE matches SET outcome = ? WHERE run = ? AND number = ?",
                    (json.dumps(outcome(match)), self.run, number),
                )
                return match
        stands = self.finished(number)
        assert stands is not None
        return stands
