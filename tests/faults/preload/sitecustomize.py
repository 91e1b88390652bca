"""Loaded by Python itself, before anything else, in a process whose faults are to be injected.

What goes wrong, and when, is said in FAULT (JSON); only this process is meant, not its children.
Calls are counted, so that the same fault happens at the same place every time.
"""

import builtins
import io
import json
import os
import signal
import sys
import time
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

FAULT = json.loads(os.environ.pop("FAULT", "{}"))


class AtImport(MetaPathFinder):
    """Sends this process a signal when a module is about to be imported."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Find nothing; but act once."""
        if name == FAULT["module"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), FAULT["number"])


class Writing:
    """Lets the n-th change of files in a folder fail; says in the log what there was to fail."""

    def __init__(self) -> None:
        self.folder = os.path.realpath(FAULT["folder"])
        self.left = FAULT["n"]

    def meets(self, path: object) -> bool:
        """Whether a file lies where faults happen."""
        if isinstance(path, int):
            try:
                path = Path(f"/proc/self/fd/{path}").readlink()
            except OSError:
                return False
            if not path.is_absolute():  # a pipe
                return False
        return os.path.realpath(os.fsdecode(path)).startswith(self.folder)  # type: ignore[arg-type]

    def count(self, operation: str, path: object) -> None:
        """Count a change; raise OSError if it is the one that fails."""
        if not self.meets(path):
            return
        with REAL_OPEN(FAULT["log"], "a") as log:
            log.write(f"{operation}\n")
        self.left -= 1
        if self.left == 0 and "signal" in FAULT:
            os.kill(os.getpid(), FAULT["signal"])
        elif self.left == 0:
            number = FAULT["errno"]
            raise OSError(number, os.strerror(number), path if isinstance(path, str) else None)


REAL_OPEN = io.open


class File:
    """A file whose writes are counted; half of what is written when one fails is there."""

    def __init__(self, file: Any, path: object, writing: Writing) -> None:
        self.file, self.path, self.writing = file, path, writing

    def write(self, content: Any) -> Any:
        """Write all, or half and an error."""
        try:
            self.writing.count("write", self.path)
        except OSError:
            self.file.write(content[: len(content) // 2])
            self.file.flush()
            raise
        return self.file.write(content)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def __iter__(self) -> Any:
        return iter(self.file)


def fail_writing() -> None:
    """Put the counting functions in the place of the system's."""
    writing = Writing()

    def open_file(path: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if not set(mode) & set("wxa+"):
            return REAL_OPEN(path, mode, *args, **options)
        writing.count("open", path)
        return File(REAL_OPEN(path, mode, *args, **options), path, writing)

    builtins.open = io.open = open_file  # type: ignore[assignment]

    def counted(operation: str, place: int = 0) -> None:
        usual = getattr(os, operation)

        def call(*args: Any, **options: Any) -> Any:
            writing.count(operation, args[place])
            return usual(*args, **options)

        setattr(os, operation, call)

    for operation in ("fsync", "replace", "rename", "mkdir", "chmod"):
        counted(operation, 1 if operation in ("replace", "rename") else 0)
    usual_open = os.open

    def open_descriptor(path: Any, flags: int, *args: Any, **options: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            writing.count("open", path)
        return usual_open(path, flags, *args, **options)

    os.open = open_descriptor


def jump_clocks() -> None:
    """Let clocks stand still, jump forth, or (where they may) back, every so many questions."""
    jump, every = FAULT["jump"], FAULT["every"]
    for name in ("monotonic", "perf_counter", "time"):
        usual = getattr(time, name)
        asked = [0, 0.0]

        def told(usual: Any = usual, asked: list[float] = asked, name: str = name) -> float:
            asked[0] += 1
            if asked[0] % every == 0 and (jump > 0 or name == "time"):
                asked[1] += jump
            return float(usual() + asked[1])

        setattr(time, name, told)


if FAULT.get("kind") == "signal":
    if signal.getsignal(FAULT["number"]) is signal.SIG_IGN:
        signal.signal(FAULT["number"], signal.SIG_DFL)  # the tests may run under nohup
    sys.meta_path.insert(0, AtImport())
elif FAULT.get("kind") == "write":
    Path(FAULT["log"]).touch()
    fail_writing()
elif FAULT.get("kind") == "clock":
    jump_clocks()
elif FAULT.get("kind") == "lost":

    class Destructor:
        """Gets the signal where no exception gets through."""

        def __del__(self) -> None:
            signal.raise_signal(FAULT["number"])

    class Dropping(MetaPathFinder):
        """Lets go of such an object when a module is about to be imported."""

        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            """Find nothing."""
            if name == FAULT["module"]:
                sys.meta_path.remove(self)
                Destructor()

    sys.meta_path.insert(0, Dropping())
elif FAULT.get("kind") == "exec":

    class Executing(MetaPathFinder):
        """Sends the signal in a text that is executed when a module is about to be imported."""

        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            """Find nothing."""
            if name == FAULT["module"]:
                sys.meta_path.remove(self)
                exec(f"import signal; signal.raise_signal({FAULT['number']})")

    sys.meta_path.insert(0, Executing())
