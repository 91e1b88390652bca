"""How it is shown that all kernels are compiled."""

from collections.abc import Iterator

from zermelo.answers.warm import WarmAnswer
from zermelo.text.plural import several


def parts(answer: WarmAnswer) -> Iterator[str]:
    """Yield one line."""
    if not answer.compiled:
        kernels = several(answer.known, "kernel")
        yield f"nothing to compile: {kernels} in {answer.folder}"
        return
    kernels = several(answer.compiled, "kernel")
    yield f"compiled {kernels} in {answer.seconds:.1f} s, in {answer.folder}"
