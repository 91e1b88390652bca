"""How a match by a fixed policy is shown: a line for each step."""

from collections.abc import Iterator

from zermelo.answers.trace import TraceAnswer


def parts(answer: TraceAnswer) -> Iterator[str]:
    """Yield the moves and the numbers of legal moves, and how the match ended."""
    roles = list(answer.goals)
    widths = [
        max([len(role), *(len(joint[index]) for joint in answer.moves)])
        for index, role in enumerate(roles)
    ]
    heads = "  ".join(f"{role:<{width}}" for role, width in zip(roles, widths, strict=True))
    yield f"{'step':>4}  {heads}  legal moves"
    for step, (joint, counts) in enumerate(zip(answer.moves, answer.legal_counts, strict=True)):
        row = "  ".join(f"{move:<{width}}" for move, width in zip(joint, widths, strict=True))
        yield f"{step:>4}  {row}  {' '.join(map(str, counts))}"
    yield ""
    yield ending(answer)


def ending(answer: TraceAnswer) -> str:
    """Return how the match ended, or why it went no further."""
    steps = len(answer.moves)
    if answer.terminal:
        values = ", ".join(
            f"{role} {'undefined' if goal is None else goal}" for role, goal in answer.goals.items()
        )
        return f"The match ended after {steps} steps: {values}."
    if answer.stuck:
        return f"Stuck after {steps} steps: no move for {', '.join(answer.stuck)}."
    return f"Cut after {steps} steps: the match had not ended."
