"""How the results of random matches are shown."""

from collections.abc import Iterator

from zermelo.answers.playouts import PlayoutsAnswer


def parts(answer: PlayoutsAnswer) -> Iterator[str]:
    """Yield how many matches there were, how they ended, and which of them do not count."""
    cores = "one thread" if answer.threads == 1 else f"{answer.threads} threads"
    matches = f"{answer.playouts:,} random matches of {answer.game}"
    yield f"{matches} in {answer.seconds:.2f} s on {cores}"
    rate, steps = number(answer.playouts_per_second), number(answer.steps_per_second)
    length = "" if answer.mean_length is None else f"; {answer.mean_length:.1f} steps a match"
    yield f"{rate} matches and {steps} steps a second{length}"
    if answer.playouts:
        yield ""
        yield from goals(answer)
    yield from left_out(answer)


def goals(answer: PlayoutsAnswer) -> Iterator[str]:
    """Yield what each role got."""
    width = max(map(len, answer.goals))
    for role, counts in answer.goals.items():
        shares = ", ".join(
            f"{value}: {count / answer.playouts:.1%}"
            for value, count in reversed(list(counts.items()))
        )
        yield f"  {role:<{width}}  mean goal {answer.mean_goals[role]:6.2f}   ({shares})"


def left_out(answer: PlayoutsAnswer) -> Iterator[str]:
    """Yield which matches have no result."""
    if answer.cut:
        limit = f"after {answer.step_limit:,} steps"
        yield f"\n{answer.cut:,} matches had not ended {limit} and were cut."
    if answer.stuck:
        yield f"\n{answer.stuck:,} matches got stuck: a role had no legal move."
    if answer.going_on and (answer.playouts or answer.cut):
        yield (
            f"\n{answer.going_on:,} matches were still going on and are left out, so that the "
            "means lean towards short matches: give it more --seconds."
        )
    if not answer.playouts and not answer.cut:
        yield "\nNo match ended in that time: give it more --seconds."


def number(value: float) -> str:
    """Return a number as people read it, with three digits.

    >>> number(93_412_345.0), number(4212.5), number(0.02711)
    ('93.4 M', '4,212', '0.0271')
    """
    for size, letter in ((1e9, "G"), (1e6, "M")):
        if value >= size:
            return f"{value / size:.3g} {letter}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
