"""A picture -> SVG: max as triangles that point up, min down, pruned branches grey and dashed."""

from collections.abc import Iterator

from zermelo.pictures.board_svg import BoardPlan
from zermelo.pictures.svg import (
    FONT,
    NOTHING,
    Markup,
    document,
    element,
    group,
    joined,
    moved,
    text_at,
    words,
)
from zermelo.pictures.trees.boards import rows_of
from zermelo.pictures.trees.labels import shortened
from zermelo.pictures.trees.layout import FoldPlan, Sizes, TreeLayout, laid_out, planned
from zermelo.pictures.trees.picture import (
    Picture,
    Spot,
    move_of,
    name_of,
    own_name,
    shape,
    window,
    worth,
)

MOST_SPOTS = 70
"""Spots that are drawn by default; beyond that subtrees fold."""
MOST_BOARDS = 60
"""With more spots than these, there is no room for boards in them."""
CELL = 11
RADIUS = 19
WIDE = 1200
MARGIN = 28
HEAD = 54
FOOT = 84
COLOURS = 6
"""Of roles, where each has one: more roles than these share them."""
STYLE = f"""
text {{ font-family: {FONT};
  text-anchor: middle; fill: #1f2937; }}
.title {{ font-size: 16px; font-weight: 600; text-anchor: start; }}
.value {{ font-size: 14px; font-weight: 600; }}
.name {{ font-size: 12px; font-weight: 600; fill: #4b5563; }}
.window {{ font-size: 10.5px; fill: #6b7280; }}
.move {{ font-size: 10.5px; fill: #4b5563; }}
.halo {{ fill: #fff; opacity: 0.88; }}
.note {{ font-size: 10.5px; fill: #6b7280; text-anchor: start; }}
.reason {{ font-size: 10.5px; fill: #b91c1c; font-weight: 600; }}
.max {{ fill: #dbeafe; stroke: #2563eb; }}
.min {{ fill: #fee2e2; stroke: #dc2626; }}
.none {{ fill: #f3f4f6; stroke: #6b7280; }}
.leaf {{ fill: #fefce8; stroke: #a16207; }}
.max, .min, .none, .leaf {{ stroke-width: 1.5; stroke-linejoin: round; }}
.edge {{ stroke: #9ca3af; stroke-width: 1.4; fill: none; }}
.chosen {{ stroke: #111827; stroke-width: 3.2; }}
.best {{ stroke-width: 3; }}
.pruned {{ stroke: #c0c4cc; fill: #fafafa; stroke-dasharray: 4 3; }}
.pruned-text {{ fill: #a8adb7; }}
.cut {{ stroke: #b91c1c; stroke-width: 2; }}
.fold {{ fill: #f3f4f6; stroke: #d1d5db; }}
.cell {{ fill: #fff; stroke: #d1d5db; stroke-width: 0.7; }}
.piece {{ font-size: 9px; font-weight: 600; }}
"""
ROLES = """
.role0 { fill: #dbeafe; stroke: #2563eb; }
.role1 { fill: #fee2e2; stroke: #dc2626; }
.role2 { fill: #dcfce7; stroke: #16a34a; }
.role3 { fill: #f3e8ff; stroke: #9333ea; }
.role4 { fill: #ffedd5; stroke: #ea580c; }
.role5 { fill: #cffafe; stroke: #0891b2; }
.role0, .role1, .role2, .role3, .role4, .role5 { stroke-width: 1.5; }
.best { stroke-width: 3; }
.pruned { stroke: #c0c4cc; fill: #fafafa; stroke-dasharray: 4 3; }
"""
"""Where nodes have a worth for every role, each has a colour."""


