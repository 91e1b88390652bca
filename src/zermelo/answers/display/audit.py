"""How the verdict on a certificate is shown."""

import json
from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.audit import AuditAnswer
from zermelo.text.plural import several

SHOWN_CLAIMS = 5
"""Wrong claims that people are shown."""


def parts(answer: AuditAnswer) -> Iterator[RenderableType]:
    """Yield the verdict, and some claims that are wrong."""
    if not answer.claims:
        yield Text(f"this {answer.kind} claims nothing: there is nothing to check")
        return
    if not answer.initial:
        yield Text("from another position than the initial one:", style="yellow")
    if answer.ok:
        text = f"accepted: {several(answer.claims, 'claim')} of this {answer.kind} checked"
        yield Text(text, style="green")
        return
    refuted = f"{several(len(answer.wrong), 'claim')} of {answer.claims:,} refuted"
    yield Text(f"{refuted}, {answer.checked:,} checked", style="red")
    for wrong in answer.wrong[:SHOWN_CLAIMS]:
        yield Text(f"  {json.dumps(wrong.claim)}")
        for key, value in wrong.counterexample.items():
            told = value if isinstance(value, str) else json.dumps(value)
            yield Text(f"    {key}: {told}", style="dim")
    if len(answer.wrong) > SHOWN_CLAIMS:
        yield Text(f"  ... and {len(answer.wrong) - SHOWN_CLAIMS:,} more", style="dim")
