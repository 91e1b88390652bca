"""The workers: a limited number of searches at once; the others wait their turn and can see it.

A worker is a process. One that was killed, or does not stop on request, is replaced, and
what it was doing is begun once more by another.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import LimitError, PlayError
from zermelo.process.aio import AsyncChild
from zermelo.process.child import python
from zermelo.process.family import is_stopped
from zermelo.process.frames import FrameError, framed
from zermelo.web.answering import ENDING, BusyError
from zermelo.web.orders import GameSource, WarmOrder
from zermelo.web.settings import ServerSettings

LONGEST_MESSAGE = 1 << 24
"""Bytes."""
STOP = framed({"do": "stop"})
GRACE_SECONDS = 240.0
"""Seconds beyond its own limit until a search is given up: the first one may compile kernels."""
LOOK_INTERVAL = 2.0
"""Seconds between two looks whether a worker was stopped from outside."""
LONGEST_STOPPING = 1.5
"""Seconds in which a worker has to stop on request."""

Order = Mapping[str, Any]
Listener = Callable[[dict[str, Any]], None]


@dataclass(eq=False)
class Job:
    """A search that waits or runs; what it says is passed on at once."""

    order: Order
    listener: Listener
    answer: asyncio.Future[dict[str, Any]] = field(repr=False)
    tries: int = 0


class LostError(Exception):
    """A worker died while it was at work."""


class WorkerProcess:
    """One process, or none until there is something to do."""

    def __init__(self, megabytes: int) -> None:
        """Start nothing yet."""
        self.megabytes = megabytes
        self.process: AsyncChild | None = None
        self.job: Job | None = None
        self.last: Any = None  # the match that it thought about last: it may remember some of it

    async def do(self, job: Job) -> dict[str, Any]:
        """Return the last answer to an order; LostError if the process dies before."""
        process = await self.alive()
        self.last = job.order.get("match")
        process.send(framed(job.order))
        with contextlib.suppress(FrameError):
            while (said := await process.receive()) is not None:
                match said["say"]:
                    case "done" | "failed":
                        return said
                    case "result":
                        job.listener(said)
        await process.end()
        raise LostError

    async def alive(self) -> AsyncChild:
        """Return the process, started if there is none."""
        if self.process is None or self.process.returncode is not None:
            command = python("zermelo.web.worker", str(self.megabytes))
            self.process = await AsyncChild.start(command, LONGEST_MESSAGE)
        return self.process

    async def watch(self) -> None:
        """End the process if somebody has stopped it: it would never answer."""
        while True:
            await asyncio.sleep(LOOK_INTERVAL)
            if self.process is not None and is_stopped(self.process.pid):
                self.kill()

    def stop(self) -> None:
        """Tell it that nobody waits for what it is doing."""
        if self.process is not None:
            self.process.send(STOP)

    def kill(self) -> None:
        """End the process at once."""
        if self.process is not None:
            self.process.kill()

    async def end(self) -> None:
        """End the process, and have none."""
        process, self.process = self.process, None
        if process is not None:
            await process.close()


class Workers:
    """As many workers as there are cores, and the queue before them."""

    def __init__(self, settings: ServerSettings) -> None:
        """Start nothing yet."""
        self.settings = settings
        self.workers = [WorkerProcess(settings.megabytes) for _ in range(settings.workers)]
        self.queue: deque[Job] = deque()
        self.tasks: set[asyncio.Task[None]] = set()
        self.ending = False

    async def ask(self, order: Order, listener: Listener) -> dict[str, Any]:
        """Return the answer to an order; `listener` is called with what is found meanwhile.

        Whoever waits hears of it: `{"say": "waiting", "before": 2}`. Cancelled, the search ends.

        Raises:
            BusyError: too many wait already.
            PlayError: the search failed, with its reason.
            LimitError: two workers died of it.
        """
        if self.ending:
            raise BusyError(ENDING)
        if len(self.queue) >= self.settings.waiting:
            raise BusyError("too many searches wait for their turn; try again in a minute")
        job = Job(order, listener, asyncio.get_running_loop().create_future())
        self.queue.append(job)
        self.assign()
        self.tell_the_waiting()
        try:
            answer = await job.answer
        except asyncio.CancelledError:
            self.give_up(job)
            raise
        if answer["say"] == "failed":
            raise PlayError(answer["error"])
        return answer

    async def warm(self) -> None:
        """Start all workers and let them load their kernels: nobody is to wait for that later.

        One after the other: the first time on a machine, what one compiles the next one only loads.
        """
        source: GameSource = {"game": "tictactoe", "text": None, "syntax": ""}
        order: WarmOrder = {"do": "warm", "source": source, "spec": "auto:solve=false"}
        with contextlib.suppress(PlayError, LimitError):
            await self.ask(order, lambda _: None)
            await asyncio.gather(*(self.ask(order, lambda _: None) for _ in self.workers[1:]))

    @property
    def idle(self) -> bool:
        """Whether some worker has nothing to do."""
        return not self.queue and any(worker.job is None for worker in self.workers)

    def assign(self) -> None:
        """Give work to whoever has none."""
        while self.queue and not self.ending:
            free = [worker for worker in self.workers if worker.job is None]
            if not free:
                return
            job = self.queue.popleft()
            match = job.order.get("match")
            worker = max(free, key=lambda one: (match is not None and one.last == match,
                                                one.process is not None))  # fmt: skip
            worker.job = job
            task = asyncio.create_task(self.run(worker, job))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def run(self, worker: WorkerProcess, job: Job) -> None:
        """Let a worker do a job, and see to it that it has an end."""
        job.tries += 1
        job.listener({"say": "begun"})
        seconds = float(job.order.get("seconds", 0.0)) + GRACE_SECONDS
        watching = asyncio.create_task(worker.watch())
        try:
            async with asyncio.timeout(seconds):
                answer = await worker.do(job)
            if not job.answer.done():
                job.answer.set_result(answer)
        except TimeoutError:
            await worker.end()
            self.fail(job, LimitError(f"the search did not end within {seconds:.0f} s"))
        except (LostError, OSError):
            await worker.end()
            if job.tries > 1:
                message = "the process that was thinking died twice; try another search"
                self.fail(job, LimitError(message))
            elif not job.answer.done():
                job.listener({"say": "lost"})
                self.queue.appendleft(job)
        finally:
            watching.cancel()
            worker.job = None
            self.assign()
            self.tell_the_waiting()

    def finish(self, order: Order) -> bool:
        """Let an order come to its end, so that what was found is its answer; False if it waits."""
        at = [worker for worker in self.workers if worker.job and worker.job.order is order]
        for worker in at:
            worker.stop()
        return bool(at)

    def fail(self, job: Job, error: Exception) -> None:
        """Let whoever waits for a job know that it failed."""
        if not job.answer.done():
            job.answer.set_exception(error)

    def give_up(self, job: Job) -> None:
        """End a job that nobody waits for."""
        if job in self.queue:
            self.queue.remove(job)
            self.tell_the_waiting()
            return
        for worker in self.workers:
            if worker.job is job:
                worker.stop()
                loop = asyncio.get_running_loop()
                loop.call_later(LONGEST_STOPPING, self.end_if_at, worker, job)

    def end_if_at(self, worker: WorkerProcess, job: Job) -> None:
        """Kill a worker that is still at a job."""
        if worker.job is job:
            worker.kill()

    def tell_the_waiting(self) -> None:
        """Tell everybody in the queue how many come before."""
        for before, job in enumerate(self.queue):
            job.listener({"say": "waiting", "before": before + 1})

    async def close(self) -> None:
        """End all processes; whoever still waits gets an error."""
        self.ending = True
        for job in [*self.queue, *(worker.job for worker in self.workers if worker.job)]:
            self.fail(job, BusyError(ENDING))
        self.queue.clear()
        for task in list(self.tasks):
            task.cancel()
        for worker in self.workers:
            await worker.end()
