"""`zermelo algorithms`: what there is to search and to evaluate with."""

from typing import TYPE_CHECKING

from zermelo.apps import options, output

if TYPE_CHECKING:
    from zermelo.answers.algorithms import AlgorithmsAnswer


def algorithms(as_json: options.AsJson = False) -> None:
    """List the searches and evaluators, with their options.

    A search is spelled with its options: alphabeta:depth=6,table=false. It can play every game that
    has what it needs.

    Examples:
      zermelo algorithms
      zermelo algorithms --json
    """
    from zermelo.answers.algorithms import algorithms_answer
    from zermelo.evaluate.base import evaluators
    from zermelo.search.base import searches

    found = algorithms_answer(searches(), evaluators())
    if as_json:
        output.print_json(found)
    else:
        show(found)


def show(found: "AlgorithmsAnswer") -> None:
    """Print them for people."""
    from rich.text import Text

    console = output.console()
    for kind, entries in (("searches", found.searches), ("evaluators", found.evaluators)):
        console.print(Text(f"{kind}:", style="bold"))
        for entry in entries:
            line = Text().append(f"  {entry.name}", style="bold cyan")
            console.print(line.append(f"  {entry.summary}"))
            for option in entry.options:
                value = "none" if option.default is None else str(option.default).lower()
                text = Text(f"      {option.name}={value}", style="green")
                console.print(text.append(f"  {option.about}", style="dim"))
            if entry.needs:
                needs = ", ".join(need.replace("_", " ") for need in entry.needs)
                needs = needs.replace("one role, two roles", "one or two roles")
                console.print(Text(f"      needs: {needs}", style="dim"))
        console.print()