def svg_text(picture: Picture, most: int = MOST_SPOTS) -> str:
    """Return the picture as SVG; subtrees that do not fit are folded."""
    plan = planned(picture, most)
    boards = {}
    if len(plan.shown) <= MOST_BOARDS:
        boards = {n: rows_of(picture.game, picture.spots[n].state) for n in plan.shown}
        boards = {number: rows for number, rows in boards.items() if rows}
    layout = arranged(picture, plan, sizes_of(picture, plan, boards))
    width = max(layout.width, 430, 9.5 * len(picture.title)) + 2 * MARGIN
    below = max((board_height(rows) for rows in boards.values()), default=0)
    height = layout.height + HEAD + FOOT + RADIUS + below
    shift = MARGIN + (width - 2 * MARGIN - layout.width) / 2
    tree = [*edges(picture, plan, layout, boards), *nodes(picture, plan, layout, boards)]
    parts = [
        text_at(MARGIN, 26, picture.title, "title"),
        group(tree, transform=moved(float(shift), HEAD + RADIUS)),
        *legend(picture, plan, height),
    ]
    return document(width, height, STYLE + (ROLES if picture.vectors else ""), parts)


def arranged(picture: Picture, plan: FoldPlan, sizes: Sizes) -> TreeLayout:
    """Return where everything goes that a plan shows."""
    layout = laid_out(picture, plan, sizes)
    if layout.width > WIDE:  # edges would be flat: more room between the levels
        sizes.level += min(160, (layout.width - WIDE) / 20)
        layout = laid_out(picture, plan, sizes)
    return layout


def board_height(rows: list[list[str]]) -> float:
    """Return how much room a board takes below its node."""
    return CELL * len(rows) + 6 if rows else 0


def sizes_of(picture: Picture, plan: FoldPlan, boards: dict[int, list[list[str]]]) -> Sizes:
    """Return the room that every shown spot needs."""
    windowed = picture.windowed
    widths = {}
    for number in plan.shown:
        spot = picture.spots[number]
        texts = [
            8.5 * len(worth(picture, spot)) + 8,
            7.6 * len(shortened(move_of(picture, spot))) + 6,
        ]
        if windowed and not spot.leaf and not spot.pruned:
            texts.append(6.2 * len(window(spot)))
        if spot.cut:
            texts.append(6.2 * len(spot.cut_short))
        if number in boards:
            texts.append(CELL * len(boards[number][0]))
        name = own_name(name_of(picture, spot))
        if name:
            half = half_width(shape(picture, spot), worth(picture, spot))
            texts.append(2 * half + 16 * len(name) + 8)
        widths[number] = max(2.0 * RADIUS - 6 if spot.leaf else 2.0 * RADIUS, *texts)
    tallest = max((board_height(rows) for rows in boards.values()), default=0)
    return Sizes(widths, 104 + tallest)


def edges(
    picture: Picture, plan: FoldPlan, layout: TreeLayout, boards: dict[int, list[list[str]]]
) -> Iterator[Markup]:
    """Yield the lines between spots, the best on top, with moves and cut marks."""
    shown = [picture.spots[number] for number in plan.shown]
    for spot in sorted(shown, key=lambda each: (each.best, not each.pruned)):
        x, y = layout.places[spot.number]
        if spot.parent is not None:
            px, py = layout.places[spot.parent]
            start = py + RADIUS + text_below(picture, picture.spots[spot.parent], boards)
            kind = "edge chosen" if spot.best else "edge pruned" if spot.pruned else "edge"
            end = y - (14 if shape(picture, spot) == "leaf" else RADIUS - 1)
            yield element("path", class_=kind, d=f"M{px:.1f},{start:.1f} L{x:.1f},{end:.1f}")
            if spot.pruned:
                yield cut_mark(px + (x - px) * 0.3, start + (end - start) * 0.3, x - px)
            middle = px + (x - px) * 0.8, start + (end - start) * 0.8
            text = shortened(move_of(picture, spot))
            yield label(text, middle, " pruned-text" if spot.pruned else "")


