"""The course of a match: persons are asked, searches think, all moves are made at once."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from zermelo.answers.outcome import in_words
from zermelo.apps.output import Progress, thinking
from zermelo.apps.playing import level, reading
from zermelo.apps.playing.advice import Adviser
from zermelo.apps.playing.keyboard import Ask
from zermelo.apps.playing.screen import Screen
from zermelo.errors import PlayError, ZermeloError
from zermelo.game.game import Move, Role
from zermelo.play.running_match import RunningMatch
from zermelo.play.seats import Seats
from zermelo.play.thought import Thought, is_chance
from zermelo.process.interrupts import signals
from zermelo.search.spec import spell

MOST_TURNS = 1000
"""Turns after which a match is given up, where nobody can leave it."""


class Conversation:
    """A match at the terminal; `session` is how far it is."""

    def __init__(
        self,
        session: RunningMatch,
        seats: Seats,
        screen: Screen,
        ask: Ask,
        advice: Adviser,
        progress: Callable[[], AbstractContextManager[Progress]],
    ) -> None:
        """Sit down."""
        self.session = session
        self.seats = seats
        self.screen = screen
        self.ask = ask
        self.advice = advice
        self.progress = progress
        self.seen: RunningMatch | None = None  # the position that was drawn last
        self.thoughts: dict[Role, Thought] = {}
        self.commands: dict[str, Callable[[Role, str], None]] = {
            "hint": self.hint,
            "why": self.why,
            "undo": self.undo,
            "level": self.level,
            "moves": self.moves,
            "board": self.board,
            "help": self.help,
        }

    def run(self) -> RunningMatch:
        """Play until the end, or until somebody leaves; return how far it came."""
        self.introduce()
        while not self.session.over:
            if self.session.stuck:
                names = " and ".join(self.session.game.roles[role] for role in self.session.stuck)
                self.show()
                self.screen.problem(f"{names} cannot move, and the match is not over: it stops")
                return self.session
            if not self.session.people and len(self.session.joints) >= MOST_TURNS:
                self.screen.problem(f"the match is not over after {MOST_TURNS} turns: it stops")
                return self.session
            if not self.one_turn():
                return self.session
        self.show()
        self.screen.say(
            in_words(self.session.game, self.session.state, self.session.people), "bold"
        )
        return self.session

    def introduce(self) -> None:
        """Say who plays, and how to get help."""
        game, people = self.session.game, sorted(self.session.people)
        if people:
            names = ", ".join(game.roles[role] for role in people)
            word = "role" if len(people) == 1 else "roles"
            self.screen.say(f"Your {word}: {names}. `help` tells what you can type.", "dim")
        by_search: dict[str, list[str]] = {}
        for role, search in self.seats.players.items():
            by_search.setdefault(spell(search), []).append(game.roles[role])
        for spec, roles in by_search.items():
            names, plays = " and ".join(roles), "plays" if len(roles) == 1 else "play"
            self.screen.say(
                f"{names} {plays} by {spec}, {level.in_words(self.seats.limits)}.", "dim"
            )

    def one_turn(self) -> bool:
        """Let everybody choose, then make the moves; False if somebody leaves."""
        while self.session.choosing:
            role = self.session.choosing[0]
            if role in self.session.people:
                if not self.asked(role):
                    return False
            else:
                self.answered(role)
        if not self.session.people:
            self.show()
        self.session = self.session.advance()
        self.screen.played(self.session, self.thoughts)
        self.thoughts = {}
        return True

    def answered(self, role: Role) -> None:
        """Let a search or chance choose."""
        if is_chance(self.session.game, role):
            turn = len(self.session.joints)
            move = self.seats.chance(role, self.session.moves(role), turn)
        else:
            move = self.found(role)
        self.session = self.session.choose(role, move)

    def found(self, role: Role) -> Move:
        """Return the move of a search; if it fails, say so, and let chance go on with the match."""
        legal = self.session.moves(role)
        try:
            thought = self.thought(role)
        except ZermeloError as error:
            name = self.session.game.roles[role]
            self.screen.problem(f"{name} has no answer, and plays at random: {error}")
            return self.seats.chance(role, legal, len(self.session.joints))
        self.thoughts[role] = thought
        assert thought.result.move is not None, "who has a choice is not at the end"
        return thought.result.move

    def thought(self, role: Role) -> Thought:
        """Let a search think, and show that it does."""
        spec = spell(self.seats.players.get(role, self.seats.adviser))
        with self.progress() as shown:
            return self.seats.think(role, self.session.state, thinking(spec, shown))

    def asked(self, role: Role) -> bool:
        """Ask a person until there is a move, or something changes; False if they leave."""
        self.show()
        if not self.session.chosen:
            self.screen.turn(self.session, role, self.spelled(role))
        else:
            self.screen.say(self.screen.name(role).append(" to move too"))
        here = self.session
        while self.session is here:
            line = self.ask(f"{self.session.game.roles[role]}> ")
            if line is None:
                self.left("The input has ended: the match is left")
                return False
            if not line.strip():
                continue
            command = reading.command_in(line)
            if command is None:
                self.play(role, line)
            elif command[0] == "quit":
                self.left("The match is left")
                return False
            else:
                self.commands[command[0]](role, command[1])
        return True

    def play(self, role: Role, line: str) -> None:
        """Make the move that was typed; if it is none, say so."""
        legal = self.session.moves(role)
        try:
            place = reading.move_in(line, list(self.spelled(role).values()))
        except PlayError as error:
            elsewhere = reading.move_elsewhere(line, self.session.game, role)
            self.screen.problem(elsewhere or f"{error}")
            return
        self.session = self.session.choose(role, legal[place])
        others = self.session.people & set(self.session.choosing)
        if others:
            self.screen.wipe()
            self.screen.say(f"{self.session.game.roles[role]} has chosen", "dim")

    def show(self) -> None:
        """Draw the position, if it is not the one on the screen."""
        if self.seen is None or self.seen.states != self.session.states:
            self.board(Role(0), "")

    def spelled(self, role: Role) -> dict[int, str]:
        """Return the moves of a role as they are spelled, by number."""
        game = self.session.game
        moves = self.session.moves(role)
        return {number: game.spell(role, move) for number, move in enumerate(moves, 1)}

    def board(self, role: Role, rest: str) -> None:
        """Draw the position."""
        self.screen.board(self.session)
        self.seen = self.session

    def moves(self, role: Role, rest: str) -> None:
        """List the moves, all or those that have some text in them."""
        spelled = self.spelled(role)
        if rest:
            found = reading.matching(rest, list(spelled.values()))
            spelled = {number: spelled[number] for number in (place + 1 for place in found)}
        if spelled:
            self.screen.moves(self.session, role, spelled)
        else:
            self.screen.problem(f"no legal move has {reading.shortened(rest)!r} in it")

    def hint(self, role: Role, rest: str) -> None:
        """Say what the search would play."""
        thought = self.advised(role)
        if thought is not None:
            self.screen.say(self.advice.hint(self.session, role, thought))

    def why(self, role: Role, rest: str) -> None:
        """Say what is known of the position, and why."""
        thought = self.advised(role)
        if thought is None:
            return
        try:
            with self.progress() as shown:
                shown.report("looking for reasons")
                lines = list(self.advice.why(self.session, role, thought))
        except KeyboardInterrupt:
            signals.taken()
            lines = [self.advice.hint(self.session, role, thought)]
        for line in lines:
            self.screen.say(line)

    def advised(self, role: Role) -> Thought | None:
        """Let the search think for a person; None if it cannot, and then it is said why."""
        try:
            return self.thought(role)
        except ZermeloError as error:
            self.screen.problem(f"the search has no answer: {error}")
            return None

    def undo(self, role: Role, rest: str) -> None:
        """Take back the last move of a person, and all that came after it."""
        before = self.session.undo()
        if before is None:
            self.screen.problem("there is no move of yours to take back")
            return
        self.session = before
        self.screen.say(f"back to move {len(before.joints) + 1}", "dim")

    def level(self, role: Role, rest: str) -> None:
        """Say how long searches think, or change it."""
        if rest:
            try:
                self.seats.change(level.changed(self.seats.limits, rest))
            except PlayError as error:
                self.screen.problem(f"{error}")
                return
        self.screen.say(f"level: {level.in_words(self.seats.limits)}")

    def help(self, role: Role, rest: str) -> None:
        """Say what can be typed."""
        self.screen.say("A move: its number, its text, or any part that no other move has.")
        for name, about in reading.COMMANDS.items():
            self.screen.say(f"  {name:<6} {about}")

    def left(self, text: str) -> None:
        """Say that the match ends here."""
        count = len(self.session.joints)
        self.screen.say(f"{text} after {count} move{'' if count == 1 else 's'}.", "dim")
