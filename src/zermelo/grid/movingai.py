"""Maps of the MovingAI benchmarks: a header, then a letter for each cell.

`.` and `G` are ground and `S` is swamp, which can be walked on from the ground; `W` is water, on
which only ships go; `T` trees, `@` and `O` nothing at all. Those who walk pass `.GS`, and a ship
passes `W`: which letters are free is an option.
"""

import re
from collections.abc import Iterator

import numpy as np

from zermelo.errors import LimitError, ReadError
from zermelo.grid.grid import MOST_CELLS, Grid
from zermelo.text.load import load_text
from zermelo.text.source import Source, Span

TERRAIN = ".GSWT@O"
PASSABLE = ".GS"
LARGEST_FILE = 3 * MOST_CELLS
"""Bytes of a file: more than the largest map that can be searched has, ends of lines included."""
WORD = re.compile(r"\S+")
DIGITS = 18
"""Of a number at most; more would be too many for any map."""
HEADER = ("type octile", "height H", "width W", "map")


def load_map(path: str, passable: str = PASSABLE) -> Grid:
    """Return the map in a file, `-` being standard input; ReadError says what is wrong, and where.

    Raises:
        ReadError: there is no such file, or it is no map.
        LimitError: it is too large.
    """
    return read_map(load_text(path, LARGEST_FILE, "map"), passable)


def read_map(source: Source, passable: str = PASSABLE) -> Grid:
    """Return the map that a text spells.

    >>> text = "type octile\\nheight 2\\nwidth 3\\nmap\\n.@.\\n...\\n"
    >>> read_map(Source("small.map", text)).free.tolist()
    [[True, False, True], [True, True, True]]
    """
    lines = lines_of(source)
    sizes = {}
    for number in range(len(HEADER)):
        span = next(lines, Span(source, len(source.text), len(source.text)))
        words = span.text.split()
        match words:
            case ["type", "octile"] if number == 0:
                pass
            case ["height" | "width" as name, size] if name not in sizes and 0 < number < 3:
                if not (size.isascii() and size.isdigit() and size.strip("0")):
                    raise ReadError(f"{name} {size}: that must be a whole number above 0", span)
                sizes[name] = int(size.lstrip("0")[:DIGITS])  # too large with fewer digits, too
            case ["map"] if number == 3:
                pass
            case _:
                found = f"{span.text.strip()!r}" if words else "an empty line"
                expected = ", then ".join(repr(line) for line in HEADER)
                raise ReadError(f"{found} in the header of a map, which is {expected}", span)
    width, height = sizes["width"], sizes["height"]
    if width * height > MOST_CELLS:
        raise LimitError(f"{source.name}: {width} x {height} cells are more than {MOST_CELLS:,}")
    return Grid(source.name, np.array(rows(source, lines, width, height, passable)))


def lines_of(source: Source) -> Iterator[Span]:
    """Yield every line without its end."""
    begin = 0
    for line in source.text.splitlines(keepends=True):
        yield Span(source, begin, begin + len(line.rstrip("\r\n")))
        begin += len(line)


def rows(
    source: Source, lines: Iterator[Span], width: int, height: int, passable: str
) -> list[list[bool]]:
    """Return which cells are free; ReadError if a row is too long, too short, or has no terrain."""
    found: list[list[bool]] = []
    strange = re.compile(f"[^{re.escape(TERRAIN)}]")
    for span in lines:
        if len(found) == height:
            if span.text.strip():
                raise ReadError(f"a row more than the height of {height}", span)
            continue
        row = span.text
        wrong = strange.search(row.rstrip())
        if wrong:
            at = span.start + wrong.start()
            letters = " ".join(TERRAIN)
            message = f"{wrong[0]!r} is no terrain; there are {letters}"
            raise ReadError(message, Span(source, at, at + 1))
        if len(row.rstrip()) != width:
            count = f"row {len(found)} has {len(row.rstrip())} cells"
            raise ReadError(f"{count}, not {width} as the width says", span)
        found.append([letter in passable for letter in row.rstrip()])
    if len(found) < height:
        end = Span(source, len(source.text), len(source.text))
        raise ReadError(f"the map ends after {len(found)} rows, not {height} as it says", end)
    return found


def spelled(grid: Grid) -> str:
    """Return a map as text, that reads back as the same: `.` where it is free, `@` elsewhere."""
    letters = np.where(grid.free, ord("."), ord("@")).astype(np.uint8)
    lines = [row.tobytes().decode("ascii") for row in letters]
    header = ["type octile", f"height {grid.height}", f"width {grid.width}", "map"]
    return "\n".join([*header, *lines]) + "\n"
