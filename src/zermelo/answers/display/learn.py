"""How what was learnt is shown, for each method."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.learn import (
    BorrowedRules,
    LearnAnswer,
    LearnPreferencesAnswer,
    LearnTreeAnswer,
)
from zermelo.text.plural import several


def parts(
    answer: LearnAnswer | LearnTreeAnswer | LearnPreferencesAnswer,
) -> Iterator[RenderableType]:
    """Yield what was learnt, and what that took."""
    match answer:
        case LearnAnswer():
            return lemma_parts(answer)
        case LearnTreeAnswer():
            return tree_parts(answer)
    return preference_parts(answer)


def lemma_parts(answer: LearnAnswer) -> Iterator[RenderableType]:
    """Yield what each role can force, and the first rules."""
    if answer.from_:
        yield Text(taken_in_words(answer.from_), style="dim")
    for role, value in answer.values.items():
        # Of a match that need not end, 0 may be no goal that anybody is sure of.
        sure = f" can force at least {value:g}" if value or answer.sure else NOTHING_PROVED
        yield Text().append(role, style="cyan").append(sure)
    if answer.doubt:
        yield Text(answer.doubt, style="yellow")
    done = f"wrote {several(answer.rules, 'rule')}" if answer.file else "proved"
    lemmas = several(answer.lemmas, "lemma")
    text = f"{done} (of {lemmas}) to {answer.file}" if answer.file else f"{done} {lemmas}"
    opened = several(answer.nodes, "position")
    yield Text(f"{text}: {opened} opened, {answer.seconds:.1f} s", style="dim")
    yield from rule_parts(answer)


NOTHING_PROVED = ": no goal above 0 is proved"


def taken_in_words(taken: BorrowedRules) -> str:
    """Return how many rules of another instance are true here, and why the others are not used."""
    rules = taken.proved + taken.failed + taken.missing
    text = f"{taken.proved:,} of {rules:,} rules of {taken.file} proved anew"
    if taken.failed:
        text += f", {taken.failed:,} do not follow here"
    if taken.missing:
        text += f", {taken.missing:,} name what this instance has not"
    if not taken.proved:
        text += "; what rules rest on is in a file that was made with --all"
    return text


def tree_parts(answer: LearnTreeAnswer) -> Iterator[RenderableType]:
    """Yield the values of the roles, and the first rules."""
    for name, value in answer.values.items():
        shown = "not searched yet" if value is None else f"{value:g}"
        yield Text().append(name, style="cyan").append(f" {shown}")
    rules = several(answer.rules, "rule")
    text = f"wrote {rules} to {answer.file}" if answer.file else rules
    yield Text(f"{text}: {several(answer.nodes, 'node')}", style="dim")
    yield from rule_parts(answer)


def rule_parts(answer: LearnAnswer | LearnTreeAnswer) -> Iterator[RenderableType]:
    """Yield the first rules, and how many more there are."""
    for rule in answer.shown:
        yield Text(f"  {rule}")
    more = answer.rules - len(answer.shown)
    if more:
        yield Text(f"  ... and {more:,} more", style="dim")


def preference_parts(answer: LearnPreferencesAnswer) -> Iterator[RenderableType]:
    """Yield the weak constraints, and how many orderings they satisfy."""
    for one in answer.constraints:
        yield Text(one)
    text = (
        f"{answer.satisfied:,} of {answer.orderings:,} orderings satisfied, length "
        f"{answer.length}{', the least' if answer.shortest else ''}, {answer.seconds:.1f} s"
    )
    yield Text(text if answer.file is None else f"{text}, in {answer.file}", style="dim")
