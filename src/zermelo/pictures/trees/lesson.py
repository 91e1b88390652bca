"""A drawn tree -> the lesson on it: minimax and alpha-beta side by side, step by step.

`python -m zermelo.pictures.trees.lesson PAGE.md` writes what the page's marks ask for, and
pictures: between `<!-- lesson: steps FILE.tree 6 -->` and `<!-- end -->` stands what this program
says.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from zermelo.game.game import Game, Role, State
from zermelo.game.load import load
from zermelo.game.spelling import after, read_moves
from zermelo.game.tree_file import load_tree
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.picture import short
from zermelo.pictures.trees.story import reason_of
from zermelo.pictures.trees.text import draw_tree
from zermelo.pictures.trees.vectors import vector_story
from zermelo.pictures.trees.write import write_tree
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.base import Clock, Search, last
from zermelo.search.events import Event, EventKind
from zermelo.search.spec import parse, spell
from zermelo.writing import write_text

MARK = re.compile(r"(<!-- lesson: (\w+) (\S+)(?: (\d+))? -->\n).*?(<!-- end -->)", re.DOTALL)
METHODS: dict[str, Search] = {"minimax": Minimax(), "alphabeta": Alphabeta(table=False)}
VECTORS = {"maxn": parse("maxn"), "speculative": parse("maxn:pruning=speculative")}
"""How trees of more than two roles are drawn."""
LECTURE = "lecture.tree"
PICTURES = (
    "negamax",
    "scout",
    "mtd:first=0",
    "sss",
    "dual",
    "iterative",
    "zerowindow:threshold=4",
    "mcts:simulations=40,solver=false",
)
"""What is drawn on the lecture tree besides."""
OPENING = "(mark 1 1); (mark 1 2); (mark 2 2); (mark 1 3)"
SAMPLES = {
    "greedy": ("tictactoe", OPENING),
    "flat": ("tictactoe", OPENING),
    "asp": ("nim_capped:pile1=0,pile2=1,pile3=2,pile4=2", ""),
}
"""Searches that a drawn tree tells little of, with a game and moves to where they are drawn."""
Bounds = dict[int, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A leaf that alpha-beta looks at: what is known of all nodes before and after, and cuts."""

    leaf: int
    before: Bounds
    after: Bounds
    cuts: tuple[Event, ...]


def watched(game: Game, search: Search, start: State | None = None) -> list[Event]:
    """Return what a search tells while it searches for the first role."""
    events: list[Event] = []
    thinker = search.start(game, Role(0), Clock(), events.append)
    last(thinker(game.initial if start is None else start, Clock()))
    return events


def bounds(game: TreeGame, seen: set[int]) -> Bounds:
    """Return what is known of the worth of every node when only some leaves were seen."""
    found: Bounds = {}
    # Children stand after their parents in the files, so that from the end on they come first.
    for number in reversed(range(len(game.nodes))):
        node = game.nodes[number]
        if not node.children:
            value = node.values[0] if node.values and number in seen else None
            found[number] = (-inf, inf) if value is None else (value, value)
            continue
        choose = max if node.mover == 0 else min
        below = [found[child] for child in node.children]
        found[number] = choose(low for low, _ in below), choose(high for _, high in below)
    return found


def steps(game: TreeGame, events: Sequence[Event]) -> Iterator[LessonStep]:
    """Yield a step for every leaf that was looked at."""
    seen: set[int] = set()
    known = bounds(game, seen)
    leaves = [place for place, event in enumerate(events) if event.kind is EventKind.LEAF]
    for place, following in zip(leaves, [*leaves[1:], len(events)], strict=True):
        cuts = tuple(event for event in events[place:following] if event.kind is EventKind.CUT)
        seen.add(events[place].state)
        after = bounds(game, seen)
        yield LessonStep(events[place].state, known, after, cuts)
        known = after


def sentences(game: TreeGame, events: Sequence[Event], step: LessonStep) -> Iterator[str]:
    """Yield what a step says, for people."""
    node = game.nodes[step.leaf]
    assert node.values is not None
    parent = next(each for each in game.nodes if step.leaf in each.children)
    yield f"A leaf below {parent.name} is worth {short(node.values[0])}."
    changed = [
        number
        for number, bound in sorted(step.after.items(), reverse=True)
        if game.nodes[number].children and bound != step.before[number]
    ]
    for number in changed:
        yield f"{game.nodes[number].name} is worth {known_words(*step.after[number])}."
    if not changed:
        yield f"That changes nothing: {parent.name} has better."
    for cut in step.cuts:
        yield cut_sentence(game, events, cut)


def known_words(low: float, high: float) -> str:
    """Return what is known of a worth, in words.

    >>> known_words(-inf, 2), known_words(3, 3), known_words(3, 14)
    ('at most 2', 'exactly 3', 'between 3 and 14')
    """
    if low == high:
        return f"exactly {short(low)}"
    if low == -inf:
        return f"at most {short(high)}"
    if high == inf:
        return f"at least {short(low)}"
    return f"between {short(low)} and {short(high)}"


