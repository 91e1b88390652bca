"""A process that does what takes long: takes one order at a time on standard input, and answers.

Run as `python -m zermelo.web.worker MEGABYTES`. Any further order makes it stop, and it is
killed if it does not.
"""

import os
import signal
import sys

from zermelo.errors import ZermeloError
from zermelo.play.network.orders import Inbox, Voice
from zermelo.process.limits import UNLIMITED_CPU, confine
from zermelo.web.task import all_tasks
from zermelo.web.worker_state import WorkerState


def work(worker: WorkerState) -> None:
    """Follow orders for ever; each has one last answer."""
    tasks = all_tasks()
    while True:
        order = worker.inbox.take()
        assert order is not None, "it waits for ever"
        if order["do"] == "stop":
            continue  # what was to be stopped has ended already
        try:
            answer = tasks[order["do"]].run(worker, order) | {"say": "done"}
        except ZermeloError as error:
            worker.forget()
            answer = {"say": "failed", "error": str(error)}
        except (MemoryError, RecursionError):
            worker.forget()
            answer = {"say": "failed", "error": "the search ran out of memory"}
        worker.say(answer)


def main() -> None:
    """Be a worker until the server is gone."""
    megabytes = int(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    os.nice(1)
    confine(UNLIMITED_CPU, megabytes)
    say = Voice(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # whatever prints must not be taken for something that was said
    inbox = Inbox(sys.stdin.buffer, say)
    say({"say": "ready"})
    work(WorkerState(inbox, say, megabytes))


if __name__ == "__main__":
    main()