def label(text: str, place: tuple[float, float], more: str) -> Markup:
    """Return the text on an edge, on white so that it can be read."""
    (x, y), width = place, 6.1 * len(text) + 4
    halo = element("rect", class_="halo", x=x - width / 2, y=y - 7, width=width, height=14)
    return joined(halo, text_at(x, y + 4, text, f"move{more}")) if text else NOTHING


def cut_mark(x: float, y: float, slope: float) -> Markup:
    """Return two short strokes across an edge."""
    rise = -6 if slope < 0 else 6
    return joined(
        *(
            element("path", class_="cut", d=f"M{x - 6:.1f},{y + off - rise / 2:.1f} l12,{rise}")
            for off in (-2.2, 2.2)
        )
    )


def text_below(picture: Picture, spot: Spot, boards: dict[int, list[list[str]]]) -> float:
    """Return how much stands below a node before its edges start."""
    lines = (12 if picture.windowed and not spot.leaf else 0) + (
        12 if spot.cut or spot.lemma else 0
    )
    return lines + board_height(boards.get(spot.number, [])) + (4 if lines else 0)


def nodes(
    picture: Picture, plan: FoldPlan, layout: TreeLayout, boards: dict[int, list[list[str]]]
) -> Iterator[Markup]:
    """Yield every shown spot with its texts."""
    for number in plan.shown:
        spot = picture.spots[number]
        kind, value = shape(picture, spot), worth(picture, spot)
        x, y = layout.places[number]
        title = element("title", words(told(picture, spot)))
        folded = bool(spot.children) and number not in plan.unfolded
        texts = texts_of(picture, spot, (x, y), boards.get(number, []), folded=folded)
        yield group(texts, joined(title, outline(spot, kind, value, x, y)))


def texts_of(
    picture: Picture,
    spot: Spot,
    place: tuple[float, float],
    board: list[list[str]],
    *,
    folded: bool,
) -> Iterator[Markup]:
    """Yield what stands in a node, beside it and below it."""
    x, y = map(float, place)
    kind, value = shape(picture, spot), worth(picture, spot)
    grey = " pruned-text" if spot.pruned else ""
    drop = {"max": 10, "min": 1}.get(kind, 5)
    yield text_at(x, y + drop, value, f"value{grey}")
    name = own_name(name_of(picture, spot))
    if name:
        away = 6 if kind == "leaf" else 9 if kind.startswith("role") else 1
        left = x - half_width(kind, value) - 4 * len(name) - away
        yield text_at(left, y - 8, name, "name")
    line = y + RADIUS + 12
    if board:
        yield from board_below(board, x, y + RADIUS + 4)
        line += board_height(board)
    if picture.windowed and kind != "leaf" and not spot.pruned:
        asked = Markup(window(spot))  # numbers and signs, none of which is markup
        yield element("text", asked, class_="window", x=x, y=line)
        line += 12
    if spot.cut or spot.lemma:
        yield text_at(x, line, spot.cut_short or "lemma", "reason")
        line += 12
    if folded:
        yield fold(x, line + 2, spot.size - 1)


def half_width(kind: str, value: str) -> float:
    """Return how far a node reaches to either side: a long number makes it wider."""
    if kind in ("leaf", "none") or kind.startswith("role"):
        return max(15.0, 4.3 * len(value) + 5)
    return RADIUS + max(4, 4 * len(value) - 4)


