"""A picture -> SVG: max as triangles that point up, min down, pruned branches grey and dashed."""

from collections.abc import Iterator
from html import escape

from zermelo.pictures.trees.boards import rows_of
from zermelo.pictures.trees.labels import shortened
from zermelo.pictures.trees.layout import Layout, Plan, Sizes, laid_out, planned
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

MOST = 70
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
STYLE = """
text { font-family: 'Inter', 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif;
  text-anchor: middle; fill: #1f2937; }
.title { font-size: 16px; font-weight: 600; text-anchor: start; }
.value { font-size: 14px; font-weight: 600; }
.name { font-size: 12px; font-weight: 600; fill: #4b5563; }
.window { font-size: 10.5px; fill: #6b7280; }
.move { font-size: 10.5px; fill: #4b5563; }
.halo { fill: #fff; opacity: 0.88; }
.note { font-size: 10.5px; fill: #6b7280; text-anchor: start; }
.reason { font-size: 10.5px; fill: #b91c1c; font-weight: 600; }
.max { fill: #dbeafe; stroke: #2563eb; }
.min { fill: #fee2e2; stroke: #dc2626; }
.none { fill: #f3f4f6; stroke: #6b7280; }
.leaf { fill: #fefce8; stroke: #a16207; }
.max, .min, .none, .leaf { stroke-width: 1.5; stroke-linejoin: round; }
.edge { stroke: #9ca3af; stroke-width: 1.4; fill: none; }
.chosen { stroke: #111827; stroke-width: 3.2; }
.best { stroke-width: 3; }
.pruned { stroke: #c0c4cc; fill: #fafafa; stroke-dasharray: 4 3; }
.pruned-text { fill: #a8adb7; }
.cut { stroke: #b91c1c; stroke-width: 2; }
.fold { fill: #f3f4f6; stroke: #d1d5db; }
.cell { fill: #fff; stroke: #d1d5db; stroke-width: 0.7; }
.piece { font-size: 9px; font-weight: 600; }
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


def svg_text(picture: Picture, most: int = MOST) -> str:
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
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<style>{STYLE}{ROLES if picture.vectors else ''}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
        f'<text class="title" x="{MARGIN}" y="26">{escape(picture.title)}</text>',
        f'<g transform="translate({shift:.1f},{HEAD + RADIUS})">',
        *edges(picture, plan, layout, boards),
        *nodes(picture, plan, layout, boards),
        "</g>",
        *legend(picture, plan, height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def arranged(picture: Picture, plan: Plan, sizes: Sizes) -> Layout:
    """Return where everything goes that a plan shows."""
    layout = laid_out(picture, plan, sizes)
    if layout.width > WIDE:  # edges would be flat: more room between the levels
        sizes.level += min(160, (layout.width - WIDE) / 20)
        layout = laid_out(picture, plan, sizes)
    return layout


def board_height(rows: list[list[str]]) -> float:
    """Return how much room a board takes below its node."""
    return CELL * len(rows) + 6 if rows else 0


def sizes_of(picture: Picture, plan: Plan, boards: dict[int, list[list[str]]]) -> Sizes:
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
    picture: Picture, plan: Plan, layout: Layout, boards: dict[int, list[list[str]]]
) -> Iterator[str]:
    """Yield the lines between spots, the best on top, with moves and cut marks."""
    shown = [picture.spots[number] for number in plan.shown]
    for spot in sorted(shown, key=lambda each: (each.best, not each.pruned)):
        x, y = layout.places[spot.number]
        if spot.parent is not None:
            px, py = layout.places[spot.parent]
            start = py + RADIUS + text_below(picture, picture.spots[spot.parent], boards)
            kind = "edge chosen" if spot.best else "edge pruned" if spot.pruned else "edge"
            end = y - (14 if shape(picture, spot) == "leaf" else RADIUS - 1)
            yield f'<path class="{kind}" d="M{px:.1f},{start:.1f} L{x:.1f},{end:.1f}"/>'
            if spot.pruned:
                yield cut_mark(px + (x - px) * 0.3, start + (end - start) * 0.3, x - px)
            middle = px + (x - px) * 0.8, start + (end - start) * 0.8
            text = shortened(move_of(picture, spot))
            yield label(text, middle, " pruned-text" if spot.pruned else "")


def label(text: str, place: tuple[float, float], more: str) -> str:
    """Return the text on an edge, on white so that it can be read."""
    (x, y), width = place, 6.1 * len(text) + 4
    box = f'x="{x - width / 2:.1f}" y="{y - 7:.1f}" width="{width:.1f}" height="14"'
    words = f'<text class="move{more}" x="{x:.1f}" y="{y + 4:.1f}">{escape(text)}</text>'
    return f'<rect class="halo" {box}/>{words}' if text else ""


def cut_mark(x: float, y: float, slope: float) -> str:
    """Return two short strokes across an edge."""
    rise = -6 if slope < 0 else 6
    return "".join(
        f'<path class="cut" d="M{x - 6:.1f},{y + off - rise / 2:.1f} l12,{rise}"/>'
        for off in (-2.2, 2.2)
    )


def text_below(picture: Picture, spot: Spot, boards: dict[int, list[list[str]]]) -> float:
    """Return how much stands below a node before its edges start."""
    lines = (12 if picture.windowed and not spot.leaf else 0) + (
        12 if spot.cut or spot.lemma else 0
    )
    return lines + board_height(boards.get(spot.number, [])) + (4 if lines else 0)


def nodes(
    picture: Picture, plan: Plan, layout: Layout, boards: dict[int, list[list[str]]]
) -> Iterator[str]:
    """Yield every shown spot with its texts."""
    windowed = picture.windowed
    for number in plan.shown:
        spot = picture.spots[number]
        x, y = layout.places[number]
        kind = shape(picture, spot)
        value = worth(picture, spot)
        yield f"<g><title>{escape(told(picture, spot))}</title>{outline(spot, kind, value, x, y)}"
        grey = " pruned-text" if spot.pruned else ""
        drop = {"max": 10, "min": 1}.get(kind, 5)
        yield f'<text class="value{grey}" x="{x:.1f}" y="{y + drop:.1f}">{value}</text>'
        name = escape(own_name(name_of(picture, spot)))
        if name:
            away = 6 if kind == "leaf" else 9 if kind.startswith("role") else 1
            left = x - half_width(kind, value) - 4 * len(name) - away
            yield f'<text class="name" x="{left:.1f}" y="{y - 8:.1f}">{name}</text>'
        line = y + RADIUS + 12
        if number in boards:
            yield from board(boards[number], x, y + RADIUS + 4)
            line += board_height(boards[number])
        if windowed and kind != "leaf" and not spot.pruned:
            yield f'<text class="window" x="{x:.1f}" y="{line:.1f}">{window(spot)}</text>'
            line += 12
        if spot.cut or spot.lemma:
            cut = escape(spot.cut_short or "lemma")
            yield f'<text class="reason" x="{x:.1f}" y="{line:.1f}">{cut}</text>'
            line += 12
        if spot.children and number not in plan.unfolded:
            yield fold(x, line + 2, spot.size - 1)
        yield "</g>"


def half_width(kind: str, value: str) -> float:
    """Return how far a node reaches to either side: a long number makes it wider."""
    if kind in ("leaf", "none") or kind.startswith("role"):
        return max(15.0, 4.3 * len(value) + 5)
    return RADIUS + max(4, 4 * len(value) - 4)


def outline(spot: Spot, kind: str, value: str, x: float, y: float) -> str:
    """Return the shape of a node."""
    colour = f"role{int(kind[4:]) % COLOURS}" if kind.startswith("role") else kind
    marks = f"{colour}{' best' if spot.best else ''}{' pruned' if spot.pruned else ''}"
    r = RADIUS
    half = half_width(kind, value)
    if kind == "max":
        points = f"{x:.1f},{y - r} {x + half:.1f},{y + r - 2} {x - half:.1f},{y + r - 2}"
        return f'<polygon class="{marks}" points="{points}"/>'
    if kind == "min":
        points = f"{x:.1f},{y + r} {x + half:.1f},{y - r + 2} {x - half:.1f},{y - r + 2}"
        return f'<polygon class="{marks}" points="{points}"/>'
    if kind == "leaf":
        box = f'x="{x - half:.1f}" y="{y - 14:.1f}" width="{2 * half:.1f}" height="28" rx="5"'
        return f'<rect class="{marks}" {box}/>'
    if kind.startswith("role"):
        box = f'x="{x - half - 4:.1f}" y="{y - r + 2:.1f}" width="{2 * half + 8:.1f}"'
        return f'<rect class="{marks}" {box} height="{2 * r - 4}" rx="{r - 2}"/>'
    if kind == "none" and half > r - 4:
        box = f'x="{x - half:.1f}" y="{y - r + 4:.1f}" width="{2 * half:.1f}"'
        return f'<rect class="{marks}" {box} height="{2 * r - 8}" rx="{r - 4}"/>'
    if kind == "none":
        return f'<circle class="{marks}" cx="{x:.1f}" cy="{y:.1f}" r="{r - 4}"/>'
    return f'<circle class="{marks}" cx="{x:.1f}" cy="{y:.1f}" r="7"/>'


def fold(x: float, y: float, count: int) -> str:
    """Return the stub of a folded subtree."""
    text = f"{count:,} more"
    half = 3.4 * len(text) + 6
    box = f'x="{x - half:.1f}" y="{y - 4:.1f}" width="{2 * half:.1f}" height="18" rx="9"'
    label = f'<text class="window" x="{x:.1f}" y="{y + 9:.1f}">{text}</text>'
    return f'<rect class="fold" {box}/>{label}'


def board(rows: list[list[str]], x: float, y: float) -> Iterator[str]:
    """Yield a small board, its cells in rows."""
    left = x - CELL * len(rows[0]) / 2
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            cx, cy = left + CELL * across, y + CELL * down
            if cell != " ":
                box = f'x="{cx:.1f}" y="{cy:.1f}" width="{CELL}" height="{CELL}"'
                yield f'<rect class="cell" {box}/>'
            if cell.strip():
                at = f'x="{cx + CELL / 2:.1f}" y="{cy + CELL - 2.6:.1f}"'
                yield f'<text class="piece" {at}>{escape(cell)}</text>'


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


def legend(picture: Picture, plan: Plan, height: float) -> Iterator[str]:
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
        yield f'<g transform="translate({x + 8},{y - 4}) scale(0.42)">{mark}</g>'
        yield f'<text class="note" x="{x + 22}" y="{y}">{escape(text)}</text>'
        x += 40 + 6 * len(text)
    yield f'<path class="edge pruned" d="M{x},{y - 4} h26"/>{cut_mark(x + 13, y - 4, 1)}'
    yield f'<text class="note" x="{x + 33}" y="{y}">cut off</text>'
    numbers = f"nodes {len(searched):,}, leaves {leaves:,}, cuts {cuts:,}"
    if lemmas := sum(bool(spot.lemma) for spot in searched):
        numbers += f", lemmas {lemmas:,}"
    if not searched:
        numbers = "nothing was searched"
    if len(picture.roots) > 1:
        numbers += f", searches of the root {len(picture.roots)}"
    if len(plan.shown) < len(picture.spots):
        numbers += f"; {len(picture.spots) - len(plan.shown):,} folded away"
    yield f'<text class="note" x="{MARGIN}" y="{y - 20}">{numbers}</text>'
