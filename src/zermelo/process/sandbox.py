"""A limited child process: one function is called there, its answer comes back as arrays.

clingo cannot be interrupted while it grounds, and a hostile program can crash it or fill the
memory. So it runs in a fresh interpreter with limits on memory and CPU time, and is killed when it
hits them, or does nothing for long. How long it takes by the clock does not matter: the machine may
be busy. Messages are a JSON header and raw arrays: nothing that arrives is ever executed.
"""

import ctypes
import importlib
import json
import os
import resource
import signal
import struct
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from zermelo.errors import LimitError, ZermeloError
from zermelo.process.activity import STILL, Watching

MEGABYTE = 1 << 20
MEMORY_SIGNS = "bad_alloc", "MemoryError", "cannot allocate memory"
"""What C++, Python and the loader say last when an allocation fails deep inside."""
COMMAND = sys.executable, "-m", "zermelo.process.sandbox"
Message = Mapping[str, Any]
"""Values that JSON can hold, and NumPy arrays of integers."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the child may use: seconds of CPU time, megabytes of memory."""

    seconds: float = 60.0
    megabytes: int = 6144


class ChildError(ZermeloError):
    """The child answered that the call failed."""


class TimeOutError(LimitError):
    """The child ran out of time."""


class MemoryOutError(LimitError):
    """The child ran out of memory."""


def call(function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
    """Return what `module:function` answers to `message` in a child process.

    Raises:
        TimeOutError, MemoryOutError: a limit was hit.
        ChildError: the function raised an error, or the child crashed.
    """
    child = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    try:
        with Watching(child.pid, child.kill) as watching:
            output, log = child.communicate(request(function, message, allowance))
    finally:
        child.kill()
        child.wait()
    if watching.stuck:
        raise stuck()
    return outcome(child.returncode, output, log, allowance)


def request(function: str, message: Message, allowance: Allowance) -> bytes:
    """Return what is written to a child: the function to call, for whom, and what it may use."""
    limits = {"seconds": allowance.seconds, "megabytes": allowance.megabytes}
    return pack({"function": function, "message": message, "parent": os.getpid()} | limits)


def outcome(code: int, output: bytes, log: bytes, allowance: Allowance) -> dict[str, Any]:
    """Return the answer of a child that has ended with `code`; raises what went wrong."""
    if code == -signal.SIGXCPU:
        raise out_of_time(allowance)
    if code != 0 or not output:
        raise death(code, log.decode(errors="replace"), allowance)
    answer = unpack(output)
    match answer.get("failed"):
        case None:
            return answer
        case "memory":
            raise MemoryOutError(f"{allowance.megabytes} MB of memory were not enough")
    raise ChildError(str(answer["failed"]))


def out_of_time(allowance: Allowance) -> TimeOutError:
    """Return what to raise for a child that took too long."""
    return TimeOutError(f"{allowance.seconds:g} s of time were not enough")


def stuck() -> TimeOutError:
    """Return what to raise for a child that was ended because it did nothing."""
    return TimeOutError(f"the child process did nothing for {STILL:g} s")


def environment() -> dict[str, str]:
    """Return what a child's environment is: it finds the modules that this process finds."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def death(code: int, log: str, allowance: Allowance) -> ZermeloError:
    """Return what to raise for a child that died without an answer."""
    if any(sign in log for sign in MEMORY_SIGNS):
        return MemoryOutError(f"{allowance.megabytes} MB of memory were not enough")
    if code == -signal.SIGKILL:
        # Ours are told apart before: this is the system, or somebody else.
        message = "the child process was killed, as happens when the machine runs out of memory"
        return MemoryOutError(message)
    last = log.strip()[-2000:]
    if code < 0:
        name = signal.Signals(-code).name
        crash = f"the child process crashed: {signal.strsignal(-code)} ({name})"
        return ChildError(f"{crash}: {last}" if last else crash)
    return ChildError(f"the child process failed: {last}")


def pack(message: Message) -> bytes:
    """Return a message as bytes: length of the header, header, arrays."""
    arrays: list[np.ndarray[Any, Any]] = []

    def encode(value: object) -> object:
        if isinstance(value, np.ndarray):
            arrays.append(np.ascontiguousarray(value))
            return {"array": len(arrays) - 1, "dtype": value.dtype.str, "size": value.size}
        raise TypeError(f"{type(value)} cannot be sent")

    header = json.dumps(message, default=encode).encode()
    return b"".join([struct.pack("<Q", len(header)), header, *(a.tobytes() for a in arrays)])


def unpack(content: bytes) -> dict[str, Any]:
    """Return the message that `pack` made."""
    (length,) = struct.unpack_from("<Q", content)
    offset = 8 + length

    def decode(value: dict[str, Any]) -> Any:
        nonlocal offset
        if "array" not in value:
            return value
        dtype = np.dtype(value["dtype"])
        array = np.frombuffer(content, dtype, value["size"], offset)
        offset += array.nbytes
        return array

    # Arrays were written in the order in which JSON meets them, and are met again in that order.
    header: dict[str, Any] = json.loads(content[8 : 8 + length], object_hook=decode)
    return header


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer the one request of this process, within the limits that it names."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    request = unpack(requests.read())
    confine(int(request["seconds"]) + 1, request["megabytes"])
    if os.getppid() != request["parent"]:
        return  # killed before this process was bound to its life
    module, _, name = request["function"].partition(":")
    try:
        answer = getattr(importlib.import_module(module), name)(request["message"])
    except MemoryError:
        answer = {"failed": "memory"}
    except RuntimeError as error:  # the only exception that clingo raises
        memory_failed = "bad_alloc" in str(error) or "memory" in str(error).lower()
        answer = {"failed": "memory" if memory_failed else str(error) or "clingo failed"}
    answers.write(pack(answer))
    answers.flush()


def confine(seconds: int, megabytes: int) -> None:
    """Limit this process to so much CPU time and memory, and to its parent's life.

    A process that was confined itself cannot allow more than it has.
    """
    # The parent may be killed without a chance to tidy up: die with it (Linux only).
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    lower(resource.RLIMIT_CPU, seconds, seconds + 1)
    lower(resource.RLIMIT_AS, megabytes * MEGABYTE, megabytes * MEGABYTE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lower(kind: int, soft: int, hard: int) -> None:
    """Set a limit, unless there is a lower one already."""
    _, now = resource.getrlimit(kind)
    if now != resource.RLIM_INFINITY:
        soft, hard = min(soft, now), min(hard, now)
    resource.setrlimit(kind, (soft, hard))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
    # Freeing a large grounding takes seconds and serves nobody.
    os._exit(0)