def outline(spot: Spot, kind: str, value: str, x: float, y: float) -> Markup:
    """Return the shape of a node."""
    colour = f"role{int(kind[4:]) % COLOURS}" if kind.startswith("role") else kind
    marks = f"{colour}{' best' if spot.best else ''}{' pruned' if spot.pruned else ''}"
    r = RADIUS
    half = half_width(kind, value)

    def box(wide: float, high: int, rounded: int) -> Markup:
        """Return a box around the middle, so far to either side."""
        size: dict[str, float] = {"width": 2 * wide, "height": 2 * high}
        return element("rect", class_=marks, x=x - wide, y=float(y - high), **size, rx=rounded)

    if kind == "max":
        points = f"{x:.1f},{y - r} {x + half:.1f},{y + r - 2} {x - half:.1f},{y + r - 2}"
        return element("polygon", class_=marks, points=points)
    if kind == "min":
        points = f"{x:.1f},{y + r} {x + half:.1f},{y - r + 2} {x - half:.1f},{y - r + 2}"
        return element("polygon", class_=marks, points=points)
    if kind == "leaf":
        return box(half, 14, 5)
    if kind.startswith("role"):
        return box(half + 4, r - 2, r - 2)
    if kind == "none" and half > r - 4:
        return box(half, r - 4, r - 4)
    wide = r - 4 if kind == "none" else 7
    return element("circle", class_=marks, cx=float(x), cy=float(y), r=wide)


def fold(x: float, y: float, count: int) -> Markup:
    """Return the stub of a folded subtree."""
    text = f"{count:,} more"
    half = 3.4 * len(text) + 6
    box = element("rect", class_="fold", x=x - half, y=y - 4, width=2 * half, height=18, rx=9)
    return joined(box, text_at(x, y + 9, text, "window"))


def board_below(rows: list[list[str]], x: float, y: float) -> Iterator[Markup]:
    """Yield a small board, its cells in rows."""
    plan = BoardPlan(CELL, CELL, CELL - 2.6, left=x - CELL * len(rows[0]) / 2, top=y)
    yield from plan.drawn([[None if cell == " " else cell for cell in row] for row in rows])


def told(picture: Picture, spot: Spot) -> str:
    """Return all that is known of a spot, for whoever points at it."""
    parts = [move_of(picture, spot) or "root", *([spot.again] if spot.again else [])]
    if spot.pruned:
        parts.append("left out by a cut")
    elif picture.windowed or not picture.vectors:
        parts.append(f"entered with {window(spot)}")
    if spot.value is not None or spot.values:
        parts.append(f"value {worth(picture, spot)}")
    return ", ".join(part for part in [*parts, spot.cut, spot.known, spot.lemma] if part)


def legend(picture: Picture, plan: FoldPlan, height: float) -> Iterator[Markup]:
    """Yield what the shapes mean, and how much was searched."""
    role = picture.game.roles[picture.role]
    y = height - 18
    x = MARGIN
    searched = [spot for spot in picture.spots if not spot.pruned]
    leaves = sum(spot.leaf for spot in searched)
    cuts = sum(bool(spot.cut) for spot in searched)
    items = [("max", f"{role} chooses"), ("min", "the others choose"), ("leaf", "worth")]
    if picture.vectors:
        named = picture.game.roles
        items = [(f"role{number}", f"{name} chooses") for number, name in enumerate(named)]
        items.append(("leaf", f"worth ({', '.join(named)})"))
    for kind, text in items:
        spot = Spot(0, None, None, None, 0, 0)
        mark = outline(spot, kind, "", 0, 0)
        yield element("g", mark, transform=moved(x + 8, str(y - 4), 0.42))
        yield text_at(x + 22, str(y), text, "note")
        x += 40 + 6 * len(text)
    line = element("path", class_="edge pruned", d=f"M{x},{y - 4} h26")
    yield joined(line, cut_mark(x + 13, y - 4, 1))
    yield text_at(x + 33, str(y), "cut off", "note")
    numbers = f"nodes {len(searched):,}, leaves {leaves:,}, cuts {cuts:,}"
    if lemmas := sum(bool(spot.lemma) for spot in searched):
        numbers += f", lemmas {lemmas:,}"
    if not searched:
        numbers = "nothing was searched"
    if len(picture.roots) > 1:
        numbers += f", searches of the root {len(picture.roots)}"
    if len(plan.shown) < len(picture.spots):
        numbers += f"; {len(picture.spots) - len(plan.shown):,} folded away"
    yield text_at(MARGIN, str(y - 20), numbers, "note")
