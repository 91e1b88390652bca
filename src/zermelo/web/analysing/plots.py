"""Numbers -> plots: where bars, lines and words stand, and the same numbers as a table.

A page draws them as SVG; whoever cannot see them reads the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10
from typing import Any

WIDTH, HEIGHT = 520.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 10.0, 10.0, 34.0
MOST_BARS = 40
"""Bars of one kind; of more numbers, neighbours share one."""
ROW = 30.0
"""Height of a bar that lies."""
LONGEST_LABEL = 20
"""Characters of a label."""


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of one kind, in one colour: how often each was counted, or a value at each place."""

    name: str
    tone: str
    numbers: Mapping[int, float]


@dataclass(slots=True)
class Plot:
    """What is drawn, piece by piece."""

    title: str
    across: str  # what the numbers along the lower edge are
    height: float = HEIGHT
    bars: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    rules: list[dict[str, float]] = field(default_factory=list)
    words: list[dict[str, Any]] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    def drawn(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "title": self.title,
            "across": self.across,
            "width": WIDTH,
            "height": self.height,
            "bars": self.bars,
            "lines": self.lines,
            "rules": self.rules,
            "words": self.words,
            "table": {"head": self.head, "rows": self.rows},
        }

    def scale_up(self, most: float, unit: str = "") -> float:
        """Draw the scale at the left, and return where it ends."""
        ticks = round_numbers(most)
        for tick in ticks:
            y = self.up(tick / ticks[-1])
            self.rules.append({"x1": LEFT, "y1": y, "x2": WIDTH - RIGHT, "y2": y})
            self.word(LEFT - 6, y + 4, f"{tick:g}{unit}", "end")
        return ticks[-1]

    def up(self, part: float) -> float:
        """Return how high a part of the whole stands."""
        return round(TOP + (self.height - TOP - BOTTOM) * (1 - part), 1)

    def word(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        """Write something."""
        self.words.append({"x": round(x, 1), "y": round(y, 1), "text": text, "anchor": anchor})

    def bar(
        self, box: tuple[float, float, float, float], tone: str, title: str, **more: Any
    ) -> None:
        """Draw a bar: x, y, width and height."""
        x, y, width, height = (round(each, 1) for each in box)
        size = {"x": x, "y": y, "width": width, "height": height}
        self.bars.append(size | {"tone": tone, "title": title} | more)


def histogram(title: str, across: str, series: Sequence[Series]) -> dict[str, Any]:
    """Return how often each number was counted, in per cent of its series, side by side."""
    plot = Plot(title, across)
    series = [one for one in series if one.numbers]
    if not series:
        return plot.drawn()
    bins = bins_of([number for one in series for number in one.numbers])
    shares = [shares_of(one.numbers, bins) for one in series]
    most = plot.scale_up(100 * max(max(own) for own in shares), " %")
    room = (WIDTH - LEFT - RIGHT) / len(bins)
    wide = max(1.0, room * 0.82 / len(series))
    for place, (first, last) in enumerate(bins):
        name = str(first) if first == last else f"{first} to {last}"
        for number, one in enumerate(series):
            share = shares[number][place]
            x = LEFT + place * room + room * 0.09 + number * wide
            y = plot.up(100 * share / most)
            whose = f" ({one.name})" if one.name else ""
            told = f"{name}{whose}: {percent(share)}"
            plot.bar((x, y, wide, plot.up(0) - y), one.tone, told)
        plot.rows.append([name, *(percent(own[place]) for own in shares)])
    label(plot, [(LEFT + (place + 0.5) * room, first) for place, (first, _) in enumerate(bins)])
    plot.head = [across, *(one.name or "share" for one in series)]
    return plot.drawn()


def curves(title: str, across: str, series: Sequence[Series]) -> dict[str, Any]:
    """Return a line for every series."""
    plot = Plot(title, across)
    series = [one for one in series if one.numbers]
    if not series:
        return plot.drawn()
    end = max(max(one.numbers) for one in series)
    most = plot.scale_up(max(max(one.numbers.values()) for one in series))

    def along(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, end)

    for one in series:
        points = [
            (
                round(along(number), 1),
                plot.up(value / most),
                f"{one.name}, {across} {number}: {value:.1f}",
            )
            for number, value in sorted(one.numbers.items())
        ]
        plot.lines.append(
            {
                "tone": one.tone,
                "name": one.name,
                "points": " ".join(f"{x},{y}" for x, y, _ in points),
                "dots": [{"x": x, "y": y, "title": told} for x, y, told in thinned(points)],
            }
        )
    label(plot, [(along(number), number) for number in range(end + 1)])
    plot.head = [across, *(one.name for one in series)]
    for number in sorted({number for one in series for number in one.numbers}):
        cells = [one.numbers.get(number) for one in series]
        plot.rows.append([str(number), *("" if cell is None else f"{cell:.1f}" for cell in cells)])
    return plot.drawn()


def shared(title: str, series: Sequence[Series]) -> dict[str, Any]:
    """Return a bar for every series that lies and is made of parts: of each number its share."""
    left = 8.0 + 7.2 * max((len(short(one.name)) for one in series), default=0)
    plot = Plot(title, "", height=ROW * len(series) + 30)
    for value in (0, 25, 50, 75, 100):
        x = left + (WIDTH - left - RIGHT) * value / 100
        plot.rules.append({"x1": x, "y1": 4, "x2": x, "y2": plot.height - 24})
        plot.word(x, plot.height - 8, f"{value} %", "end" if value == 100 else "middle")
    for place, one in enumerate(series):
        y = 6 + place * ROW
        plot.word(left - 8, y + ROW / 2 + 2, short(one.name), "end")
        total, x = sum(one.numbers.values()), left
        for number, count in sorted(one.numbers.items(), reverse=True):
            share = count / total
            width = (WIDTH - left - RIGHT) * share
            told = f"{one.name} gets {number}: {percent(share)}"
            inside = str(number) if width > 9.0 * len(str(number)) else ""
            plot.bar((x, y, width, ROW - 8), one.tone, told, strength=number, inside=inside)
            x += width
            plot.rows.append([one.name, str(number), percent(share)])
    plot.head = ["role", "goal", "share"]
    return plot.drawn()


def spans(title: str, values: Sequence[tuple[str, float, float, float]]) -> dict[str, Any]:
    """Return bars that lie, from 0 to 1, each with the interval in which it may be."""
    left = 8.0 + 7.2 * max(len(short(name)) for name, *_ in values)
    plot = Plot(title, "", height=ROW * len(values) + 30)
    room = WIDTH - left - RIGHT
    for tick in (0, 0.5, 1):
        x = left + room * tick
        plot.rules.append({"x1": x, "y1": 4, "x2": x, "y2": plot.height - 24})
        plot.word(x, plot.height - 8, f"{tick:g}", "end" if tick == 1 else "middle")
    for place, (name, value, low, high) in enumerate(values):
        y = 6 + place * ROW
        told = f"{name}: {value:.2f}" + ("" if low == high else f" ({low:.2f} to {high:.2f})")
        plot.word(left - 8, y + ROW / 2 + 2, short(name), "end")
        plot.bar((left, y + 3, room * value, ROW - 14), "", told)
        if low < high:
            middle = y + 3 + (ROW - 14) / 2
            plot.rules.append(
                {
                    "x1": left + room * low,
                    "y1": middle,
                    "x2": left + room * high,
                    "y2": middle,
                    "whisker": 1,
                }
            )
        interval = "" if low == high else f"{low:.2f} to {high:.2f}"
        plot.rows.append([name, f"{value:.2f}", interval])
    plot.head = ["", "impact", "interval of 95 %"]
    return plot.drawn()


def bins_of(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the numbers that share a bar: all from the least to the most.

    >>> bins_of([3, 5]), bins_of([0, 79])[:2]
    ([(3, 3), (4, 4), (5, 5)], [(0, 1), (2, 3)])
    """
    least, most = min(numbers), max(numbers)
    size = ceil((most - least + 1) / MOST_BARS)
    return [(first, first + size - 1) for first in range(least, most + 1, size)]


def shares_of(counts: Mapping[int, float], bins: Sequence[tuple[int, int]]) -> list[float]:
    """Return which share of all that was counted lies in each bin."""
    total = sum(counts.values())
    size = bins[0][1] - bins[0][0] + 1
    found = [0.0] * len(bins)
    for number, count in counts.items():
        found[(number - bins[0][0]) // size] += count / total
    return found


def round_numbers(most: float) -> list[float]:
    """Return a few round numbers from 0 to beyond the most.

    >>> round_numbers(37), round_numbers(0.9)
    ([0.0, 10.0, 20.0, 30.0, 40.0], [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    """
    if most <= 0:
        return [0.0, 1.0]
    unit = 10.0 ** floor(log10(most / 4))
    step = next(unit * each for each in (1, 2, 2.5, 5, 10) if most / (unit * each) <= 5)
    return [round(step * each, 6) for each in range(ceil(most / step - 1e-9) + 1)]


def label(plot: Plot, places: Sequence[tuple[float, int]]) -> None:
    """Write numbers along the lower edge: as many as fit."""
    every = ceil(len(places) * 34 / (WIDTH - LEFT - RIGHT))
    for x, number in places[::every]:
        plot.word(x, plot.height - BOTTOM + 14, str(number))
    plot.word((LEFT + WIDTH - RIGHT) / 2, plot.height - 3, plot.across)


def thinned(points: Sequence[tuple[float, float, str]]) -> Sequence[tuple[float, float, str]]:
    """Return as many points as a pointer can tell apart."""
    return points[:: ceil(len(points) / (2 * MOST_BARS))]


def percent(share: float) -> str:
    """Return a share in per cent.

    >>> percent(0.5), percent(0.00001), percent(0.0)
    ('50.0 %', 'below 0.1 %', '0 %')
    """
    if share == 0:
        return "0 %"
    return f"{100 * share:.1f} %" if share >= 0.0005 else "below 0.1 %"


def short(text: str) -> str:
    """Return a text that fits beside a bar."""
    return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1]}…"
