"""The first turns of matches: chosen at random, or read from a file, one opening a line."""

from collections.abc import Sequence
from itertools import groupby
from random import Random

from zermelo.errors import PlayError, ReadError
from zermelo.game.game import Game, Joint, Role, State
from zermelo.game.spelling import joint_of
from zermelo.play.match import Turn
from zermelo.text.kif import Bracket, Word, brackets
from zermelo.text.load import load_text, refuse_hidden
from zermelo.text.source import Source, Span

ATTEMPTS = 100
COMMENTS = ("%", "#")
Opening = tuple[Turn, ...]


def random_opening(game: Game, length: int, generator: Random) -> Opening:
    """Return the first turns of a match, chosen at random; the match goes on after them."""
    for attempt in range(ATTEMPTS):
        # A short match may end within these moves however it is played: then try fewer.
        wanted = length if attempt < ATTEMPTS // 2 else generator.randrange(length + 1)
        state, found = game.initial, list[Turn]()
        while len(found) < wanted and not game.terminal(state):
            joint = random_joint(game, state, generator)
            if joint is None:
                break
            found.append(Turn(state, joint))
            state = game.next(state, joint)
        if not game.terminal(state) and len(found) == wanted:
            return tuple(found)
    return ()


def random_joint(game: Game, state: State, generator: Random) -> Joint | None:
    """Return a legal move for every role; None if a role has none."""
    legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
    return tuple(generator.choice(moves) for moves in legal) if all(legal) else None


def load_openings(game: Game, path: str) -> tuple[Opening, ...]:
    """Return the openings of a file; errors as `read_openings`."""
    return read_openings(game, load_text(path))


def read_openings(game: Game, source: Source) -> tuple[Opening, ...]:
    """Return openings, one a line, joint moves between `;`; comment lines begin with % or #.

    Raises:
        ReadError: it is no text of moves, or has no opening.
        PlayError: a move cannot be made, or the match would be over; with its place.
    """
    refuse_hidden(source)
    # A `;` is a comment in KIF and parts joint moves here: blanks instead keep every place.
    lines = source.text.split("\n")
    bare = [" " * len(line) if line.lstrip().startswith(COMMENTS) else line for line in lines]
    plain = Source(source.name, "\n".join(bare).replace(";", " "))

    def line_of(node: Word | Bracket) -> int:
        return source.place(node.start)[0]

    openings = [
        opening_of(game, source, list(nodes)) for _, nodes in groupby(brackets(plain), key=line_of)
    ]
    if not openings:
        raise ReadError(f"there is no opening in {source.name}: write one a line")
    return tuple(openings)


def opening_of(game: Game, source: Source, nodes: Sequence[Word | Bracket]) -> Opening:
    """Return the opening that a line spells."""
    begin = nodes[0].start

    def part_of(node: Word | Bracket) -> int:
        return source.text.count(";", begin, node.start)

    state, found = game.initial, list[Turn]()
    for _, group in groupby(nodes, key=part_of):
        moves = list(group)
        span = Span(source, moves[0].start, moves[-1].end)
        try:
            texts = [source.text[move.start : move.end] for move in moves]
            joint = joint_of(game, state, texts)
        except PlayError as error:
            raise PlayError(f"{span}: {error}\n{span.picture()}") from None
        found.append(Turn(state, joint))
        state = game.next(state, joint)
    if game.terminal(state):
        raise PlayError(f"{span}: the match is over after this opening\n{span.picture()}")
    return tuple(found)


def spelled_opening(game: Game, opening: Opening) -> str:
    """Return an opening as a line of a file.

    >>> from zermelo.game.load import load
    >>> game = load("tictactoe")
    >>> text = "(mark 1 1) noop; noop (mark 2 2)"
    >>> spelled_opening(game, read_openings(game, Source("openings", text))[0]) == text
    True
    """
    return "; ".join(
        " ".join(game.spell(Role(role), move) for role, move in enumerate(turn.joint or ()))
        for turn in opening
    )
