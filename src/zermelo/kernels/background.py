"""Kernels that are not compiled yet: another process compiles them, plain Python answers meanwhile.

Compiling takes from a second to half a minute, once for each version of Zermelo. Whoever would
rather have a slow answer at once says so with `answering`: a kernel whose machine code is not in
the cache is then called as plain Python, which computes the same, and its machine code is asked
for. A process of low priority compiles whatever is asked for (`zermelo.kernels.compiling`) and puts
it into the cache, where the kernel looks for it now and then: from then on it runs machine code.

What takes long after all compiles for itself, so that nobody depends on the other process. With
`ZERMELO_WARM=off` everybody does so at once, and where nothing can be kept, too.

Importing this module loads neither numba nor NumPy.
"""

import errno
import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path

from zermelo.process.detached import start

Tell = Callable[[str], None]
COMPILER = "zermelo.kernels.compiling"
LOOK_AGAIN = 0.25
"""Seconds between two looks into the cache for the machine code of a kernel."""
LOOK_AFTER = 30.0
"""Seconds between two looks whether a process compiles what was asked for."""
PATIENCE = 10.0
"""Seconds of plain Python after which compiling is likely to be sooner done than the rest."""
ENDING = ".wanted"
"""Files that say which machine code is wanted: they lie where it will be."""
MEANWHILE = (
    "kernels are being compiled in the background: "
    "this answer is computed without them, later ones are faster"
)
WAITING = "this takes too long without compiled kernels: compiling those that it needs ..."


class Waited(threading.local):
    """How long a thread has waited for kernels: no part of the time that a search may take."""

    seconds = 0.0
    waits = False

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Count what is done meanwhile; what is compiled on the way is part of it."""
        if self.waits:
            yield
            return
        begun, self.waits = time.monotonic(), True
        try:
            yield
        finally:
            self.seconds += time.monotonic() - begun
            self.waits = False


waited = Waited()


class Background:
    """What this process does about kernels that are not compiled."""

    def __init__(self) -> None:
        """Wait for them, as long as nobody says otherwise."""
        self.tell: Tell | None = None
        self.patience = PATIENCE
        self.possible: bool | None = None  # nobody has asked yet
        self.spent = 0.0  # seconds of CPU in plain Python
        self.looked = 0.0  # whether a process compiles
        self.told = set[str]()
        self.asked = set[Path]()
        self.lock = threading.Lock()

    @property
    def answers(self) -> bool:
        """Whether plain Python answers where there is no machine code."""
        if self.tell is not None and self.possible is None:
            self.possible = is_possible()
        return self.tell is not None and bool(self.possible)

    @property
    def is_awaited(self) -> bool:
        """Whether a kernel that was called is not compiled yet: what needs it takes long."""
        return self.answers and bool(self.asked)

    @contextmanager
    def answering(self, tell: Tell, *, patience: float = PATIENCE) -> Iterator[None]:
        """Run kernels as plain Python until they are compiled; if so, call `tell` once."""
        before = self.tell, self.patience
        self.tell, self.patience = tell, patience
        self.possible, self.spent = None, 0.0
        self.told.clear()
        self.asked.clear()
        try:
            yield
        finally:
            self.tell, self.patience = before

    def insist(self) -> None:
        """Wait for all kernels from now on: somebody wants machine code and nothing else."""
        self.tell = None

    def ask(self, path: Path, request: bytes) -> bool:
        """Ask for machine code that will be at `path`; return whether to answer without it.

        A request is kept on disk until a process has followed it, so that it outlives a process
        that is killed.
        """
        with self.lock:
            if self.spent >= self.patience:
                self.say(WAITING)
                return False
            if path not in self.asked:
                from zermelo import store

                wanted = path.with_suffix(ENDING)
                store.seal(wanted, request)
                if not wanted.exists() or not have_compiled(path.parents[1]):
                    return False
                self.asked.add(path)
                self.looked = time.monotonic()
            elif time.monotonic() > self.looked + LOOK_AFTER:
                have_compiled(path.parents[1])  # if the process was killed
                self.looked = time.monotonic()
            self.say(MEANWHILE)
            return True

    def say(self, message: str) -> None:
        """Tell whoever started this, once."""
        if message not in self.told and self.tell is not None:
            self.told.add(message)
            self.tell(message)

    def note_ready(self, path: Path) -> None:
        """Note that machine code is there."""
        self.asked.discard(path)


background = Background()
"""That of this process."""
NEVER = inf
"""The patience of those whom plain Python answers however long that takes."""


def is_possible() -> bool:
    """Whether another process may compile, and can keep what it has compiled."""
    if os.environ.get("ZERMELO_WARM") == "off":
        return False
    from zermelo import store  # not sooner: it loads NumPy, which not all commands need

    place = store.folder("kernels")
    return place is not None and os.access(place, os.W_OK)


def have_compiled(place: Path) -> bool:
    """See to it that a process compiles what is wanted; return whether there is one."""
    try:
        with locked(place) as mine:
            pass
        if mine:  # nobody is at work
            start(COMPILER, str(place))
    except OSError:
        return False
    return True


@contextmanager
def locked(place: Path) -> Iterator[bool]:
    """Be the only process that compiles for a folder of kernels; gives whether that worked.

    The lock is one of the system's: it ends with its process, whatever that dies of.
    """
    number = os.open(place / "compiling.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            yield False
        else:
            yield True
    finally:
        os.close(number)
