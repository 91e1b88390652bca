"""What random matches counted -> plots, and a sentence about each."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from zermelo.evaluate.impact import Impact
from zermelo.rules.information import RANDOM
from zermelo.sampling.census import Census
from zermelo.text.plural import several
from zermelo.web.analysing.plots import Series, curves, histogram, shared, spans
from zermelo.web.scene.pieces import tones_of

SURE = 1.96
"""Standard errors on either side, within which a mean is 95 times in 100."""
FAIR = 1.0
"""A difference of mean goals below this is none to speak of."""


def census_object(roles: Sequence[str], found: Census) -> dict[str, Any]:
    """Return what was counted up to now, as the page shows it."""
    tones = tones_of(roles)
    names = list(zip(roles, tones, strict=True))
    choosing = [
        Series(name, tone, own) for (name, tone), own in zip(names, found.choices, strict=True)
    ]
    steps = [
        Series(name, tone, {step: mean for step, mean in enumerate(means) if mean})
        for (name, tone), means in zip(names, found.by_step, strict=True)
    ]
    goals = [
        Series(name, tone, own)
        for (name, tone), own in zip(names, found.goals, strict=True)
        if name.lower() != RANDOM and own
    ]
    return {
        "matches": found.matches,
        "seconds": round(found.seconds, 2),
        "sentences": [*counted(found), *fairness(roles, found)],
        "length": histogram("Length of a match", "moves", [Series("", "", found.lengths)]),
        "branching": histogram("Moves to choose from", "legal moves", choosing),
        "steps": curves(
            "Moves to choose from, on average, in the course of a match", "move", steps
        ),
        "goals": shared("Who gets what", goals),
        "tones": tones,
    }


def counted(found: Census) -> list[str]:
    """Return how many matches there were, how long they lasted, and which have no end."""
    said = []
    if found.matches:
        mean, _ = mean_of(found.lengths)
        least, most = min(found.lengths), max(found.lengths)
        span = f"always {least}" if least == most else f"{least} to {most}"
        played = several(found.matches, "random match", "random matches")
        if found.matches == 1:
            said.append(f"{played}: {several(least, 'move')}.")
        else:
            said.append(f"{played}: {mean:.1f} moves on average, {span}.")
    if found.cut:
        said.append(f"{found.cut:,} more had not ended after as many moves as they were given.")
    if found.stuck:
        said.append(f"{found.stuck:,} more got stuck: a role had no legal move.")
    if found.unfinished:
        were = "was" if found.unfinished == 1 else "were"
        going = f"more {were}" if found.matches else were if found.unfinished == 1 else "were all"
        said.append(
            f"{found.unfinished:,} {going} still going on when the time was up, so that short "
            "matches count for too much: give it more seconds."
        )
    return said


def fairness(roles: Sequence[str], found: Census) -> list[str]:
    """Return whether random play favours a role, with the interval of its mean."""
    means = {
        role: mean_of(own)
        for role, own in zip(roles, found.goals, strict=True)
        if own and role.lower() != RANDOM
    }
    if len(means) < 2:
        return []
    told = ", ".join(
        f"{role} {mean:.1f} (± {SURE * error:.1f})" for role, (mean, error) in means.items()
    )
    ordered = sorted(means, key=lambda role: -means[role][0])
    (best, last) = ordered[0], ordered[-1]
    ahead = means[best][0] - means[last][0]
    unsure = SURE * (means[best][1] + means[last][1])
    if ahead <= max(FAIR, unsure):
        verdict = "no role is favoured by chance alone"
    else:
        verdict = f"{best} is ahead of {last} by {ahead:.1f}"
    return [f"Mean goals in random play: {told}: {verdict}."]


def mean_of(counts: Mapping[int, int]) -> tuple[float, float]:
    """Return a mean and its standard error.

    >>> mean_of({0: 50, 100: 50})
    (50.0, 5.0)
    """
    size = sum(counts.values())
    mean = sum(number * often for number, often in counts.items()) / size
    spread = sum(often * (number - mean) ** 2 for number, often in counts.items()) / size
    return mean, sqrt(spread / size)


def impact_plot(impact: Impact) -> dict[str, Any]:
    """Return the impact of every role on every other, and the mean with its interval."""
    values = [("all together", impact.mean, impact.low, impact.high)]
    if len(impact.pairs) > 1:
        values += [
            (f"{one} on {other}", share, share, share)
            for (one, other), share in impact.pairs.items()
        ]
    return spans("Opponent impact", values)
