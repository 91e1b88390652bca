"""`zermelo algorithms`: what there is to search and to evaluate with."""

from typing import Any

from zermelo.apps import options, output


def algorithms(as_json: options.AsJson = False) -> None:
    """List the searches and evaluators, with their options.

    A search is spelled with its options: alphabeta:depth=6,table=false. It can play every game that
    has what it needs.

    Examples:
      zermelo algorithms
      zermelo algorithms --json
    """
    from zermelo.answers.algorithms import as_object
    from zermelo.evaluate.catalogue import evaluators
    from zermelo.search.catalogue import searches

    found = {
        "searches": [as_object(name, kind) for name, kind in searches().items()],
        "evaluators": [as_object(name, kind) for name, kind in evaluators().items()],
    }
    if as_json:
        output.print_json(found)
    else:
        show(found)


def show(found: dict[str, list[dict[str, Any]]]) -> None:
    """Print them for people."""
    from rich.text import Text

    console = output.console()
    for kind, entries in found.items():
        console.print(Text(f"{kind}:", style="bold"))
        for entry in entries:
            line = Text().append(f"  {entry['name']}", style="bold cyan")
            console.print(line.append(f"  {entry['summary']}"))
            for option in entry["options"]:
                default = option["default"]
                value = "none" if default is None else str(default).lower()
                text = Text(f"      {option['name']}={value}", style="green")
                console.print(text.append(f"  {option['about']}", style="dim"))
            if entry.get("needs"):
                needs = ", ".join(need.replace("_", " ") for need in entry["needs"])
                needs = needs.replace("one role, two roles", "one or two roles")
                console.print(Text(f"      needs: {needs}", style="dim"))
        console.print()
