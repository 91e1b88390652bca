"""The course of the value over a match -> lines of a plot, and where each turn stands in it."""

from collections.abc import Sequence
from typing import Any

from zermelo.play.match import Turn

WIDTH = 320.0
HEIGHT = 110.0
LEFT = 28.0
RIGHT = 8.0
TOP = 8.0
FOOT = 16.0


def course(turns: Sequence[Turn], roles: Sequence[str], tones: Sequence[str]) -> dict[str, Any]:
    """Return the plot; it has no lines where nobody said a value."""
    last = max(1, len(turns) - 1)
    points: list[list[str]] = [[] for _ in roles]
    for number, turn in enumerate(turns):
        for decision in turn.decisions:
            for role, value in enumerate(decision.values if decision is not None else ()):
                if value is not None and role < len(points):
                    points[role].append(f"{across(number, last)},{down(value)}")
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "turns": [across(number, last) for number in range(len(turns))],
        "grid": [{"y": down(value), "text": f"{value:g}"} for value in (0.0, 50.0, 100.0)],
        "lines": [
            {"role": role, "tone": tone, "points": " ".join(own), "end": own[-1].split(",")}
            for role, tone, own in zip(roles, tones, points, strict=True)
            if own
        ],
    }


def across(turn: int, last: int) -> float:
    """Return where a turn stands."""
    return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / last, 1)


def down(value: float) -> float:
    """Return where a value from 0 to 100 stands; others at the edge."""
    return round(TOP + (HEIGHT - TOP - FOOT) * (1 - min(max(value, 0.0), 100.0) / 100), 1)
