"""SQLite files, opened for writing, or for reading where nothing can be written.

SQLite wants to write beside a file even to read it, for others might be writing to it. On a
read-only file system nobody can be, and reading must do without.
"""

import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

PATIENCE = 60.0
"""Seconds to wait for another process that is writing."""


@dataclass(frozen=True, slots=True)
class Database:
    """A file that is open, and where a copy of it lies if there had to be one."""

    connection: sqlite3.Connection
    copy: TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
        if self.copy is not None:
            self.copy.cleanup()


def writable(path: Path) -> Database:
    """Return a file that is open for writing, made if need be; sqlite3.Error if it cannot be."""
    return Database(connected(path, "mode=rwc"))


def readable(path: Path) -> Database:
    """Return a file that is open for reading.

    Raises:
        sqlite3.Error: it is damaged.
        OSError: it may not be read.
    """
    try:
        return Database(connected(path, "mode=ro"))
    except sqlite3.OperationalError:
        return readable_without_writing(path)


def readable_without_writing(path: Path) -> Database:
    """Return a file that is open for reading, without writing anything beside it.

    What a writer that was killed has left beside it is part of it; SQLite can only read that where
    it can write, so it is copied.
    """
    log = Path(f"{path}-wal")
    if not log.exists() or log.stat().st_size == 0:
        return Database(connected(path, "mode=ro&immutable=1"))
    copy: TemporaryDirectory[str] = TemporaryDirectory(prefix="zermelo-store-")
    try:
        for file in (path, log):
            shutil.copyfile(file, Path(copy.name) / file.name)
        return Database(connected(Path(copy.name) / path.name, "mode=rw"), copy)
    except BaseException:
        copy.cleanup()
        raise


def connected(path: Path, how: str) -> sqlite3.Connection:
    """Return a connection to a file that can be asked something."""
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?{how}", uri=True, timeout=PATIENCE, isolation_level=None
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
