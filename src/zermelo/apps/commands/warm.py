"""`zermelo warm`: compile all kernels ahead."""

import time
from pathlib import Path

from zermelo.apps import options, output
from zermelo.errors import UnwritableError, UsageError


def warm(as_json: options.AsJson = False) -> None:
    """Compile all kernels ahead.

    Without it, they are compiled in the background when they are first needed, once for each
    version, and commands answer more slowly meanwhile. For the image of a container, or a machine
    with a cache that many use, run it once with the same ZERMELO_CACHE. It takes one or two
    minutes the first time, and a second or two if all is compiled.

    Examples:
      zermelo warm
      zermelo warm --json
    """
    from zermelo import store
    from zermelo.answers.warm import WarmAnswer
    from zermelo.apps.warming import TASKS
    from zermelo.kernels.background import background, locked
    from zermelo.kernels.compiling import version

    place = store.folder("kernels")
    if place is None:
        raise UsageError("nothing can be kept: ZERMELO_CACHE is off, or cannot be written")
    background.insist()
    begin = time.perf_counter()
    before = kept_kernels()
    mark = place / f"{version()}.warm"
    try:
        with locked(place), output.progress(len(TASKS)) as shown:
            # Whether the lock is ours does not matter: two processes may compile the same.
            if not is_marked(mark, before):
                for number, (about, task) in enumerate(TASKS.items()):
                    shown.report(f"compiling kernels: {about}", number)
                    task()
    except OSError as error:
        raise UnwritableError(f"{place}: {error.strerror}") from None
    after = kept_kernels()
    if not after:
        raise UnwritableError(f"{place}: compiled kernels cannot be kept there")
    store.seal(mark, "\n".join(sorted(after)).encode())
    compiled = len(after - before)
    seconds = time.perf_counter() - begin
    answer = WarmAnswer(compiled, len(after) - compiled, seconds, str(place))
    output.show(answer, as_json=as_json)


def kept_kernels() -> set[str]:
    """Return the files of all compiled kernels of this version that are kept."""
    from zermelo.kernels.kernel import PACKAGE, kernel_folder

    folders = {kernel_folder(path) for path in PACKAGE.rglob("kernels/*.py")}
    return {str(path) for folder in folders if folder for path in folder.glob("*.nbc")}


def is_marked(mark: Path, there: set[str]) -> bool:
    """Whether all kernels of this version were compiled, and are still there."""
    from zermelo import store

    content = store.unsealed(mark)
    return content is not None and there >= set(content.decode().split("\n"))