def cut_sentence(game: TreeGame, events: Sequence[Event], cut: Event) -> str:
    """Return what a cut says, for people."""
    name = game.nodes[cut.state].name
    left = ", ".join(spared(game, cut))
    return f"Cut at {name}, {reason_of(events, game, cut)}: {left} left out."


def spared(game: TreeGame, cut: Event) -> Iterator[str]:
    """Yield the children that a cut left out: leaves by value, others by name."""
    for joint in cut.pruned:
        node = game.nodes[game.next(cut.state, joint)]
        yield short(node.values[0]) if node.values and not node.children else node.name


def letter(number: int, most: int | None) -> str:
    """Return the letter of a step; steps beyond the last letter share it."""
    return f"({'abcdefghijklmnopqrstuvwxyz'[min(number, (most or 26) - 1)]})"


def steps_text(game: TreeGame, most: int | None) -> str:
    """Return both searches, leaf by leaf: what minimax looks at, what alpha-beta, what it knows."""
    events = watched(game, METHODS["alphabeta"])
    found = list(steps(game, events))
    inner = [number for number, node in enumerate(game.nodes) if node.children]
    names = [game.nodes[number].name for number in inner]
    rows = [["leaf", "minimax", "alpha-beta", *names]]
    order = {step.leaf: number for number, step in enumerate(found)}
    for event in watched(game, METHODS["minimax"]):
        if event.kind is EventKind.LEAF:
            number = order.get(event.state)
            row = [short(event.value), "looks"]
            if number is None:
                row += ["left out", *["" for _ in inner]]
            else:
                known = [found[number].after[node] for node in inner]
                row += [f"{letter(number, most)} looks", *(interval(*bound) for bound in known)]
            rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return fenced("\n".join(lines))


def interval(low: float, high: float) -> str:
    """Return what is known of a node."""
    return short(low) if low == high else f"{short(low)}..{short(high)}"


def story_text(game: TreeGame, most: int | None) -> str:
    """Return the steps of alpha-beta as a list of sentences."""
    events = watched(game, METHODS["alphabeta"])
    lines: dict[str, list[str]] = {}
    for number, step in enumerate(steps(game, events)):
        lines.setdefault(letter(number, most), []).extend(sentences(game, events, step))
    return "\n".join(f"- **{name}** {' '.join(said)}" for name, said in lines.items()) + "\n"


def fenced(text: str) -> str:
    """Return a text as it stands."""
    return f"```text\n{text}\n```\n"


def said(kind: str, path: Path, most: int | None) -> str:
    """Return what a mark asks for: a drawing, the steps as a table, or as sentences."""
    game = load_tree(str(path))
    match kind:
        case "draw":
            return fenced(draw_tree(game))
        case "steps":
            return steps_text(game, most)
        case "story":
            return story_text(game, most)
        case "vectors":
            return vector_story(game, watched(game, VECTORS["speculative"]))
    raise ValueError(f"a lesson has draw, steps, story and vectors, not {kind}")


def renewed(page: Path) -> str:
    """Return a page with everything between its marks made anew."""

    def fill(mark: re.Match[str]) -> str:
        most = int(mark[4]) if mark[4] else None
        return f"{mark[1]}{said(mark[2], page.parent / mark[3], most)}{mark[5]}"

    return MARK.sub(fill, page.read_text(encoding="utf-8"))


def draw_pictures(folder: Path) -> Iterator[Path]:
    """Draw every tree of a folder as each method searches it, and yield the files."""
    for path in sorted(folder.glob("trees/*.tree")):
        game = load_tree(str(path))
        more = {spec: parse(spec) for spec in PICTURES} if path.name == LECTURE else {}
        methods = METHODS if len(game.roles) <= 2 else VECTORS
        for spec, search in (methods | more).items():
            target = folder / "pictures" / f"{path.stem}-{spec.partition(':')[0]}.svg"
            title = f"{spell(search) if methods is VECTORS else spec} on {path.name}"
            write_tree(watched(game, search), game, str(target), title=title)
            yield target
    for spec, (name, moves) in SAMPLES.items():
        sample, plain = load(name), name.partition(":")[0]
        start = after(sample, sample.initial, read_moves(moves)) if moves else sample.initial
        target = folder / "pictures" / f"{plain}-{spec}.svg"
        events = watched(sample, parse(spec), start)
        write_tree(events, sample, str(target), title=f"{spec} on {plain}")
        yield target


def main() -> None:
    """Write the pages that the arguments name anew, with their pictures."""
    for name in sys.argv[1:]:
        page = Path(name)
        write_text(page, renewed(page))
        # Pages in folders below show pictures of the folder above.
        for path in draw_pictures(page.parent) if (page.parent / "pictures").is_dir() else ():
            print(path)


if __name__ == "__main__":
    main()
