"""What `zermelo show` answers: a position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import NOT_IN_JSON, ByRole, CommandAnswer
from zermelo.game.drawing import draw
from zermelo.game.game import Role, State
from zermelo.game.position import Position
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.text import described


@dataclass(frozen=True, slots=True)
class ShowAnswer(CommandAnswer):
    """A position: what holds, who may do what, and the board as text; `turn` has a choice."""

    game: str
    fluents: Sequence[str]
    legal: Mapping[str, Sequence[str]]
    terminal: bool
    goals: ByRole
    board: str
    turn: Sequence[str]
    position: Position | None = field(metadata=NOT_IN_JSON, repr=False)  # None in explicit trees


def show_answer(name: str, position: Position) -> ShowAnswer:
    """Return a position of a game of rules."""
    return ShowAnswer(
        game=name,
        fluents=position.fluents,
        legal=position.legal,
        terminal=position.terminal,
        goals=position.goals,
        board=draw(position.game, position.state),
        turn=position.turn,
        position=position,
    )


def show_tree_answer(game: TreeGame, state: State) -> ShowAnswer:
    """Return a node of an explicit tree; the board is all that is below it."""
    over = game.terminal(state)
    return ShowAnswer(
        game=game.name,
        fluents=game.describe(state),
        legal={
            role: [game.spell(Role(number), move) for move in game.legal(state, Role(number))]
            for number, role in enumerate(game.roles)
        },
        terminal=over,
        goals=dict(zip(game.roles, game.goals(state), strict=True)),
        board=described(game, state),
        turn=[] if over else [game.roles[game.mover(state)]],
        position=None,
    )
