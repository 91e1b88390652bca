"""`zermelo practice`: an exercise in alpha-beta, drawn and graded."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zermelo.exercises.exercise import Exercise
    from zermelo.exercises.grading import Remarks

NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
BLANK = re.compile(r"[\s,;]+")
NONE = ("none", "no", "-", "")


def practice(
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="K", min=0, help="Which exercise; else any."),
    ] = None,
    depth: Annotated[
        int, typer.Option("--depth", metavar="D", min=1, max=7, help="Moves from root to leaf.")
    ] = 3,
    branching: Annotated[
        int, typer.Option("--branching", metavar="B", min=2, max=9, help="Children of a node.")
    ] = 2,
    more: Annotated[
        str,
        typer.Option(
            "--ask", metavar="WHAT", help="root, or also values or windows of all inner nodes."
        ),
    ] = "root",
    tree: options.TreeFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Practise alpha-beta on a tree, and be graded.

    It asks for the value of the root, and for the leaves that alpha-beta never looks at when it
    goes from left to right; with --ask windows also for alpha, beta and value of every node. A
    wrong answer is explained, and ends with exit code 1. With --json it asks nothing and gives the
    solution; --tree draws it. `zermelo web` has the same exercises on a page.

    Examples:
      zermelo practice --seed 1 --json
      zermelo practice --seed 5 --depth 2 --branching 3 --json
    """
    from random import SystemRandom

    from zermelo.answers.practice import practice_answer
    from zermelo.errors import UsageError
    from zermelo.exercises.exercise import exercise
    from zermelo.exercises.grading import ASKS

    if more not in ASKS:
        raise UsageError(f"--ask is one of {', '.join(ASKS)}, not {more!r}")
    chosen = SystemRandom().randrange(10**6) if seed is None else seed
    if tree is not None:
        from zermelo.pictures.trees.write import check_tree_path

        check_tree_path(tree)
    task = exercise(chosen, depth, branching)
    if tree is not None:
        from zermelo.pictures.trees.write import write_tree

        write_tree(task.events, task.game, tree, title=f"alpha-beta, exercise {chosen}")
    if as_json:
        output.show(practice_answer(task, chosen), as_json=True)
        return
    right = ask(task, chosen, more)
    print(f"\nAnother: zermelo practice --depth {depth} --branching {branching}")
    if not right:
        raise typer.Exit(1)


def ask(task: "Exercise", seed: int, more: str) -> bool:
    """Show the tree, ask, and tell what was right; whether all was."""
    from zermelo.exercises.exercise import graded
    from zermelo.exercises.grading import ExerciseAnswer, grade
    from zermelo.pictures.trees.text import draw_tree

    print(f"Exercise {seed}. Alpha-beta goes through this tree from left to right:\n")
    print(f"{draw_tree(task.game)}\n")
    value = numbers("What is the value of the root? ", most=1)[0]
    pruned = numbers("Which leaves does it never look at (their numbers, or none)? ")
    entries = dict(asked_entries(task, more)) | {(0, "value"): f"{value:g}"}
    marked = frozenset(
        number
        for number, node in enumerate(task.game.nodes)
        if not node.children and node.values is not None and node.values[0] in pruned
    )
    found = grade(task.key, ExerciseAnswer(entries, marked), more)
    leaves = graded(task, value, pruned)
    print()
    if leaves.value:
        print(f"The value is right: {task.value:g}.")
    else:
        print(f"The value is {task.value:g}, by move {task.move}; not {value:g}.")
    if not leaves.missed and not leaves.wrong:
        print(f"The pruned leaves are right: {listed(task.pruned)}.")
    if leaves.missed:
        print(f"Pruned, but not in your answer: {listed(leaves.missed)}.")
    if leaves.wrong:
        print(f"In your answer, but looked at, or no leaf at all: {listed(leaves.wrong)}.")
    explain(task, found)
    return leaves.right and found.right


def asked_entries(task: "Exercise", more: str) -> "Iterator[tuple[tuple[int, str], str]]":
    """Ask for what else is to be entered: also at nodes that alpha-beta never comes to."""
    wanted = {"root": (), "values": ("value",), "windows": ("alpha", "beta", "value")}[more]
    for number, node in enumerate(task.game.nodes):
        if not node.children or (number == 0 and more != "windows"):
            continue
        for entry in wanted:
            if (number, entry) != (0, "value"):
                text = answered(f"{entry} of {node.name} (or none, if it never comes there)? ")
                yield (number, entry), "" if text in NONE else text


def explain(task: "Exercise", found: "Remarks") -> None:
    """Print why what is wrong is wrong, and every cut with its reason."""
    from zermelo.pictures.trees.story import cuts

    for remark in found.remarks:
        if remark.verdict == "missing" and remark.entry != "mark":
            print(f"{remark.entry} of {task.game.nodes[remark.node].name} was not given.")
    wrong = [f"{one.said} {one.why}" for one in found.remarks if one.verdict == "wrong"]
    told = [*wrong, *cuts(task.events, task.game)]
    if told:
        print("\nWhy:")
    for line in told:
        print(f"  {line}")


def answered(question: str) -> str:
    """Ask, and return the answer in small letters; UsageError if none comes."""
    from zermelo.errors import UsageError

    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise UsageError("no answer came on standard input; with --json nothing is asked")
    if not sys.stdin.isatty():
        print(line.strip())
    return line.strip().lower()


def listed(leaves: tuple[float, ...]) -> str:
    """Return numbers as people write them.

    >>> listed((4.0, 6.0)), listed(())
    ('4, 6', 'none')
    """
    return ", ".join(f"{leaf:g}" for leaf in leaves) or "none"


def numbers(question: str, most: int | None = None) -> list[float]:
    """Ask until the answer is numbers (at least one, if `most` is given), or none."""
    while True:
        words = [word for word in BLANK.split(answered(question)) if word not in NONE]
        if all(NUMBER.fullmatch(word) for word in words) and (most is None or len(words) == most):
            return [float(word) for word in words]
        print("Write a number." if most else "Write numbers with blanks between, or none.")
