"""What tests let a child process do; it is imported there, so it imports little."""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any


def echo(message: Mapping[str, Any]) -> dict[str, Any]:
    """Answer what was asked."""
    return {"echo": message}


def limits(_: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the limits of this process: seconds of CPU, bytes of memory, bytes of a core dump."""
    import resource

    kinds = resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_CORE
    return {"limits": [resource.getrlimit(kind)[0] for kind in kinds]}


def spin(message: Mapping[str, Any]) -> dict[str, Any]:
    """Use that many seconds of CPU time, or all that there is."""
    end = time.process_time() + message.get("seconds", float("inf"))
    while time.process_time() < end:
        pass
    return {}


def nap(message: Mapping[str, Any]) -> dict[str, Any]:
    """Do nothing for a while."""
    time.sleep(message["seconds"])
    return {"slept": message["seconds"]}


def interrupt(message: Mapping[str, Any]) -> dict[str, Any]:
    """Get what a terminal sends for Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)
    return {"survived": True}


def sleep(message: Mapping[str, Any]) -> dict[str, Any]:
    """Say who runs, in a file if one is named, and never end."""
    if message.get("file"):
        part = Path(message["file"] + ".part")
        part.write_text(str(os.getpid()))
        part.rename(message["file"])
    while True:
        time.sleep(1)


def hoard(message: Mapping[str, Any]) -> dict[str, Any]:
    """Use that many megabytes."""
    return {"size": len(bytearray(message["megabytes"] << 20))}


def fail(message: Mapping[str, Any]) -> dict[str, Any]:
    """Raise the kind of error that is named."""
    kinds = {"runtime": RuntimeError, "value": ValueError, "memory": MemoryError}
    raise kinds[message["kind"]](message["text"])


def die(message: Mapping[str, Any]) -> dict[str, Any]:
    """End by a signal, in the middle of an answer, with last words."""
    sys.stderr.write(message["log"])
    sys.stderr.flush()
    sys.stdout.buffer.write(b"\x10" + bytes(7) + b'{"half":')
    sys.stdout.buffer.flush()
    os.kill(os.getpid(), signal.Signals[message["signal"]])
    return {}


def shout(message: Mapping[str, Any]) -> dict[str, Any]:
    """Write so many bytes to standard error, then answer."""
    sys.stderr.write("x" * message["bytes"])
    sys.stderr.flush()
    return {"shouted": message["bytes"]}


def babble(_: Mapping[str, Any]) -> dict[str, Any]:
    """Print where an answer is expected."""
    sys.stdout.write("hello, world")
    sys.stdout.flush()
    return {}


def leave(_: Mapping[str, Any]) -> dict[str, Any]:
    """End without an answer, as if all were well."""
    os._exit(0)


def counting(message: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Make what counts the questions it is asked, and does what else it is told."""
    numbers = count(message["first"])
    tasks = {"spin": spin, "die": die, "leave": leave, "fail": fail, "hoard": hoard}
    tasks |= {"shout": shout}

    def answer(question: Mapping[str, Any]) -> dict[str, Any]:
        if "task" in question:
            return tasks[question["task"]](question)
        return {"number": next(numbers)}

    return answer
