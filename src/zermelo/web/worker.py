"""A process that does what takes long: takes one order at a time on standard input, and answers.

Run as `python -m zermelo.web.worker MEGABYTES`. Any further order makes it stop, and it is
killed if it does not.
"""

import sys

from zermelo.errors import ZermeloError
from zermelo.process.inside import begin
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
    from zermelo.kernels.background import NEVER, background

    megabytes = int(sys.argv[1])
    inbox, say = begin(megabytes, niceness=1)
    say({"say": "ready"})
    # A page shows an answer as soon as there is one, and would be silent while kernels compile.
    with background.answering(lambda _: None, patience=NEVER):
        work(WorkerState(inbox, say, megabytes))


if __name__ == "__main__":
    main()
