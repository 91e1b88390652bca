"""What is shown of a match: the board, whose turn it is, the moves, and what was played."""

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from zermelo.answers.answer import shown_value
from zermelo.apps.playing.listing import listed
from zermelo.game.game import Game, Role
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.terminal.boards import colours_for, drawn
from zermelo.pictures.trees.text import described
from zermelo.play.running_match import RunningMatch
from zermelo.play.thought import Thought
from zermelo.search.base import Bound

LINES = 12
"""A list of moves that takes more lines is shown only if it is asked for."""

WIPE = "\x1b[1A\x1b[2K"
"""One line up, and it is empty."""


class Screen:
    """Prints for people, in colours where there are some."""

    def __init__(self, console: Console, game: Game) -> None:
        """Give each role its colour."""
        self.console = console
        self.game = game
        self.colours = colours_for(game.roles)
        self.shown: list[Text] = []  # all that was on the screen
        self.lines = console.encoding.lower().startswith("utf")

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line, and remember it."""
        line = Text(text, style=style) if isinstance(text, str) else text
        self.shown.append(line)
        self.console.print(line)

    def typed(self, prompt: str, line: str, *, printed: bool) -> None:
        """Remember a line that a person typed; print it if it is not on the screen already."""
        seen = "".join(char if char.isprintable() else "?" for char in line)
        text = Text().append(prompt, "dim").append(seen)
        self.shown.append(text)
        if not printed:
            self.console.print(text)

    def wipe(self) -> None:
        """Take back the line that a person has just typed, so that the next one cannot see it."""
        self.shown.pop()
        if self.console.is_terminal:
            self.console.file.write(WIPE)

    def problem(self, text: str) -> None:
        """Say what cannot be done."""
        self.say(text, "yellow")

    def name(self, role: Role) -> Text:
        """Return what a role is called, in its colour."""
        return Text().append(self.game.roles[role], f"bold {self.colours[role]}")

    def board(self, session: RunningMatch) -> None:
        """Draw the position; on a board, what the last moves changed is marked."""
        self.say("")
        if (compiled := self.game.compiled) is not None:
            parts = drawn(
                compiled,
                session.state,
                lines=self.lines,
                width=self.console.width,
                before=session.before,
            )
            for part in parts:
                self.say(part)
        elif isinstance(self.game, TreeGame):
            self.say(described(self.game, session.state))
        self.say("")

    def moves(self, session: RunningMatch, role: Role, wanted: Mapping[int, str]) -> None:
        """List moves of a role by their numbers."""
        for line in listed(list(wanted.items()), self.console.width):
            self.say(line)

    def turn(self, session: RunningMatch, role: Role, moves: Mapping[int, str]) -> None:
        """Say that a person is to move, and how."""
        lines = list(listed(list(moves.items()), self.console.width))
        text = self.name(role).append(f" to move, {len(moves)} moves")
        if len(lines) > LINES:
            some = next(iter(moves.values())).strip("()")
            text.append(f": type one, such as {some}, or `moves` to see them", "dim")
            lines = []
        self.say(text)
        for line in lines:
            self.say(line)

    def played(self, session: RunningMatch, thoughts: Mapping[Role, Thought]) -> None:
        """Say what everybody has played in the last turn, and what searches think of it."""
        joint, state = session.joints[-1], session.states[-2]
        forced = not session.free(state)
        for role in session.acting(state, joint):
            text = self.name(role).append(" plays ")
            text.append(self.game.spell(role, joint[role]), "bold")
            if forced:
                text.append(", the only move", "dim")
            elif role in thoughts:
                text.append(reckoned(role, thoughts[role]), "dim")
            self.say(text)


def reckoned(role: Role, thought: Thought) -> str:
    """Return what a search thinks of its move, and what that cost, in one line."""
    result = thought.result
    said = []
    expected = result.reported[role]
    if expected is not None:
        bound = "" if result.bound is Bound.EXACT else f"{result.bound.value} "
        said.append(f"expects {bound}{shown_value(round(expected, 1))}")
    if result.proven:
        said.append("proven")
    if result.depth:
        said.append(f"depth {result.depth}")
    if thought.count.nodes:
        said.append(f"{thought.count.nodes:,} nodes")
        said.append(f"{thought.seconds:.2f} s")
    if result.note:
        said.append(result.note)
    return f"   {', '.join(said)}" if said else ""
