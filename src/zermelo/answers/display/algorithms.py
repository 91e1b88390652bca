"""How searches and evaluators are listed."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.algorithms import AlgorithmsAnswer


def parts(answer: AlgorithmsAnswer) -> Iterator[RenderableType]:
    """Yield every search and evaluator with its options."""
    for kind, entries in (("searches", answer.searches), ("evaluators", answer.evaluators)):
        yield Text(f"{kind}:", style="bold")
        for entry in entries:
            line = Text().append(f"  {entry.name}", style="bold cyan")
            yield line.append(f"  {entry.summary}")
            for option in entry.options:
                value = "none" if option.default is None else str(option.default).lower()
                text = Text(f"      {option.name}={value}", style="green")
                yield text.append(f"  {option.about}", style="dim")
            if entry.needs:
                needs = ", ".join(need.replace("_", " ") for need in entry.needs)
                needs = needs.replace("one role, two roles", "one or two roles")
                yield Text(f"      needs: {needs}", style="dim")
        yield ""
